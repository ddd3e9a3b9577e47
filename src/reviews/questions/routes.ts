import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { cursorAfter } from "#lib/cursor.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { assertConfirmedContacts } from "../assert-confirmed-contacts.ts";
import { maskContacts } from "#shops/contact-rules.ts";
import { publicName } from "../rules.ts";
import { answerQuestion } from "./answer-question.ts";
import { askQuestion } from "./ask-question.ts";
import { questionEndpoints, type ListedQuestion, type Question } from "./contract.ts";
import { countQuestions, listQuestions, listQuestionsOf, type ListedQuestionRow, type QuestionRow } from "./queries.ts";
import { questionPage } from "./rules.ts";

const perPage = 20;

function questionJson(row: QuestionRow): Question {
  return {
    id: row.id,
    by: publicName(row.by),
    text: maskContacts(row.text),
    created_at: row.created_at.toISOString(),
    answers: row.answers.map((answer) => ({
      ...answer,
      text: maskContacts(answer.text),
      by: answer.role === "seller" ? answer.by : publicName(answer.by),
      created_at: new Date(answer.created_at).toISOString(),
    })),
  };
}

function pageOf(rows: readonly ListedQuestionRow[]): { result: ListedQuestion[]; next: string | null } {
  const last = rows.length > perPage ? rows[perPage - 1] : undefined;
  return {
    result: rows.slice(0, perPage).map((row) => ({
      ...questionJson(row),
      product: { name: row.product_name, slug: row.product_slug, picture_key: row.picture_key },
      hidden_reason: row.hidden_reason,
    })),
    next: last ? cursorAfter(last.created_at, last.id) : null,
  };
}

/** `/v1` endpoints of questions about products. */
export function questionRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, questionEndpoints, {
    "GET /v1/products/:slug/questions": async ({ params, query }) => {
      const total = await countQuestions(db, params.slug);
      if (total === undefined) throw new Refusal(requestRefusals.notFound);
      const offset = ((query.page ?? 1) - 1) * questionPage.size;
      const rows = total > offset ? await listQuestions(db, params.slug, { limit: questionPage.size, offset }) : [];
      return { success: true, result: { questions: rows.map(questionJson), total } };
    },
    "GET /v1/questions": async ({ actor, query }) => ({
      success: true,
      ...pageOf(await listQuestionsOf(db, { requesterId: actor.userId }, { after: query.cursor, limit: perPage + 1 })),
    }),
    "POST /v1/questions": async ({ actor, body, now }) => {
      assertConfirmedContacts(body);
      const { product, text } = body;
      return {
        success: true,
        message: "Pertanyaan Anda tampil di halaman produk, dan penjual sudah diberi tahu.",
        data: { id: await askQuestion(context, { product, text, requesterId: actor.userId }, now) },
      };
    },
    "POST /v1/questions/:questionId/answers": async ({ actor, params, body, now }) => {
      assertConfirmedContacts(body);
      return {
        success: true,
        message: "Jawaban Anda tampil di halaman produk.",
        data: {
          product: await answerQuestion(context, { ...params, text: body.text, writerId: actor.userId }, now),
        },
      };
    },
    "GET /v1/seller/questions": async ({ actor, query }) => ({
      success: true,
      ...pageOf(
        await listQuestionsOf(
          db,
          { shopId: actor.shopId, waiting: query.view === "waiting" },
          { after: query.cursor, limit: perPage + 1 },
        ),
      ),
    }),
  });
}
