import { useEffect, useRef, useState } from "react";
import { Form, redirect, useLocation, useNavigation } from "react-router";
import { hrefs } from "#hrefs.ts";
import {
  submittedList,
  browserCall,
  formFailure,
  pageApi,
  submittedValues,
  typedApi,
  type FormFailure,
} from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import { span } from "#lib/time.ts";
import type { PaymentApi } from "#payments/contract.ts";
import type { RegionApi } from "#regions/contract.ts";
import { cancelAnswerDuration } from "#shipping/handling-rules.ts";
import type { OwnShop, ShopApi } from "../contract.ts";
import { shopNameLength, shopPlaceLength, shopTextLength } from "../rules.ts";
import { isInstant } from "#shipping/instant-rules.ts";
import { couriers, courierOf, type CourierId } from "#shipping/rules.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { CheckboxField, RadioGroup, SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { useFormDraft } from "#ui/form-draft.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { useResetAfterSave } from "#ui/reset-form-after-save.ts";
import { checkboxValue } from "#ui/checkbox-value.ts";
import { InstantFields, instantBody } from "./instant-fields.tsx";
import styles from "./seller-area.module.css";

type Place = { code: string; name: string; lat?: number | null; lng?: number | null };
type Settings = {
  shop: OwnShop;
  provinces: Place[];
  province: string;
  regencies: Place[];
  offersCod: boolean;
  saved: boolean;
};

/** `/manageMerchant?page=settings`: the shop's public data, its location, and vacation. */
export const sellerSettingsSection: Section<Settings> = {
  title: "Pengaturan",
  load: async ({ request, context }) => {
    const api = pageApi<ShopApi & RegionApi & PaymentApi>({ request, context });
    const search = new URL(request.url).searchParams;
    const [{ result: shop }, { result: provinces }, { result: methods }] = await Promise.all([
      api("GET /v1/seller/shop"),
      api("GET /v1/regions"),
      api("GET /v1/payment-methods"),
    ]);
    const offersCod = methods.some(({ group }) => group === "cod");
    const asked = search.get("province");
    const province = provinces.find(({ code }) => code === asked)?.code ?? shop.province_code;
    const { result: regencies } = await api("GET /v1/regions", { query: { parent: province } });
    return { shop, provinces, province, regencies, offersCod, saved: search.has("saved") };
  },
  act: async ({ request, context }, form) => {
    const text = (name: string) => String(form.get(name) ?? "");
    const citiesOf = async (parent: string) =>
      /^\d{2}$/.test(parent)
        ? (await pageApi<RegionApi>({ request, context })("GET /v1/regions", { query: { parent } })).result
        : [];
    if (text("intent") === "province") {
      const asked: CitiesOfProvince = {
        failed: true,
        code: "shops.city_asked",
        message: "Pilih kotanya, lalu simpan.",
        fields: {},
        ...submittedValues(form),
        regencies: await citiesOf(text("province")),
      };
      return asked;
    }
    try {
      await pageApi<ShopApi>({ request, context })("PUT /v1/seller/shop", {
        body: {
          name: text("name"),
          tagline: text("tagline"),
          description: text("description"),
          regency_code: text("regency_code"),
          couriers: form
            .getAll("couriers")
            .map(String)
            .filter((id): id is CourierId => courierOf(id) !== undefined),
          on_vacation: checkboxValue(form, "on_vacation") === 1,
          street: text("street"),
          postcode: text("postcode").trim(),
          pickup_note: text("pickup_note"),
          ...instantBody(form),
          ...(text("offers_cod") === "1" ? { has_cod: checkboxValue(form, "has_cod") === 1 } : {}),
        },
      });
    } catch (error) {
      const refused = formFailure(error, form);
      return { ...refused, data: { ...refused.data, regencies: await citiesOf(text("province")) } };
    }
    return redirect(`${hrefs.manageMerchant("settings")}&saved=1`);
  },
  View: SettingsView,
};

/** Without scripts, the answer to the form brings the cities of another province and keeps the entered values. */
type CitiesOfProvince = FormFailure & { regencies: Place[] };

