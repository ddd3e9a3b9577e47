/**
 * Design note. A product is looked at when its seller saves it, in the transaction that stores it. A rule may refuse
 * it: nothing is stored. A rule, a picture near to a removed one, or being the first of a new shop may hold it: it is
 * stored, and an operator decides. What an operator approved once does not hold the product again, so a seller can
 * change a price without another wait. A product that is hidden is not looked at until its seller wants it on sale.
 */
import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { settingOf } from "#lib/settings/setting.ts";
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
import { bandsOf, heldFirstProductsSetting, maxHashDistance, type HoldReason } from "./rules.ts";

type Marked = { reason: HoldReason; mark: string };

/**
 * Looks at a product whose rows are stored in this transaction. Returns the reasons for which it is held; none when it
 * is on sale or hidden. Refuses with `catalog.forbidden` at the field that breaks a rule.
 */
export async function screenProduct(
  tx: Tx,
  product: ScreenedText & { id: string; shopId: string; wantsSale: boolean },
  now: Date,
): Promise<HoldReason[]> {
  const broken = brokenRules(product, await listRules(tx, { onlyActive: true }));
  refuseBroken(broken);
  if (!product.wantsSale) {
    await withdrawHold(tx, product, now);
    return [];
  }
  const found = [
    ...broken.map(({ rule, word }): Marked => ({
      reason: { kind: "rule", label: rule.label, word, sentence: rule.sentence },
      mark: `rule ${rule.id} ${word}`,
    })),
    ...(await findNearPictures(tx, product.id)),
    ...(await isAmongFirst(tx, product)),
  ];
  const approved = new Set(await listApprovedMarks(tx, product.id));
  const open = found.filter(({ mark }) => !approved.has(mark));
  if (open.length === 0) {
    await withdrawHold(tx, product, now);
    return [];
  }
  const reasons = open.map(({ reason }) => reason);
  if (!(await holdProduct(tx, product.id, { reasons, marks: open.map(({ mark }) => mark), now }))) return [];
  await updateProductCounts(tx, [product.shopId]);
  return reasons;
}

/** Closes the hold of a product whose reasons are gone. It is on sale or hidden again, as its seller wants. */
async function withdrawHold(tx: Tx, { id, shopId }: { id: string; shopId: string }, now: Date): Promise<void> {
  if (await closeHoldOf(tx, id, { outcome: "withdrawn", by: null, now })) await updateProductCounts(tx, [shopId]);
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
    });
    if (near)
      found.push({
        reason: { kind: "picture", picture: key, removed: near.key, product: near.productId },
        mark: `picture ${key} ${near.id}`,
      });
  }
  return found;
}

async function isAmongFirst(tx: Tx, { id, shopId }: { id: string; shopId: string }): Promise<Marked[]> {
  const held = settingOf(heldFirstProductsSetting);
  const isFirst = held > 0 && (await countProductsBefore(tx, shopId, id, held)) < held;
  return isFirst ? [{ reason: { kind: "first" }, mark: "first" }] : [];
}
