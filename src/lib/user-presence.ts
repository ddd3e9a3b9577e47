/**
 * Whether somebody is at the page: it was opened, touched or typed into during the last minutes. What a page asks for by itself
 * afterwards is no use of the session (accounts/session/rules.ts), which would otherwise last as long as a forgotten tab gets news.
 */
const presenceDuration = 5 * 60_000;
/** Sent with calls that nobody waits for. */
export const unattendedHeader = "kawung-unattended";

let lastActivityAt = 0;

if (typeof document !== "undefined")
  for (const name of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "visibilitychange"])
    addEventListener(name, () => void (lastActivityAt = performance.now()), { capture: true, passive: true });

/** The header of a call which the browser makes now. */
export function presenceHeaders(): Record<string, string> {
  return performance.now() - lastActivityAt > presenceDuration ? { [unattendedHeader]: "1" } : {};
}
