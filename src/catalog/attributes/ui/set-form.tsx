import { Form } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { CheckboxField, SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { ListedCategory, ShownAttribute } from "../../categories/contract.ts";
import { attributeKinds, attributeLimits, filterLimits, optionsOf } from "../rules.ts";
import styles from "./set-form.module.css";
import { emptyRows, rowName } from "./set-values.ts";

const kindOptions = Object.entries(attributeKinds).map(([value, label]) => ({ value, label }));

/** What sellers are asked about products of a category: a row for each attribute, and empty rows for new ones. */
export function SetForm({
  row,
  above,
  failure,
}: {
  row: ListedCategory;
  above: readonly ShownAttribute[];
  failure: FormFailure | undefined;
}) {
  const { attributes } = row;
  const count = Math.min(attributes.length + emptyRows, attributeLimits.attributes);
  return (
    <Panel title="Rincian yang ditanyakan kepada penjual">
      <Form method="post" className={styles.fields}>
        <input type="hidden" name="intent" value={`attributes ${row.id} ${row.version}`} />
        <FormNotice failure={failure}>
          {failure?.code === "categories.changed" && (
            <p>
              Salin isian Anda, lalu <a href={operatorHrefs.categories({ id: row.id })}>buka kategori yang terbaru</a>.
            </p>
          )}
        </FormNotice>
        <p className={styles.small}>
          Penjual mengisinya di formulir produk, pembeli membacanya di halaman produk dan memakainya sebagai filter:
          paling banyak {filterLimits.attributes} filter, {filterLimits.numbers} di antaranya angka. Sub-kategori ikut
          memilikinya. Isian produk yang sudah ada tidak berubah.
          {above.length > 0 && ` Dari kategori utama: ${above.map(({ name }) => name).join(", ")}.`}
        </p>
        {Array.from({ length: count }, (_, at) => (
          <Row key={at} at={at} one={attributes[at]} failure={failure} />
        ))}
        <div>
          <Button>Simpan rincian</Button>
        </div>
      </Form>
    </Panel>
  );
}

function Row({ at, one, failure }: { at: number; one: ShownAttribute | undefined; failure: FormFailure | undefined }) {
  const name = (field: string) => rowName(at, field);
  const value = (field: string, stored: string | undefined) => failure?.values[name(field)] ?? stored;
  const isOn = (field: string, stored: boolean) => (failure ? failure.values[name(field)] === "1" : stored);
  const errors = (field: string) => failure?.fields[name(field)];
  return (
    <fieldset className={styles.row}>
      <legend>{one ? one.name : "Rincian baru"}</legend>
      <div className={styles.three}>
        <TextField
          label="Nama"
          name={name("name")}
          required={false}
          maxLength={attributeLimits.name.max}
          defaultValue={value("name", one?.name)}
          errors={errors("name")}
        />
        <SelectField
          label="Jenis"
          name={name("kind")}
          options={kindOptions}
          defaultValue={value("kind", one?.kind ?? "choice")}
          errors={errors("kind")}
        />
        <TextField
          label="Urutan"
          name={name("position")}
          required={false}
          inputMode="numeric"
          maxLength={2}
          defaultValue={value("position", String(at + 1))}
        />
      </div>
      <div className={styles.two}>
        <TextareaField
          label="Pilihan, satu setiap baris"
          name={name("options")}
          rows={3}
          required={false}
          hint="Untuk jenis Pilihan."
          defaultValue={value("options", one ? (one.kind === "choice" ? optionsOf(one) : []).join("\n") : undefined)}
          errors={errors("options")}
        />
        <TextField
          label="Satuan"
          name={name("unit")}
          required={false}
          maxLength={attributeLimits.unit}
          hint="Untuk jenis Angka, misalnya cm."
          defaultValue={value("unit", one?.unit ?? undefined)}
          errors={errors("unit")}
        />
      </div>
      <div className={styles.checks}>
        <CheckboxField
          label="Wajib diisi"
          name={name("is_required")}
          defaultChecked={isOn("is_required", one?.is_required ?? false)}
        />
        <CheckboxField
          label="Jadikan filter"
          name={name("is_filterable")}
          defaultChecked={isOn("is_filterable", one?.is_filterable ?? true)}
        />
        {one && <CheckboxField label="Hapus" name={name("remove")} defaultChecked={isOn("remove", false)} />}
      </div>
    </fieldset>
  );
}
