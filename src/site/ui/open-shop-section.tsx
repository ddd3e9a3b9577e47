import { Form, redirect } from "react-router";
import { hrefs } from "#hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import type { RegionApi } from "#regions/contract.ts";
import type { SellerApi } from "#sellers/contract.ts";
import { shopNameLength, shopTextLength } from "#sellers/rules.ts";
import { couriers, courierOf, type CourierId } from "#shipping/rules.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { RadioGroup, SelectField, TextField } from "#ui/field.tsx";
import { FormNotice } from "#ui/notice.tsx";
import styles from "./seller-area.module.css";

type Place = { code: string; name: string };
type OpenShop = { provinces: Place[]; province: string | null; regencies: Place[] };

/** For a seller without a shop: first the province, then name, city and couriers. Two plain forms. */
export const openShopSection: Section<OpenShop> = {
  title: "Buka toko",
  load: async ({ request, context }) => {
    const api = pageApi<RegionApi>({ request, context });
    const asked = new URL(request.url).searchParams.get("province");
    const { result: provinces } = await api("GET /v1/regions");
    const province = provinces.find(({ code }) => code === asked)?.code ?? null;
    const regencies = province ? (await api("GET /v1/regions", { query: { parent: province } })).result : [];
    return { provinces, province, regencies };
  },
  act: async ({ request, context }, form) => {
    const tagline = String(form.get("tagline") ?? "").trim();
    try {
      await pageApi<SellerApi>({ request, context })("POST /v1/seller/shop", {
        body: {
          name: String(form.get("name") ?? ""),
          regency_code: String(form.get("regency_code") ?? ""),
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
    return redirect(hrefs.manageMerchant());
  },
  View: OpenShopView,
};

function OpenShopView({ data, failure }: { data: OpenShop; failure: FormFailure | undefined }) {
  const { provinces, province, regencies } = data;
  return (
    <div className={styles.stack}>
      <h1>Buka toko</h1>
      <p className={styles.small}>
        Toko Anda langsung dapat dikunjungi. Uang pembeli kami tahan sampai pesanan selesai, lalu masuk ke saldo Anda.
      </p>
      <Panel title="1. Asal kiriman">
        <form method="get" className={styles.search}>
          <SelectField
            label="Provinsi"
            name="province"
            defaultValue={province ?? ""}
            empty="Pilih provinsi"
            options={provinces.map(({ code, name }) => ({ value: code, label: name }))}
          />
          <Button variant={province ? "outline" : "primary"}>{province ? "Ganti" : "Lanjut"}</Button>
        </form>
      </Panel>
      {province && (
        <Panel title="2. Tentang toko">
          <Form method="post" className={styles.form}>
            <FormNotice failure={failure} />
            <TextField
              label="Nama toko"
              name="name"
              minLength={shopNameLength.min}
              maxLength={shopNameLength.max}
              defaultValue={failure?.values.name}
              errors={failure?.fields.name}
            />
            <SelectField
              label="Kota atau kabupaten"
              name="regency_code"
              defaultValue={failure?.values.regency_code ?? ""}
              empty="Pilih kota atau kabupaten"
              options={regencies.map(({ code, name }) => ({ value: code, label: name }))}
              errors={failure?.fields.regency_code}
            />
            <TextField
              label="Semboyan"
              name="tagline"
              required={false}
              maxLength={shopTextLength.tagline}
              defaultValue={failure?.values.tagline}
              errors={failure?.fields.tagline}
            />
            <RadioGroup
              label="Kurir yang Anda pakai"
              name="couriers"
              multiple
              look="tiles"
              defaultValue={["jne-reg", "jnt-ez", "sicepat-reg"]}
              options={couriers.map(({ id, name }) => ({ value: id, label: name }))}
              errors={failure?.fields.couriers}
            />
            <Button>Buka toko</Button>
          </Form>
        </Panel>
      )}
    </div>
  );
}
