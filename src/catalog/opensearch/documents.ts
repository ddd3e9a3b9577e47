import { createHash } from "node:crypto";
import { indexVersion } from "#search/text-analysis.ts";
import { columnNames, columns, keywordsOf } from "../index-engine/columns.ts";
import type { IndexRow } from "../index-engine/queries.ts";
import { eachToken } from "../index-engine/tokens.ts";
import type { PlaceRank } from "../listing/token-query.ts";
import { maxOffset } from "./rules.ts";

const types = {
  flag: "boolean",
  keyword: "keyword",
  keywords: "keyword",
  reference: "keyword",
  integer: "long",
  real: "float",
  moment: "long",
} as const;

/** The field with the tokens that a product has in a place of at least this rank. */
export const tokenField = (place: PlaceRank): string => `tokens${place}`;

const places: readonly PlaceRank[] = [1, 2, 3, 4];

/** What an index is created with. Unknown fields are refused, because nothing would find by them. */
export const indexBody = {
  settings: {
    number_of_shards: 1,
    max_result_window: maxOffset,
    // A version of a deleted document is remembered, so that a late copy of it does not come back.
    "index.gc_deletes": "1h",
  },
  mappings: {
    dynamic: "strict",
    properties: {
      id: { type: "keyword" },
      ...Object.fromEntries(columnNames.map((name) => [name, { type: types[columns[name].kind] }])),
      // What a courier brings from where: a place with prices of shipping names both in one condition.
      sentFrom: { type: "keyword" },
      // Sorted as a number: sold-out products are last.
      stockRank: { type: "byte" },
      ...Object.fromEntries(places.map((place) => [tokenField(place), { type: "keyword" }])),
    },
  },
};

/** Changes with the form of documents; an index of another form is built again. */
export const documentForm = createHash("sha256")
  .update(JSON.stringify([indexBody, indexVersion]))
  .digest("hex")
  .slice(0, 16);

/** A city and a courier of a product in one word. */
export const sentFrom = (city: string, courier: string): string => `${city} ${courier}`;

/** A product as OpenSearch stores it. */
export function documentOf(row: IndexRow): Record<string, unknown> {
  const tokens: Record<string, string[]> = Object.fromEntries(places.map((place) => [tokenField(place), []]));
  eachToken(row.tokens, (token, found) => {
    for (const place of places) if (place <= found) tokens[tokenField(place)]?.push(token);
  });
  const valueOf = (name: (typeof columnNames)[number]) =>
    columns[name].kind === "keywords" ? keywordsOf(String(row[name])) : row[name];
  const values = Object.fromEntries(columnNames.map((name) => [name, valueOf(name)]));
  const from = keywordsOf(String(row["services"])).map((courier) => sentFrom(String(row["city"] ?? ""), courier));
  return { id: row.id, ...values, sentFrom: from, stockRank: row["inStock"] ? 1 : 0, ...tokens };
}
