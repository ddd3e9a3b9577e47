/** How filters by attributes are written in the address of a listing. Servers and browsers use it. */
import type { ListingQuery } from "#hrefs.ts";

/** @rule A listing is filtered by at most 20 values of attributes at once. */
export const maxChosenAttributes = 20;

/** A name, a colon and a value. */
export const maxChosenLength = 100;

/** A number as people type it: `12` or `12,5`. */
export const boundForm = /^\d{1,7}([.,]\d{1,2})?$/;

const slots = [1, 2, 3] as const;

/** A chosen range of an attribute that is a number. */
export type Range = { name: string; min?: string | undefined; max?: string | undefined };

/** No filter by an attribute: for the address of another category, which has others. */
export const withoutAttributes = {
  attr: undefined,
  ...fieldsOf([]),
} as const satisfies Partial<ListingQuery>;

type Slot = (typeof slots)[number];
type RangeFields = Pick<ListingQuery, `num${Slot}` | `min${Slot}` | `max${Slot}`>;

/** The chosen ranges, in their order. */
export function rangesOf(listing: RangeFields): Range[] {
  return slots.flatMap((slot) => {
    const [name, min, max] = [listing[`num${slot}`], listing[`min${slot}`], listing[`max${slot}`]];
    return name === undefined || (min === undefined && max === undefined) ? [] : [{ name, min, max }];
  });
}

/** Ranges as fields of the address. */
export function fieldsOf(ranges: readonly Range[]): Partial<ListingQuery> {
  return Object.fromEntries(
    slots.flatMap((slot, at) => [
      [`num${slot}`, ranges[at]?.name],
      [`min${slot}`, ranges[at]?.min],
      [`max${slot}`, ranges[at]?.max],
    ]),
  );
}

/** Reads the filters by attributes of an address; in the same order whatever the order was in which they were sent. */
export function parseAttributes(search: URLSearchParams): Partial<ListingQuery> {
  const bound = (name: string) => {
    const text = (search.get(name) ?? "").trim().replace(".", ",");
    return boundForm.test(text) ? text : undefined;
  };
  const ranges = slots.flatMap((slot): Range[] => {
    const name = (search.get(`num${slot}`) ?? "").slice(0, 40);
    const [min, max] = [bound(`min${slot}`), bound(`max${slot}`)];
    return name === "" || (min === undefined && max === undefined) ? [] : [{ name, min, max }];
  });
  const chosen = search.getAll("attr").filter((one) => one.indexOf(":") > 0 && one.length <= maxChosenLength);
  return {
    attr: chosen.length > 0 ? [...new Set(chosen)].sort().slice(0, maxChosenAttributes) : undefined,
    ...fieldsOf(ranges),
  };
}
