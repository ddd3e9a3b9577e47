import { submittedValues, type FormFailure } from "#lib/api-client.ts";
import { checkboxValue } from "#ui/checkbox-value.ts";
import { readAmount } from "#ui/currency.ts";
import type { PlatformVoucherBody, VoucherBody } from "../vouchers/contract.ts";
import type { VoucherKind } from "../vouchers/rules.ts";

// NaN for anything but digits. The API refuses NaN with a sentence about the field.
function wholeNumber(value: FormDataEntryValue | null): number {
  return typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : Number.NaN;
}

/**
 * The voucher of a sent form. The percentage counts only for the kinds that have one, because without scripts its field
 * is always sent.
 */
export function readVoucher(form: FormData): VoucherBody {
  const text = (name: string) => String(form.get(name) ?? "");
  const kind = text("kind") as VoucherKind;
  const hasPercent = kind === "percent" || kind === "cashback";
  return {
    voucher_code: text("voucher_code"),
    kind,
    percent: hasPercent ? wholeNumber(form.get("percent")) : null,
    max_amount: readAmount(text("max_amount")),
    min_goods: text("min_goods").trim() === "" ? 0 : readAmount(text("min_goods")),
    category: text("category") || null,
    quota: wholeNumber(form.get("quota")),
    per_buyer: wholeNumber(form.get("per_buyer")),
    starts_on: text("starts_on"),
    ends_on: text("ends_on"),
    is_listed: text("is_listed") !== "0",
  };
}

/** The same for a voucher of the platform. */
export function readPlatformVoucher(form: FormData): PlatformVoucherBody {
  return { ...readVoucher(form), is_alone: checkboxValue(form, "is_alone") === 1 };
}

/** Shows the form again as it was sent, with a sentence about what the voucher would cost. */
export function previewed(form: FormData, text: string): FormFailure {
  return { failed: true, code: "vouchers.previewed", message: text, fields: {}, ...submittedValues(form) };
}
