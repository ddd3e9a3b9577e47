/** The storage key of a message for the next page of this tab. */
const flashMessageKey = "flash_message";

/** Stores a message for the page that is loaded next in this tab; does nothing outside a browser. */
export function setFlashMessage(sentence: string): void {
  try {
    if (typeof sessionStorage !== "undefined") sessionStorage.setItem(flashMessageKey, sentence);
  } catch {
    // A browser without storage shows the next page without the message.
  }
}

/** Returns the stored message and deletes it, so that it is shown once. */
export function consumeFlashMessage(): string | null {
  try {
    const sentence = sessionStorage.getItem(flashMessageKey);
    sessionStorage.removeItem(flashMessageKey);
    return sentence;
  } catch {
    return null;
  }
}
