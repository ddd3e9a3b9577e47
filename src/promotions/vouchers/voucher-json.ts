import {
  voucherProblemRefusals,
  type CodeProblem,
  type OfferedVoucher,
  type OwnVoucher,
  type PurchaseVoucher,
} from "./contract.ts";
import type { PurchaseVouchers } from "./find-vouchers.ts";
import type { OwnVoucherRow } from "./queries.ts";
import {
  bearerOf,
  maxVoucherCost,
  voucherCodeLength,
  voucherPhase,
  voucherTerms,
  voucherTitle,
  type Voucher,
} from "./rules.ts";

/** A voucher for its owner, in the API's format. */
export function ownVoucherJson(voucher: OwnVoucherRow, now: Date): OwnVoucher {
  return {
    id: voucher.id,
    voucher_code: voucher.code,
    kind: voucher.kind,
    title: voucherTitle(voucher),
    terms: voucherTerms(voucher),
    stacking_group: voucher.stackingGroup,
    phase: voucherPhase(voucher, now),
    is_listed: voucher.isListed,
    quota: voucher.quota,
    per_buyer: voucher.perBuyer,
    used: voucher.used,
    spent: voucher.spent,
    max_cost: maxVoucherCost(voucher),
    starts_at: voucher.startsAt.toISOString(),
    ends_at: voucher.endsAt.toISOString(),
  };
}

/** A voucher for buyers, in the API's format. */
export function offeredVoucherJson(voucher: Voucher): OfferedVoucher {
  return {
    id: voucher.id,
    voucher_code: voucher.code,
    title: voucherTitle(voucher),
    terms: voucherTerms(voucher),
    bearer: bearerOf(voucher),
    shop_id: voucher.shopId,
    shop_name: voucher.shopName,
    ends_at: voucher.endsAt.toISOString(),
  };
}

/** A voucher that the buyer of a purchase may choose, in the API's format. */
export function purchaseVoucherJson(offer: PurchaseVouchers["offers"][number]): PurchaseVoucher {
  const { voucher, isChosen, saved, cashback, problem } = offer;
  return {
    ...offeredVoucherJson(voucher),
    terms: voucherTerms(voucher, problem?.problem !== "min_goods"),
    is_chosen: isChosen,
    saves: saved,
    cashback,
    problem: problem && { code: voucherProblemRefusals[problem.problem].code, text: problem.text },
  };
}

/** Why an entered code is not used, in the API's format. */
export function codeProblemJson({ code, problem, text }: PurchaseVouchers["codeProblems"][number]): CodeProblem {
  return { voucher_code: code.slice(0, voucherCodeLength.max), code: voucherProblemRefusals[problem].code, text };
}
