import { useEffect, useRef, useState } from "react";
import type { EditedProduct } from "../../selling/contract.ts";
import { combinations, priceLimits, productTextLengths, variantLimits } from "../../rules.ts";
import { hrefs } from "#hrefs.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { calculateFee, type FeeTerms } from "#payments/rules.ts";
import { withheldTaxOf, type LineTax } from "#payments/tax/rules.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { CurrencyField } from "#ui/currency-field.tsx";
import { formatCurrency, parseCurrency } from "#ui/currency.ts";
import { SelectField, TextField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { axesOf, rowField, parseWholeNumber, formatAxisValues } from "./form-values.ts";
import type { KnownPicture } from "./product-form.tsx";
import styles from "./product-form.module.css";

type Values = Record<string, string> | undefined;
type Errors = Record<string, string[]>;

/**
 * Price and stock of the product or of each variant. The rows of variants follow the typed options; without scripts,
 * after saving.
 */
export function PriceAndStock({
  product,
  deductions,
  pictures,
  values,
  errors,
}: {
  product: EditedProduct | null;
  /** The commission of the selected category, and the tax terms of the shop. */
  deductions: Deductions;
  /** The pictures from which a variant's picture is selected. */
  pictures: readonly KnownPicture[];
  values: Values;
  errors: Errors;
}) {
  const [axes, setAxes] = useState(() =>
    [0, 1].map((at) => ({
      name: values?.[`axis${at + 1}`] ?? product?.axes[at]?.name ?? "",
      values: values?.[`values${at + 1}`] ?? formatAxisValues(product?.axes[at]?.values ?? []),
    })),
  );
  const single = product && product.axes.length === 0 ? product.variants[0] : undefined;
  const [price, setPrice] = useState<number | null>(() => parseCurrency(values?.price ?? String(single?.price ?? "")));
  const rows = combinations(axesOf(axes)).filter((options) => options.length > 0);
  const varied = rows.length > 0;
  const change = (at: number, part: { name?: string; values?: string }) =>
    setAxes(axes.map((axis, index) => (index === at ? { ...axis, ...part } : axis)));
  return (
    <Panel title="Harga dan stok">
      <div className={styles.fields}>
        <div className={styles.two}>
          <CurrencyField
            label={varied ? "Harga untuk varian baru" : "Harga"}
            name="price"
            required={!varied}
            defaultValue={values?.price ?? single?.price}
            errors={errors.price}
            onAmount={setPrice}
            hint={
              varied
                ? ["Dipakai varian yang belum diisi sendiri.", payout(price, deductions)].filter(Boolean).join(" ")
                : (payout(price, deductions) ??
                  `${formatRupiah(priceLimits.min)} sampai ${formatRupiah(priceLimits.max)}.`)
            }
          />
          <div hidden={varied}>
            <TextField
              label="Stok"
              name="stock"
              inputMode="numeric"
              required={!varied}
              defaultValue={values?.stock ?? single?.stock}
              errors={errors.stock}
            />
          </div>
        </div>
        {single && <input type="hidden" name="read" value={values?.read ?? `${single.stock}/${single.version}`} />}
        <details className={styles.axes} open={varied || Boolean(errors.values1 ?? errors.values2)}>
          <summary>Varian, misalnya warna dan ukuran</summary>
          <div className={styles.fields}>
            {[0, 1].map((at) => (
              <div key={at} className={styles.axis}>
                <TextField
                  label={`Nama varian ${at + 1}`}
                  name={`axis${at + 1}`}
                  required={false}
                  maxLength={productTextLengths.option}
                  placeholder={at === 0 ? "Warna" : "Ukuran"}
                  defaultValue={axes[at]?.name}
                  onChange={(event) => change(at, { name: event.currentTarget.value })}
                />
                <TextField
                  label={`Pilihan ${at + 1}`}
                  name={`values${at + 1}`}
                  required={false}
                  placeholder={at === 0 ? "Merah, Biru" : "S, M, L"}
                  hint={`Pisahkan dengan koma, paling banyak ${variantLimits.values}. Ada koma di dalamnya? Pisahkan dengan titik koma.`}
                  defaultValue={axes[at]?.values}
                  errors={errors[`values${at + 1}`]}
                  onChange={(event) => change(at, { values: event.currentTarget.value })}
                />
              </div>
            ))}
          </div>
        </details>
        {rows.length > variantLimits.variants ? (
          <Notice tone="warning">
            {rows.length} pasangan pilihan. Satu produk memuat paling banyak {variantLimits.variants}.
          </Notice>
        ) : (
          varied && <VariantTable {...{ rows, product, deductions, pictures, price, values, errors }} />
        )}
      </div>
    </Panel>
  );
}

/** What is taken off a price before the seller receives it. */
type Deductions = FeeTerms & Pick<LineTax, "vatPerMille" | "taxPerMille">;

type RowProps = {
  deductions: Deductions;
  pictures: readonly KnownPicture[];
  price: number | null;
  values: Values;
  errors: Errors;
};

/**
 * A row for each variant, and the total stock below. The stock of a new variant is empty until the seller fills it in.
 */
function VariantTable({
  rows,
  product,
  ...rest
}: RowProps & { rows: readonly string[][]; product: EditedProduct | null }) {
  const list = useRef<HTMLUListElement>(null);
  const each = useRef<HTMLInputElement>(null);
  const storedOf = (options: readonly string[]) =>
    product?.variants.find((one) => one.option1 === options[0] && (one.option2 ?? undefined) === options[1]);
  const [total, setTotal] = useState(() =>
    sumOf(rows.map((options) => rest.values?.[rowField("stock", options)] ?? String(storedOf(options)?.stock ?? ""))),
  );
  const fields = () => [...(list.current?.querySelectorAll<HTMLInputElement>("input[data-stock]") ?? [])];
  const count = () => setTotal(sumOf(fields().map(({ value }) => value)));
  // Also counts what was typed before the script ran.
  const names = rows.map((options) => options.join("|")).join("\n");
  useEffect(count, [names]);
  return (
    <div className={styles.fields}>
      {rows.length > 1 && (
        <div className={`${styles.fill} needs-js`}>
          <TextField
            label="Stok yang sama untuk semua"
            name="stock_each"
            inputMode="numeric"
            required={false}
            ref={each}
          />
          <Button
            type="button"
            variant="outline"
            onClick={() => {
              for (const field of fields().filter(({ value }) => value === "")) {
                field.value = each.current?.value ?? "";
                // The input event updates the total and clears the error of the empty field.
                field.dispatchEvent(new Event("input", { bubbles: true }));
              }
            }}
          >
            Isi yang kosong
          </Button>
        </div>
      )}
      <div>
        <p className={styles.captions} aria-hidden>
          <span>Varian</span>
          <span>Harga</span>
          <span>Stok</span>
        </p>
        <ul ref={list} className={styles.rows} aria-label="Harga dan stok setiap varian" onInput={count}>
          {rows.map((options) => (
            <VariantRow key={options.join(" / ")} options={options} stored={storedOf(options)} {...rest} />
          ))}
        </ul>
        <p className={styles.total} role="status">
          Stok semua varian: <b>{formatCount(total)}</b>
        </p>
      </div>
    </div>
  );
}

function sumOf(stocks: readonly string[]): number {
  return stocks.reduce((sum, stock) => sum + (parseWholeNumber(stock) || 0), 0);
}

function VariantRow({
  options,
  stored,
  deductions,
  pictures,
  price: usual,
  values,
  errors,
}: RowProps & { options: string[]; stored: EditedProduct["variants"][number] | undefined }) {
  const name = options.join(" / ");
  const [price, stock, read] = [rowField("price", options), rowField("stock", options), rowField("read", options)];
  const given = values?.[price] ?? stored?.price;
  const [amount, setAmount] = useState<number | null>(() => parseCurrency(String(given ?? "")));
  return (
    <li className={styles.row}>
      <div className={styles.variant}>
        <span>{name}</span>
        {pictures.length > 1 && <VariantPicture {...{ options, name, stored, pictures, values, errors }} />}
      </div>
      <CurrencyField
        label={`Harga ${name}`}
        hideLabel
        name={price}
        required={false}
        placeholder={formatCurrency(usual) || "Harga"}
        defaultValue={given}
        errors={errors[price]}
        onAmount={setAmount}
        hint={payout(amount, deductions, "short") ?? undefined}
      />
      <TextField
        label={`Stok ${name}`}
        hideLabel
        name={stock}
        placeholder="Stok"
        inputMode="numeric"
        data-stock
        defaultValue={values?.[stock] ?? stored?.stock}
        errors={errors[stock]}
      />
      {stored && <input type="hidden" name={read} value={values?.[read] ?? `${stored.stock}/${stored.version}`} />}
    </li>
  );
}

/** Selects one of the product's pictures for a variant. */
function VariantPicture({
  options,
  name,
  stored,
  pictures,
  values,
  errors,
}: Omit<RowProps, "price" | "deductions"> & {
  options: string[];
  name: string;
  stored: EditedProduct["variants"][number] | undefined;
}) {
  const field = rowField("picture", options);
  const [chosen, setChosen] = useState(values?.[field] ?? stored?.picture_id ?? "");
  const shown = pictures.find(({ id }) => id === chosen) ?? pictures[0];
  return (
    <div className={styles.choice}>
      {shown && <img src={hrefs.picture(shown.key, 200, "webp")} alt="" width={44} height={44} />}
      <SelectField
        label={`Foto ${name}`}
        hideLabel
        name={field}
        required={false}
        empty="Foto utama"
        defaultValue={chosen}
        options={pictures.map(({ id }, at) => ({ value: id, label: `Foto ${at + 1}` }))}
        errors={errors[field]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
    </div>
  );
}

/** The amount that the seller receives for one piece, by the same rules as when the order is completed. */
function payout(price: number | null, terms: Deductions, length: "long" | "short" = "long"): string | null {
  if (price === null || price < priceLimits.min) return null;
  const commission = calculateFee(terms, price);
  const tax = Math.min(withheldTaxOf(price, terms), price - commission);
  const received = `Anda terima ${formatRupiah(price - commission - tax)}`;
  if (length === "short") return `${received}.`;
  const deducted = `komisi ${formatRupiah(commission)}${tax > 0 ? ` dan PPh 22 ${formatRupiah(tax)}` : ""}`;
  return `${received} per buah, setelah ${deducted}.`;
}
