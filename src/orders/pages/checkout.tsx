import { useEffect, useRef, useState, type FormEvent } from "react";
import {
  data,
  Form,
  redirect,
  useActionData,
  useLoaderData,
  useNavigate,
  useNavigation,
  useRevalidator,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { hrefs } from "#hrefs.ts";
import { ApiError, pageApi } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import type { Address, AddressApi } from "#addresses/contract.ts";
import type { CodeOf } from "#lib/refusal.ts";
import type { PaymentApi } from "#payments/contract.ts";
import { codMethod } from "#payments/rules.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { parseQuantity } from "#cart/rules.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { CheckoutApi, checkoutRefusals, Preview, Quote } from "../checkout/contract.ts";
import { CheckoutAddress } from "../ui/checkout/address.tsx";
import { changesSince, parseSeenQuote, seenQuoteOf } from "../ui/checkout/changes.ts";
import { CheckoutPayment } from "../ui/checkout/payment.tsx";
import { CheckoutSender, type SenderFields } from "../ui/checkout/sender.tsx";
import { CheckoutShipping } from "../ui/checkout/shipping.tsx";
import { CheckoutVouchers, voucherModes, type VoucherMode } from "../ui/checkout/vouchers.tsx";
import { CheckoutSummary } from "../ui/checkout/summary.tsx";
import { VisitorCheckout } from "../ui/checkout/visitor-checkout.tsx";
import styles from "./checkout.module.css";

type Api = CheckoutApi & AddressApi & PaymentApi;
/** `buy` is the product of "Beli sekarang"; without it the selected lines of the cart are bought. */
type QuoteChoice = {
  address_id?: string;
  shipping: Record<string, string>;
  payment_method?: string;
  buy?: { variant_id: string; quantity: number };
  /** The shops whose parcels the buyer insures. */
  insured: string[];
  voucherMode: VoucherMode;
  /** The vouchers that the buyer ticked; they count only for `own`. */
  vouchers: string[];
  /** The codes that the buyer entered. */
  codes: string[];
};
type Data = { quote: Quote; addresses: Address[]; offered: string[]; key: string; choice: QuoteChoice };
/** A refused payment: the sentence, what changed, and the new quote with the choice that it answers. */
type RefusedPayment = {
  code: string;
  message: string;
  changes: string[];
  quote: Quote | null;
  choice: QuoteChoice;
  /** The sender that the buyer entered, and what is wrong with it. */
  sender: SenderFields;
};
/** What a visitor sees before the login. */
type VisitorData = { preview: Preview; choice: QuoteChoice };

/**
 * The buyer's choices, from the URL or the form: `variant_id`, `quantity`, `address_id`, `payment_method`,
 * `shipping.<shop>`, `insured`, `voucher_mode`, `voucher`, `voucher_code`.
 */
function choiceOf(fields: Iterable<[string, FormDataEntryValue]>): QuoteChoice {
  const choice: QuoteChoice = { shipping: {}, insured: [], voucherMode: "best", vouchers: [], codes: [] };
  const buy = { variant_id: "", quantity: "1" };
  for (const [name, value] of fields) {
    if (typeof value !== "string" || value === "") continue;
    if (name === "address_id" || name === "payment_method") choice[name] = value;
    else if (name === "variant_id" || name === "quantity") buy[name] = value;
    else if (name.startsWith("shipping.")) choice.shipping[name.slice("shipping.".length)] = value;
    else if (name === "insured") choice.insured.push(value);
    else if (name === "voucher_mode") choice.voucherMode = voucherModes.find((mode) => mode === value) ?? "best";
    else if (name === "voucher") choice.vouchers.push(value);
    else if (name === "voucher_code") choice.codes.push(value);
  }
  if (buy.variant_id !== "") choice.buy = { variant_id: buy.variant_id, quantity: parseQuantity(buy.quantity) };
  return choice;
}

/** The choice in the form. Codes that were entered before count only while the marketplace chooses the vouchers. */
function formChoiceOf(form: FormData): QuoteChoice {
  const choice = choiceOf(form);
  return choice.voucherMode === "best" ? choice : { ...choice, codes: [] };
}

/** The choice with the code that the buyer typed, if it is a new one. A code is a choice of a voucher. */
function withEnteredCode(choice: QuoteChoice, form: FormData): QuoteChoice | undefined {
  const code = String(form.get("entered_code") ?? "").trim();
  if (code === "") return undefined;
  const isNone = choice.voucherMode === "none";
  return {
    ...choice,
    codes: [...choice.codes, code],
    ...(isNone ? { voucherMode: "own" as const, vouchers: [] } : {}),
  };
}

function addressOf({ shipping, insured, buy, voucherMode, vouchers, codes, ...rest }: QuoteChoice): string {
  const search = new URLSearchParams(rest);
  for (const [shop, courier] of Object.entries(shipping)) search.set(`shipping.${shop}`, courier);
  for (const shop of insured) search.append("insured", shop);
  if (voucherMode !== "best") search.set("voucher_mode", voucherMode);
  if (voucherMode === "own") for (const id of vouchers) search.append("voucher", id);
  for (const code of codes) search.append("voucher_code", code);
  const start = hrefs.checkout(buy && { variantId: buy.variant_id, quantity: buy.quantity });
  if (search.size === 0) return start;
  return `${start}${buy ? "&" : "?"}${search}`;
}

/** The body of a quote for this choice. */
function quoteBody({ voucherMode, vouchers, codes, ...rest }: QuoteChoice) {
  return {
    ...rest,
    ...(voucherMode === "best" ? {} : { vouchers: voucherMode === "own" ? vouchers : [] }),
    ...(codes.length > 0 ? { voucher_codes: codes } : {}),
  };
}

// A visitor gets no quote, and the browser logs no error.
const lenient = { headers: { prefer: "handling=lenient" } };

/** Undefined for a visitor. */
async function fetchQuote(api: ReturnType<typeof pageApi<Api>>, choice: QuoteChoice): Promise<Quote | undefined> {
  try {
    return (await api("POST /v1/checkout/quote", { body: quoteBody(choice) as never, ...lenient })).result;
  } catch (error) {
    // A choice that is no longer offered, or an edited URL: start with the defaults.
    if (!isUnusable(error)) throw error;
    return (await api("POST /v1/checkout/quote", { body: choice.buy ? { buy: choice.buy } : {}, ...lenient })).result;
  }
}

// The API client turns the refusal into a 404 page for loaders (lib/api-client.ts).
function isUnusable(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 422;
  return (error as { init?: ResponseInit } | null)?.init?.status === 404;
}

/** Null when the network failed: the page keeps what it shows. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Data | VisitorData | null> {
  const api = pageApi<Api>({ request, context });
  const choice = choiceOf(new URL(request.url).searchParams);
  try {
    const [quote, { result: addresses }, { result: methods }] = await Promise.all([
      fetchQuote(api, choice),
      api("GET /v1/addresses", lenient),
      api("GET /v1/payment-methods"),
    ]);
    if (!quote) {
      const { result: preview } = await api("POST /v1/checkout/preview", {
        body: choice.buy ? { buy: choice.buy } : {},
      });
      return { preview, choice };
    }
    return { quote, addresses, offered: methods.map(({ id }) => id), key: crypto.randomUUID(), choice };
  } catch (error) {
    if (error instanceof ApiError && error.code === "network.unreachable") return null;
    throw error;
  }
}

/**
 * `login` and `register` come back to the same checkout afterwards. `update` applies a choice without scripts; `pay`
 * places the order and opens its payment.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const choice = formChoiceOf(form);
  if (text("intent") === "login") return redirect(hrefs.login(addressOf(choice)));
  if (text("intent") === "register") return redirect(hrefs.register(undefined, addressOf(choice)));
  const entered = withEnteredCode(choice, form);
  if (text("intent") !== "pay") return redirect(addressOf(entered ?? choice));
  // A code that was typed but not applied: the buyer sees the new price before paying.
  const isKnown = form.getAll("known_code").includes(text("entered_code").trim().toUpperCase());
  if (entered && !isKnown) return redirect(addressOf(entered));
  const api = pageApi<Api>({ request, context });
  const isCod = choice.payment_method === codMethod.id;
  try {
    const answer = await api("POST /v1/checkout", {
      body: {
        quote_id: text("quote_id"),
        address_id: choice.address_id ?? "",
        shipping: choice.shipping as never,
        payment_method: choice.payment_method ?? "",
        ...(choice.buy ? { buy: choice.buy } : {}),
        insured: choice.insured,
        ...senderBody(text("sender_name").trim(), text("sender_phone").trim()),
        vouchers: payingVouchers(choice, text("quoted_vouchers")),
        voucher_mode: choice.voucherMode === "best" ? "best" : "own",
      },
      headers: { "idempotency-key": text("key") },
    });
    const [only] = answer.data.order_ids;
    return redirect(isCod && only ? hrefs.buyerTransaction(only) : hrefs.payment(answer.data.payment_id));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const quote =
      (error.body.quote as Quote | undefined) ?? (await fetchQuote(api, choice).catch(keepCurrentQuote)) ?? null;
    const seen = parseSeenQuote(text("seen"));
    const refused: RefusedPayment = {
      code: error.code,
      message: error.message,
      changes: seen && quote ? changesSince(seen, quote) : [],
      quote,
      choice,
      sender: { name: text("sender_name"), phone: text("sender_phone"), errors: error.fields },
    };
    return data(refused, { status: error.status >= 400 ? error.status : 503 });
  }
}

/** A phone without a name is no sender; the API says which of the two is missing. */
function senderBody(name: string, phone: string) {
  return name === "" && phone === "" ? {} : { sender: { name, ...(phone === "" ? {} : { phone }) } };
}

/** The vouchers to pay with: those of the quote unless the buyer ticked others. */
function payingVouchers({ voucherMode, vouchers }: QuoteChoice, quoted: string): string[] {
  if (voucherMode === "none") return [];
  return voucherMode === "own" ? vouchers : quoted.split(" ").filter(Boolean);
}

/** Without a connection the page keeps its quote. */
function keepCurrentQuote(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}

export const handle: PageHandle<Data | VisitorData | null> = {
  layout: "checkout",
  resumeAt: (fields) => addressOf(choiceOf(fields)),
  head: () => ({ title: "Selesaikan pembelian", noindex: true }),
};

export function Component() {
  const answered = useLoaderData<typeof loader>();
  const [known, setKnown] = useState(answered);
  if (answered !== null && answered !== known) setKnown(answered);
  const loaded = answered ?? known;
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>Selesaikan pembelian</h1>
      {answered === null && <Unreachable />}
      {loaded && ("preview" in loaded ? <Visitor loaded={loaded} /> : <CheckoutForm loaded={loaded} />)}
    </div>
  );
}

