import { Form, redirect } from "react-router";
import { hrefs } from "#hrefs.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section, SectionArgs } from "#lib/page.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TextareaField } from "#ui/field.tsx";
import { DraftForm } from "#ui/form-draft.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { LoadMore } from "#ui/pagination.tsx";
import { ConfirmContacts } from "../../ui/confirm-contacts.tsx";
import { ReviewedProduct } from "../../ui/reviewed-product.tsx";
import { BuyerTabs, SellerTabs } from "../../ui/review-tabs.tsx";
import type { ListedQuestion, QuestionApi } from "../contract.ts";
import { answerLength, areQuestionsOpen, questionLength } from "../rules.ts";
import { Answers, AskedBy } from "./question-texts.tsx";
import styles from "./questions.module.css";

type Data = { questions: ListedQuestion[]; next: string | null; notice: string | undefined; view: "waiting" | "all" };

const param = (request: Request, name: string) => new URL(request.url).searchParams.get(name) ?? undefined;

async function answer(args: SectionArgs, form: FormData): Promise<string> {
  const { data } = await pageApi<QuestionApi>(args)("POST /v1/questions/:questionId/answers", {
    params: { questionId: String(form.get("question") ?? "") },
    body: { text: String(form.get("text") ?? ""), confirmed: form.get("confirmed") === "1" },
  });
  return data.product;
}

/** `/profile?page=questions`: the user's questions. The forms of products' pages are sent here. */
export const buyerQuestionsSection: Section<Data> = {
  title: "Pertanyaan saya",
  load: async (args) => {
    const { result, next } = await pageApi<QuestionApi>(args)("GET /v1/questions", {
      query: { cursor: param(args.request, "cursor") },
    });
    return { questions: result, next, notice: param(args.request, "notice"), view: "all" };
  },
  act: async (args, form) => {
    try {
      if (form.get("intent") === "answer") return redirect(`${hrefs.product(await answer(args, form))}#diskusi`);
      await pageApi<QuestionApi>(args)("POST /v1/questions", {
        body: {
          product: String(form.get("product") ?? ""),
          text: String(form.get("text") ?? ""),
          confirmed: form.get("confirmed") === "1",
        },
      });
    } catch (error) {
      return formFailure(error, form);
    }
    return redirect(reviewHrefs.buyerQuestions("asked"));
  },
  View: BuyerQuestions,
};

function BuyerQuestions({
  data: { questions, next, notice },
  failure,
}: {
  data: Data;
  failure: FormFailure | undefined;
}) {
  const isAnswer = failure?.values.intent === "answer";
  const length = isAnswer ? answerLength : questionLength;
  return (
    <div className={styles.stack}>
      <h1>Pertanyaan saya</h1>
      {notice === "asked" && !failure && (
        <Notice tone="success">Pertanyaan Anda tampil di halaman produk, dan penjual sudah diberi tahu.</Notice>
      )}
      <BuyerTabs current="questions" />
      {failure && (
        <Panel title={isAnswer ? "Jawaban Anda" : "Pertanyaan Anda"}>
          <Form method="post" className={styles.stack}>
            <FormNotice failure={failure} />
            <ConfirmContacts failure={failure} />
            {["intent", "product", "question"].map((name) => (
              <input key={name} type="hidden" name={name} value={failure.values[name] ?? ""} />
            ))}
            <TextareaField
              label={isAnswer ? "Jawaban" : "Pertanyaan"}
              name="text"
              rows={3}
              minLength={length.min}
              maxLength={length.max}
              defaultValue={failure.values.text}
              errors={failure.fields.text}
            />
            <Button>Kirim</Button>
          </Form>
        </Panel>
      )}
      {questions.length === 0 ? (
        <EmptyState>
          Anda belum bertanya.
          {areQuestionsOpen() && " Di halaman produk ada tempat untuk bertanya kepada penjual."}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {questions.map((question) => (
            <li key={question.id}>
              <Panel>
                <ReviewedProduct line={{ product: question.product }} />
                <AskedBy question={question} />
                {question.hidden_reason && (
                  <p className={styles.by}>
                    <small>Disembunyikan tim kami. Alasan: {question.hidden_reason}</small>
                  </p>
                )}
                <Answers answers={question.answers} />
              </Panel>
            </li>
          ))}
        </ul>
      )}
      {next && <LoadMore href={`${reviewHrefs.buyerQuestions()}&cursor=${next}`} />}
    </div>
  );
}

/** `/manageMerchant?page=questions`: questions about the shop's products, with a form for the answer. */
export const sellerQuestionsSection: Section<Data> = {
  title: "Pertanyaan",
  load: async (args) => {
    const view = param(args.request, "view") === "all" ? "all" : "waiting";
    const { result, next } = await pageApi<QuestionApi>(args)("GET /v1/seller/questions", {
      query: { view, cursor: param(args.request, "cursor") },
    });
    return { questions: result, next, notice: param(args.request, "notice"), view };
  },
  act: async (args, form) => {
    try {
      await answer(args, form);
    } catch (error) {
      return formFailure(error, form);
    }
    return redirect(sellerHrefs.sellerQuestions(param(args.request, "view") === "all" ? "all" : undefined, "answered"));
  },
  View: SellerQuestions,
};

function SellerQuestions({
  data: { questions, next, notice, view },
  failure,
}: {
  data: Data;
  failure: FormFailure | undefined;
}) {
  const isElsewhere = !questions.some(({ id }) => id === failure?.values.question);
  return (
    <div className={styles.stack}>
      <h1>Pertanyaan</h1>
      {notice === "answered" && !failure && <Notice tone="success">Jawaban Anda tampil di halaman produk.</Notice>}
      <FormNotice failure={isElsewhere ? failure : undefined} alone />
      <SellerTabs current={view === "all" ? "all-questions" : "questions"} />
      {questions.length === 0 ? (
        <EmptyState>
          {view === "all" ? "Belum ada pertanyaan tentang barang Anda." : "Tidak ada pertanyaan yang menunggu jawaban."}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {questions.map((question) => (
            <li key={question.id}>
              <QuestionToAnswer
                question={question}
                failure={failure?.values.question === question.id ? failure : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      {next && <LoadMore href={`${sellerHrefs.sellerQuestions(view === "all" ? view : undefined)}&cursor=${next}`} />}
    </div>
  );
}

function QuestionToAnswer({ question, failure }: { question: ListedQuestion; failure: FormFailure | undefined }) {
  return (
    <Panel>
      <ReviewedProduct line={{ product: question.product }} />
      <AskedBy question={question} />
      <Answers answers={question.answers} />
      <details className={styles.write} open={failure !== undefined}>
        <summary aria-label={`Jawab pertanyaan ${question.by}`}>Jawab</summary>
        <DraftForm
          key={question.answers.length}
          method="post"
          className={styles.stack}
          failure={failure}
          subject={`answer ${question.id}`}
        >
          {(typed) => (
            <>
              <input type="hidden" name="question" value={question.id} />
              <ConfirmContacts failure={failure} />
              <FormNotice failure={failure} />
              <TextareaField
                label="Jawaban"
                name="text"
                rows={3}
                minLength={answerLength.min}
                maxLength={answerLength.max}
                defaultValue={typed?.values.text}
                errors={failure?.fields.text}
              />
              <Button>Kirim jawaban</Button>
            </>
          )}
        </DraftForm>
      </details>
    </Panel>
  );
}
