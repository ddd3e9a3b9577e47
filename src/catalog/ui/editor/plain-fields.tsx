import { Fragment, type ReactNode } from "react";
import { CheckboxField, RadioGroup, TextareaField, TextField } from "#ui/field.tsx";
import type { EditedProduct } from "../../selling/contract.ts";
import { productFieldList, type ProductField, type ProductFieldName } from "../../product/fields.ts";

type Given = {
  product: EditedProduct | null;
  /** The submitted values, if the form was refused. */
  values: Record<string, string> | undefined;
  errors: Record<string, string[]>;
};

/**
 * The plain fields of one panel of the form, in the order of their table. `after` holds what to show behind a field.
 */
export function PlainFields({
  panel,
  after = {},
  ...given
}: Given & { panel: ProductField["panel"]; after?: { [N in ProductFieldName]?: ReactNode } }) {
  return productFieldList
    .filter(([, field]) => field.panel === panel)
    .map(([name, field]) => (
      <Fragment key={name}>
        <PlainField name={name} field={field} {...given} />
        {after[name]}
      </Fragment>
    ));
}

function PlainField({ name, field, product, values, errors }: Given & { name: ProductFieldName; field: ProductField }) {
  const { label, hint } = field;
  const frame = { name, label, hint, errors: errors[name], required: !field.optional };
  const text = values?.[name] ?? String(product?.[name] ?? startOf(field));
  switch (field.kind) {
    case "name":
    case "line":
      return <TextField {...frame} minLength={field.min} maxLength={field.max} defaultValue={text} />;
    case "text":
      return (
        <TextareaField {...frame} rows={field.rows} minLength={field.min} maxLength={field.max} defaultValue={text} />
      );
    case "number":
      return <TextField {...frame} inputMode="numeric" defaultValue={text} />;
    case "choice":
      return <RadioGroup {...frame} look="tiles" defaultValue={text} options={field.options} />;
    case "flag":
      return (
        <CheckboxField
          {...frame}
          required={false}
          defaultChecked={values ? values[name] === "1" : product?.[name] === true}
        />
      );
  }
}

/** The initial value of a field in the form of a new product. */
function startOf(field: ProductField): string | number {
  if (field.kind === "number") return field.default ?? "";
  return field.kind === "choice" ? (field.options[0]?.value ?? "") : "";
}
