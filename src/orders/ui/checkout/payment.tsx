import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { accountHrefs } from "#account-hrefs.ts";
import { codMethod, paymentGroups, paymentMethod, type PaymentGroup } from "#payments/rules.ts";
import { brandName } from "#lib/brand.ts";
import { Notice } from "#ui/notice.tsx";
import { CheckoutBlock } from "./block.tsx";
import { CheckoutChoice } from "./choice.tsx";
import styles from "./payment.module.css";

const groups = Object.entries(paymentGroups) as [PaymentGroup, string][];

/** On a narrow screen only the bank's name is shown, because the group's heading says the rest. */
function MethodName({ name }: { name: string }) {
  const [, bank, rest] = /^(.*?)( Virtual Account| Bill Payment)$/.exec(name) ?? [];
  if (bank === undefined) return name;
  return (
    <>
      {bank}
      <span className={styles.rest}>{rest}</span>
    </>
  );
}

/** Notes on groups that have only one method. */
const notes: Partial<Record<PaymentGroup, string>> = {
  qris: "Pindai dengan aplikasi bank atau dompet digital apa pun",
  card: "Diisi di halaman pembayaran kartu, tidak kami simpan",
  cod: "Bayar tunai kepada kurir saat paket tiba",
};

/**
 * The choice of a payment method in the checkout: the buyer's, or the first that is offered. `codProblem` says why this
 * purchase cannot be paid in cash at delivery.
 */
export function CheckoutPayment({
  method,
  offered,
  codProblem,
  needsPhone,
}: {
  method: string;
  offered: readonly string[];
  codProblem: string | null;
  /** Cash at delivery is possible once the buyer has verified a phone number. */
  needsPhone: boolean;
}) {
  const { pathname, search } = useLocation();
  // A buyer who verifies the phone wants to pay at delivery, and comes back with that choice.
  const chosen = new URLSearchParams(search);
  chosen.set("payment_method", codMethod.id);
  const usable = codProblem === null ? offered : offered.filter((id) => id !== codMethod.id);
  return (
    <CheckoutBlock number={4} title="Pembayaran">
      {offered.length > 0 ? (
        <PaymentMethods
          // A choice that is no longer possible must not stay selected in the browser.
          key={codProblem}
          method={usable.includes(method) ? method : (usable[0] ?? "")}
          offered={offered}
          codProblem={codProblem}
          codHelp={
            needsPhone && (
              <a className="link" href={accountHrefs.verifyPhone(`${pathname}?${chosen}`)}>
                Verifikasi nomor telepon
              </a>
            )
          }
        />
      ) : (
        <Notice tone="warning" title={`${brandName()} belum menerima pembayaran`}>
          Pesanan belum bisa dibuat. Keranjang Anda tetap tersimpan.
        </Notice>
      )}
    </CheckoutBlock>
  );
}

/**
 * Radio buttons of the offered payment methods, by group. Every method costs the same. `deadlineOf` says of a group's
 * first method until when it can be paid; the methods of a group have the same duration.
 */
export function PaymentMethods({
  method,
  offered,
  codProblem = null,
  codHelp,
  deadlineOf,
}: {
  method: string;
  offered: readonly string[];
  codProblem?: string | null;
  /** What a buyer can do about it. */
  codHelp?: ReactNode;
  deadlineOf?: (method: string) => string | undefined;
}) {
  const shown = offered.flatMap((id) => paymentMethod(id) ?? []);
  return (
    <div className={styles.groups}>
      {groups
        .filter(([group]) => shown.some((one) => one.group === group))
        .map(([group, name]) => (
          <fieldset key={group} className={styles.group}>
            <legend className={notes[group] && "sr-only"}>{name}</legend>
            <div className={styles.methods}>
              {shown
                .filter((one) => one.group === group)
                .map((one) => (
                  <CheckoutChoice
                    key={one.id}
                    name="payment_method"
                    value={one.id}
                    checked={one.id === method}
                    title={<MethodName name={one.name} />}
                    note={one.id === codMethod.id && codProblem !== null ? codProblem : notes[group]}
                    disabled={one.id === codMethod.id && codProblem !== null}
                  />
                ))}
            </div>
            {group === "cod" && codHelp && <p className={styles.deadline}>{codHelp}</p>}
            <Deadline text={deadlineOf?.(shown.find((one) => one.group === group)?.id ?? "")} />
          </fieldset>
        ))}
    </div>
  );
}

function Deadline({ text }: { text: string | undefined }) {
  return text && <p className={styles.deadline}>{text}</p>;
}
