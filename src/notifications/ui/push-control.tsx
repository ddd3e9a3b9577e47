import { useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import styles from "./preferences.module.css";
import type { PushState } from "./push-browser.ts";

const stateTexts: Record<PushState, string> = {
  unsupported: "Browser ini tidak mendukung notifikasi push.",
  denied:
    "Notifikasi diblokir untuk situs ini. Izinkan lewat pengaturan situs di browser Anda, lalu muat ulang halaman.",
  off: "Perangkat ini belum menerima notifikasi push.",
  on: "Perangkat ini menerima notifikasi push.",
};

/** The switch for push on this device, or the reason why it has none. It requests permission only after a click. */
export function PushControl({ userId, pushKey }: { userId: string; pushKey: string }) {
  const [state, setState] = useState<PushState>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    void import("./push-browser.ts").then(async ({ pushState }) => setState(await pushState(userId)));
  }, [userId]);

  async function change(on: boolean) {
    setBusy(true);
    setFailed(false);
    try {
      const { enablePush, disablePush } = await import("./push-browser.ts");
      const now = await (on ? enablePush(userId, pushKey) : disablePush());
      setState(now);
      setFailed(on && now === "off" && Notification.permission === "granted");
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Panel title="Push di perangkat ini">
      <div className={styles.device}>
        <Icon name="phone" />
        <p role="status">
          {state === undefined ? "Notifikasi push memerlukan JavaScript." : stateTexts[state]}
          {failed && " Terjadi kesalahan. Coba lagi sebentar lagi."}
        </p>
        {(state === "off" || state === "on") && (
          <Button
            type="button"
            variant={state === "on" ? "outline" : "primary"}
            size="s"
            busy={busy}
            onClick={() => void (busy || change(state === "off"))}
          >
            {state === "on" ? "Matikan" : "Aktifkan"}
          </Button>
        )}
      </div>
    </Panel>
  );
}
