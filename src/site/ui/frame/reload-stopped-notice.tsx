import { hrefs } from "#hrefs.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import styles from "./reload-stopped-notice.module.css";

/** Says that the page no longer reloads itself (lib/browser/auto-reload.ts), and what the user can do. */
export function ReloadStoppedNotice() {
  return (
    <div className={`wrap ${styles.place}`}>
      <Notice tone="error" title="Halaman ini berhenti memuat ulang sendiri">
        <p>Isinya mungkin belum sesuai dengan akun Anda. Muat ulang, atau keluar lalu masuk lagi.</p>
        <p className={styles.actions}>
          <Button type="button" variant="outline" size="s" onClick={() => location.reload()}>
            Muat ulang
          </Button>
          <ButtonLink href={hrefs.logout()} variant="outline" size="s">
            Keluar
          </ButtonLink>
        </p>
      </Notice>
    </div>
  );
}
