import { operatorRoleLabels } from "#accounts/operators/rules.ts";
import { measureReasons } from "#accounts/measures/rules.ts";
import { fieldLabel, type AuditValue, type DescribeEntry } from "#audit-log/rules.ts";
import { ruleEffects } from "#catalog/screening/rules.ts";
import { claimStates } from "#complaints/insurance/rules.ts";
import { citedRules } from "#complaints/mediation/rules.ts";
import { solutions } from "#complaints/rules.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import type { Declaration } from "#lib/settings/declaration.ts";
import { valueChanges } from "#lib/settings/field.ts";
import { formatDate, formatDateTime } from "#lib/time.ts";
import { corrections, correctionStates } from "#orders/corrections/rules.ts";
import { orderStatuses } from "#orders/rules.ts";
import { codDecisions, codDecisionStates, companyName } from "#payments/cod/rules.ts";
import { feeKinds } from "#payments/fees/rules.ts";
import { providerNames } from "#payments/reconciliation/rules.ts";
import { lineStatuses } from "#payments/statements/rules.ts";
import { incomeTaxExemptions } from "#payments/tax/rules.ts";
import { exemptionStatuses } from "#payments/tax/sellers/rules.ts";
import { breachDataKinds, breachSelections } from "#privacy/breaches/rules.ts";
import { requestKinds, requestStates } from "#privacy/requests/rules.ts";
import { voucherKinds } from "#promotions/vouchers/rules.ts";
import { verificationFields } from "#shops/verification/rules.ts";
import { exportKinds } from "../exports/rules.ts";
import { components, impacts } from "../incidents/rules.ts";
import { signalRules } from "../signals/rules.ts";

type Words = Readonly<Record<string, string>>;
const labels = (table: Readonly<Record<string, { label: string }>>): Words =>
  Object.fromEntries(Object.entries(table).map(([code, { label }]) => [code, label]));

const measured = { rule: measureReasons };
const taken: Words = { accepted: "Diterima", rejected: "Ditolak", refused: "Ditolak" };

/** The words of values by the kind of the subject and the name of the field. */
const words: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  bank_line: { status: lineStatuses },
  category_tax_rule: {
    kind: { income_tax: "PPh 22", vat: "PPN" },
    value: { ordinary: "Biasa", luxury: "Barang mewah", ...incomeTaxExemptions },
  },
  cod_decision: { kind: labels(codDecisions), state: codDecisionStates },
  complaint: {
    state: claimStates,
    claimant: { marketplace: "Pasar", shop: "Toko" },
    kind: labels(solutions),
    rule: Object.fromEntries(Object.entries(citedRules).map(([rule, { title }]) => [rule, title])),
  },
  correction: { kind: labels(corrections), state: correctionStates },
  data_breach: { data: breachDataKinds, selection: breachSelections },
  data_request: { kind: labels(requestKinds), outcome: requestStates },
  export: { kind: labels(exportKinds) },
  fee_rule: { kind: labels(feeKinds) },
  forbidden_rule: { effect: labels(ruleEffects) },
  fraud_signal: { rule: labels(signalRules) },
  incident: { component: labels(components), impact: labels(impacts) },
  order: { status: labels(orderStatuses) },
  payout: { outcome: { paid: "Berhasil", failed: "Gagal", returned: "Dikembalikan bank" } },
  person: { ...measured, role: labels(operatorRoleLabels) },
  product: measured,
  shop: { ...measured, document: verificationFields, fields: verificationFields },
  tax_certificate: { status: exemptionStatuses },
  voucher: { kind: voucherKinds },
};
/** Values that mean the same whatever the entry is about. */
const common: Readonly<Record<string, Words>> = { decision: taken, outcome: taken, provider: providerNames };
const truths: Words = { true: "Ya", false: "Tidak" };
const sums = new Set(["allowed", "amount", "cap", "fee", "fees", "flat", "insured", "paid", "to_shop"]);

/** A value as the console says it; what it has no word for stays as it is stored. */
function wordOf(kind: string, field: string, text: string): string {
  if (Object.hasOwn(truths, text)) return truths[text] ?? text;
  if (sums.has(field) && /^\d{1,15}$/.test(text)) return formatRupiah(Number(text));
  if (field === "courier") return companyName(text);
  if (/^20\d\d-\d\d-\d\dT[\d:.]{8,12}Z$/.test(text)) return formatDateTime(new Date(text));
  if (/^20\d\d-\d\d-\d\d$/.test(text)) return formatDate(new Date(`${text}T12:00:00+07:00`));
  const known = { ...common[field], ...words[kind]?.[field] };
  return text
    .split(", ")
    .map((code) => (Object.hasOwn(known, code) ? known[code] : code))
    .join(", ");
}

/**
 * Says what an entry changed as the rest of the console says it: statuses, kinds, amounts, moments, yes and no, and
 * settings with their titles, parts and units.
 */
export function describeEntry(declarations: readonly Declaration[]): DescribeEntry {
  return ({ kind, id, before, after, changes }) => {
    const declared = kind === "setting" ? declarations.find(({ setting }) => setting.key === id) : undefined;
    const isRead = declared !== undefined && !declared.isSecret;
    const others = changes
      .filter(({ field }) => !(isRead && (field === "value" || field.startsWith("value."))))
      .map((change) => ({
        label: fieldLabel(change.field),
        before: change.before === null ? null : wordOf(kind, change.field, change.before),
        after: change.after === null ? null : wordOf(kind, change.field, change.after),
      }));
    const value = (values: typeof before) => values?.value as AuditValue as Parameters<typeof valueChanges>[1];
    const ofSetting = isRead ? valueChanges(declared.field, value(before), value(after)) : [];
    return {
      name: declared?.label ?? null,
      changes: [...ofSetting.map((change) => ({ ...change, label: change.label || declared?.label || "" })), ...others],
    };
  };
}