function Unreachable() {
  const revalidator = useRevalidator();
  return (
    <Notice tone="error" title="Sambungan terputus">
      <p>Ringkasan belum mengikuti pilihan terakhir Anda. Belum ada yang ditagih.</p>
      <Button
        type="button"
        variant="outline"
        size="s"
        busy={revalidator.state !== "idle"}
        onClick={() => void revalidator.revalidate()}
      >
        Coba lagi
      </Button>
    </Notice>
  );
}

/** The checkout before the login. */
function Visitor({ loaded }: { loaded: VisitorData }) {
  const { preview } = loaded;
  const { buy } = loaded.choice;
  return (
    <>
      {preview.problems.length > 0 && <Problems quote={preview} isAlone={buy !== undefined} />}
      {preview.shops.length === 0 ? (
        <NothingToBuy isAlone={buy !== undefined} />
      ) : (
        <VisitorCheckout
          preview={preview}
          fields={
            buy
              ? [
                  ["variant_id", buy.variant_id],
                  ["quantity", String(buy.quantity)],
                ]
              : []
          }
          className={styles.form}
          stepsClassName={styles.steps}
        />
      )}
    </>
  );
}

function NothingToBuy({ isAlone }: { isAlone: boolean }) {
  return isAlone ? (
    <EmptyState
      title="Barang ini belum bisa dibeli"
      action={<ButtonLink href={hrefs.products()}>Lihat produk lain</ButtonLink>}
    >
      Isi keranjang Anda tidak berubah.
    </EmptyState>
  ) : (
    <EmptyState
      title="Belum ada barang yang bisa dibeli"
      action={<ButtonLink href={hrefs.cart()}>Buka keranjang</ButtonLink>}
    >
      Pilih barang di keranjang Anda, lalu lanjutkan ke pembelian. Yang sudah dibuat ada di{" "}
      <a className="link" href={hrefs.buyerTransactions()}>
        Pesanan
      </a>
      .
    </EmptyState>
  );
}

