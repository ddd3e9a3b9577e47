import { useEffect, useRef } from "react";
import { brandName } from "#lib/brand.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { Button } from "#ui/button.tsx";
import { FormWasSubmitted, TextField } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { bringIntoView, useShowRefusal } from "#ui/show-refusal.ts";
import type { Quote } from "../../checkout/contract.ts";
import { CheckoutBlock, UpdateButton } from "./block.tsx";
import styles from "./vouchers.module.css";

type Offer = Quote["vouchers"][number];

/** Who pays what a voucher takes off. */
export function bearerText({ bearer, shop_name }: Pick<Offer, "bearer" | "shop_name">): string {
  return `ditanggung ${bearer === "shop" ? (shop_name ?? "toko") : brandName()}`;
}

const modes = {
  best: { title: "Paling hemat", note: "Kami pilihkan" },
  own: { title: "Pilih sendiri", note: "Centang di bawah" },
  none: { title: "Tanpa voucher", note: "Simpan untuk nanti" },
} as const;
/** How the buyer chooses vouchers. */
export type VoucherMode = keyof typeof modes;
export const voucherModes = Object.keys(modes) as VoucherMode[];

/**
 * The vouchers of a purchase: who bears each, why one cannot be used, and a field for a code. `codes` are the codes
 * that the buyer entered so far.
 */
export function CheckoutVouchers({
  quote,
  mode,
  codes,
}: {
  quote: Quote;
  mode: VoucherMode;
  codes: readonly string[];
}) {
  const block = useRef<HTMLDivElement>(null);
  // A new quote may choose other vouchers. The fields stay the same elements, so that the focus stays where it is.
  useEffect(() => {
    const ticked = new Set(quote.vouchers.filter((voucher) => voucher.is_chosen).map(({ id }) => id));
    for (const input of block.current?.querySelectorAll<HTMLInputElement>("input") ?? []) {
      if (input.name === "voucher") input.checked = ticked.has(input.value);
      if (input.name === "voucher_mode") input.checked = input.value === mode;
    }
  }, [quote, mode]);
  const failed = new Set(quote.code_problems.map(({ voucher_code }) => voucher_code));
  const chosen = quote.vouchers.filter((voucher) => voucher.is_chosen);
  return (
    <CheckoutBlock number={3} title="Voucher">
      <div ref={block} className={styles.block}>
        {mode === "best" &&
          codes
            .filter((code) => !failed.has(code.trim().toUpperCase()))
            .map((code) => <input key={code} type="hidden" name="voucher_code" value={code} />)}
        {[...failed, ...chosen.map(({ voucher_code }) => voucher_code)].map((code) => (
          <input key={code} type="hidden" name="known_code" value={code} />
        ))}
        <input type="hidden" name="quoted_vouchers" value={chosen.map(({ id }) => id).join(" ")} />
        {quote.vouchers.length > 0 && (
          <>
            <fieldset className={styles.modes}>
              <legend className="sr-only">Cara memilih voucher</legend>
              {voucherModes.map((value) => {
                const { title, note } = modes[value];
                return (
                  <label key={value} className={styles.mode}>
                    <input type="radio" name="voucher_mode" value={value} defaultChecked={value === mode} />
                    <span className={styles.text}>
                      {title}
                      <small>{note}</small>
                    </span>
                  </label>
                );
              })}
            </fieldset>
            <fieldset className={styles.list}>
              <legend className="sr-only">Voucher yang bisa dipakai</legend>
              {quote.vouchers.map((voucher) => (
                <VoucherChoice key={voucher.id} voucher={voucher} />
              ))}
            </fieldset>
            <UpdateButton what="voucher" />
          </>
        )}
        <CodeResult codes={codes} failed={failed} chosen={chosen} />
        <CodeField key={[...codes, ...failed].join(" ")} problems={quote.code_problems} />
      </div>
    </CheckoutBlock>
  );
}

