import { SelectField, TextField } from "#ui/field.tsx";
import { productTextLengths } from "../../rules.ts";
import { attributeField, optionsOf, type AttributeDefinition } from "../rules.ts";

/**
 * The attributes that the chosen category asks for. A stored value that is no option any more stays one. Values of
 * attributes that the category does not ask for are sent along hidden, so that another category loses none.
 */
export function AttributeFields({
  set,
  stored,
  values,
  errors,
}: {
  set: readonly AttributeDefinition[];
  /** The stored values by name. */
  stored: ReadonlyMap<string, string>;
  /** The submitted values, if the form was refused. */
  values: Record<string, string> | undefined;
  errors: Record<string, string[]>;
}) {
  const names = new Set(set.map(({ name }) => name));
  return (
    <>
      {set.map((definition) => {
        const field = attributeField(definition.name);
        const known = stored.get(definition.name);
        const value = values?.[field] ?? known;
        return (
          <AttributeField key={field} definition={definition} known={known} value={value} errors={errors[field]} />
        );
      })}
      {[...stored].map(
        ([name, value]) =>
          !names.has(name) && <input key={name} type="hidden" name={attributeField(name)} value={value} />,
      )}
    </>
  );
}

function AttributeField({
  definition,
  known,
  value,
  errors,
}: {
  definition: AttributeDefinition;
  known: string | undefined;
  value: string | undefined;
  errors: string[] | undefined;
}) {
  const { name, kind, unit, is_required: required } = definition;
  const frame = { label: name, name: attributeField(name), required, errors };
  if (kind === "text")
    return <TextField {...frame} maxLength={productTextLengths.attributeValue} defaultValue={value} />;
  if (kind === "number") {
    const number = unit !== null && value?.endsWith(` ${unit}`) ? value.slice(0, -unit.length - 1) : value;
    const label = unit === null ? name : `${name} (${unit})`;
    return <TextField {...frame} label={label} inputMode="decimal" maxLength={30} defaultValue={number} />;
  }
  const options = optionsOf(definition);
  const all = known === undefined || options.includes(known) ? options : [...options, known];
  return (
    <SelectField
      {...frame}
      empty={required ? "Pilih" : "Tidak disebut"}
      options={all.map((option) => ({ value: option, label: option }))}
      defaultValue={value ?? ""}
    />
  );
}
