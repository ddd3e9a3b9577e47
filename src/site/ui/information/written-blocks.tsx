import { formatLongDate } from "#lib/time.ts";
import type { PlaceTexts, ShownBlock } from "../../information/contract.ts";
import { settingOf } from "#lib/settings/setting.ts";
import { announcedChangesSetting } from "#settings/rules.ts";
import { announcedChapter, announcedDeadlines } from "../../information/rules.ts";
import type { Chapter } from "./article.tsx";

function Pieces({ pieces }: { pieces: ShownBlock["items"][number] }) {
  return pieces.map(({ text, bold, href }, at) => {
    if (bold) return <b key={at}>{text}</b>;
    if (href === undefined) return text;
    return (
      <a key={at} href={href} {...(href.startsWith("https:") && { rel: "noopener" })}>
        {text}
      </a>
    );
  });
}

/** Paragraphs, lists and headings that operators wrote. A `## ` has the level `heading`, a `### ` the next one. */
export function WrittenBlocks({ blocks, heading = 3 }: { blocks: readonly ShownBlock[]; heading?: 2 | 3 }) {
  const Heading = heading === 2 ? "h2" : "h3";
  const Subheading = heading === 2 ? "h3" : "h4";
  return blocks.map(({ kind, items }, at) => {
    const [first = []] = items;
    if (kind === "heading")
      return (
        <Heading key={at}>
          <Pieces pieces={first} />
        </Heading>
      );
    if (kind === "subheading")
      return (
        <Subheading key={at}>
          <Pieces pieces={first} />
        </Subheading>
      );
    if (kind === "text")
      return (
        <p key={at}>
          <Pieces pieces={first} />
        </p>
      );
    const List = kind === "steps" ? "ol" : "ul";
    return (
      <List key={at}>
        {items.map((item, place) => (
          <li key={place}>
            <Pieces pieces={item} />
          </li>
        ))}
      </List>
    );
  });
}

/** A text as chapters: each `## ` heading begins one. What is before the first heading has no title. */
export function writtenChapters(blocks: readonly ShownBlock[]): Chapter[] {
  const chapters: { title: string; blocks: ShownBlock[] }[] = [];
  for (const block of blocks) {
    const last = chapters.at(-1);
    if (block.kind === "heading") chapters.push({ title: textOf(block), blocks: [] });
    else if (last) last.blocks.push(block);
    else chapters.push({ title: "", blocks: [block] });
  }
  return chapters.map((chapter, at) => ({
    id: `bagian-${at + 1}`,
    title: chapter.title,
    body: <WrittenBlocks blocks={lifted(chapter.blocks)} />,
  }));
}

/** Inside a chapter its `### ` headings follow the chapter's own. */
function lifted(blocks: readonly ShownBlock[]): ShownBlock[] {
  return blocks.map((block) => (block.kind === "subheading" ? { ...block, kind: "heading" } : block));
}

function textOf({ items }: ShownBlock): string {
  return (items[0] ?? []).map(({ text }) => text).join("");
}

/** The operators' clauses in terms or privacy policy: those in effect, and those announced with their day. */
export function clauseChapters(texts: PlaceTexts | undefined): Chapter[] {
  const chapters: Chapter[] = [];
  if (texts?.current)
    chapters.push({
      id: "ketentuan-tambahan",
      title: "Ketentuan tambahan",
      body: <WrittenBlocks blocks={texts.current.blocks} />,
    });
  if (texts?.announced)
    chapters.push({
      id: announcedChapter,
      title: `Berubah mulai ${formatLongDate(new Date(texts.announced.from))}`,
      body: (
        <>
          <p>Mulai hari itu, ketentuan tambahan berbunyi:</p>
          <WrittenBlocks blocks={texts.announced.blocks} />
        </>
      ),
    });
  return chapters;
}

/** The deadlines in the terms that change: what is in effect, what comes, and when. */
export function deadlineChapters(): Chapter[] {
  const changes = settingOf(announcedChangesSetting);
  if (changes.length === 0) return [];
  return [
    {
      id: announcedDeadlines,
      title: "Batas waktu yang akan berubah",
      body: (
        <>
          <ul>
            {changes.map(({ key, label, before, after, from }) => (
              <li key={key}>
                {label}: sekarang {before}, mulai {formatLongDate(new Date(from))} menjadi {after}.
              </li>
            ))}
          </ul>
          <p>Batas waktu yang sudah berjalan tidak berubah.</p>
        </>
      ),
    },
  ];
}
