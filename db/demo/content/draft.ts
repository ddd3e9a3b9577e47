import type { Axis } from "./types.ts";

/** What is written down about a product; `products.ts` completes it to a `Product`. */
export type Draft = {
  shop: string;
  category: string;
  name: string;
  price: number;
  weight: number;
  description: string;
  /** Picture subjects; the views of each are added later. */
  pictures: string[];
  condition?: "new" | "used";
  strikePrice?: number;
  attributes?: Record<string, string>;
  axes?: Axis[];
  /** Rupiah added to the price of variants that carry this option. */
  extraPrice?: Record<string, number>;
  /** Grams added to the weight of variants that carry this option. */
  extraWeight?: Record<string, number>;
  /** Stock of every variant; without it a plausible number is chosen. */
  stock?: number;
  origin?: boolean;
  minOrder?: number;
  preOrderDays?: number;
};

export type Family = Omit<Draft, "name" | "price" | "description"> & {
  /** Closing sentences that are true for every member. */
  note?: string;
};

/** Name, price, own sentences, and what differs from the family. */
export type Row = [name: string, price: number, text: string, own?: Partial<Draft>];

/** Products that share a shop, pictures and facts, each with a name, price and text of its own. */
export function family({ note, ...common }: Family, rows: Row[]): Draft[] {
  return rows.map(([name, price, text, own]) => ({
    ...common,
    ...own,
    attributes: { ...common.attributes, ...own?.attributes },
    name,
    price,
    description: note ? `${text} ${note}` : text,
  }));
}

/** An axis such as `axis('Ukuran', 'S M L')`; values with spaces are separated by `, `. */
export function axis(name: string, values: string): Axis {
  return { name, values: values.split(values.includes(",") ? ", " : " ") };
}
