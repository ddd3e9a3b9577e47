import { z } from "zod";
import { singleLine, name, multiLine } from "#lib/schema.ts";
import {
  omittedValue,
  productFieldList,
  type OmissibleName,
  type ProductField,
  type ProductFieldName,
  type ProductFields,
} from "./fields.ts";

function accepted(field: ProductField): z.ZodType {
  switch (field.kind) {
    case "name":
      return name(field.min, field.max);
    case "line":
      return singleLine(field.min, field.max);
    case "text":
      return multiLine(field.min, field.max);
    case "number":
      return z.int().min(field.min, field.tooSmall).max(field.max, field.tooLarge);
    case "choice":
      return z.enum(field.options.map(({ value }) => value));
    case "flag":
      return z.boolean();
  }
}

function answered(field: ProductField): z.ZodType {
  switch (field.kind) {
    case "number":
      return z.int();
    case "choice":
    case "flag":
      return accepted(field);
    default:
      return z.string();
  }
}

function acceptedOrOmitted(field: ProductField): z.ZodType {
  const schema = field.optional ? accepted(field).nullable() : accepted(field);
  return omittedValue(field) === undefined ? schema : schema.optional();
}

function shapeOf<Shape>(schema: (field: ProductField) => z.ZodType): Shape {
  // Object.fromEntries loses the types; they follow from the same table as the schemas.
  return Object.fromEntries(productFieldList.map(([name, field]) => [name, schema(field)])) as Shape;
}

/** The plain fields of a product as its seller sends them. */
export const acceptedFields = shapeOf<{
  [N in ProductFieldName]: N extends OmissibleName
    ? z.ZodOptional<z.ZodType<ProductFields[N], ProductFields[N]>>
    : z.ZodType<ProductFields[N], ProductFields[N]>;
}>(acceptedOrOmitted);

/** The plain fields of a product as responses contain them. */
export const answeredFields = shapeOf<{ [N in ProductFieldName]: z.ZodType<ProductFields[N], ProductFields[N]> }>(
  (field) => (field.optional ? answered(field).nullable() : answered(field)),
);
