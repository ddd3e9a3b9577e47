import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { maxPersonNameLength, maxTypedPhoneLength } from "#accounts/rules.ts";
import { hrefs } from "#hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { mapData } from "#regions/ui/map-data.ts";
import { centerOf, RegionPicker, regionSteps, type RegionChoice } from "#regions/ui/region-picker.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { CheckboxField, SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { useFormDraft, type FormDraft } from "#ui/form-draft.tsx";
import { MapField } from "#ui/map/map-field.tsx";
import { parsePoint } from "#ui/map/point.ts";
import { FormNotice } from "#ui/notice.tsx";
import type { Address } from "../contract.ts";
import { addressTextLength } from "../rules.ts";
import styles from "./address-section.module.css";

/** What the form of an address begins with. */
export type AddressFormData = {
  address: Address | null;
  regions: RegionChoice;
  from: string;
  /** The map has street tiles. Without them the form asks for no pin. */
  hasStreets: boolean;
  /** The user, as the default recipient of a new address. */
  person: { name: string; phone: string } | null;
};

const page = hrefs.profile("addresses");

const labels: Record<string, string | undefined> = {
  label: "Nama alamat",
  recipient: "Nama penerima",
  phone: "Nomor telepon penerima",
  ...Object.fromEntries(regionSteps.map(({ name, label }) => [name, label])),
  street: "Jalan, nomor rumah, RT/RW",
  postcode: "Kode pos",
  note: "Catatan untuk kurir",
};

type FormProps = { form: AddressFormData; failure: FormFailure | undefined; first: boolean };

/** The form of one address, with the region step by step where scripts do not run. */
export function AddressForm(props: FormProps) {
  const draft = useFormDraft({ failure: props.failure, base: JSON.stringify(props.form.address) });
  return <AddressFields key={draft.key} {...props} failure={draft.typed} draft={draft} />;
}

function AddressFields({ form, failure, first, draft }: FormProps & { draft: FormDraft }) {
  const busy = useNavigation().state === "submitting";
  const { address, regions, from, hasStreets, person } = form;
  const shown: Record<string, string> = failure?.values ?? {
    label: address?.label ?? (first ? "Rumah" : ""),
    recipient: address?.recipient ?? person?.name ?? "",
    phone: address?.phone ?? person?.phone ?? "",
    postcode: address?.postcode ?? "",
    street: address?.street ?? "",
    note: address?.note ?? "",
  };
  const pin = failure
    ? parsePoint(failure.values.lat ?? "", failure.values.lng ?? "")
    : address && parsePoint(`${address.lat}`, `${address.lng}`);
  const start = failure ? { ...regions, chosen: regionSteps.map(({ name }) => failure.values[name] ?? "") } : regions;
  const [centre, setCentre] = useState(() => centerOf(start));
  return (
    <Panel title={address ? "Ubah alamat" : "Alamat baru"}>
      <RegionSteps regions={regions} edit={address?.id ?? "new"} from={from} />
      <Form {...draft.form} method="post" className={styles.form}>
        {draft.notice}
        <FormNotice failure={draft.refused} labelOf={(field) => labels[field]} />
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="from" value={from} />
        {address && <input type="hidden" name="id" value={address.id} />}
        <div className={styles.pair}>
          <TextField
            label="Nama alamat"
            name="label"
            maxLength={addressTextLength.label.max}
            placeholder="Rumah, Kantor"
            defaultValue={shown.label}
            errors={failure?.fields.label}
          />
          <TextField
            label="Nama penerima"
            name="recipient"
            autoComplete="name"
            maxLength={maxPersonNameLength}
            defaultValue={shown.recipient}
            errors={failure?.fields.recipient}
          />
        </div>
        <TextField
          label="Nomor telepon penerima"
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={maxTypedPhoneLength}
          placeholder="0812-3456-7890"
          defaultValue={shown.phone}
          errors={failure?.fields.phone}
        />
        <div className={styles.pair}>
          <RegionPicker
            key={regions.chosen.join()}
            start={start}
            errors={failure?.fields}
            searchClass={styles.wide}
            onCentre={setCentre}
            onFill={draft.save}
          />
        </div>
        <TextareaField
          label="Jalan, nomor rumah, RT/RW"
          name="street"
          rows={2}
          autoComplete="street-address"
          minLength={addressTextLength.street.min}
          maxLength={addressTextLength.street.max}
          defaultValue={shown.street}
          errors={failure?.fields.street}
        />
        <div className={styles.pair}>
          <TextField
            label="Kode pos"
            name="postcode"
            inputMode="numeric"
            autoComplete="postal-code"
            pattern="[0-9]{5}"
            maxLength={addressTextLength.postcode}
            title={`${addressTextLength.postcode} angka`}
            defaultValue={shown.postcode}
            errors={failure?.fields.postcode}
          />
          <TextField
            label="Catatan untuk kurir"
            name="note"
            required={false}
            maxLength={addressTextLength.note}
            placeholder="Pagar hijau, sebelah masjid"
            defaultValue={shown.note}
            errors={failure?.fields.note}
          />
        </div>
        {hasStreets && (
          <MapField
            label="Titik di peta"
            name="point"
            names={{ lat: "lat", lng: "lng" }}
            hint="Membantu kurir menemukan rumah Anda. Letakkan pin tepat di pintu masuk."
            required={false}
            defaultValue={pin}
            typedBefore={failure && !pin ? { lat: failure.values.lat ?? "", lng: failure.values.lng ?? "" } : undefined}
            centre={centre}
            data={mapData}
            errors={failure?.fields.lat ?? failure?.fields.lng}
          />
        )}
        {!first && !address?.is_main && (
          <CheckboxField label="Jadikan alamat utama" name="is_main" defaultChecked={shown.is_main === "1"} />
        )}
        <div className={styles.actions}>
          <Button busy={busy}>Simpan alamat</Button>
          <ButtonLink href={page} variant="ghost" onClick={draft.cancel}>
            Batal
          </ButtonLink>
        </div>
      </Form>
    </Panel>
  );
}

/** Without scripts, each page asks for one region; then the form follows. */
function RegionSteps({ regions, edit, from }: { regions: RegionChoice; edit: string; from: string }) {
  const chosen = regions.chosen.filter((code) => code !== "");
  const step = Math.min(chosen.length, 3);
  const { name, label, empty } = regionSteps[step] ?? regionSteps[0];
  const names = chosen.slice(0, 3).map((code, at) => regions.choices[at]?.find((one) => one.code === code)?.name);
  return (
    <form method="get" action={hrefs.profile()} className={`without-js ${styles.steps}`}>
      <input type="hidden" name="page" value="addresses" />
      <input type="hidden" name="edit" value={edit} />
      {from !== "" && <input type="hidden" name="from" value={from} />}
      {chosen.slice(0, step).map((code, at) => (
        <input key={code} type="hidden" name={regionSteps[at]?.name} value={code} />
      ))}
      {names.length > 0 && (
        <p>
          Wilayah: {names.filter(Boolean).join(", ")} ·{" "}
          <a className="link" href={`${page}&edit=${edit}&province_code=0`}>
            pilih ulang
          </a>
        </p>
      )}
      {chosen.length < 3 && (
        <>
          <SelectField
            label={`${label}: pilih dahulu, lalu isi formulir`}
            name={name}
            empty={empty}
            options={(regions.choices[step] ?? []).map(({ code, name: text }) => ({ value: code, label: text }))}
          />
          <div>
            <Button variant="outline">Lanjut</Button>
          </div>
        </>
      )}
    </form>
  );
}
