import { useEffect, useState } from "react";
import styles from "./copy-button.module.css";
import { Icon } from "./icon.tsx";

/** Copies `text`. `what` names it for screen readers ("nomor virtual account"). */
export function CopyButton({ text, what, label = "Salin" }: { text: string; what: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2500);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      className={`${styles.copy} needs-js`}
      aria-label={`${label} ${what}`}
      onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(true))}
    >
      <Icon name={copied ? "check" : "copy"} small />
      <span aria-live="polite">{copied ? "Tersalin" : label}</span>
    </button>
  );
}
