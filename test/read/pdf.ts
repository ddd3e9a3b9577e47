import { inflateSync } from "node:zlib";

type Pdf = { text: string; pages: number };

/**
 * The text of a PDF that pdfkit made: the words of each line in the order in which they were drawn, one line for each
 * piece of text. It reads the fonts' own tables of characters, so it sees what a reader of the file can search.
 */
export function readPdf(file: Buffer): Pdf {
  const objects = objectsOf(file);
  const fonts = new Map<string, Map<string, string>>();
  for (const { head } of objects.values()) {
    for (const [, name = "", number = ""] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(number)?.head ?? "";
      fonts.set(name, charactersOf(objects.get(reference(font, "ToUnicode"))?.stream ?? ""));
    }
  }
  const contents = contentsOf(objects);
  const lines = contents.flatMap((content) => {
    let font: Map<string, string> | undefined;
    return [...content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].flatMap(([, name, shown]) => {
      if (name !== undefined) {
        font = fonts.get(name);
        return [];
      }
      const codes = [...(shown ?? "").matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
      return [codes.map((code) => font?.get(code) ?? "\ufffd").join("")];
    });
  });
  return { text: lines.join("\n"), pages: contents.length };
}

/** The rectangles on the pages of a PDF, in points. */
export function readRectangles(file: Buffer): { x: number; width: number; height: number }[] {
  return contentsOf(objectsOf(file)).flatMap((content) =>
    [...content.matchAll(/([\d.-]+) [\d.-]+ ([\d.-]+) ([\d.-]+) re\b/g)].map(([, x, width, height]) => ({
      x: Number(x),
      width: Number(width),
      height: Number(height),
    })),
  );
}

type PdfObjects = Map<string, { head: string; stream: string }>;

const reference = (text: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1] ?? "";

/** The objects of a PDF by their numbers, with unpacked streams. */
function objectsOf(file: Buffer): PdfObjects {
  const source = file.toString("latin1");
  const objects: PdfObjects = new Map();
  for (const [, number = "", body = ""] of source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const at = body.indexOf("stream\n");
    const head = at < 0 ? body : body.slice(0, at);
    const raw = at < 0 ? "" : body.slice(at + 7, body.lastIndexOf("\nendstream"));
    const packed = head.includes("/FlateDecode");
    const stream = packed ? inflateSync(Buffer.from(raw, "latin1")).toString("latin1") : raw;
    objects.set(number, { head, stream });
  }
  return objects;
}

/** What is drawn on each page. */
function contentsOf(objects: PdfObjects): string[] {
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head));
  return pages.map(({ head }) => objects.get(reference(head, "Contents"))?.stream ?? "");
}

/** Glyph to character, from a ToUnicode table. */
function charactersOf(table: string): Map<string, string> {
  const characters = new Map<string, string>();
  const decode = (hex: string) =>
    String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((one) => Number.parseInt(one, 16)));
  for (const [, first = "0", , list = ""] of table.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/g)) {
    const start = Number.parseInt(first, 16);
    for (const [at, [, hex = ""]] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries())
      characters.set((start + at).toString(16).padStart(4, "0"), decode(hex.replaceAll(" ", "")));
  }
  return characters;
}
