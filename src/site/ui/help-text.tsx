import { textPieces, type HelpBlock } from "../help/article.ts";

/** A text of the help with its bold words and links. */
function Written({ text }: { text: string }) {
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

/** Paragraphs, steps and lists of one text of the help. */
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
