import { textPieces, type HelpBlock } from "../../help/article.ts";

/** A help text with its bold words and links. */
export function Written({ text }: { text: string }) {
  return textPieces(text).map((piece, at) => {
    if (piece.bold) return <b key={at}>{piece.text}</b>;
    if (piece.href === undefined) return piece.text;
    return (
      <a key={at} href={piece.href}>
        {piece.text}
      </a>
    );
  });
}

/** The paragraphs, steps and lists of a help article. */
export function HelpText({ blocks }: { blocks: readonly HelpBlock[] }) {
  return blocks.map((block, at) => {
    if ("text" in block) {
      return (
        <p key={at}>
          <Written text={block.text} />
        </p>
      );
    }
    const List = "steps" in block ? "ol" : "ul";
    return (
      <List key={at}>
        {("steps" in block ? block.steps : block.list).map((one) => (
          <li key={one}>
            <Written text={one} />
          </li>
        ))}
      </List>
    );
  });
}
