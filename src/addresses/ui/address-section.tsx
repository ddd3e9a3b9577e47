import { Form, redirect } from "react-router";
import type { AccountApi } from "#accounts/contract.ts";
import { safeReturnPath } from "#accounts/login/rules.ts";
import { hrefs } from "#hrefs.ts";
import { formFailure, pageApi, type Api, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { RegionApi } from "#regions/contract.ts";
import type { MapApi } from "#regions/map/contract.ts";
import type { Address, AddressApi } from "../contract.ts";
import { addressLines, maxAddresses } from "../rules.ts";
import { regionSteps, type RegionChoice } from "#regions/ui/region-picker.tsx";
import { AddressForm, type AddressFormData } from "./address-form.tsx";
import styles from "./address-section.module.css";

type Data = {
  addresses: Address[];
  /** The form for a new address or for an existing one; null shows the list. */
  form: AddressFormData | null;
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
          const { data: saved } = params.id
            ? await api("PUT /v1/addresses/:id", { params, body })
            : await api("POST /v1/addresses", { body });
          const from = safeReturnPath(typed("from"));
          return redirect(from === "/" ? page : deliveringTo(from, saved.id));
        }
      }
    } catch (error) {
      return formFailure(error, form);
    }
  },
  View: AddressView,
};

/** A checkout delivers to the address that was saved for it. */
function deliveringTo(from: string, addressId: string): string {
  const [path = "", query = ""] = from.split("?");
  if (path !== hrefs.checkout()) return from;
  const search = new URLSearchParams(query);
  search.set("address_id", addressId);
  return `${path}?${search}`;
}

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
