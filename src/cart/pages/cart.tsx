import { useEffect, useRef, useState } from "react";
import {
  Form,
  redirect,
  useActionData,
  useFetcher,
  useFetchers,
  useLoaderData,
  useNavigation,
  useRevalidator,
  useSubmit,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { useSession } from "#accounts/ui/session/session-provider.tsx";
import type { CatalogApi } from "#catalog/contract.ts";
import { showVariantIntent } from "#catalog/ui/buy-form.ts";
import { hrefs } from "#hrefs.ts";
import { ApiError, formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { span } from "#lib/time.ts";
import { PurchaseVouchers } from "#promotions/ui/purchase-vouchers.tsx";
import type { PurchaseVoucher } from "#promotions/vouchers/contract.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { useWhenOnline } from "#ui/when-online.ts";
import type { Cart, CartApi, CartShop } from "../contract.ts";
import { isVisitorCartOpen, maxCartLines, selectionOf, parseQuantity, visitorCartTtl } from "../rules.ts";
import { CartLineRow, isUnavailable, removeKey, UnavailableLine } from "../ui/cart-line.tsx";
import { CartForms, useReportRefusal, useSendAgain, useSendAgainOn } from "../ui/cart-forms.ts";
import { optimisticCart } from "../ui/optimistic-cart.ts";
import { SelectionBox } from "../ui/selection-box.tsx";
import styles from "./cart.module.css";

/** `cart` is null when the network failed: the page keeps what it shows. `removed` is the line that undo restores. */
type Data = { cart: Cart | null; vouchers: PurchaseVoucher[]; removed: string | null };

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Data> {
  const removed = new URL(request.url).searchParams.get("removed");
  const api = pageApi<CartApi>({ request, context });
  try {
    const [cart, vouchers] = await Promise.all([api("GET /v1/cart"), api("GET /v1/cart/vouchers")]);
    return { cart: cart.result, vouchers: vouchers.result, removed };
  } catch (error) {
    if (error instanceof ApiError && error.code === "network.unreachable")
      return { cart: null, vouchers: [], removed: null };
    throw error;
  }
}

/** The page also reloads after a refusal, so that it shows what is stored. */
export function shouldRevalidate(): boolean {
  return true;
}

/** Changes the cart, one case for each `intent`. Product pages send `add`, with `then` = cart, checkout or stay. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const api = pageApi<CartApi>({ request, context });
  const inBrowser = typeof document !== "undefined";
  const lineId = text("line_id");
  try {
    switch (text("intent")) {
      case "add": {
        const variantId = await selectedVariant(form, pageApi<CatalogApi>({ request, context }));
        if (variantId === undefined) return redirect(productHref(form));
        // "Beli sekarang" buys this product without the cart, so the cart does not change.
        if (text("then") === "checkout")
          return redirect(hrefs.checkout({ variantId, quantity: parseQuantity(text("quantity")) }));
        const body = {
          variant_id: variantId,
          quantity: parseQuantity(text("quantity")),
          ...(text("note") ? { note: text("note") } : {}),
        };
        await api("POST /v1/cart/lines", { body });
        return text("then") === "stay" ? { added: true } : redirect(hrefs.cart());
      }
      case "quantity":
        await api("PUT /v1/cart/lines/:lineId", {
          params: { lineId },
          body: { quantity: parseQuantity(text("quantity")) },
        });
        break;
      case "note":
        await api("PUT /v1/cart/lines/:lineId", { params: { lineId }, body: { note: text("note") } });
        break;
      case "select":
        await api("PUT /v1/cart/selection", {
          body: {
            selected: text("selected") === "1",
            ...(form.has("line_id") ? { line_ids: [lineId] } : form.has("shop_id") ? { shop_id: text("shop_id") } : {}),
          },
        });
        break;
      case "remove": {
        await api("DELETE /v1/cart/lines/:lineId", { params: { lineId } });
        return inBrowser
          ? { removed: lineId }
          : redirect(`${hrefs.cart()}?${new URLSearchParams({ removed: lineId })}`);
      }
      case "undo":
        await api("POST /v1/cart/lines/:lineId/restore", { params: { lineId } });
        return inBrowser ? null : redirect(hrefs.cart());
      case "buy":
        return redirect(hrefs.checkout());
    }
    return inBrowser ? null : redirect(hrefs.cart());
  } catch (error) {
    return formFailure(error, form);
  }
}

/**
 * The variant of the selected options in the form of a product page; without options, the variant in the form. Without
 * scripts, nothing else in the form follows the options. Undefined when the form asks to show the selected variant, or
 * when no variant has these options.
 */
async function selectedVariant(
  form: FormData,
  api: ReturnType<typeof pageApi<CatalogApi>>,
): Promise<string | undefined> {
  if (form.get("then") === showVariantIntent) return undefined;
  const named = String(form.get("variant_id") ?? "");
  if (!form.has("o1")) return named;
  const { result } = await api("GET /v1/products/:slug", { params: { slug: String(form.get("product") ?? "") } });
  return result.variants.find(({ option1, option2 }) => option1 === form.get("o1") && option2 === form.get("o2"))?.id;
}

/** The product page of a form, with the options that are selected in it. */
function productHref(form: FormData): string {
  const [slug = "", ...options] = ["product", "o1", "o2"].map((name) => String(form.get(name) ?? ""));
  return hrefs.product(slug, options);
}

export const handle: PageHandle<Data> = { layout: "work", head: () => ({ title: "Keranjang", noindex: true }) };

export function Component() {
  const data = useLoaderData<typeof loader>();
  const isVisitor = useSession().state === "out";
  const stored = useLastKnown(data.cart);
  const answer = useActionData<FormFailure | { added: true } | null>();
  const [typed, setTyped] = useState<ReadonlyMap<string, number>>(new Map());
  const underWay = useFetchers().flatMap(({ formData }) => (formData ? [formData] : []));
  const cart = optimisticCart(stored ?? emptyCart, typed, underWay);
  const lineIds = useSeenLines(stored);
  const [removed, setRemoved] = useState(data.removed);
  const isRemoving = underWay.some((form) => form.get("intent") === "remove");
  const typedBefore = answer && "failed" in answer ? answer.values : undefined;
  const [lateRefusal, setLateRefusal] = useState<FormFailure>();
  const [unsent] = useState(() => new Set<() => void>());
  const submit = useSubmit();
  const undone = typedBefore?.intent === "undo" ? answer : undefined;
  useSendAgainOn(
    unsent,
    undone,
    (values) => void submit(values, { method: "post", action: hrefs.cart(), replace: true, preventScrollReset: true }),
  );
  useWhenBack(data.cart !== null, () => {
    setLateRefusal(undefined);
    for (const again of unsent) again();
  });
  const [forms] = useState({ report: setLateRefusal, unsent });
  const refused = lateRefusal ?? (answer && "failed" in answer ? answer : undefined);

  function onType(lineId: string, quantity: number | null) {
    setTyped((before) => {
      const after = new Map(before);
      if (quantity === null) after.delete(lineId);
      else after.set(lineId, quantity);
      return after;
    });
  }

  const groups = cart.shops
    .map((shop) => ({ shop, lines: shop.lines.filter((line) => !isUnavailable(line)) }))
    .filter(({ lines }) => lines.length > 0);
  const unavailable = cart.shops.flatMap((shop) => shop.lines).filter(isUnavailable);
  const all = groups.flatMap(({ lines }) => lines);
  const isEmpty = all.length === 0 && unavailable.length === 0;
  return (
    <CartForms value={forms}>
      {[...lineIds].map((id) => (
        <LineRemover key={id} lineId={id} onRemoved={setRemoved} />
      ))}
      <div className={`wrap ${styles.page}`}>
        <h1>Keranjang</h1>
        {data.cart === null ? (
          <Unreachable refused={refused} />
        ) : (
          <FormNotice failure={refused} alone>
            {refused?.fields.quantity?.[0]}
          </FormNotice>
        )}
        {cart.waiting > 0 && (
          <Notice tone="warning" title={`${formatCount(cart.waiting)} barang belum muat`}>
            <p>
              Barang yang Anda pilih sebelum masuk masih tersimpan di browser ini. Keranjang memuat paling banyak{" "}
              {maxCartLines} barang: hapus sebagian, lalu barang itu masuk dengan sendirinya.
            </p>
          </Notice>
        )}
        {isVisitor && all.length > 0 && (
          <Notice tone="info">
            <p>
              Keranjang ini tersimpan di browser ini selama {span(visitorCartTtl)}.{" "}
              <a className="link" href={hrefs.login(hrefs.cart())}>
                Masuk
              </a>{" "}
              atau{" "}
              <a className="link" href={hrefs.register(undefined, hrefs.cart())}>
                daftar
              </a>{" "}
              untuk membawanya ke akun Anda.
            </p>
          </Notice>
        )}
        <div role="status" className={styles.news}>
          {removed && !isRemoving && <Undo key={removed} lineId={removed} onClose={() => setRemoved(null)} />}
        </div>
        {stored === null ? null : isEmpty ? (
          <EmptyState
            title="Keranjang Anda kosong"
            action={
              isVisitor && !isVisitorCartOpen() ? (
                <ButtonLink href={hrefs.login(hrefs.cart())}>Masuk</ButtonLink>
              ) : (
                <ButtonLink href={hrefs.products()}>Lihat produk</ButtonLink>
              )
            }
          >
            {isVisitor && !isVisitorCartOpen() && "Masuk untuk memakai keranjang. "}Simpan barang yang Anda suka di
            sini, lalu beli sekaligus dari beberapa toko.
          </EmptyState>
        ) : (
          <div className={styles.columns}>
            <div className={styles.lists}>
              {all.length > 0 && (
                <div className={styles.everything}>
                  <SelectionBox state={selectionOf(all)} label="Pilih semua barang" />
                  <span>Pilih semua ({formatCount(all.length)})</span>
                </div>
              )}
              {groups.map(({ shop, lines }) => (
                <ShopGroup key={shop.id} shop={shop} lines={lines} onType={onType} typedBefore={typedBefore} />
              ))}
              {unavailable.length > 0 && (
                <section className={styles.group} aria-labelledby="unavailable">
                  <h2 id="unavailable" className={styles.offHead}>
                    Tidak bisa dibeli saat ini ({formatCount(unavailable.length)})
                  </h2>
                  <ul>
                    {unavailable.map((line) => (
                      <UnavailableLine key={line.id} line={line} />
                    ))}
                  </ul>
                </section>
              )}
              <PurchaseVouchers vouchers={data.vouchers} isVisitor={isVisitor} />
            </div>
            <Summary cart={cart} busy={typed.size > 0 || underWay.length > 0} isVisitor={isVisitor} />
          </div>
        )}
      </div>
    </CartForms>
  );
}

function ShopGroup({
  shop,
  lines,
  onType,
  typedBefore,
}: {
  shop: CartShop;
  lines: CartShop["lines"];
  onType: (lineId: string, quantity: number | null) => void;
  typedBefore: Record<string, string> | undefined;
}) {
  return (
    <section className={styles.group} aria-label={`Barang dari ${shop.name}`}>
      <header className={styles.shop}>
        <SelectionBox
          state={selectionOf(lines)}
          label={`Pilih semua dari ${shop.name}`}
          field={{ name: "shop_id", value: shop.id }}
          disabled={lines.every((line) => line.problem !== null)}
        />
        <h2>
          <a href={hrefs.merchant(shop.slug)}>{shop.name}</a>
        </h2>
        <span className={styles.city}>
          <Icon name="pin" small />
          {shop.city_name}
        </span>
      </header>
      <ul>
        {lines.map((line) => (
          <CartLineRow
            key={line.id}
            line={line}
            onType={onType}
            typedBefore={typedBefore?.line_id === line.id ? typedBefore : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

function Summary({ cart, busy, isVisitor }: { cart: Cart; busy: boolean; isVisitor: boolean }) {
  const { state } = useNavigation();
  const { totals } = cart;
  const nothing = totals.lines === 0;
  return (
    <Panel data-buy-bar className={styles.summary} title={<span className={styles.summaryTitle}>Ringkasan</span>}>
      <dl className={styles.facts}>
        <div>
          <dt>Barang dipilih</dt>
          <dd>{formatCount(totals.pieces)}</dd>
        </div>
        <div className={styles.total}>
          <dt>Total barang</dt>
          <dd aria-live="polite">{formatRupiah(totals.goods_total)}</dd>
        </div>
      </dl>
      <p className={styles.hint}>
        {nothing
          ? "Pilih barang yang ingin Anda beli."
          : isVisitor
            ? "Ongkos kirim dihitung setelah Anda masuk."
            : "Ongkos kirim dihitung pada langkah berikutnya."}
      </p>
      <Form method="post" className={styles.buy}>
        <input type="hidden" name="intent" value="buy" />
        <Button wide disabled={nothing} busy={!nothing && (busy || state === "submitting")}>
          {nothing ? "Beli" : `Beli (${formatCount(totals.lines)}) · ${formatRupiah(totals.goods_total)}`}
        </Button>
      </Form>
    </Panel>
  );
}

const emptyCart: Cart = { shops: [], totals: { lines: 0, pieces: 0, goods_total: 0 }, waiting: 0 };

/** The last cart from the server, kept while the network fails. */
function useLastKnown(cart: Cart | null): Cart | null {
  const [known, setKnown] = useState(cart);
  if (cart !== null && cart !== known) setKnown(cart);
  return cart ?? known;
}

/** The lines that the cart had since the page was opened. */
function useSeenLines(cart: Cart | null): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const ids = cart?.shops.flatMap(({ lines }) => lines.map(({ id }) => id)) ?? [];
  if (ids.every((id) => seen.has(id))) return seen;
  const all = new Set([...seen, ...ids]);
  setSeen(all);
  return all;
}

/** Calls the function when the server answers again after it did not. */
function useWhenBack(isReached: boolean, whenBack: () => void): void {
  const wasReached = useRef(isReached);
  useEffect(() => {
    if (isReached && !wasReached.current) whenBack();
    wasReached.current = isReached;
  });
}

/** Shown at its first appearance and at each form that did not reach the server, which is `refused`. */
function Unreachable({ refused }: { refused: FormFailure | undefined }) {
  const revalidator = useRevalidator();
  const [lost] = useState({ message: "" });
  useWhenOnline(() => void revalidator.revalidate());
  return (
    <FormNotice failure={refused ?? lost} sentence="Sambungan terputus" alone>
      <p>Isi keranjang Anda tetap tersimpan. Perubahan terakhir kami kirim lagi begitu jaringan kembali.</p>
      <Button
        type="button"
        variant="outline"
        size="s"
        busy={revalidator.state !== "idle"}
        onClick={() => void revalidator.revalidate()}
      >
        Coba lagi
      </Button>
    </FormNotice>
  );
}

/**
 * Holds the fetcher that removes a line, because the line's own form is gone while the removal is under way. Each line
 * has its own, so that a removal neither stops the one before nor takes its place among the unsent changes.
 */
function LineRemover({ lineId, onRemoved }: { lineId: string; onRemoved: (lineId: string) => void }) {
  const fetcher = useFetcher<FormFailure | { removed: string }>({ key: removeKey(lineId) });
  const { data } = fetcher;
  useReportRefusal(fetcher);
  useSendAgain(fetcher);
  useEffect(() => {
    if (data && "removed" in data) onRemoved(lineId);
  }, [data, lineId, onRemoved]);
  return null;
}

function Undo({ lineId, onClose }: { lineId: string; onClose: () => void }) {
  return (
    <div className={styles.toast}>
      <span>Barang dihapus.</span>
      <Form method="post" action={hrefs.cart()} replace preventScrollReset onSubmit={onClose}>
        <input type="hidden" name="intent" value="undo" />
        <input type="hidden" name="line_id" value={lineId} />
        <button type="submit" className={styles.undo}>
          Urungkan
        </button>
      </Form>
      <button type="button" className={`needs-js ${styles.close}`} aria-label="Tutup" onClick={onClose}>
        <Icon name="close" small />
      </button>
    </div>
  );
}
