import { hrefs } from "#hrefs.ts";
import { pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import type { SellerOrderApi } from "#orders/contract.ts";
import type { SellerSummary } from "#orders/ui/seller-numbers-sections.tsx";
import { courierName } from "#shipping/rules.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import styles from "./seller-area.module.css";

type Shop = SellerSummary["shop"];

/** `/manageMerchant?page=settings`: what buyers see of the shop. */
export const sellerSettingsSection: Section<Shop> = {
  title: "Pengaturan",
  load: async (args) => (await pageApi<SellerOrderApi>(args)("GET /v1/seller/summary")).result.shop,
  View: SettingsView,
};

function SettingsView({ data: shop }: { data: Shop; failure: FormFailure | undefined }) {
  return (
    <div className={styles.stack}>
      <h1>Pengaturan</h1>
      <Panel title="Identitas toko">
        <dl className={styles.facts}>
          <div>
            <dt>Nama</dt>
            <dd>{shop.name}</dd>
          </div>
          <div>
            <dt>Alamat halaman</dt>
            <dd>{hrefs.merchant(shop.slug)}</dd>
          </div>
          <div>
            <dt>Kota asal kiriman</dt>
            <dd>{shop.city_name}</dd>
          </div>
          {shop.tagline && (
            <div>
              <dt>Semboyan</dt>
              <dd>{shop.tagline}</dd>
            </div>
          )}
          <div>
            <dt>Kurir</dt>
            <dd>{shop.couriers.map(courierName).join(", ") || "Belum ada kurir."}</dd>
          </div>
          <div>
            <dt>Keadaan</dt>
            <dd>{shop.on_vacation ? "Toko libur: pembeli tidak dapat memesan." : "Buka"}</dd>
          </div>
        </dl>
      </Panel>
      <ButtonLink variant="outline" href={hrefs.merchant(shop.slug)}>
        Lihat toko seperti pembeli
      </ButtonLink>
    </div>
  );
}