function CheckoutForm({ loaded }: { loaded: Data }) {
  const refused = useActionData<RefusedPayment>();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const quote = refused?.quote ?? loaded.quote;
  const { buy } = loaded.choice;
  const { voucherMode, codes } = refused?.choice ?? loaded.choice;
  // Everything was bought in another window: the page shows that it is empty instead of a total of Rp0.
  const nothingLeft = quote.shops.length === 0 && quote.problems.length === 0;
  const form = useRef<HTMLFormElement>(null);

  function requote(element: HTMLFormElement) {
    void navigate(addressOf(formChoiceOf(new FormData(element))), { replace: true, preventScrollReset: true });
  }
  // Address, courier and vouchers change the price, so they need a new quote. The payment method does not.
  function choose(event: FormEvent<HTMLFormElement>) {
    const changed = (event.target as HTMLInputElement).name;
    const element = event.currentTarget;
    if (changed === "voucher") {
      const own = element.querySelector<HTMLInputElement>('[name="voucher_mode"][value="own"]');
      if (own) own.checked = true;
    }
    if (["address_id", "insured", "voucher", "voucher_mode"].includes(changed) || changed.startsWith("shipping."))
      requote(element);
  }
  // Applies choices that were made before the script ran, or that the browser restored.
  useEffect(() => {
    const element = form.current;
    if (element && isDifferentChoice(formChoiceOf(new FormData(element)), quote)) requote(element);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  }, []);

  return (
    <>
      {refused && !nothingLeft && (
        <FormNotice failure={refused}>
          {refused.changes.length > 0 && (
            <ul className={styles.changes}>
              {refused.changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          )}
          {refused.code === ("checkout.too_many_unpaid" satisfies CodeOf<typeof checkoutRefusals>) && (
            <a className={styles.toCart} href={hrefs.buyerTransactions("awaiting_payment")}>
              Lihat pesanan yang belum dibayar
            </a>
          )}
        </FormNotice>
      )}
      {quote.problems.length > 0 && <Problems quote={quote} isAlone={buy !== undefined} />}
      {quote.shops.length === 0 ? (
        <NothingToBuy isAlone={buy !== undefined} />
      ) : (
        <Form method="post" className={styles.form} onChange={choose} ref={form}>
          <input type="hidden" name="key" value={loaded.key} />
          <input type="hidden" name="quote_id" value={quote.quote_id} />
          {buy && (
            <>
              <input type="hidden" name="variant_id" value={buy.variant_id} />
              <input type="hidden" name="quantity" value={buy.quantity} />
            </>
          )}
          <input type="hidden" name="seen" value={JSON.stringify(seenQuoteOf(quote))} />
          <div className={styles.steps}>
            <CheckoutAddress quote={quote} addresses={loaded.addresses} />
            <CheckoutShipping quote={quote} version={`${quote.address?.id ?? ""}${refused ? quote.quote_id : ""}`}>
              <CheckoutSender sender={refused?.sender} />
            </CheckoutShipping>
            <CheckoutVouchers quote={quote} mode={voucherMode} codes={codes} />
            <CheckoutPayment
              method={quote.payment_method}
              offered={loaded.offered}
              codProblem={quote.cod_problem}
              needsPhone={quote.cod_needs_phone}
            />
          </div>
          <CheckoutSummary quote={quote} isOffered={loaded.offered.length > 0} busy={navigation.state !== "idle"} />
        </Form>
      )}
    </>
  );
}

/** Whether this choice has another address, courier or vouchers than the quote. */
function isDifferentChoice(choice: QuoteChoice, quote: Quote): boolean {
  return (
    (choice.address_id !== undefined && choice.address_id !== quote.address?.id) ||
    quote.shops.some(({ id, courier }) => choice.shipping[id] !== undefined && choice.shipping[id] !== courier) ||
    quote.shops.some(({ id, premium, is_insured }) => premium !== null && is_insured !== choice.insured.includes(id)) ||
    (choice.voucherMode === "best") !== (quote.voucher_mode === "best") ||
    (choice.voucherMode === "own" &&
      choice.vouchers.toSorted().join() !==
        quote.vouchers
          .filter((voucher) => voucher.is_chosen)
          .map(({ id }) => id)
          .toSorted()
          .join())
  );
}

/** What the total leaves out, and why nothing can be paid. */
function Problems({ quote, isAlone }: { quote: Pick<Quote, "problems">; isAlone: boolean }) {
  const ofTotal = quote.problems.find(({ kind }) => kind === "too_large" || kind === "nothing_to_pay");
  const left = quote.problems.filter((problem) => problem.kind !== ofTotal?.kind);
  const slug = quote.problems.find(({ product_slug }) => product_slug !== null)?.product_slug;
  const toCart =
    isAlone && slug ? (
      <a className={styles.toCart} href={hrefs.product(slug)}>
        Kembali ke barang
      </a>
    ) : (
      <a className={styles.toCart} href={isAlone ? hrefs.products() : hrefs.cart()}>
        {isAlone ? "Lihat produk lain" : "Ubah keranjang"}
      </a>
    );
  return (
    <>
      {ofTotal && (
        <Notice tone="warning" title={ofTotal.text}>
          <p>
            {ofTotal.kind === "too_large"
              ? "Kurangi barang agar bisa membayar."
              : "Lepas salah satu voucher agar bisa membayar."}
          </p>
          {ofTotal.kind === "too_large" && toCart}
        </Notice>
      )}
      {left.length > 0 && (
        <Notice
          tone="warning"
          title={isAlone ? "Belum bisa dibeli" : "Tidak ikut dibeli, tetap tersimpan di keranjang"}
        >
          <ul className={styles.changes}>
            {left.map((problem) => (
              <li key={problem.line_id ?? problem.shop_id}>
                {problem.name}: {problem.text}
              </li>
            ))}
          </ul>
          {toCart}
        </Notice>
      )}
    </>
  );
}
