import { identifier, joinFixed, sql, type Sql } from "#lib/database.ts";
import { productFieldList, type ProductField, type ProductFields } from "./fields.ts";

const types: Record<ProductField["kind"], Sql> = {
  name: sql`text`,
  line: sql`text`,
  text: sql`text`,
  choice: sql`text`,
  number: sql`int`,
  flag: sql`boolean`,
};
const comma = sql`, `;

/** `name, description, …`: the columns of the plain fields, for INSERT. */
export const fieldColumns: Sql = joinFixed(
  productFieldList.map(([name]) => identifier(name)),
  comma,
);

/** `p.name, p.description, …`: the same columns with the alias of their table or recordset. */
export function fieldColumnsOf(alias: "p" | "g"): Sql {
  return joinFixed(
    productFieldList.map(([name]) => sql`${identifier(alias)}.${identifier(name)}`),
    comma,
  );
}

/** `name text, description text, …`: the columns with their types, for a recordset. */
export const typedFieldColumns: Sql = joinFixed(
  productFieldList.map(([name, field]) => sql`${identifier(name)} ${types[field.kind]}`),
  comma,
);

/** `name = $1, description = $2, …`: the assignments of the plain fields, for UPDATE. */
export function setFields(values: ProductFields): Sql {
  return joinFixed(
    productFieldList.map(([name]) => sql`${identifier(name)} = ${values[name]}`),
    comma,
  );
}

/** `, warranty = null, …`: empties the optional texts, so that a closed shop keeps nothing that its seller wrote. */
export const emptyOptionalTexts: Sql = joinFixed(
  productFieldList
    .filter(([, { kind, optional }]) => optional && (kind === "name" || kind === "line" || kind === "text"))
    .map(([name]) => sql`, ${identifier(name)} = null`),
  sql``,
);

/** `'nama', p.name, …`: names and columns of the fields that the copy of a person's data contains. */
export const copiedFields: Sql = joinFixed(
  productFieldList.flatMap(([name, { inCopy }]) => (inCopy ? [sql`${inCopy}::text, p.${identifier(name)}`] : [])),
  comma,
);
