import { useEffect, useState } from "react";
import { formatDateTime, type Zone } from "#lib/time.ts";
import { formatRemaining } from "./countdown.ts";
import styles from "./countdown.module.css";

/**
 * A deadline: the moment with its zone, and with scripts the remaining time. `now` is the server's time at rendering
 * (ISO), so that a wrong clock of the device does not matter. `onEnd` is called once at the end.
 */
export function Countdown({
  until,
  now,
  zone = "WIB",
  onEnd,
}: {
  until: string;
  now: string;
  zone?: Zone;
  onEnd?: () => void;
}) {
  const end = Date.parse(until);
  const [left, setLeft] = useState(end - Date.parse(now));
  useEffect(() => {
    const started = performance.now();
    const atStart = end - Date.parse(now);
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const rest = atStart - (performance.now() - started);
      setLeft(rest);
      if (rest <= 0) onEnd?.();
      else timer = setTimeout(tick, Math.max(50, rest % 1000 || 1000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [end, now, onEnd]);
  return (
    <span className={styles.countdown}>
      <time dateTime={until}>{formatDateTime(new Date(end), zone)}</time>
      <span className={`${styles.left} needs-js`} role="timer" aria-live="off" suppressHydrationWarning>
        {left > 0 ? formatRemaining(left) : "Waktu habis"}
      </span>
    </span>
  );
}
