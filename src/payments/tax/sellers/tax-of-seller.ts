import type { Database, Queryable } from "#lib/database.ts";
import { jakartaDay } from "#lib/time.ts";
import { taxOfLine } from "../rules.ts";
import { listTaxedCategories } from "../categories/read-category-taxes.ts";
import { readWithholding } from "../withholding/read-withholding.ts";
import type { ExemptionAnswer, TaxOfSeller } from "./contract.ts";
import {
  findIsPkp,
  findTaxIdentity,
  findTurnover,
  listExemptionsOfShop,
  listExemptShops,
  type ExemptionRow,
} from "./queries.ts";
import { certificateText, maskedTaxNumber, statementText, statementTurnover, statementYears } from "./rules.ts";

const listedExemptions = 20;

/** The moments at which a year begins and ends in Jakarta. */
export function yearBounds(year: number): { from: Date; to: Date } {
  return { from: new Date(`${year}-01-01T00:00:00+07:00`), to: new Date(`${year + 1}-01-01T00:00:00+07:00`) };
}

/** Those of the shops from whose orders PPh 22 is withheld at `now`. One statement, none while withholding is off. */
export async function findTaxedShops(
  db: Queryable,
  shopIds: readonly string[],
  { isOn, now }: { isOn: boolean; now: Date },
): Promise<ReadonlySet<string>> {
  if (!isOn) return new Set();
  const exempt = await listExemptShops(db, shopIds, jakartaDay(now));
  return new Set(shopIds.filter((id) => !exempt.has(id)));
}

/** What a shop declared about its taxes, and what is withheld from it now. */
export async function taxOfSeller(db: Database, shopId: string, now: Date): Promise<TaxOfSeller> {
  const today = jakartaDay(now);
  const year = Number(today.slice(0, 4));
  const { from, to } = yearBounds(year);
  const isOn = await readWithholding(db, now);
  const [identity, isPkp, turnover, exemptions, taxed] = await Promise.all([
    findTaxIdentity(db, shopId),
    findIsPkp(db, shopId),
    findTurnover(db, shopId, from, to),
    listExemptionsOfShop(db, shopId, listedExemptions),
    findTaxedShops(db, [shopId], { isOn, now }),
  ]);
  const terms = taxOfLine({ isPkp, isWithheld: taxed.has(shopId), isLuxury: false, exemption: null });
  const special = await listTaxedCategories(db, now);
  const canState = (of: number) =>
    identity?.kind === "person" &&
    !exemptions.some((one) => one.year === of) &&
    (of !== year || turnover <= statementTurnover);
  return {
    is_pkp: isPkp,
    is_withholding: isOn,
    withheld_per_mille: terms.taxPerMille,
    vat_per_mille: terms.vatPerMille,
    categories: special.map(({ slug, exemption, isLuxury }) => {
      const { taxPerMille, vatPerMille } = taxOfLine({ isPkp, isWithheld: taxed.has(shopId), isLuxury, exemption });
      return { slug, withheld_per_mille: taxPerMille, vat_per_mille: vatPerMille };
    }),
    identity: identity
      ? {
          kind: identity.kind,
          number_kind: identity.numberKind,
          number: maskedTaxNumber(identity.last4),
          name: identity.name ?? "",
          address: identity.address ?? "",
        }
      : null,
    turnover,
    statements: identity
      ? statementYears(now)
          .filter(canState)
          .map((of) => ({ year: of, text: statementText(identity, of) }))
      : [],
    certificate_text:
      identity && !exemptions.some(({ status }) => status === "waiting") ? certificateText(identity) : null,
    exemptions: exemptions.map(exemptionJson),
    today,
  };
}

/** An exemption as the API gives it. */
export function exemptionJson(row: ExemptionRow): ExemptionAnswer {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    year: row.year,
    certificate_number: row.certificateNumber,
    valid_from: row.validFrom,
    valid_until: row.validUntil,
    text: row.text,
    declared_at: row.declaredAt.toISOString(),
    reason: row.reason,
    ended_reason: row.endedReason,
  };
}