const labels = {
  name: "Nama toko",
  tagline: "Slogan toko",
  description: "Tentang toko",
  regency_code: "Kota atau kabupaten asal kiriman",
  street: "Alamat toko",
  postcode: "Kode pos toko",
  couriers: "Kurir yang Anda pakai",
  pickup_note: "Catatan pengambilan di toko",
} as const;
const labelOf = (field: string) => (Object.hasOwn(labels, field) ? labels[field as keyof typeof labels] : undefined);

function SettingsView({ data, failure }: { data: Settings; failure: FormFailure | undefined }) {
  const { shop, provinces, province, regencies, offersCod, saved } = data;
  const { state } = useNavigation();
  const { key } = useLocation();
  const draft = useFormDraft({ failure, base: JSON.stringify(shop), subject: "shop settings" });
  useResetAfterSave(saved && !failure ? key : undefined, draft.form.ref);
  const values = draft.typed?.values;
  const errors = failure?.fields ?? {};
  return (
    <div className={styles.stack}>
      <header className={styles.head}>
        <h1>Pengaturan</h1>
        <ButtonLink variant="outline" href={hrefs.merchant(shop.slug)}>
          Lihat sebagai pembeli
        </ButtonLink>
      </header>
      {saved && !failure && <Notice tone="success">Pengaturan toko tersimpan.</Notice>}
      {shop.on_vacation && (
        <Notice tone="warning" title="Toko sedang libur">
          Pembeli tidak bisa memesan, dan batas waktu pesanan yang berjalan berhenti.
        </Notice>
      )}
      <Form key={draft.key} {...draft.form} method="post" className={styles.stack}>
        {draft.notice}
        <FormNotice failure={failure} labelOf={labelOf} />
        <Panel title="Identitas toko">
          <div className={styles.form}>
            <TextField
              label={labels.name}
              name="name"
              minLength={shopNameLength.min}
              maxLength={shopNameLength.max}
              hint={`Alamat halaman tetap ${hrefs.merchant(shop.slug)}, supaya tautan lama tidak putus.`}
              defaultValue={values?.name ?? shop.name}
              errors={errors.name}
            />
            <TextField
              label={labels.tagline}
              name="tagline"
              required={false}
              maxLength={shopTextLength.tagline}
              defaultValue={values?.tagline ?? shop.tagline}
              errors={errors.tagline}
            />
            <TextareaField
              label={labels.description}
              name="description"
              rows={5}
              required={false}
              maxLength={shopTextLength.description}
              defaultValue={values?.description ?? shop.description}
              errors={errors.description}
            />
          </div>
        </Panel>
        <Panel title="Pengiriman">
          <div className={styles.form}>
            <ShipsFrom
              key={province}
              provinces={provinces}
              province={values?.province ?? province}
              listed={(failure as CitiesOfProvince | undefined)?.values.province ?? province}
              regencies={(failure as CitiesOfProvince | undefined)?.regencies ?? regencies}
              regency={values?.regency_code ?? shop.regency_code}
              errors={errors.regency_code}
            />
            <TextField
              label={labels.street}
              name="street"
              autoComplete="off"
              required={false}
              maxLength={shopPlaceLength.street.max}
              hint="Jalan dan nomor. Tidak tampil di halaman toko. Yang melihatnya: pembeli yang sudah membayar dan mengambil sendiri, pembeli yang mengirim balik barang, mediator komplainnya, serta label kiriman."
              defaultValue={values?.street ?? shop.street}
              errors={errors.street}
            />
            <TextField
              label={labels.postcode}
              name="postcode"
              inputMode="numeric"
              autoComplete="off"
              required={false}
              maxLength={5}
              defaultValue={values?.postcode ?? shop.postcode}
              errors={errors.postcode}
            />
            <RadioGroup
              label={labels.couriers}
              name="couriers"
              multiple
              look="tiles"
              defaultValue={submittedList(draft.typed, "couriers") ?? shop.couriers}
              options={shop.offered_couriers.map(({ id, name }) => ({ value: id, label: name }))}
              errors={errors.couriers}
            />
            <TextField
              label={labels.pickup_note}
              name="pickup_note"
              required={false}
              maxLength={shopPlaceLength.pickupNote}
              hint="Untuk pembeli yang mengambil sendiri, misalnya jam buka. Tulis hanya yang perlu diketahui pembeli."
              defaultValue={values?.pickup_note ?? shop.pickup_note}
              errors={errors.pickup_note}
            />
          </div>
        </Panel>
        {shop.offered_couriers.some(({ id }) => isInstant(id)) && (
          <InstantFields shop={shop} centre={centreOf(regencies, shop.regency_code)} failure={draft.typed} />
        )}
        {offersCod && (
          <Panel title="Bayar di tempat">
            <input type="hidden" name="offers_cod" value="1" />
            <CheckboxField
              label="Terima pembayaran COD"
              name="has_cod"
              defaultChecked={values ? values.has_cod === "1" : shop.has_cod}
              hint={`Pembeli membayar tunai kepada kurir saat paket tiba, lalu uangnya diteruskan kepada Anda seperti pembayaran lain. Untuk kurir ${codCouriers}. Bila pembeli tidak menerima paket, pesanan batal dan ongkos kirimnya tidak dibayar.`}
            />
          </Panel>
        )}
        <Panel title="Libur">
          <CheckboxField
            label="Toko libur"
            name="on_vacation"
            defaultChecked={values ? values.on_vacation === "1" : shop.on_vacation}
            hint={`Pesanan baru ditutup. Batas waktu menerima dan mengirim berhenti, lalu berjalan lagi saat toko buka. Permintaan pembatalan pembeli tetap perlu dijawab dalam ${span(cancelAnswerDuration())}.`}
          />
        </Panel>
        <div className={styles.head}>
          <Button busy={state === "submitting"}>Simpan pengaturan</Button>
        </div>
      </Form>
    </div>
  );
}

