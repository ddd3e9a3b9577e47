/**
 * Design note. A product is looked at when its seller saves it, in the transaction that stores it. A rule may refuse
 * it: nothing is stored. A rule, a picture near to a removed one, or being the first of a new shop may hold it: it is
 * stored, and an operator decides. What an operator approved once does not hold the product again, so a seller can
 * change a price without another wait. A product that is hidden is not looked at until its seller wants it on sale.
 */
import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { settingOf } from "#lib/settings/setting.ts";
import { contactProblem } from "#shops/contact-rules.ts";
import { updateProductCounts } from "#shops/update-shop-counts.ts";
import { catalogRefusals } from "../contract.ts";
import { brokenRules, type Match, type ScreenedText } from "./match-rule.ts";
import {
  closeHoldOf,
  countProductsBefore,
  findNearPicture,
  holdProduct,
  listApprovedMarks,
  listHashes,
  listRules,
} from "./queries.ts";
import {
  bandsOf,
  heldFirstProductsSetting,
  maxHashDistance,
  maxHoldMarks,
  maxHoldReasons,
  shownWords,
  type HoldReason,
} from "./rules.ts";

// What an operator approves: each mark of an approved hold counts for later saves.
type Marked = { reason: HoldReason; marks: string[] };

/**
 * Looks at a product whose rows are stored in this transaction. Returns the reasons for which it is held; none when it
 * is on sale or hidden. Refuses with `catalog.forbidden` at the field that breaks a rule, and with `catalog.contacts`
 * at the field with a phone number, an e-mail address or a link.
 */
export async function screenProduct(
  tx: Tx,
  product: ScreenedText & { id: string; shopId: string; wantsSale: boolean },
  now: Date,
): Promise<HoldReason[]> {
  refuseContacts(product);
  const broken = brokenRules(product, await listRules(tx, { onlyActive: true }));
  refuseBroken(broken);
  if (!product.wantsSale) {
    await withdrawHold(tx, product, now);
    return [];
  }
  const found = [
    ...ruleReasons(broken),
    ...(await findNearPictures(tx, product.id)),
    ...(await isAmongFirst(tx, product)),
  ];
  const approved = new Set(await listApprovedMarks(tx, product.id));
  const open = found.filter(({ marks }) => marks.some((mark) => !approved.has(mark))).slice(0, maxHoldReasons);
  if (open.length === 0) {
    await withdrawHold(tx, product, now);
    return [];
  }
  const reasons = open.map(({ reason }) => reason);
  const marks = open.flatMap((one) => one.marks).slice(0, maxHoldMarks);
  if ((await holdProduct(tx, product.id, { reasons, marks, now })) !== "held") return [];
  await updateProductCounts(tx, [product.shopId]);
  return reasons;
}

// One reason for each rule, with all words that it found.
function ruleReasons(broken: readonly Match[]): Marked[] {
  const rules = [...new Set(broken.map(({ rule }) => rule))];
  return rules.map((rule) => {
    const words = broken.filter((one) => one.rule === rule).map(({ word }) => word);
    return {
      reason: {
        kind: "rule",
        label: rule.label,
        word: words.slice(0, shownWords).join(", "),
        sentence: rule.sentence,
      },
      marks: words.map((word) => `rule ${rule.id} ${word}`),
    };
  });
}

/** Closes the hold of a product whose reasons are gone. It is on sale or hidden again, as its seller wants. */
async function withdrawHold(tx: Tx, { id, shopId }: { id: string; shopId: string }, now: Date): Promise<void> {
  if (await closeHoldOf(tx, id, { outcome: "withdrawn", by: null, now })) await updateProductCounts(tx, [shopId]);
}

function refuseContacts({ name, description, attributes, axes }: ScreenedText): void {
  const fields: Record<string, string[]> = {};
  const check = (field: string, ...texts: string[]) => {
    const problem = contactProblem(...texts);
    if (problem !== null) fields[field] = [problem];
  };
  check("name", name);
  check("description", description);
  // The name says what the value is, such as a barcode, and a seller can write a number there too.
  for (const one of attributes) check(`attributes.${one.name}`, `${one.name}: ${one.value}`);
  for (const [at, axis] of axes.entries()) check(`axes.${at}`, axis.name, ...axis.values);
  if (Object.keys(fields).length > 0) throw new Refusal(catalogRefusals.contacts, fields);
}

function refuseBroken(broken: readonly Match[]): void {
  const refused = broken.filter(({ rule }) => rule.effect !== "hold");
  if (refused.length === 0) return;
  const fields: Record<string, string[]> = {};
  for (const { rule, word, field } of refused) {
    const text =
      rule.effect === "permit"
        ? `${rule.sentence} Tambahkan rincian “${rule.permit_name}” dengan bentuk ${rule.permit_form}.`
        : `${rule.sentence} Yang ditemukan: “${word}”.`;
    fields[field] = [...(fields[field] ?? []), text];
  }
  throw new Refusal(catalogRefusals.forbidden, fields);
}

async function findNearPictures(tx: Tx, productId: string): Promise<Marked[]> {
  const found: Marked[] = [];
  for (const { key, hash } of await listHashes(tx, productId)) {
    if (hash === null) continue;
    const bits = BigInt(hash);
    const near = await findNearPicture(tx, {
      hash: bits,
      bands: bandsOf(bits),
      maxDistance: maxHashDistance,
      productId,
      pictureKey: key,
    });
    if (near)
      found.push({
        reason: { kind: "picture", picture: key, removed: near.key, product: near.productId },
        marks: [`picture ${key} ${near.id}`],
      });
  }
  return found;
}

async function isAmongFirst(tx: Tx, { id, shopId }: { id: string; shopId: string }): Promise<Marked[]> {
  const held = settingOf(heldFirstProductsSetting);
  const isFirst = held > 0 && (await countProductsBefore(tx, shopId, id, held)) < held;
  return isFirst ? [{ reason: { kind: "first" }, marks: ["first"] }] : [];
}
