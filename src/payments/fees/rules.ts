/**
 * Design note. A fee is a dated rule: what counts on a day is the latest rule that has begun, that of the product's
 * category before that of its root category, and that of all goods last. Rules are never changed: a new rule follows,
 * so every order can be explained, and an order line stores the terms of its day. Not chosen: a start and an end for
 * each rule, because two rules could then leave a gap or overlap.
 */
import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { addDuration, day, formatLongDate, jakartaDay } from "#lib/time.ts";
import { calculateFee, type FeeTerms } from "../rules.ts";

/** What a fee is for, with its names. `commission` is paid by sellers for each order line, `service_fee` by buyers. */
export const feeKinds = {
  commission: { label: "Komisi penjual" },
  service_fee: { label: "Biaya layanan pembeli" },
} as const;
export type FeeKind = keyof typeof feeKinds;
export const feeKindNames = Object.keys(feeKinds) as [FeeKind, ...FeeKind[]];

/**
 * @rule A new marketplace has a commission of 25 per mille of the goods, at most Rp50.000 a line, until an operator
 * announces another.
 */
export const firstCommission: FeeTerms = { perMille: 25, cap: 50_000, flat: 0 };
/** @rule A new marketplace has a service fee of Rp1.000 a checkout, until an operator announces another. */
export const firstServiceFee: FeeTerms = { perMille: 0, cap: null, flat: 1000 };

/** A fee from a Jakarta day on. */
export type FeeRule = {
  id: string;
  kind: FeeKind;
  terms: FeeTerms;
  /** Null for all goods. */
  categoryId: string | null;
  /** `2026-12-31` */
  validFrom: string;
};

/**
 * @rule A share is at most 30 %, a cap and a flat amount at most Rp1.000.000, and a rule is announced at most a year
 * ahead.
 */
export const feeLimits = { maxPerMille: 300, maxCap: 1_000_000, maxFlat: 1_000_000, maxAhead: 366 * day } as const;

/**
 * @rule A fee that costs sellers or buyers more starts at least 30 days after it was announced, or at once while only
 * operators have accounts.
 */
export const feeNoticeDuration = 30 * day;

/** @rule A new fee rule counts in every process at most 2 seconds after it was announced. */
export const feesTtl = 2000;

/** @rule The console lists 30 fee rules a page, and 200 pages. */
export const feePages = { size: 30, maxPage: 200 } as const;

/** Purges what shows fees. */
export const feesTag = "fees";

/** How many sellers one job notifies of a fee rule. */
export const sellersPerNotification = 500;

/** The amount for which the console and the notifications compare two fees. */
export const sampleGoods: Rupiah = 100_000;

/** The moment at which a Jakarta day begins. */
export function beginningOf(jakartaDay: string): Date {
  return new Date(`${jakartaDay}T00:00:00+07:00`);
}

/**
 * The rule of this kind that counts on a Jakarta day. `categoryIds` are the product's category and its root category.
 */
export function ruleInForce(
  rules: readonly FeeRule[],
  kind: FeeKind,
  onDay: string,
  categoryIds: readonly string[] = [],
): FeeRule {
  for (const categoryId of [...categoryIds, null]) {
    const begun = rules.filter(
      (rule) => rule.kind === kind && rule.categoryId === categoryId && rule.validFrom <= onDay,
    );
    const latest = begun.reduce<FeeRule | undefined>(
      (best, rule) => (best && best.validFrom >= rule.validFrom ? best : rule),
      undefined,
    );
    if (latest) return latest;
  }
  throw new Error(`no ${kind} is in force on ${onDay}`);
}

/** What counts for the orders of one day. */
export type FeesOfDay = {
  serviceFee: FeeTerms;
  /** The commission of a product. `categoryIds` are its category and its root category. */
  commissionOf: (categoryIds: readonly string[]) => FeeTerms;
};

