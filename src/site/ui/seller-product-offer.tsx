import { useState } from "react";
import type { EditedProduct } from "#catalog/contract.ts";
import { combinations, priceLimits, variantLimits } from "#catalog/rules.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { commissionOf } from "#payments/rules.ts";
import { Panel } from "#ui/card.tsx";
import { CurrencyField } from "#ui/currency-field.tsx";
import { parseCurrency } from "#ui/currency.ts";
import { TextField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { axesOf, rowField } from "./seller-product-fields.ts";
import styles from "./seller-product.module.css";

type Values = Record<string, string> | undefined;
type Errors = Record<string, string[]>;

/** Price and stock, of the product or of each pair of options. The table follows what is typed; without scripts after saving. */
export function ProductOffer({
  product,
  values,
  errors,
}: {
  product: EditedProduct | null;
  values: Values;
  errors: Errors;
}) {
  const [axes, setAxes] = useState(() =>
    [0, 1].map((at) => ({
      name: values?.[`axis${at + 1}`] ?? product?.axes[at]?.name ?? "",
      values: values?.[`values${at + 1}`] ?? product?.axes[at]?.values.join(", ") ?? "",
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
                ? ["Dipakai varian yang belum diisi sendiri.", payout(price)].filter(Boolean).join(" ")
                : (payout(price) ?? "Rp100 sampai Rp1.000.000.000.")
            }
          />
          <TextField
            label={varied ? "Stok untuk varian baru" : "Stok"}
            name="stock"
            inputMode="numeric"
            required={!varied}
            defaultValue={values?.stock ?? single?.stock}
            errors={errors.stock}
          />
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
                  maxLength={40}
                  placeholder={at === 0 ? "Warna" : "Ukuran"}
                  defaultValue={axes[at]?.name}
                  onChange={(event) => change(at, { name: event.currentTarget.value })}
                />
                <TextField
                  label={`Pilihan ${at + 1}`}
                  name={`values${at + 1}`}
                  required={false}
                  placeholder={at === 0 ? "Merah, Biru" : "S, M, L"}
                  hint={`Pisahkan dengan koma, paling banyak ${variantLimits.values}.`}
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
          varied && <VariantTable rows={rows} product={product} values={values} errors={errors} />
        )}
      </div>
    </Panel>
  );
}

function VariantTable({
  rows,
  product,
  values,
  errors,
}: {
  rows: readonly string[][];
  product: EditedProduct | null;
  values: Values;
  errors: Errors;
}) {
  return (
    <div>
      <p className={styles.captions} aria-hidden>
        <span>Varian</span>
        <span>Harga</span>
        <span>Stok</span>
      </p>
      <ul className={styles.rows} aria-label="Harga dan stok setiap varian">
        {rows.map((options) => {
          const stored = product?.variants.find(
            (one) => one.option1 === options[0] && (one.option2 ?? undefined) === options[1],
          );
          return <VariantRow key={options.join(" / ")} {...{ options, stored, values, errors }} />;
        })}
      </ul>
    </div>
  );
}

function VariantRow({
  options,
  stored,
  values,
  errors,
}: {
  options: string[];
  stored: EditedProduct["variants"][number] | undefined;
  values: Values;
  errors: Errors;
}) {
  const name = options.join(" / ");
  const [price, stock, read] = [rowField("price", options), rowField("stock", options), rowField("read", options)];
  const given = values?.[price] ?? stored?.price;
  const [amount, setAmount] = useState<number | null>(() => parseCurrency(String(given ?? "")));
  return (
    <li className={styles.row}>
      <span>{name}</span>
      <CurrencyField
        label={`Harga ${name}`}
        hideLabel
        name={price}
        required={false}
        placeholder="Harga"
        defaultValue={given}
        errors={errors[price]}
        onAmount={setAmount}
        hint={payout(amount, "short") ?? undefined}
      />
      <TextField
        label={`Stok ${name}`}
        hideLabel
        name={stock}
        required={false}
        placeholder="Stok"
        inputMode="numeric"
        defaultValue={values?.[stock] ?? stored?.stock}
        errors={errors[stock]}
      />
      {stored && <input type="hidden" name={read} value={values?.[read] ?? `${stored.stock}/${stored.version}`} />}
    </li>
  );
}

/** What arrives in the balance for one piece; the same rule books it when the order completes. */
function payout(price: number | null, length: "long" | "short" = "long"): string | null {
  if (price === null || price < priceLimits.min) return null;
  const commission = commissionOf(price);
  const received = `Anda terima ${formatRupiah(price - commission)}`;
  return length === "short" ? `${received}.` : `${received} per buah, setelah komisi ${formatRupiah(commission)}.`;
}
