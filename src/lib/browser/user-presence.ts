/**
 * Whether the user is active: the page was opened, touched or typed into during the last minutes. Later calls that the
 * page makes by itself do not count as use of the session (accounts/session/rules.ts). Otherwise the session would last
 * as long as a forgotten tab gets notifications.
 */
const presenceDuration = 5 * 60_000;
/** Sent with calls that the page makes without an active user. */
export const unattendedHeader = "kawung-unattended";

let lastActivityAt = 0;

if (typeof document !== "undefined")
  for (const name of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "visibilitychange"])
    addEventListener(name, () => void (lastActivityAt = performance.now()), { capture: true, passive: true });

/** The header for a call that the browser makes now. */
export function presenceHeaders(): Record<string, string> {
  return performance.now() - lastActivityAt > presenceDuration ? { [unattendedHeader]: "1" } : {};
}
