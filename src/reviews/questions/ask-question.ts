import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { maskContacts } from "#shops/contact-rules.ts";
import { productTag } from "../contract.ts";
import { questionRefusals } from "./contract.ts";
import { findAskedProduct, insertQuestion } from "./queries.ts";
import { areQuestionsOpen, maxOpenQuestions } from "./rules.ts";
import { questionTemplate } from "../notification-texts.ts";

/**
 * Stores a question about a product and notifies its seller. Refuses with `questions.closed` while operators take no
 * questions, with `questions.own` the seller, with `questions.too_many` a person whose questions about it wait for the
 * seller, and with `request.not_found` for a product that is not for sale. Returns the question's id.
 */
export async function askQuestion(
  context: Pick<Context, "db" | "pages">,
  asked: { requesterId: string; product: string; text: string },
  now: Date,
): Promise<string> {
  const { requesterId, text } = asked;
  if (!areQuestionsOpen()) throw new Refusal(questionRefusals.closed);
  const { id, product } = await context.db.transaction(async (tx) => {
    const product = await findAskedProduct(tx, asked.product, requesterId);
    if (!product) throw new Refusal(requestRefusals.notFound);
    if (product.seller_id === requesterId) throw new Refusal(questionRefusals.ownProduct);
    if (product.open >= maxOpenQuestions) throw new Refusal(questionRefusals.tooManyOpen);
    const id = await insertQuestion(tx, { productId: product.id, shopId: product.shop_id, requesterId, text, now });
    const values = { barang: product.name, isi: maskContacts(text) };
    const sent = requireNotification(questionTemplate, "seller", values);
    await notify(tx, {
      userId: product.seller_id,
      type: "user",
      userType: "seller",
      opens: sellerHrefs.sellerQuestions(),
      title: sent.title,
      description: sent.text,
      dedupeKey: `question:${id}`,
      now,
    });
    return { id, product };
  });
  context.pages.purge([productTag(product.id), "questions"]);
  return id;
}
