import { Form, useNavigation } from "react-router";
import { accountHrefs } from "#account-hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatDateTime } from "#lib/time.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { Archive } from "../contract.ts";
import { PasswordPrompt } from "./password-prompt.tsx";
import styles from "./privacy.module.css";

/** Requests the copy of the user's data, and offers it when it is ready. */
export function ArchivePanel({ archive, failure }: { archive: Archive | null; failure: FormFailure | undefined }) {
  const busy = useNavigation().formData?.get("intent") === "archive";
  const isReady = (archive?.expires_at ?? null) !== null;
  return (
    <Panel title="Unduh data Anda">
      <div className={styles.stack}>
        <p>
          Satu berkas ZIP berisi profil, alamat, pesanan, pembayaran, ulasan, persetujuan, dan lainnya: halaman yang
          bisa Anda baca dan berkas untuk dipakai di layanan lain.
        </p>
        {archive && isReady && (
          <div className={styles.ready}>
            <ButtonLink href={accountHrefs.archiveFile(archive.id)} download icon="download">
              Unduh ZIP ({sizeOf(archive.bytes ?? 0)})
            </ButtonLink>
            <p className="muted">Bisa diunduh sampai {formatDateTime(new Date(archive.expires_at ?? ""))}.</p>
          </div>
        )}
        {archive && !isReady && (
          <Notice tone="info" title="Sedang disiapkan">
            Kami memberi tahu Anda lewat notifikasi dan email begitu siap. Biasanya kurang dari satu menit.
          </Notice>
        )}
        {(!archive || isReady) && (
          <Form method="post" className={styles.stack}>
            <FormNotice failure={failure} />
            <input type="hidden" name="intent" value="archive" />
            <PasswordPrompt failure={failure} />
            <div>
              <Button variant="outline" busy={busy}>
                {isReady ? "Siapkan salinan baru" : "Siapkan salinan data"}
              </Button>
            </div>
          </Form>
        )}
      </div>
    </Panel>
  );
}

function sizeOf(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1).replace(".", ",")} MB`;
}
