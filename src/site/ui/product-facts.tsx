import type { ProductPage } from "#catalog/contract.ts";
import { shipSpan } from "#shipping/handling-rules.ts";
import { Icon } from "#ui/icon.tsx";
import styles from "../pages/product.module.css";

/** From where and by when a product is sent, and what protects the buyer's money. Plain HTML without behaviour. */
export function Facts({ product }: { product: ProductPage }) {
  return (
    <ul className={styles.promises}>
      <li>
        <Icon name="truck" />
        <div>
          <b>Dikirim dari {product.city_name}</b>
          <span>
            {product.preorder_days === null
              ? `Diserahkan ke kurir paling lambat ${shipSpan()}; ongkos kirim dihitung ke alamat Anda sebelum membayar`
              : `Pre-order: dibuat dahulu, diserahkan ke kurir dalam ${product.preorder_days} hari`}
          </span>
        </div>
      </li>
      <li>
        <Icon name="shield" />
        <div>
          <b>Uang Anda aman sampai barang diterima</b>
          <span>Bila penjual tidak mengirim atau paket tidak tiba, uang Anda kembali utuh</span>
        </div>
      </li>
    </ul>
  );
}
