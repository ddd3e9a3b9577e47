/** The form of help texts: plain data that the pages show and the search reads. */

/** Text with `**bold**` and `[links](/path)`: a paragraph, numbered steps or a list. */
export type HelpBlock = { text: string } | { steps: readonly string[] } | { list: readonly string[] };

export type HelpArticle = {
  /** Anchor on the page. It never changes, because users share links to it. */
  id: string;
  title: string;
  /** Other words with which users search for it. */
  also?: string;
  blocks: readonly HelpBlock[];
};

export type HelpTopic = { id: string; title: string; articles: readonly HelpArticle[] };

/** A question with its answer, on the pages for buyers and sellers. */
export type HelpQuestion = { id: string; question: string; answer: string };
export type QuestionGroup = { id: string; title: string; questions: readonly HelpQuestion[] };

/** One piece of text: plain, bold, or a link. */
export type TextPiece = { text: string; bold?: true; href?: string };

/** Parses the marks for bold and links in a text. */
export function textPieces(written: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const found of written.matchAll(/\*\*([^*]+)\*\*|\[([^[\]]+)\]\(([^\s()]+)\)/g)) {
    if (found.index > at) pieces.push({ text: written.slice(at, found.index) });
    const [whole, bold, text, href] = found;
    if (bold !== undefined) pieces.push({ text: bold, bold: true });
    else if (text !== undefined && href !== undefined) pieces.push({ text, href });
    at = found.index + whole.length;
  }
  if (at < written.length) pieces.push({ text: written.slice(at) });
  return pieces;
}

/** The texts of a block without marks. */
export function blockText(block: HelpBlock): string[] {
  const written = "text" in block ? [block.text] : "steps" in block ? block.steps : block.list;
  return written.map((one) =>
    textPieces(one)
      .map(({ text }) => text)
      .join(""),
  );
}
