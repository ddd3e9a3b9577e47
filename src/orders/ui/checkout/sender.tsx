import { TextField } from "#ui/field.tsx";
import { maxSenderNameLength } from "../../rules.ts";
import styles from "./sender.module.css";

/** What the buyer typed, and the refusals of the API by field. */
export type SenderFields = { name: string; phone: string; errors: Readonly<Record<string, string[]>> };

/** A buyer who sells on names another sender: labels show it in place of the shop. */
export function CheckoutSender({ sender }: { sender: SenderFields | undefined }) {
  const { name = "", phone = "", errors = {} } = sender ?? {};
  return (
    <details className={styles.sender} open={name !== "" || phone !== ""}>
      <summary>
        <span className="link">Kirim sebagai dropshipper</span>
      </summary>
      <div className={styles.fields}>
        <p className="muted">Label paket menyebut pengirim ini, bukan toko. Penjual melihatnya.</p>
        <TextField
          label="Nama pengirim"
          name="sender_name"
          required={false}
          maxLength={maxSenderNameLength}
          defaultValue={name}
          errors={errors["sender.name"]}
        />
        <TextField
          label="Telepon pengirim"
          name="sender_phone"
          type="tel"
          required={false}
          defaultValue={phone}
          errors={errors["sender.phone"]}
        />
      </div>
    </details>
  );
}
