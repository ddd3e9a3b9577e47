import { paymentGroups, paymentMethods, type PaymentGroup } from "#payments/rules.ts";
import { CheckoutBlock } from "./block.tsx";
import { CheckoutChoice } from "./choice.tsx";
import styles from "./payment.module.css";

const groups = (Object.entries(paymentGroups) as [PaymentGroup, string][]).filter(([group]) =>
  paymentMethods.some((one) => one.group === group),
);

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
  card: "Diisi di halaman bank, tidak kami simpan",
};

/** The choice of a payment method in the checkout. */
export function CheckoutPayment({ method }: { method: string }) {
  return (
    <CheckoutBlock number={3} title="Pembayaran">
      <PaymentMethods method={method} />
    </CheckoutBlock>
  );
}

/** Radio buttons of all payment methods, by group. Every method costs the same. */
export function PaymentMethods({ method }: { method: string }) {
  return (
    <div className={styles.groups}>
      {groups.map(([group, name]) => (
        <fieldset key={group} className={styles.group}>
          <legend className={notes[group] && "sr-only"}>{name}</legend>
          <div className={styles.methods}>
            {paymentMethods
              .filter((one) => one.group === group)
              .map((one) => (
                <CheckoutChoice
                  key={one.id}
                  name="payment_method"
                  value={one.id}
                  checked={one.id === method}
                  title={<MethodName name={one.name} />}
                  note={notes[group]}
                />
              ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