function VoucherChoice({ voucher }: { voucher: Offer }) {
  const { problem } = voucher;
  return (
    <label className={styles.voucher} data-off={problem ? "" : undefined}>
      <input
        type="checkbox"
        name="voucher"
        value={voucher.id}
        defaultChecked={voucher.is_chosen}
        disabled={problem !== null}
      />
      <span className={styles.text}>
        <b>{voucher.title}</b>
        <small>
          {voucher.voucher_code} · {bearerText(voucher)}
        </small>
        <small>{voucher.terms}</small>
        {problem && <small className={styles.problem}>{problem.text}</small>}
      </span>
      {problem === null && (
        <span className={styles.saves}>
          {voucher.saves > 0 ? `−${formatRupiah(voucher.saves)}` : `Cashback ${formatRupiah(voucher.cashback)}`}
        </span>
      )}
    </label>
  );
}

/** What became of the code that was entered last; a refused one has its sentence at the field. A new one is shown. */
function CodeResult({ codes, failed, chosen }: { codes: readonly string[]; failed: Set<string>; chosen: Offer[] }) {
  const place = useRef<HTMLParagraphElement>(null);
  const last = codes.at(-1)?.trim().toUpperCase();
  const accepted = last === undefined || failed.has(last) ? undefined : last;
  const before = useRef(codes);
  useEffect(() => {
    const isNew = codes.length > before.current.length || !before.current.includes(codes.at(-1) ?? "");
    before.current = codes;
    if (!isNew || accepted === undefined || !place.current) return;
    place.current.focus({ preventScroll: true });
    bringIntoView(place.current);
  }, [codes, accepted]);
  return (
    <p ref={place} role="status" tabIndex={-1} className={styles.result}>
      {accepted !== undefined &&
        (chosen.some(({ voucher_code }) => voucher_code === accepted)
          ? `Kode ${accepted} dipakai.`
          : `Kode ${accepted} tidak bisa digabung dengan voucher yang dipilih.`)}
    </p>
  );
}

function CodeField({ problems }: { problems: Quote["code_problems"] }) {
  const [first] = problems;
  const place = useShowRefusal<HTMLDivElement>(first);
  return (
    <FormWasSubmitted value={first !== undefined}>
      <div ref={place} className={styles.code}>
        <TextField
          label="Kode voucher"
          name="entered_code"
          required={false}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={first?.voucher_code}
          errors={problems.length > 0 ? problems.map(({ text }) => text) : undefined}
        />
        <Button variant="outline" name="intent" value="update">
          Pakai kode
        </Button>
      </div>
    </FormWasSubmitted>
  );
}

/** What vouchers save and give back, each with its bearer, as lines of the summary. */
export function VoucherCosts({ quote }: { quote: Quote }) {
  return quote.vouchers
    .filter((voucher) => voucher.is_chosen && voucher.saves > 0)
    .map((voucher) => (
      <div key={voucher.id}>
        <dt>
          Voucher {voucher.voucher_code}, {bearerText(voucher)}
        </dt>
        <dd>−{formatRupiah(voucher.saves)}</dd>
      </div>
    ));
}

/** What the buyer saves now, and what comes back later. */
export function VoucherSavings({ quote }: { quote: Quote }) {
  const cashbacks = quote.vouchers.filter((voucher) => voucher.is_chosen && voucher.cashback > 0);
  const cashback = cashbacks.reduce((sum, voucher) => sum + voucher.cashback, 0);
  if (quote.discount_total === 0 && cashback === 0) return null;
  return (
    <p className={styles.savings}>
      <Icon name="tag" />
      <span>
        {quote.discount_total > 0 && <>Anda hemat {formatRupiah(quote.discount_total)}. </>}
        {cashback > 0 && (
          <>Setelah pesanan selesai, Anda mendapat voucher senilai {formatRupiah(cashback)} untuk belanja berikutnya.</>
        )}
      </span>
    </p>
  );
}
