import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { jakartaDay } from "#lib/time.ts";
import { taxRefusals } from "./contract.ts";
import {
  endCertificates,
  endExemption,
  findTaxIdentity,
  findTurnover,
  insertExemption,
  lockExemption,
  lockTaxOfShop,
  saveTaxIdentity,
  type TaxIdentityRow,
} from "./queries.ts";
import {
  certificateText,
  lastDayOfMonth,
  normaliseTaxNumber,
  statementDays,
  statementText,
  statementTurnover,
  statementYears,
  taxNumberProblem,
  type TaxNumberKind,
  type TaxpayerKind,
} from "./rules.ts";
import { sealTaxNumber, unsealTaxNumber } from "./seal-tax-number.ts";
import { yearBounds } from "./tax-of-seller.ts";

type Seller = { userId: string; shopId: string };

/**
 * Stores the taxpayer behind a shop. Without a number the stored one stays. Another number or kind ends the shop's
 * certificates, also a waiting one. Refuses with `request.invalid`.
 */
export async function declareIdentity(
  { db, secret }: Pick<Context, "db" | "secret">,
  { shopId }: Seller,
  typed: { kind: TaxpayerKind; numberKind: TaxNumberKind; number: string | undefined; name: string; address: string },
  now: Date,
): Promise<void> {
  const { kind, numberKind, name, address } = typed;
  if (kind === "company" && numberKind !== "npwp")
    throw new Refusal(requestRefusals.invalid, { number_kind: ["Badan usaha memakai NPWP."] });
  await db.transaction(async (tx) => {
    await lockTaxOfShop(tx, shopId);
    const before = await findTaxIdentity(tx, shopId);
    const stored = before && unsealTaxNumber(secret, shopId, before.numberSealed);
    const number = typed.number ? normaliseTaxNumber(numberKind, typed.number) : stored;
    if (number === undefined) throw new Refusal(requestRefusals.invalid, { number: ["Wajib diisi."] });
    const problem = taxNumberProblem(numberKind, number);
    if (problem !== null) throw new Refusal(requestRefusals.invalid, { number: [problem] });
    const numberSealed = sealTaxNumber(secret, shopId, number);
    // A certificate names a taxpayer and does not count for another one.
    if (before && (stored !== number || before.kind !== kind)) await endCertificates(tx, shopId, jakartaDay(now));
    await saveTaxIdentity(tx, shopId, { kind, numberKind, numberSealed, last4: number.slice(-4), name, address }, now);
  });
}

/**
 * Hands in a person's statement for a year. It counts from now until the year ends. `text` is what the seller agreed to
 * and must be today's text. Refuses with `request.invalid` for another year, and with the tax refusals of the contract.
 */
export async function declareStatement(
  { db }: Pick<Context, "db">,
  { userId, shopId }: Seller,
  { year, text }: { year: number; text: string },
  now: Date,
): Promise<void> {
  if (!statementYears(now).includes(year)) throw new Refusal(requestRefusals.invalid, { year: ["Pilih tahun lain."] });
  await db.transaction(async (tx) => {
    const identity = await requireIdentity(tx, shopId);
    if (identity.kind !== "person") throw new Refusal(taxRefusals.onlyPersons);
    if (text !== statementText(identity, year)) throw new Refusal(taxRefusals.textChanged);
    const { from, to } = yearBounds(year);
    if ((await findTurnover(tx, shopId, from, to)) > statementTurnover) throw new Refusal(taxRefusals.turnoverExceeded);
    const days = statementDays(year, now);
    const stored = await insertExemption(tx, {
      shopId,
      kind: "statement",
      status: "accepted",
      year,
      certificateNumber: null,
      validFrom: days.from,
      validUntil: days.until,
      text,
      declaredBy: userId,
      now,
    });
    if (stored === undefined) throw new Refusal(taxRefusals.known);
  });
}

/** Hands in a certificate, on which an operator decides. Refuses with the tax refusals of the contract. */
export async function declareCertificate(
  { db }: Pick<Context, "db">,
  { userId, shopId }: Seller,
  certificate: { number: string; validFrom: string; validUntil: string; text: string },
  now: Date,
): Promise<void> {
  const { number, validFrom, validUntil, text } = certificate;
  if (validUntil < jakartaDay(now))
    throw new Refusal(requestRefusals.invalid, { valid_until: ["SKB ini sudah tidak berlaku."] });
  await db.transaction(async (tx) => {
    const identity = await requireIdentity(tx, shopId);
    if (text !== certificateText(identity)) throw new Refusal(taxRefusals.textChanged);
    const stored = await insertExemption(tx, {
      shopId,
      kind: "certificate",
      status: "waiting",
      year: null,
      certificateNumber: number,
      validFrom,
      validUntil,
      text,
      declaredBy: userId,
      now,
    });
    if (stored === undefined) throw new Refusal(taxRefusals.known);
  });
}

/** Ends the seller's own statement with this month. Refuses with `request.not_found`, `tax.exemption_decided`. */
export async function endStatement(
  { db }: Pick<Context, "db">,
  { shopId }: Seller,
  exemptionId: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await lockExemption(tx, exemptionId);
    if (!found || found.shopId !== shopId || found.kind !== "statement") throw new Refusal(requestRefusals.notFound);
    const until = lastDayOfMonth(jakartaDay(now));
    if (!(await endExemption(tx, exemptionId, { until, reason: "seller" }))) throw new Refusal(taxRefusals.decided);
  });
}

async function requireIdentity(tx: Tx, shopId: string): Promise<TaxIdentityRow> {
  await lockTaxOfShop(tx, shopId);
  const identity = await findTaxIdentity(tx, shopId);
  if (!identity) throw new Refusal(taxRefusals.identityNeeded);
  return identity;
}
