import { paymentGroups, paymentMethods, type PaymentGroup } from "#payments/rules.ts";
import { CheckoutBlock } from "./checkout-block.tsx";
import { CheckoutChoice } from "./checkout-choice.tsx";
import styles from "./checkout-payment.module.css";

const groups = Object.entries(paymentGroups) as [PaymentGroup, string][];

/** How the buyer pays; every method costs the same. */
export function CheckoutPayment({ method }: { method: string }) {
  return (
    <CheckoutBlock number={3} title="Pembayaran">
      <div className={styles.groups}>
        {groups.map(([group, name]) => (
          <fieldset key={group} className={styles.group}>
            <legend>{name}</legend>
            <div className={styles.methods}>
              {paymentMethods
                .filter((one) => one.group === group)
                .map((one) => (
                  <CheckoutChoice
                    key={one.id}
                    name="payment_method"
                    value={one.id}
                    checked={one.id === method}
                    title={one.name}
                  />
                ))}
            </div>
          </fieldset>
        ))}
      </div>
    </CheckoutBlock>
  );
}
