declare global {
  /** Set by the script in the page (web/hold-forms.ts). */
  var holdForm: ((answer: Promise<unknown>, sameOnly: boolean) => void) | undefined;
}

/**
 * Ignores further submissions of a form until `answer` has settled. Call it while the submit event of that form runs:
 * at another time it does nothing. Only the first call in an event counts. With `sameOnly`, a submission with other
 * content passes, such as the next click on a checkbox.
 */
export function holdForm(answer: Promise<unknown>, { sameOnly = false } = {}): void {
  globalThis.holdForm?.(answer, sameOnly);
}
