import type { ReactNode } from "react";
import { hrefs } from "#hrefs.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { formatDays } from "#shipping/lanes/rules.ts";
import { formatPerMille } from "#payments/fees/rules.ts";
import { insurancePerMille } from "#shipping/rules.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import type { Quote, QuoteShop } from "../../checkout/contract.ts";
import { CheckoutBlock, UpdateButton } from "./block.tsx";
import { CheckoutChoice } from "./choice.tsx";
import styles from "./shipping.module.css";

/**
 * The goods of each shop, the choice of its courier, and below them what concerns all parcels. `version` changes when
 * the server has replaced the choice.
 */
export function CheckoutShipping({ quote, version, children }: { quote: Quote; version: string; children: ReactNode }) {
  return (
    <CheckoutBlock number={2} title="Pengiriman">
      {quote.shops.map((shop) => (
        <ShopParcel key={shop.id} shop={shop} version={version} />
      ))}
      {children}
      <UpdateButton what="ongkos kirim" />
    </CheckoutBlock>
  );
}

type Option = QuoteShop["shipping_options"][number];
/** The courier's own estimate, and what was measured where enough parcels went the same way. */
function arrivalOf({ courier, eta, usual, promise }: Option): string {
  if (courier === "pickup") return eta;
  if (promise) return promise;
  if (!usual) return eta && `Tiba ${eta}`;
  const measured = `Biasanya tiba ${formatDays(usual)}, dari ${formatCount(usual.parcels)} paket di jalur ini`;
  return eta ? `${measured}. Menurut kurir ${eta}` : measured;
}
const priceOf = ({ price }: Option) => (price === 0 ? "Gratis" : formatRupiah(price));

function ShopParcel({ shop, version }: { shop: QuoteShop; version: string }) {
  const chosen = shop.shipping_options.find(({ courier }) => courier === shop.courier);
  return (
    <section className={styles.parcel} aria-label={`Pesanan dari ${shop.name}`}>
      <ShopGoods shop={shop} />
      {shop.shipping_options.length > 0 && (
        <details className={styles.couriers}>
          <summary>
            <span>
              <span className={styles.small}>Kurir, dihitung {formatCount(shop.weight_kg)} kg</span>
              <b>{chosen?.name}</b>
              {chosen && <span className={styles.small}>{arrivalOf(chosen)}</span>}
            </span>
            <span className={styles.end}>
              <b>{chosen && priceOf(chosen)}</b>
              <span className="link">Ubah</span>
            </span>
          </summary>
          <fieldset className={styles.options} key={version}>
            <legend className="sr-only">Kurir {shop.name}</legend>
            {shop.shipping_options.map((option) => (
              <CheckoutChoice
                key={option.courier}
                name={`shipping.${shop.id}`}
                value={option.courier}
                checked={option.courier === shop.courier}
                title={option.name}
                note={[arrivalOf(option), option.cod && "Bisa COD"].filter(Boolean).join(" · ")}
                end={priceOf(option)}
              />
            ))}
          </fieldset>
        </details>
      )}
      {shop.instant_problem && <p className={styles.small}>{shop.instant_problem}</p>}
      {chosen && shop.premium === null && chosen.courier !== "pickup" && (
        <p className={styles.small}>{chosen.name} tidak mengasuransikan paket.</p>
      )}
      {shop.premium !== null && (
        <label className={styles.insurance} key={`${version} ${shop.premium}`}>
          <Checkbox name="insured" value={shop.id} defaultChecked={shop.is_insured} />
          <span>
            Asuransikan paket ini
            <span className={styles.small}>
              {formatPerMille(insurancePerMille)} dari harga barang. Toko mengasuransikannya di kurir; premi ikut
              kembali bila pesanan batal.
            </span>
          </span>
          <b>{formatRupiah(shop.premium)}</b>
        </label>
      )}
    </section>
  );
}

/** The shop and its goods, with quantities, prices and notes. */
export function ShopGoods({ shop }: { shop: Pick<QuoteShop, "slug" | "name" | "city_name" | "lines"> }) {
  return (
    <>
      <h3 className={styles.shop}>
        <a href={hrefs.merchant(shop.slug)}>{shop.name}</a>
        <span className={styles.city}>
          <Icon name="pin" small />
          {shop.city_name}
        </span>
      </h3>
      <ul className={styles.lines}>
        {shop.lines.map((line) => (
          <li key={line.id} className={styles.line}>
            <span className={styles.picture}>
              {line.picture ? (
                <Picture pictureKey={line.picture.key} color={line.picture.color} alt="" sizes="56px" size={56} />
              ) : (
                <Icon name="package" />
              )}
            </span>
            <span className={styles.text}>
              <a href={hrefs.product(line.product_slug)} className={styles.name}>
                {line.name}
              </a>
              {line.variant_name && <span className={styles.small}>{line.variant_name}</span>}
              {line.note && <span className={styles.note}>Catatan: {line.note}</span>}
            </span>
            <span className={styles.price}>
              {formatRupiah(line.line_total)}
              <span className={styles.small}>
                {formatCount(line.quantity)} × {formatRupiah(line.price)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
