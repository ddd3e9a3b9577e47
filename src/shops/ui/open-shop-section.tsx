import type { FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import { loadShopOrigin, submitShop, ShopForm, type ShopOrigin } from "./open-shop-form.tsx";
import { isShopOpeningOpen } from "../opening-rules.ts";
import styles from "./seller-area.module.css";

/** Shown in /manageMerchant to a seller who has no shop. */
export const openShopSection: Section<ShopOrigin> = {
  title: "Buka toko",
  load: loadShopOrigin,
  act: submitShop,
  View: OpenShopView,
};

function OpenShopView({ data, failure }: { data: ShopOrigin; failure: FormFailure | undefined }) {
  return (
    <div className={styles.stack}>
      <h1>Buka toko</h1>
      {isShopOpeningOpen() && (
        <p className={styles.small}>
          Toko Anda langsung bisa dikunjungi. Pembeli membayar lebih dulu; uangnya masuk ke saldo Anda setelah pesanan
          selesai.
        </p>
      )}
      <ShopForm origin={data} failure={failure} />
    </div>
  );
}
