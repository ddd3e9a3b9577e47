import type { Address } from "#addresses/contract.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import type { Quote } from "../../checkout/contract.ts";
import styles from "./address.module.css";
import { CheckoutBlock, UpdateButton } from "./block.tsx";
import { CheckoutChoice } from "./choice.tsx";

// A button, because it takes the choices of the form along, also without scripts, and comes back to them.
const newAddress = { name: "intent", value: "new_address", formNoValidate: true } as const;

/** The delivery address, with the others of the address book behind "Ganti alamat". */
export function CheckoutAddress({ quote, addresses }: { quote: Quote; addresses: readonly Address[] }) {
  const { address } = quote;
  if (!address) {
    return (
      <CheckoutBlock number={1} title="Alamat pengiriman">
        <p className={styles.none}>
          Anda belum menyimpan alamat. Tambahkan alamat untuk melihat ongkos kirim dan membayar.
        </p>
        <Button {...newAddress} icon="plus">
          Tambah alamat
        </Button>
      </CheckoutBlock>
    );
  }
  return (
    <CheckoutBlock number={1} title="Alamat pengiriman">
      <p className={styles.recipient}>
        <b>{address.recipient}</b> <span className="muted">{address.phone}</span>{" "}
        <Badge tone="info">{address.label}</Badge>
      </p>
      <p className={styles.street}>{address.street}</p>
      <p className="muted">
        {address.place} {address.postcode}
      </p>
      <details className={styles.others}>
        <summary>Ganti alamat</summary>
        <fieldset className={styles.list}>
          <legend className="sr-only">Alamat pengiriman</legend>
          {addresses.map((one) => (
            <CheckoutChoice
              key={one.id}
              name="address_id"
              value={one.id}
              checked={one.id === address.id}
              title={
                <>
                  {one.label} · {one.recipient}
                </>
              }
              note={`${one.street}, ${one.regency.name}, ${one.postcode}`}
            />
          ))}
        </fieldset>
        <UpdateButton what="alamat" />
        <button type="submit" {...newAddress} className={styles.more}>
          Tambah alamat lain
        </button>
      </details>
    </CheckoutBlock>
  );
}
