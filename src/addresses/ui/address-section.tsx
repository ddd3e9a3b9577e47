import { useState } from "react";
import { Form, redirect, useNavigation } from "react-router";
import type { AccountApi } from "#accounts/contract.ts";
import { safeReturnPath } from "#accounts/login/rules.ts";
import { maxPersonNameLength, maxTypedPhoneLength } from "#accounts/rules.ts";
import { hrefs } from "#hrefs.ts";
import { formFailure, pageApi, type Api, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { CheckboxField, SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { MapField } from "#ui/map/map-field.tsx";
import { parsePoint } from "#ui/map/point.ts";
import { FormNotice } from "#ui/notice.tsx";
import type { RegionApi } from "#regions/contract.ts";
import type { MapApi } from "#regions/map/contract.ts";
import { mapData } from "#regions/ui/map-data.ts";
import type { Address, AddressApi } from "../contract.ts";
import { addressLines, addressTextLength, maxAddresses } from "../rules.ts";
import { centerOf, RegionPicker, regionSteps, type RegionChoice } from "#regions/ui/region-picker.tsx";
import styles from "./address-section.module.css";

type Data = {
  addresses: Address[];
  /** The form for a new address or for an existing one; null shows the list. */
  form: {
    address: Address | null;
    regions: RegionChoice;
    from: string;
    /** The map has street tiles. Without them the form asks for no pin. */
    hasStreets: boolean;
    /** The user, as the default recipient of a new address. */
    person: { name: string; phone: string } | null;
  } | null;
};

const page = hrefs.profile("addresses");

const newAddress = `${page}&edit=new`;

/** The address book, in /profile. */
export const addressSection: Section<Data> = {
  title: "Alamat",
  load: async (args) => {
    const query = new URL(args.request.url).searchParams;
    const api = pageApi<RegionApi & AddressApi>(args);
    const { result: addresses } = await api("GET /v1/addresses");
    const edit = query.get("edit");
    const address = addresses.find(({ id }) => id === edit) ?? null;
    // A full address book offers no form, because its submission would be refused.
    if (!address && (edit !== "new" || addresses.length >= maxAddresses)) return { addresses, form: null };
    const [regions, { result: map }, person] = await Promise.all([
      regionChoice(api, query, address),
      pageApi<MapApi>(args)("GET /v1/map"),
      address ? null : pageApi<AccountApi>(args)("GET /v1/users/biodata"),
    ]);
    return {
      addresses,
      form: {
        address,
        regions,
        from: query.get("from") ?? "",
        hasStreets: map.tiles !== null,
        person: person && { name: person.result.name, phone: person.result.phone ?? "" },
      },
    };
  },
  act: async (args, form) => {
    const api = pageApi<RegionApi & AddressApi>(args);
    const typed = (name: string) => String(form.get(name) ?? "");
    const params = { id: typed("id") };
    try {
      switch (typed("intent")) {
        case "main":
          return { done: true, message: (await api("PUT /v1/addresses/:id/main", { params })).message };
        case "delete":
          return { done: true, message: (await api("DELETE /v1/addresses/:id", { params })).message };
        default: {
          const body = addressBody(form);
          if (params.id) await api("PUT /v1/addresses/:id", { params, body });
          else await api("POST /v1/addresses", { body });
          const from = safeReturnPath(typed("from"));
          return redirect(from === "/" ? page : from);
        }
      }
    } catch (error) {
      return formFailure(error, form);
    }
  },
  View: AddressView,
};

function addressBody(form: FormData) {
  const typed = (name: string) => String(form.get(name) ?? "");
  // A form without a map leaves the position unchanged.
  const coordinate = (name: string) => {
    if (!form.has(name)) return undefined;
    const text = typed(name).trim().replace("−", "-").replace(",", ".");
    return text === "" ? null : Number(text);
  };
  return {
    label: typed("label"),
    recipient: typed("recipient"),
    phone: typed("phone"),
    province_code: typed("province_code"),
    regency_code: typed("regency_code"),
    district_code: typed("district_code"),
    village_code: typed("village_code"),
    postcode: typed("postcode").trim(),
    street: typed("street")
      .split(/[\r\n]+/)
      .map((part) => part.trim())
      .filter(Boolean)
      .join(", "),
    note: typed("note"),
    lat: coordinate("lat"),
    lng: coordinate("lng"),
    is_main: form.getAll("is_main").includes("1"),
  };
}

/** The region codes in the query (without scripts, step by step) or of the address, and the options of each step. */
async function regionChoice(
  api: Api<RegionApi>,
  query: URLSearchParams,
  address: Address | null,
): Promise<RegionChoice> {
  const own = address ? [address.province.code, address.regency.code, address.district.code, address.village.code] : [];
  const asked = regionSteps.map(({ name }) => query.get(name) ?? "");
  const given = asked.some((code) => code !== "") ? asked : own;
  const chosen: string[] = [];
  for (let step = 0; step < 4; step += 1) {
    const code = given[step] ?? "";
    const inside = step === 0 ? /^\d{2}$/.test(code) : code.startsWith(`${chosen[step - 1]}.`);
    if (!inside || !/^\d{2}(\.\d{2}){0,2}(\.\d{4})?$/.test(code)) break;
    chosen.push(code);
  }
  const parents = [undefined, ...chosen.slice(0, 3)];
  const lists = await Promise.all(
    parents.map(
      async (parent) => (await api("GET /v1/regions", { query: parent === undefined ? {} : { parent } })).result,
    ),
  );
  return {
    chosen: regionSteps.map((_, step) => chosen[step] ?? ""),
    choices: regionSteps.map((_, step) => lists[step] ?? []),
  };
}

function AddressView({ data, failure }: { data: Data; failure: FormFailure | undefined }) {
  if (data.form) {
    const { address } = data.form;
    return (
      <AddressForm key={address?.id ?? "new"} form={data.form} failure={failure} first={data.addresses.length === 0} />
    );
  }
  const full = data.addresses.length >= maxAddresses;
  return (
    <Panel
      title="Buku alamat"
      action={
        data.addresses.length > 0 &&
        !full && (
          <ButtonLink href={newAddress} size="s" icon="plus">
            Tambah alamat
          </ButtonLink>
        )
      }
    >
      <FormNotice failure={failure} alone />
      {full && (
        <p className={`muted ${styles.full}`}>
          Buku alamat penuh: paling banyak {maxAddresses} alamat. Hapus satu yang tidak dipakai untuk menambah yang
          baru.
        </p>
      )}
      {data.addresses.length === 0 ? (
        <EmptyState
          action={
            <ButtonLink href={newAddress} icon="plus">
              Tambah alamat
            </ButtonLink>
          }
        >
          Belum ada alamat. Simpan satu agar ongkos kirim bisa dihitung.
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {data.addresses.map((address) => (
            <li key={address.id}>
              <AddressCard address={address} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function AddressCard({ address }: { address: Address }) {
  const [street, area] = addressLines(address);
  return (
    <article className={styles.card} aria-label={address.label}>
      <p className={styles.label}>
        <b>{address.label}</b>
        {address.is_main && <Badge tone="info">Utama</Badge>}
      </p>
      <p>
        <b>{address.recipient}</b> <span className="muted num">{address.phone}</span>
      </p>
      <p>{street}</p>
      <p className="muted">{area}</p>
      {address.note !== "" && <p className="muted">Catatan: {address.note}</p>}
      <div className={styles.actions}>
        <ButtonLink
          href={`${page}&edit=${address.id}`}
          variant="outline"
          size="s"
          icon="edit"
          aria-label={`Ubah ${address.label}`}
        >
          Ubah
        </ButtonLink>
        {!address.is_main && (
          <Form method="post">
            <input type="hidden" name="intent" value="main" />
            <input type="hidden" name="id" value={address.id} />
            <Button variant="outline" size="s" aria-label={`Jadikan utama: ${address.label}`}>
              Jadikan utama
            </Button>
          </Form>
        )}
        <details className={styles.remove}>
          <summary aria-label={`Hapus ${address.label}`}>Hapus</summary>
          <Form method="post">
            <input type="hidden" name="intent" value="delete" />
            <input type="hidden" name="id" value={address.id} />
            <p>Hapus alamat ini? Pesanan yang sudah ada tidak berubah.</p>
            <Button variant="danger" size="s">
              Ya, hapus
            </Button>
          </Form>
        </details>
      </div>
    </article>
  );
}

const labels: Record<string, string | undefined> = {
  label: "Nama alamat",
  recipient: "Nama penerima",
  phone: "Nomor telepon penerima",
  ...Object.fromEntries(regionSteps.map(({ name, label }) => [name, label])),
  street: "Jalan, nomor rumah, RT/RW",
  postcode: "Kode pos",
  note: "Catatan untuk kurir",
};

function AddressForm({
  form,
  failure,
  first,
}: {
  form: NonNullable<Data["form"]>;
  failure: FormFailure | undefined;
  first: boolean;
}) {
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
      <Form method="post" className={styles.form}>
        <FormNotice failure={failure} labelOf={(field) => labels[field]} />
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
          <ButtonLink href={page} variant="ghost">
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