/** The fees of a Jakarta day. */
export function feesOfDay(rules: readonly FeeRule[], onDay: string): FeesOfDay {
  return {
    serviceFee: ruleInForce(rules, "service_fee", onDay).terms,
    commissionOf: (categoryIds) => ruleInForce(rules, "commission", onDay, categoryIds).terms,
  };
}

/**
 * Whether goods pay the same commission under both chains of categories, from a Jakarta day on: today, and on every day
 * on which an announced rule begins.
 * @rule A category is moved or merged only where the commission of its products stays the same: a commission that
 * changes is announced.
 */
export function isSameCommission(
  rules: readonly FeeRule[],
  before: readonly string[],
  after: readonly string[],
  onDay: string,
): boolean {
  const later = rules.map(({ validFrom }) => validFrom).filter((from) => from > onDay);
  return [onDay, ...later].every((each) => {
    const { commissionOf } = feesOfDay(rules, each);
    const [old, next] = [commissionOf(before), commissionOf(after)];
    return old.perMille === next.perMille && old.cap === next.cap && old.flat === next.flat;
  });
}

/** The buyer's service fee for a checkout with goods of this price. */
export function serviceFeeOf({ flat, ...terms }: FeeTerms, goodsTotal: Rupiah): Rupiah {
  return flat + calculateFee({ ...terms, flat: 0 }, goodsTotal);
}

/** Whether some amount costs more by `next` than by `before`. */
export function costsMore(before: FeeTerms, next: FeeTerms): boolean {
  const capOf = ({ perMille, cap }: FeeTerms) => (perMille === 0 ? 0 : (cap ?? Number.POSITIVE_INFINITY));
  return next.perMille > before.perMille || capOf(next) > capOf(before) || next.flat > before.flat;
}

/**
 * The terms that `rule` replaces: those that would count for its goods on its days without it. They can be several,
 * because other rules may begin during its days. `rules` may include it.
 */
export function replacedTerms(
  rules: readonly FeeRule[],
  rule: Omit<FeeRule, "id" | "terms"> & { id?: string },
  rootCategoryId: string | null,
): FeeTerms[] {
  const others = rules.filter(({ id, kind }) => kind === rule.kind && id !== rule.id);
  const follows = others
    .filter(({ categoryId, validFrom }) => categoryId === rule.categoryId && validFrom > rule.validFrom)
    .map(({ validFrom }) => validFrom)
    .toSorted()[0];
  const days = others
    .map(({ validFrom }) => validFrom)
    .filter((from) => from > rule.validFrom && (follows === undefined || from < follows));
  const chain = [rule.categoryId, rootCategoryId].filter((id) => id !== null);
  return [rule.validFrom, ...days].map((onDay) => ruleInForce(others, rule.kind, onDay, chain).terms);
}

/** The first Jakarta day on which a rule that costs more may begin when it is announced at `now`. */
export function earliestIncrease(now: Date): string {
  const noticed = addDuration(now, feeNoticeDuration);
  const onDay = jakartaDay(noticed);
  return beginningOf(onDay).getTime() >= noticed.getTime() ? onDay : jakartaDay(addDuration(beginningOf(onDay), day));
}

/** What a seller receives of goods for this amount, or what a buyer pays on top of them. */
export function sampleOf(kind: FeeKind, terms: FeeTerms): Rupiah {
  return kind === "commission" ? sampleGoods - calculateFee(terms, sampleGoods) : serviceFeeOf(terms, sampleGoods);
}

/** `2,5%` */
export function formatPerMille(perMille: number): string {
  return `${String(perMille / 10).replace(".", ",")}%`;
}

