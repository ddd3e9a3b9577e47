/** Where a sentence waits for the next page of this tab. */
const flashMessageKey = "kabar";

/** Keeps a sentence for the page that is loaded next in this tab; does nothing outside a browser. */
export function setFlashMessage(sentence: string): void {
  try {
    if (typeof sessionStorage !== "undefined") sessionStorage.setItem(flashMessageKey, sentence);
  } catch {
    // A browser that stores nothing shows the page without the sentence.
  }
}

/** Takes the kept sentence: it is shown once. */
export function consumeFlashMessage(): string | null {
  try {
    const sentence = sessionStorage.getItem(flashMessageKey);
    sessionStorage.removeItem(flashMessageKey);
    return sentence;
  } catch {
    return null;
  }
}
