import { Form, useNavigation } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { formatLongDate, span } from "#lib/time.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { CheckboxField } from "#ui/field.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { Deletion } from "../contract.ts";
import { deletionGraceDuration, orderRetentionText } from "../rules.ts";
import { PasswordPrompt } from "./password-prompt.tsx";
import styles from "./privacy.module.css";

/** Explains the deletion and what has to be finished first, and takes the request; or offers to cancel it. */
export function DeletionPanel({ deletion, failure }: { deletion: Deletion; failure: FormFailure | undefined }) {
  const asked = useNavigation().formData?.get("intent");
  if (deletion.due_at !== null)
    return (
      <Panel title="Akun Anda akan dihapus" className={styles.going}>
        <div className={styles.stack}>
          <FormNotice failure={failure} />
          <p>
            Akun dan data Anda dihapus pada <b>{formatLongDate(new Date(deletion.due_at))}</b>. Sampai hari itu Anda
            bisa memakai akun seperti biasa dan membatalkan penghapusan.
          </p>
          {deletion.blockers.length > 0 && (
            <Blockers deletion={deletion} lead="Penghapusan menunggu sampai ini selesai:" />
          )}
          <Form method="post">
            <input type="hidden" name="intent" value="keep" />
            <Button busy={asked === "keep"}>Batalkan penghapusan</Button>
          </Form>
        </div>
      </Panel>
    );
  return (
    <Panel title="Hapus akun">
      <div className={styles.stack}>
        <p>
          Anda bisa menghapus akun kapan saja. Setelah diminta, ada {span(deletionGraceDuration)} untuk membatalkannya.
        </p>
        {deletion.blockers.length > 0 ? (
          <Blockers deletion={deletion} lead="Selesaikan ini dulu agar uang dan barang Anda aman:" />
        ) : (
          <details className={styles.more} open={failure !== undefined}>
            <summary className="link">Saya ingin menghapus akun</summary>
            <div className={styles.stack}>
              <h3>Yang terjadi</h3>
              <ul className={styles.list}>
                <li>Perangkat lain langsung dikeluarkan; toko Anda, jika ada, berhenti menerima pesanan.</li>
                <li>
                  Setelah {span(deletionGraceDuration)}: nama, email, telepon, alamat, foto, keranjang, notifikasi,
                  kata-kata ulasan, dan isi toko Anda dihapus. Ini tidak bisa dikembalikan.
                </li>
                <li>
                  Catatan pesanan dan pembayaran disimpan {orderRetentionText} tanpa identitas Anda, karena diwajibkan
                  PP 80/2019.
                </li>
                <li>
                  NPWP atau NIK yang Anda nyatakan untuk pajak toko disimpan tersegel selama itu juga, sebagai bukti
                  pajak.
                </li>
                <li>Email Anda bisa dipakai lagi untuk mendaftar sebagai akun baru yang kosong.</li>
              </ul>
              <p className="muted">Ingin menyimpan data Anda? Unduh salinannya di atas sebelum melanjutkan.</p>
              <Form method="post" className={styles.stack}>
                <FormNotice failure={failure} />
                <input type="hidden" name="intent" value="delete" />
                <CheckboxField
                  label="Saya memahami dan ingin menghapus akun saya"
                  name="understood"
                  required
                  defaultChecked={failure?.values.understood === "1"}
                  errors={failure?.fields.understood}
                />
                <PasswordPrompt failure={failure} />
                <div>
                  <Button variant="danger" busy={asked === "delete"}>
                    Hapus akun saya
                  </Button>
                </div>
              </Form>
            </div>
          </details>
        )}
      </div>
    </Panel>
  );
}

function Blockers({ deletion, lead }: { deletion: Deletion; lead: string }) {
  return (
    <Notice tone="warning" title={lead}>
      <ul className={styles.list}>
        {deletion.blockers.map(({ code, text, href }) => (
          <li key={code}>
            <a className="link" href={href}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
