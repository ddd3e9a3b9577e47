import {
  durationUnits,
  emptyListRows,
  emptyText,
  inputText,
  valueTexts,
  type Field,
  type LabelledField,
} from "#lib/settings/field.ts";
import { CheckboxField, SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { PictureField } from "./picture-field.tsx";
import styles from "./settings.module.css";

type Errors = Record<string, string[]>;
type Labelled = { label: string; help?: string | undefined };

/** The label of a field by its name in the form: `value.0.title` → `Banner 1: Judul`. */
export function fieldLabelOf(field: Field, name: string): string | undefined {
  const [, first = "", second] = name.split(".");
  if (field.kind === "record") return field.fields[first]?.label;
  if (field.kind !== "list") return undefined;
  const row = `${field.item} ${Number(first) + 1}`;
  return second === undefined ? row : `${row}: ${field.fields[second]?.label ?? second}`;
}

/** The inputs of a setting's value, made from its declaration. */
export function ValueFields({
  field,
  label,
  value,
  isSecret,
  errors,
}: {
  field: Field;
  label: string;
  value: unknown;
  isSecret: boolean;
  errors: Errors;
}) {
  if (field.kind === "record")
    return <PartFields fields={field.fields} value={value} name="value" errors={errors} whole={errors.value} />;
  if (field.kind === "list") return <RowFields field={field} value={value} errors={errors} />;
  if (isSecret)
    return (
      <TextField
        label={label}
        name="value"
        type="password"
        autoComplete="off"
        hint="Nilai yang tersimpan tidak pernah ditampilkan. Isi untuk menggantinya."
        errors={errors.value}
      />
    );
  return <OneField field={field} label={label} value={value} name="value" errors={errors.value} />;
}

function PartFields({
  fields,
  value,
  name,
  errors,
  whole,
}: {
  fields: Readonly<Record<string, LabelledField>>;
  value: unknown;
  name: string;
  errors: Errors;
  whole?: string[] | undefined;
}) {
  const values = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return (
    <>
      {Object.entries(fields).map(([part, { label, help, field }], at) => (
        <OneField
          key={part}
          field={field}
          label={label}
          help={help}
          value={values[part]}
          name={`${name}.${part}`}
          errors={joined(at === 0 ? whole : undefined, errors[`${name}.${part}`])}
        />
      ))}
    </>
  );
}

/** The same array each time where possible: a field that was changed takes a new one for a new refusal. */
function joined(whole: string[] | undefined, own: string[] | undefined): string[] | undefined {
  return whole && own ? [...whole, ...own] : (whole ?? own);
}

function RowFields({
  field,
  value,
  errors,
}: {
  field: Extract<Field, { kind: "list" }>;
  value: unknown;
  errors: Errors;
}) {
  const rows = Array.isArray(value) ? (value as unknown[]) : [];
  const count = Math.min(rows.length + emptyListRows, field.max + emptyListRows);
  return (
    <>
      {errors.value && <p className={styles.error}>{errors.value.join(" ")}</p>}
      {Array.from({ length: count }, (_, at) => {
        const name = `value.${at}`;
        const isNew = at >= rows.length;
        return (
          <details key={at} className={styles.row} open={hasErrors(errors, name)}>
            <summary>
              {isNew ? `Tambah ${field.item.toLowerCase()}` : `${field.item} ${at + 1}`}
              <span className={styles.small}>{isNew ? "" : rowText(field.fields, rows[at])}</span>
            </summary>
            <div className={styles.parts}>
              <PartFields fields={field.fields} value={rows[at]} name={name} errors={errors} whole={errors[name]} />
              <div className={styles.place}>
                <TextField
                  label="Urutan"
                  name={`${name}.position`}
                  type="number"
                  min={1}
                  max={999}
                  required={false}
                  defaultValue={String(at + 1)}
                />
                {!isNew && <CheckboxField label={`Hapus ${field.item.toLowerCase()} ini`} name={`${name}.remove`} />}
              </div>
            </div>
          </details>
        );
      })}
    </>
  );
}

function hasErrors(errors: Errors, name: string): boolean {
  return Object.keys(errors).some((one) => one === name || one.startsWith(`${name}.`));
}

/** What a folded row shows: the first filled parts of its value. */
function rowText(fields: Readonly<Record<string, LabelledField>>, row: unknown): string {
  const texts = [...valueTexts({ kind: "record", fields }, row).values()].filter((text) => text !== emptyText);
  return texts.slice(0, 3).join(" · ").slice(0, 160);
}

function OneField({
  field,
  label,
  help,
  value,
  name,
  errors,
}: Labelled & { field: Field; value: unknown; name: string; errors: string[] | undefined }) {
  const text = inputText(field, value);
  const common = { label, name, errors, hint: help };
  switch (field.kind) {
    case "text":
      return field.isLong ? (
        <TextareaField
          {...common}
          rows={field.max > 400 ? 10 : 4}
          maxLength={field.max}
          required={field.min > 0}
          defaultValue={text}
        />
      ) : (
        <TextField
          {...common}
          type={field.form === "email" ? "email" : field.form === "phone" ? "tel" : "text"}
          maxLength={field.max}
          required={field.min > 0}
          defaultValue={text}
        />
      );
    case "number":
      return (
        <TextField
          {...common}
          hint={help ?? `${field.min} sampai ${field.max}${field.unit === undefined ? "" : ` ${field.unit}`}`}
          type="number"
          min={field.min}
          max={field.max}
          defaultValue={text}
        />
      );
    case "rupiah":
      return (
        <TextField {...common} label={`${label} (rupiah)`} inputMode="numeric" maxLength={20} defaultValue={text} />
      );
    case "duration": {
      const unit = durationUnits[field.unit].label;
      return (
        <TextField
          {...common}
          label={`${label} (${unit})`}
          hint={help ?? `${field.min} sampai ${field.max} ${unit}`}
          type="number"
          min={field.min}
          max={field.max}
          defaultValue={text}
        />
      );
    }
    case "switch":
      return <CheckboxField {...common} defaultChecked={value === true} />;
    case "choice":
      return field.isPicked ? (
        <SelectField {...common} options={field.options} defaultValue={text} empty="Pilih" />
      ) : (
        <SelectField {...common} options={field.options} defaultValue={text || field.options[0]?.value} />
      );
    case "time":
      return <TextField {...common} type="time" defaultValue={text} />;
    case "day":
      return <TextField {...common} type="date" defaultValue={text} />;
    case "moment":
      return (
        <TextField {...common} label={`${label} (WIB)`} type="datetime-local" required={false} defaultValue={text} />
      );
    case "colour":
      return <TextField {...common} type="color" defaultValue={text} className={styles.colour} />;
    case "picture":
      return <PictureField {...common} value={value} isLogo={field.minWidth < 200} />;
    case "record":
    case "list":
      return null;
  }
}
