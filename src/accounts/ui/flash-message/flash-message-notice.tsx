import { useEffect, useState } from "react";
import { Icon } from "#ui/icon.tsx";
import { consumeFlashMessage } from "./flash-message.ts";
import styles from "./flash-message-notice.module.css";

/** How long the message is shown, in milliseconds. */
const displayDuration = 5000;

/** Shows the flash message once, for example "Berhasil Login" after the next page was loaded. */
export function FlashMessageNotice() {
  const [sentence, setSentence] = useState<string | null>(null);
  useEffect(() => setSentence(consumeFlashMessage()), []);
  useEffect(() => {
    if (sentence === null) return undefined;
    const timer = setTimeout(() => setSentence(null), displayDuration);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <div className={styles.place} role="status">
      {sentence !== null && (
        <p className={styles.news}>
          <Icon name="check" />
          {sentence}
        </p>
      )}
    </div>
  );
}
