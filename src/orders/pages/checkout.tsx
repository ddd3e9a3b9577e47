import { useEffect, useRef, useState, type FormEvent } from "react";
import {
  data,
  Form,
  redirect,
  useActionData,
  useLoaderData,
  useLocation,
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
import { EmptyState } from "#ui/empty-state.tsx";
import { FormNotice } from "#ui/notice.tsx";
import { useWhenOnline } from "#ui/when-online.ts";
import type { CheckoutApi, checkoutRefusals, PlacedPurchase, Preview, Quote } from "../checkout/contract.ts";
import { CheckoutAddress } from "../ui/checkout/address.tsx";
import { changesSince, parseSeenQuote, seenQuoteOf } from "../ui/checkout/changes.ts";
import { CheckoutPayment } from "../ui/checkout/payment.tsx";
import { CheckoutSender, type SenderFields } from "../ui/checkout/sender.tsx";
import { CheckoutShipping } from "../ui/checkout/shipping.tsx";
import { AlreadyPlaced, DeclinedChoices, Problems } from "../ui/checkout/notices.tsx";
import {
  addressOf,
  choiceOf,
  formChoiceOf,
  isDifferentChoice,
  newAddressHref,
  payingVouchers,
  placedHref,
  quoteBody,
  senderBody,
  withEnteredCode,
  type QuoteChoice,
} from "../ui/checkout/purchase-choice.ts";
import { CheckoutVouchers } from "../ui/checkout/vouchers.tsx";
import { CheckoutSummary } from "../ui/checkout/summary.tsx";
import { VisitorCheckout } from "../ui/checkout/visitor-checkout.tsx";
import styles from "./checkout.module.css";

type Api = CheckoutApi & AddressApi & PaymentApi;
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

// A visitor gets no quote, and the browser logs no error.
const lenient = { headers: { prefer: "handling=lenient" } };

/** Undefined for a visitor. */
async function fetchQuote(api: ReturnType<typeof pageApi<Api>>, choice: QuoteChoice): Promise<Quote | undefined> {
  try {
    return (await api("POST /v1/checkout/quote", { body: quoteBody(choice) as never, ...lenient })).result;
  } catch (error) {
    // An address that was deleted meanwhile, a choice that is no longer offered, or an edited URL.
    if (!isUnusable(error)) throw error;
    const { address_id: gone, ...rest } = choice;
    if (gone !== undefined) return fetchQuote(api, rest);
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
 * `login`, `register` and `new_address` come back to the same checkout afterwards. `update` applies a choice without
 * scripts; `pay` places the order and opens its payment.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const choice = formChoiceOf(form);
  if (text("intent") === "login") return redirect(hrefs.login(addressOf(choice)));
  if (text("intent") === "register") return redirect(hrefs.register(undefined, addressOf(choice)));
  const entered = withEnteredCode(choice, form);
  if (text("intent") === "new_address") return redirect(newAddressHref(entered ?? choice));
  if (text("intent") !== "pay") return redirect(addressOf(entered ?? choice));
  // A code that was typed but not applied: the buyer sees the new price before paying.
  const isKnown = form.getAll("known_code").includes(text("entered_code").trim().toUpperCase());
  if (entered && !isKnown) return redirect(addressOf(entered));
  const api = pageApi<Api>({ request, context });
  const place = (key: string) =>
    api("POST /v1/checkout", {
      body: {
        quote_id: text("quote_id"),
        address_id: choice.address_id ?? "",
        shipping: choice.shipping as never,
        payment_method: choice.payment_method ?? "",
        ...(choice.buy ? { buy: choice.buy } : {}),
        ...(choice.again === undefined ? {} : { repeat_of: choice.again }),
        insured: choice.insured,
        ...senderBody(text("sender_name").trim(), text("sender_phone").trim()),
        vouchers: payingVouchers(choice, text("quoted_vouchers")),
        voucher_mode: choice.voucherMode === "best" ? "best" : "own",
      },
      headers: { "idempotency-key": key },
    });
  try {
    const { data: placed } = await place(text("key")).catch(async (error: unknown) => {
      // A page from the browser's history has an old key. The purchase itself says whether it was made before.
      if (error instanceof ApiError && error.code === "idempotency.reused") return place(crypto.randomUUID());
      throw error;
    });
    const isCod = choice.payment_method === codMethod.id;
    return redirect(placedHref({ ...placed, awaits_payment: !isCod }, placed.repeated));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === ("checkout.already_placed" satisfies CodeOf<typeof checkoutRefusals>))
      return redirect(placedHref(error.body.placed as PlacedPurchase, true));
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
  const { key } = useLocation();
  const [known, setKnown] = useState(answered);
  if (answered !== null && answered !== known) setKnown(answered);
  const loaded = answered ?? known;
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>Selesaikan pembelian</h1>
      {/* The key of the location is another after each choice: a further one without a connection is shown again. */}
      {answered === null && <Unreachable key={key} />}
      {loaded && ("preview" in loaded ? <Visitor loaded={loaded} /> : <CheckoutForm loaded={loaded} />)}
    </div>
  );
}

function Unreachable() {
  const revalidator = useRevalidator();
  const [lost] = useState({ message: "Sambungan terputus" });
  useWhenOnline(() => void revalidator.revalidate());
  return (
    <FormNotice failure={lost} alone>
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
    </FormNotice>
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

/** The refusal of the payment, until the page has loaded newer data than the refusal has. */
function useRefusal(loaded: Data): RefusedPayment | undefined {
  const answer = useActionData<RefusedPayment>();
  const [seen, setSeen] = useState({ answer, loaded });
  if (seen.answer !== answer) setSeen({ answer, loaded });
  return seen.answer !== answer || seen.loaded === loaded ? answer : undefined;
}

function CheckoutForm({ loaded }: { loaded: Data }) {
  const refused = useRefusal(loaded);
  const navigate = useNavigate();
  const navigation = useNavigation();
  const revalidator = useRevalidator();
  // The order may have been made although its answer was lost: the new data says so.
  useWhenOnline(() => void (refused?.code === "network.unreachable" && revalidator.revalidate()));
  const quote = refused?.quote ?? loaded.quote;
  const { buy } = loaded.choice;
  const { voucherMode } = refused?.choice ?? loaded.choice;
  // Without a new quote the refused code is still at its field, which must not show it as a new refusal.
  const { codes } = refused?.quote ? refused.choice : loaded.choice;
  // Everything was bought in another window: the page shows that it is empty instead of a total of Rp0.
  const nothingLeft = quote.shops.length === 0 && quote.problems.length === 0;
  const form = useRef<HTMLFormElement>(null);
  const { placed } = quote;

  function requote(element: HTMLFormElement, withCode = false) {
    const fields = new FormData(element);
    const choice = formChoiceOf(fields);
    const entered = withCode ? withEnteredCode(choice, fields) : undefined;
    void navigate(addressOf(entered ?? choice), { replace: true, preventScrollReset: true });
  }
  /** Applies the typed code in place. Sent as a form it would be a new page, which begins at the top. */
  function applyCode(event: FormEvent<HTMLFormElement>) {
    const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    if (submitter?.value !== "update") return;
    event.preventDefault();
    requote(event.currentTarget, true);
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

  if (placed && placed.checkout_id !== loaded.choice.again)
    return <AlreadyPlaced placed={placed} choice={loaded.choice} />;
  return (
    <>
      {refused && !nothingLeft && (
        <FormNotice failure={refused} alone={Object.keys(refused.sender.errors).length === 0}>
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
      <DeclinedChoices quote={quote} />
      {quote.shops.length === 0 ? (
        <NothingToBuy isAlone={buy !== undefined} />
      ) : (
        <Form method="post" className={styles.form} onChange={choose} onSubmit={applyCode} ref={form}>
          {/* Enter in a field presses the first button of the form. */}
          <button name="intent" value="update" className="sr-only" tabIndex={-1} aria-hidden />
          <input type="hidden" name="key" value={loaded.key} />
          <input type="hidden" name="quote_id" value={quote.quote_id} />
          {buy && (
            <>
              <input type="hidden" name="variant_id" value={buy.variant_id} />
              <input type="hidden" name="quantity" value={buy.quantity} />
              <input type="hidden" name="again" value={loaded.choice.again ?? ""} />
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
