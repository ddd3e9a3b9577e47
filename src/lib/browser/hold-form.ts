declare global {
  /** Set by the script in the page (web/hold-forms.ts). */
  var holdForm:
    | ((ended: Promise<unknown>, sameOnly: boolean, answered: Promise<unknown> | undefined) => void)
    | undefined;
}

/**
 * Ignores further submissions of a form until `ended` has settled. Call it while the submit event of that form runs:
 * at another time it does nothing. Only the first call in an event counts. From `answered` on, if it is given, another
 * button of the form may be pressed. With `sameOnly`, a submission with other content passes, such as the next click on
 * a checkbox.
 */
export function holdForm(
  ended: Promise<unknown>,
  { sameOnly = false, answered }: { sameOnly?: boolean; answered?: Promise<unknown> } = {},
): void {
  globalThis.holdForm?.(ended, sameOnly, answered);
}
