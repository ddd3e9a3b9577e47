/** How help is written down: plain data that the page shows and the search reads. */

/** Words with `**bold**` and `[links](/address)`; a paragraph, numbered steps or a list. */
export type HelpBlock = { text: string } | { steps: readonly string[] } | { list: readonly string[] };

export type HelpArticle = {
  /** Anchor on the page; never changes, for people share it. */
  id: string;
  title: string;
  /** Other words by which people look for it. */
  also?: string;
  blocks: readonly HelpBlock[];
};

export type HelpTopic = { id: string; title: string; articles: readonly HelpArticle[] };

/** A question with its answer, as the pages for buyers and sellers show them. */
export type HelpQuestion = { id: string; question: string; answer: string };
export type QuestionGroup = { id: string; title: string; questions: readonly HelpQuestion[] };

/** One piece of written text: plain, bold, or a link. */
export type TextPiece = { text: string; bold?: true; href?: string };

/** Takes the signs for bold and links out of a text. */
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

/** A block's sentences without any signs. */
export function blockText(block: HelpBlock): string[] {
  const written = "text" in block ? [block.text] : "steps" in block ? block.steps : block.list;
  return written.map((one) =>
    textPieces(one)
      .map(({ text }) => text)
      .join(""),
  );
}