const codCouriers = new Intl.ListFormat("id-ID", { type: "disjunction" }).format(
  couriers.filter(({ cod }) => cod).map(({ name }) => name),
);

/** The middle of a city. */
function centreOf(regencies: readonly Place[], code: string) {
  const { lat, lng } = regencies.find((one) => one.code === code) ?? {};
  return typeof lat === "number" && typeof lng === "number" ? { lat, lng } : null;
}

/** First the province, then one of its cities. */
function ShipsFrom({
  provinces,
  province,
  listed,
  regencies,
  regency,
  errors,
}: {
  provinces: Place[];
  province: string;
  /** The province of `regencies`. */
  listed: string;
  regencies: Place[];
  regency: string;
  errors: string[] | undefined;
}) {
  const [cities, setCities] = useState(regencies);
  const [isUnreachable, setUnreachable] = useState(false);
  const wanted = useRef(province);

  async function choose(code: string) {
    wanted.current = code;
    try {
      const { result } = await typedApi<RegionApi>(browserCall)("GET /v1/regions", { query: { parent: code } });
      // The user may have chosen another province meanwhile.
      if (wanted.current !== code) return;
      setCities(result);
      setUnreachable(false);
    } catch {
      setUnreachable(true);
    }
  }

  // A restored draft knows its province, but not the cities in it.
  useEffect(() => {
    if (province !== listed) void choose(province);
  }, [province, listed]);

  return (
    <>
      <SelectField
        label="Provinsi asal kiriman"
        name="province"
        defaultValue={province}
        options={provinces.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={({ currentTarget }) => void choose(currentTarget.value)}
      />
      <noscript>
        <Button variant="outline" name="intent" value="province">
          Tampilkan kotanya
        </Button>
      </noscript>
      <SelectField
        key={cities[0]?.code}
        label={labels.regency_code}
        name="regency_code"
        empty="Pilih kota atau kabupaten"
        defaultValue={cities.find(({ code }) => code === regency)?.code ?? ""}
        options={cities.map(({ code, name }) => ({ value: code, label: name }))}
        errors={isUnreachable ? ["Daftar kota belum termuat. Pilih lagi provinsinya."] : errors}
      />
    </>
  );
}
