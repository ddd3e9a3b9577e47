import type { ReactNode } from "react";
import { hrefs } from "#hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime, span } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { Tabs } from "#ui/tabs.tsx";
import type { HeldProduct } from "../contract.ts";
import { heldDuration, holdAnchor } from "../rules.ts";
import type { Screening } from "./screening-requests.ts";
import styles from "./screening.module.css";

/** The tabs of the queue and the rules. */
export function ScreeningTabs({ current }: { current: "held" | "rules" }) {
  return (
    <Tabs
      label="Antrean produk"
      tabs={[
        { href: operatorHrefs.held(), label: "Ditahan", current: current === "held" },
        { href: operatorHrefs.forbiddenRules(), label: "Barang terlarang", current: current === "rules" },
      ]}
    />
  );
}

/** The queue of held products. `reject` makes the form that takes one down. */
export function HeldView({
  data: { held, done },
  failure,
  reject,
}: {
  data: Extract<Screening, { part: "held" }>;
  failure: FormFailure | undefined;
  reject: (product: HeldProduct) => ReactNode;
}) {
  const isElsewhere = !held.rows.some(({ id, product_id }) =>
    [id, product_id].some((one) => failure?.values.intent?.endsWith(one)),
  );
  return (
    <div className={styles.stack}>
      <h1>Antrean produk</h1>
      {done && !failure && <Notice tone="success">Keputusan tersimpan. Penjual diberi tahu.</Notice>}
      <FormNotice failure={isElsewhere ? failure : undefined} alone />
      <ScreeningTabs current="held" />
      <p className={styles.small}>
        Produk ini tayang setelah Anda periksa. Putuskan dalam {span(heldDuration)}; yang paling lama menunggu ada di
        atas.
      </p>
      {held.rows.length === 0 && <EmptyState>Tidak ada produk yang menunggu.</EmptyState>}
      {held.rows.map((product) => (
        <Held key={product.id} product={product} failure={failure} acts={held.acts} reject={reject} />
      ))}
      {held.next && (
        <p>
          <ButtonLink variant="outline" href={operatorHrefs.held({ after: held.next })}>
            Berikutnya
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

function Held({
  product,
  failure,
  acts,
  reject,
}: {
  product: HeldProduct;
  failure: FormFailure | undefined;
  acts: boolean;
  reject: (product: HeldProduct) => ReactNode;
}) {
  return (
    <Panel id={holdAnchor(product.id)} title={product.name}>
      <div className={styles.stack}>
        <p className={styles.small}>
          {formatRupiah(product.price)} · {product.category} ·{" "}
          <a className="link" href={hrefs.merchant(product.shop_slug)}>
            {product.shop_name}
          </a>{" "}
          {!product.is_verified && <Badge tone="warning">Belum terverifikasi</Badge>} · ditahan{" "}
          {formatDateTime(new Date(product.held_at))} · tenggat {formatDateTime(new Date(product.due_at))}
        </p>
        <ul>
          {product.reasons.map((reason, at) => (
            <li key={at}>
              {reason.kind === "rule" && (
                <>
                  <b>{reason.label}:</b> “{reason.word}”
                </>
              )}
              {reason.kind === "first" && "Produk pertama toko baru"}
              {reason.kind === "picture" && (
                <>
                  Foto mirip foto produk yang diturunkan
                  <div className={styles.pictures}>
                    <Shown pictureKey={reason.picture} text="Foto produk ini" />
                    <Shown pictureKey={reason.removed} text="Foto yang diturunkan" />
                  </div>
                  <a className="link" href={operatorHrefs.products(reason.product)}>
                    Produk yang diturunkan
                  </a>
                </>
              )}
            </li>
          ))}
        </ul>
        <div className={styles.pictures}>
          {product.pictures.map((key, at) => (
            <Shown key={key} pictureKey={key} text={`Foto ${at + 1}`} />
          ))}
        </div>
        <p className={styles.text}>{product.description}</p>
        {acts && (
          <div className={styles.buttons}>
            <ConfirmForm
              intent={`approve ${product.id}`}
              label="Tayangkan"
              question="Produk ini dijual sekarang juga. Alasan yang sama tidak menahannya lagi."
              confirm="Tayangkan"
              look="primary"
              failure={failure}
            />
            {reject(product)}
          </div>
        )}
      </div>
    </Panel>
  );
}

function Shown({ pictureKey, text }: { pictureKey: string; text: string }) {
  return (
    <figure>
      <img src={hrefs.picture(pictureKey, 200, "webp")} alt={text} width={160} height={160} loading="lazy" />
      <figcaption>{text}</figcaption>
    </figure>
  );
}
