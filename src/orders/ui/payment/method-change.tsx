import { Form, useLocation, useNavigation } from "react-router";
import { formatDateTime } from "#lib/time.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { useShowRefusal } from "#ui/show-refusal.ts";
import type { PaymentView } from "#payments/contract.ts";
import { PaymentMethods } from "../checkout/payment.tsx";
import styles from "./payment.module.css";

/** In the address after a change of the method: the page says so, and begins there. */
export const changedKey = "changed";

/** Says above the new instructions that the method was changed, with the focus: the form is far below. */
export function ChangedMethod({ name }: { name: string }) {
  const location = useLocation();
  const isChanged = new URLSearchParams(location.search).has(changedKey);
  const place = useShowRefusal<HTMLDivElement>(isChanged ? location : undefined, { alone: true });
  if (!isChanged) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the message is out of view; only without scripts
    <div ref={place} id={changedKey} tabIndex={-1} className={styles.changed} autoFocus>
      <Notice key={location.key} tone="success">
        Cara bayar diganti ke {name}.
      </Notice>
    </div>
  );
}

/** Another way to pay. Not offered once a part has come in. */
export function MethodChange({ payment }: { payment: PaymentView }) {
  const isChanging = useNavigation().formData?.get("intent") === "change";
  if (payment.received > 0) return null;
  return (
    <details className={styles.panel} open={!payment.open}>
      <summary className={styles.change}>
        <span className="link">Ganti cara bayar</span>
      </summary>
      <Form method="post" className={styles.changeForm} preventScrollReset>
        <input type="hidden" name="intent" value="change" />
        <input type="hidden" name="current_method" value={payment.open ? payment.method : ""} />
        <PaymentMethods
          method={payment.open ? payment.method : ""}
          offered={payment.offered}
          deadlineOf={(method) => deadlineText(payment, method)}
        />
        <Button variant="outline" busy={isChanging}>
          Pakai cara ini
        </Button>
        {payment.open && (
          <p className={styles.quiet}>
            Setelah diganti, nomor yang lama tidak berlaku lagi. Batas waktunya mengikuti cara yang baru.
          </p>
        )}
      </Form>
    </details>
  );
}

/** Until when the buyer could pay by a method that is chosen now. Undefined when that has passed. */
function deadlineText({ offered_until: until, now }: PaymentView, method: string): string | undefined {
  const at = until[method];
  return at !== undefined && at > now
    ? `Bila diganti sekarang: bayar sebelum ${formatDateTime(new Date(at))}.`
    : undefined;
}