/** `2,5% dari harga barang, paling banyak Rp50.000 untuk tiap baris pesanan`, to follow "komisi" or "biaya layanan". */
export function feeText(kind: FeeKind, { perMille, cap, flat }: FeeTerms): string {
  const each = kind === "commission" ? " untuk tiap baris pesanan" : "";
  const share =
    perMille === 0
      ? ""
      : `${formatPerMille(perMille)} dari harga barang${cap === null ? "" : `, paling banyak ${formatRupiah(cap)}${each}`}`;
  const fixed = flat === 0 ? "" : `${formatRupiah(flat)}${each}`;
  if (share !== "") return fixed === "" ? share : `${share}, ditambah ${fixed}`;
  return fixed === "" ? (kind === "commission" ? "0%" : formatRupiah(0)) : fixed;
}

/** The sentence that compares a rule with the terms that it replaces, for goods of {@link sampleGoods}. */
export function changeText(kind: FeeKind, before: FeeTerms, next: FeeTerms): string {
  const sample = formatRupiah(sampleGoods);
  const [old, now] = [formatRupiah(sampleOf(kind, before)), formatRupiah(sampleOf(kind, next))];
  if (kind === "commission")
    return old === now
      ? `Dari barang ${sample}, penjual tetap menerima ${now}.`
      : `Dari barang ${sample}, penjual menerima ${now}; sebelumnya ${old}.`;
  return old === now
    ? `Untuk belanja ${sample}, pembeli tetap membayar biaya layanan ${now}.`
    : `Untuk belanja ${sample}, pembeli membayar biaya layanan ${now}; sebelumnya ${old}.`;
}

/** `1 Januari 2027` */
export function formatFeeDay(validFrom: string): string {
  return formatLongDate(beginningOf(validFrom));
}

/** A fee rule as everyone may read it (`GET /v1/fees`). Sentences are computed from it. */
export type PublishedFee = {
  kind: FeeKind;
  per_mille: number;
  cap: Rupiah | null;
  flat: Rupiah;
  category: { slug: string; name: string } | null;
  valid_from: string;
};

export type PublishedFees = {
  service_fee: PublishedFee;
  commission: PublishedFee;
  /** Commissions of categories that have their own. A root category's commission counts for its children as well. */
  commission_by_category: PublishedFee[];
  /** Rules that begin later, the next one first. */
  announced: PublishedFee[];
};

/** The terms of a published fee. */
export function publishedTerms({ per_mille, cap, flat }: PublishedFee): FeeTerms {
  return { perMille: per_mille, cap, flat };
}

/** The fees as text for sentences on information pages. */
export type FeeTexts = {
  /** To follow "biaya layanan". */
  serviceFee: string;
  /** To follow "komisi". */
  commission: string;
  /** Sentences about categories with another commission and about announced fees; each begins with a space. */
  commissionDetails: string;
  serviceFeeDetails: string;
};

/** Computes the sentences about fees. */
export function feeTexts({ service_fee, commission, commission_by_category, announced }: PublishedFees): FeeTexts {
  const text = (fee: PublishedFee) => feeText(fee.kind, publishedTerms(fee));
  const later = (kind: FeeKind) =>
    announced
      .filter((fee) => fee.kind === kind)
      .map(
        (fee) =>
          ` Mulai ${formatFeeDay(fee.valid_from)} ${kind === "commission" ? "komisi" : "biaya layanan"}${fee.category ? ` kategori ${fee.category.name}` : ""} menjadi ${text(fee)}.`,
      )
      .join("");
  return {
    serviceFee: text(service_fee),
    commission: text(commission),
    commissionDetails:
      commission_by_category.map((fee) => ` Komisi kategori ${fee.category?.name ?? ""}: ${text(fee)}.`).join("") +
      later("commission"),
    serviceFeeDetails: later("service_fee"),
  };
}

/** The commission of a product from the published fees. `slugs` are those of its category and of the root category. */
export function publishedCommission(fees: PublishedFees, slugs: readonly string[]): FeeTerms {
  const own = slugs
    .map((slug) => fees.commission_by_category.find(({ category }) => category?.slug === slug))
    .find((fee) => fee !== undefined);
  return publishedTerms(own ?? fees.commission);
}
