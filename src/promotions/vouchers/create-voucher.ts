import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { formatDate, jakartaDay } from "#lib/time.ts";
import { voucherRefusals, vouchersTag, type PlatformVoucherBody, type VoucherBody } from "./contract.ts";
import {
  countCurrentVouchers,
  findOwnVoucher,
  findVoucherCategory,
  insertVoucher,
  lockOwner,
  stopEndedVoucher,
  type NewVoucher,
  type OwnVoucherRow,
  type VoucherOwner,
} from "./queries.ts";
import {
  areShopVouchersOpen,
  maxActiveVouchers,
  maxCostText,
  maxVoucherCost,
  maxVoucherDuration,
  stackingGroupOf,
  validityOf,
  voucherTerms,
  voucherTitle,
} from "./rules.ts";

type Creator = { owner: VoucherOwner; actor: NonNullable<AuditActor> };
type Drafted = Omit<NewVoucher, "createdBy" | "now"> & { categoryName: string | null };

/**
 * Creates a voucher of a shop or, for an operator, of the platform. Refuses days in the past or too far away
 * (`request.invalid`), a shop while operators take none (`vouchers.shop_closed`), `vouchers.category_unknown`,
 * `vouchers.code_taken` and `vouchers.too_many`.
 */
export async function createVoucher(
  context: Pick<Context, "db" | "pages">,
  { owner, actor }: Creator,
  body: VoucherBody | PlatformVoucherBody,
  now: Date,
): Promise<OwnVoucherRow> {
  const created = await context.db.transaction(async (tx) => {
    const { categoryName: _name, ...draft } = await draftVoucher(tx, owner, body, now);
    await lockOwner(tx, owner);
    await stopEndedVoucher(tx, owner, draft.code, now);
    const { count, hasCode } = await countCurrentVouchers(tx, owner, draft.code, now);
    if (hasCode) throw new Refusal(voucherRefusals.codeTaken, { voucher_code: ["Pilih kode lain."] });
    if (count >= (owner === null ? maxActiveVouchers.platform : maxActiveVouchers.shop))
      throw new Refusal(voucherRefusals.tooMany);
    const id = await insertVoucher(tx, { ...draft, createdBy: actor.userId, now });
    if (owner === null)
      appendAuditEntry(tx, {
        actor,
        action: "promotions.voucher_created",
        subject: { kind: "voucher", id },
        after: { kind: draft.kind, quota: draft.quota },
      });
    return findOwnVoucher(tx, owner, id);
  });
  if (!created) throw new Error("a voucher was not stored");
  purgeOffers(context, owner);
  return created;
}

/** What a voucher would be and cost at most. Refuses like {@link createVoucher}, except for its code and number. */
export async function previewVoucher(
  db: Queryable,
  owner: VoucherOwner,
  body: VoucherBody | PlatformVoucherBody,
  now: Date,
): Promise<{ title: string; terms: string; max_cost: number; text: string }> {
  const draft = await draftVoucher(db, owner, body, now);
  return {
    title: voucherTitle(draft),
    terms: voucherTerms(draft),
    max_cost: maxVoucherCost(draft),
    text: maxCostText(draft, owner === null ? "platform" : "shop"),
  };
}

async function draftVoucher(
  db: Queryable,
  owner: VoucherOwner,
  body: VoucherBody | PlatformVoucherBody,
  now: Date,
): Promise<Drafted> {
  if (owner !== null && !areShopVouchersOpen()) throw new Refusal(voucherRefusals.shopClosed);
  const { startsAt, endsAt } = validityOf(body.starts_on, body.ends_on);
  const today = jakartaDay(now);
  const latest = now.getTime() + maxVoucherDuration;
  if (body.starts_on < today) throw wrongDay("starts_on", "Pilih hari ini atau sesudahnya.");
  if (startsAt.getTime() > latest) throw wrongDay("starts_on", `Pilih hari sampai ${formatDate(new Date(latest))}.`);
  if (endsAt.getTime() - startsAt.getTime() > maxVoucherDuration)
    throw wrongDay(
      "ends_on",
      `Pilih hari sampai ${formatDate(new Date(startsAt.getTime() + maxVoucherDuration - 1))}.`,
    );
  const category = body.category === null ? null : await findVoucherCategory(db, body.category);
  if (category === undefined) throw new Refusal(voucherRefusals.categoryUnknown, { category: ["Pilih kategori."] });
  return {
    owner,
    buyerId: null,
    code: body.voucher_code,
    kind: body.kind,
    perMille: body.percent === null ? null : body.percent * 10,
    maxAmount: body.max_amount,
    minGoods: body.min_goods,
    categoryId: category?.id ?? null,
    categoryName: category?.name ?? null,
    quota: body.quota,
    perBuyer: body.per_buyer,
    startsAt,
    endsAt,
    stackingGroup: stackingGroupOf({
      ofShop: owner !== null,
      kind: body.kind,
      isAlone: "is_alone" in body && body.is_alone,
    }),
    isListed: body.is_listed,
  };
}

function wrongDay(field: "starts_on" | "ends_on", text: string): Refusal {
  return new Refusal(requestRefusals.invalid, { [field]: [text] });
}

/** Purges what shows the vouchers of this owner. Call it after the change. */
export function purgeOffers({ pages }: Pick<Context, "pages">, owner: VoucherOwner): void {
  pages.purge(owner === null ? [vouchersTag] : [vouchersTag, `shop:${owner}`]);
}
