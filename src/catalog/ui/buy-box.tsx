import { useState, type FormEvent } from "react";
import { hrefs } from "#hrefs.ts";
import { browserCall } from "#lib/api-client.ts";
import { holdForm } from "#lib/browser/hold-form.ts";
import { formatCount } from "#lib/rupiah.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Price } from "#ui/price.tsx";
import { useShowRefusal } from "#ui/show-refusal.ts";
import { Quantity } from "#ui/quantity.tsx";
import type { ProductPage } from "../contract.ts";
import { buyFormId } from "./buy-form.ts";
import styles from "./buy-box.module.css";

const maxQuantity = 999;

type BuyMessage = { tone: "good" | "bad"; text: string };

/**
 * Quantity, subtotal of what can be bought, and the two buttons to buy. It is a plain form to the cart page; with
 * scripts, “Keranjang” adds to the cart without leaving the page and shows the result. On small screens the buttons are
 * in a bar at the bottom.
 */
export function BuyBox({ product, variant }: { product: ProductPage; variant: ProductPage["variants"][number] }) {
  const [quantity, setQuantity] = useState(product.min_order);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<BuyMessage>();
  const refusal = useShowRefusal<HTMLParagraphElement>(said?.tone === "bad" ? said : undefined, { alone: true });
  const close = (
    <button type="button" aria-label="Tutup" onClick={() => setSaid(undefined)}>
      <Icon name="close" small />
    </button>
  );
  const sold = variant.stock < product.min_order;
  const away = product.shop.on_vacation;
  const max = Math.min(variant.stock, maxQuantity);
  const min = Math.max(1, Math.min(product.min_order, max));
  const pieces = Math.max(min, Math.min(quantity, max));

  async function submit(event: FormEvent<HTMLFormElement>) {
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    if (button?.value !== "cart") return;
    const form = event.currentTarget;
    event.preventDefault();
    setBusy(true);
    setSaid(undefined);
    const line = { variant_id: variant.id, quantity: pieces };
    const answer = Promise.resolve().then(() => browserCall("POST", "/v1/cart/lines", { body: line }));
    // Another variant or quantity is no repeated press. Ignored, it would seem to be in the cart with the first answer.
    holdForm(answer, { sameOnly: true });
    const { status, body } = await answer;
    // The page's form leads through the login.
    if (status === 401) return form.submit();
    setBusy(false);
    setSaid(
      status === 200
        ? { tone: "good", text: pieces > 1 ? `${formatCount(pieces)} buah masuk keranjang` : "Sudah masuk keranjang" }
        : { tone: "bad", text: (body as { message: string }).message },
    );
  }

  const buttons = (inBar: boolean) => (
    <>
      <Button form={buyFormId} name="then" value="checkout" wide disabled={sold || away}>
        Beli sekarang
      </Button>
      <Button
        form={buyFormId}
        name="then"
        value="cart"
        variant="outline"
        wide
        busy={busy}
        disabled={sold || away}
        icon={inBar ? undefined : "plus"}
      >
        {inBar ? "+ Keranjang" : "Keranjang"}
      </Button>
    </>
  );
  return (
    <>
      <aside className={styles.box} aria-label="Beli">
        <form id={buyFormId} method="post" action={hrefs.cart()} onSubmit={(event) => void submit(event)}>
          <input type="hidden" name="intent" value="add" />
          <input type="hidden" name="variant_id" value={variant.id} />
          <input type="hidden" name="product" value={product.slug} />
          <h2>Atur jumlah</h2>
          <div className={styles.row}>
            <Quantity
              name="quantity"
              label="Jumlah"
              max={Math.max(1, max)}
              min={min}
              value={pieces}
              disabled={sold || away}
              onChange={setQuantity}
            />
            <span className={variant.stock > 0 && variant.stock <= 5 ? styles.few : "muted"}>
              {variant.stock === 0 ? "Stok habis" : `Stok ${formatCount(variant.stock)}`}
            </span>
          </div>
          {product.min_order > 1 && (
            <p className={styles.note}>
              {sold && variant.stock > 0
                ? `Stok kurang dari pembelian minimal ${formatCount(product.min_order)}`
                : `Pembelian minimal ${formatCount(product.min_order)}`}
            </p>
          )}
          {!sold && (
            <>
              {/* Without scripts it would not follow the quantity. */}
              <p className={`without-js ${styles.note}`}>Subtotal dihitung di keranjang.</p>
              <div className={`${styles.row} needs-js`}>
                <span className="muted">Subtotal</span>
                <span className={styles.sum} aria-live="polite">
                  <Price amount={variant.price * pieces} />
                </span>
              </div>
            </>
          )}
        </form>
        <div className={styles.buttons}>{buttons(false)}</div>
        {away && <p className={styles.note}>Toko ini sedang libur. Pesanan dibuka lagi setelah toko kembali.</p>}
        <p className={styles.safe}>
          <Icon name="shield" small />
          Uang Anda aman sampai barang diterima
        </p>
      </aside>
      <div className={styles.said} data-open-message={said ? "" : undefined}>
        <div role="status">
          {said?.tone === "good" && (
            <p>
              <Icon name="check" />
              <span>{said.text}</span>
              <a href={hrefs.cart()}>Lihat keranjang</a>
              {close}
            </p>
          )}
        </div>
        {said?.tone === "bad" && (
          <p ref={refusal} className={styles.bad} role="alert" tabIndex={-1}>
            <Icon name="warning" />
            <span>{said.text}</span>
            {close}
          </p>
        )}
      </div>
      <div className={styles.bar} data-buy-bar>
        <a className={styles.shop} href={hrefs.merchant(product.shop.slug)} aria-label={`Toko ${product.shop.name}`}>
          <Icon name="store" />
          <span aria-hidden>Toko</span>
        </a>
        {buttons(true)}
      </div>
    </>
  );
}
