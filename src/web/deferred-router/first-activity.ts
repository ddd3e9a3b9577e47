// Events that show that a user is present and may soon follow a link.
const activityEvents = ["pointerdown", "pointermove", "touchmove", "scroll", "focusin", "keydown", "popstate"];

/** Calls `run` once, at the user's first action. */
export function onFirstActivity(run: () => void): void {
  function stop(): void {
    for (const name of activityEvents) removeEventListener(name, stop, true);
    run();
  }
  for (const name of activityEvents) addEventListener(name, stop, { capture: true, passive: true });
}
