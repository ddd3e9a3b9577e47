import { useEffect, useRef, useState } from "react";
import { Form, redirect, useNavigation } from "react-router";
import { CurrentPasswordField } from "#accounts/ui/password/password-fields.tsx";
import type { AccountApi } from "#accounts/contract.ts";
import type { SecondFactorApi } from "#accounts/second-factor/contract.ts";
import { hrefs } from "#hrefs.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { submittedList, formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { SectionArgs } from "#lib/page.ts";
import type { AddressApi } from "#addresses/contract.ts";
import type { RegionApi } from "#regions/contract.ts";
import type { ShopApi } from "../contract.ts";
import { isShopOpeningOpen } from "../opening-rules.ts";
import { shopNameLength, shopSlug, shopTextLength } from "../rules.ts";
import { type CourierId, courierOf, couriersOfTable, isPickup, proposedCouriers } from "#shipping/rules.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { RadioGroup, SelectField, TextField } from "#ui/field.tsx";
import { useFormDraft } from "#ui/form-draft.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import styles from "./seller-area.module.css";

type Place = { code: string; name: string };
/** Where a shop can ship from: the options, and the suggestion from the user's main address. */
export type ShopOrigin = { provinces: Place[]; province: string | null; regencies: Place[]; regency: string | null };

/** The options of the form. The province is the one in the query, or that of the user's main address. */
export async function loadShopOrigin(args: SectionArgs): Promise<ShopOrigin> {
  const api = pageApi<AccountApi & RegionApi & AddressApi>(args);
  const asked = new URL(args.request.url).searchParams.get("province");
  const [{ result: provinces }, { result: addresses }] = await Promise.all([
    api("GET /v1/regions"),
    api("GET /v1/addresses"),
  ]);
  const home = addresses[0];
  const province = provinces.find(({ code }) => code === (asked ?? home?.province.code))?.code ?? null;
  const regencies = province ? (await api("GET /v1/regions", { query: { parent: province } })).result : [];
  return { provinces, province, regencies, regency: home?.province.code === province ? home.regency.code : null };
}

/**
 * Opens the shop that the form describes, after checking the password if one was typed, and redirects to the seller's
 * area.
 */
export async function submitShop(args: SectionArgs, form: FormData) {
  const api = pageApi<SecondFactorApi & ShopApi>(args);
  const typed = (name: string) => String(form.get(name) ?? "");
  const password = typed("password_again");
  const tagline = typed("tagline").trim();
  try {
    if (password !== "") await api("POST /v1/users/confirm", { body: { current_password: password } });
    await api("POST /v1/seller/shop", {
      body: {
        name: typed("name"),
        regency_code: typed("regency_code"),
        couriers: form
          .getAll("couriers")
          .map(String)
          .filter((id): id is CourierId => courierOf(id) !== undefined),
        ...(tagline ? { tagline } : {}),
      },
    });
  } catch (error) {
    return formFailure(error, form);
  }
  return redirect(sellerHrefs.shopOpened());
}

const wordsOf: Record<string, string> = {
  name: "Nama toko",
  regency_code: "Kota atau kabupaten",
  tagline: "Slogan toko",
  couriers: "Kurir",
  current_password: "Kata sandi",
};

/** Shown in place of the form while nobody can open a shop. */
export function ShopOpeningClosed() {
  return (
    <Notice tone="warning" title="Pembukaan toko baru sedang ditutup">
      Toko yang sudah ada tetap berjualan seperti biasa.
    </Notice>
  );
}

/**
 * Two plain forms: first where the shop ships from, then name, city and couriers. `page` is the section of /profile
 * that shows it.
 */
export function ShopForm({
  origin,
  failure,
  asksPassword = false,
  page,
}: {
  origin: ShopOrigin;
  failure: FormFailure | undefined;
  asksPassword?: boolean;
  page?: string;
}) {
  const { provinces, province, regencies, regency } = origin;
  const draft = useFormDraft({ failure, subject: "open shop" });
  const values = draft.typed?.values;
  const [name, setName] = useState(values?.name ?? "");
  // Reads a name that was typed before the script ran.
  const typed = useRef<HTMLInputElement>(null);
  useEffect(() => setName(typed.current?.value ?? ""), [province, draft.key]);
  const busy = useNavigation().state === "submitting";
  const slug = shopSlug(name);
  if (!isShopOpeningOpen()) return <ShopOpeningClosed />;
  return (
    <>
      <Panel title="1. Asal kiriman">
        <Form method="get" className={styles.search} replace preventScrollReset>
          {page && <input type="hidden" name="page" value={page} />}
          <SelectField
            label="Provinsi"
            name="province"
            defaultValue={province ?? ""}
            empty="Pilih provinsi"
            options={provinces.map(({ code, name: label }) => ({ value: code, label }))}
            onChange={({ target }) => target.value !== "" && target.form?.requestSubmit()}
          />
          <Button variant={province ? "outline" : "primary"}>{province ? "Ganti" : "Lanjut"}</Button>
        </Form>
      </Panel>
      {province && (
        <Panel title="2. Tentang toko">
          <Form key={draft.key} {...draft.form} method="post" className={styles.form}>
            {draft.notice}
            <FormNotice failure={failure} labelOf={(field) => wordsOf[field]} />
            <TextField
              ref={typed}
              label="Nama toko"
              name="name"
              minLength={shopNameLength.min}
              maxLength={shopNameLength.max}
              defaultValue={values?.name}
              errors={failure?.fields.name}
              hint={slug ? `Alamat toko: ${hrefs.merchant(slug)}` : "Alamat halaman toko dibuat dari namanya."}
              onChange={({ target }) => setName(target.value)}
            />
            <SelectField
              key={province}
              label="Kota atau kabupaten"
              name="regency_code"
              defaultValue={values?.regency_code ?? regency ?? ""}
              empty="Pilih kota atau kabupaten"
              options={regencies.map(({ code, name: label }) => ({ value: code, label }))}
              errors={failure?.fields.regency_code}
            />
            <TextField
              label="Slogan toko"
              name="tagline"
              required={false}
              maxLength={shopTextLength.tagline}
              defaultValue={values?.tagline}
              errors={failure?.fields.tagline}
            />
            <RadioGroup
              label="Kurir yang Anda pakai"
              name="couriers"
              multiple
              look="tiles"
              defaultValue={submittedList(draft.typed, "couriers") ?? proposedCouriers}
              // Buyers collect goods at an address, which this form does not ask for.
              options={couriersOfTable
                .filter(({ id }) => !isPickup(id))
                .map(({ id, name: label }) => ({ value: id, label }))}
              hint="Ambil di toko bisa Anda tambahkan di Pengaturan, bersama alamat toko."
              errors={failure?.fields.couriers}
            />
            {asksPassword && (
              <CurrentPasswordField
                label="Kata sandi Anda"
                name="password_again"
                hint="Kami menanyakannya agar hanya Anda yang bisa membuka toko dengan akun ini."
                errors={failure?.fields.current_password}
              />
            )}
            <p className="muted">
              Dengan membuka toko, Anda menyetujui{" "}
              <a className="link" href={hrefs.termCondition()}>
                Syarat dan Ketentuan
              </a>{" "}
              untuk penjual.
            </p>
            <Button busy={busy}>Buka toko</Button>
          </Form>
        </Panel>
      )}
    </>
  );
}
