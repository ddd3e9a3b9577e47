// What shows that a person is there and may soon go on.
const signs = ["pointerdown", "pointermove", "touchmove", "scroll", "focusin", "keydown", "popstate"];

/** Calls `run` once, at the first thing that the person does. */
export function onFirstActivity(run: () => void): void {
  function stop(): void {
    for (const sign of signs) removeEventListener(sign, stop, true);
    run();
  }
  for (const sign of signs) addEventListener(sign, stop, { capture: true, passive: true });
}
