import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { maskContacts } from "#shops/contact-rules.ts";
import { productTag } from "../contract.ts";
import { questionRefusals } from "./contract.ts";
import { insertAnswer, lockQuestion } from "./queries.ts";
import { maxAnswers } from "./rules.ts";
import { buyerAnswerTemplate, sellerAnswerTemplate } from "../notification-texts.ts";

/**
 * Stores an answer by the product's seller or by a person who bought it, and notifies who asked. Refuses with
 * `questions.not_buyer` everyone else, and with `questions.full` when the question has all its answers. Returns the
 * product's slug.
 */
export async function answerQuestion(
  context: Pick<Context, "db" | "pages">,
  answer: { questionId: string; writerId: string; text: string },
  now: Date,
): Promise<string> {
  const { questionId, writerId, text } = answer;
  const question = await context.db.transaction(async (tx) => {
    const question = await lockQuestion(tx, questionId, writerId);
    if (!question) throw new Refusal(requestRefusals.notFound);
    const isSeller = question.seller_id === writerId;
    if (!isSeller && !question.bought) throw new Refusal(questionRefusals.notBuyer);
    if (question.answers >= maxAnswers) throw new Refusal(questionRefusals.full);
    const id = await insertAnswer(tx, { questionId, writerId, role: isSeller ? "seller" : "buyer", text, now });
    if (question.requester_id !== writerId) {
      const values = { barang: question.product_name, isi: maskContacts(text) };
      const template = isSeller ? sellerAnswerTemplate : buyerAnswerTemplate;
      const sent = requireNotification(template, "buyer", values);
      await notify(tx, {
        userId: question.requester_id,
        type: "user",
        userType: "buyer",
        opens: reviewHrefs.buyerQuestions(),
        title: sent.title,
        description: sent.text,
        dedupeKey: `answer:${id}`,
        now,
      });
    }
    return question;
  });
  context.pages.purge([productTag(question.product_id), "questions"]);
  return question.product;
}
