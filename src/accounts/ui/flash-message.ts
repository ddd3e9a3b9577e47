/** Where a sentence waits for the next page of this tab. */
const newsKey = "kabar";

/** Keeps a sentence for the page that is loaded next in this tab; does nothing outside a browser. */
export function keepNews(sentence: string): void {
  try {
    if (typeof sessionStorage !== "undefined") sessionStorage.setItem(newsKey, sentence);
  } catch {
    // A browser that stores nothing shows the page without the sentence.
  }
}

/** Takes the kept sentence: it is shown once. */
export function takeNews(): string | null {
  try {
    const sentence = sessionStorage.getItem(newsKey);
    sessionStorage.removeItem(newsKey);
    return sentence;
  } catch {
    return null;
  }
}
