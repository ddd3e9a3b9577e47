/**
 * Draws a case as a tagged PDF. Pictures are stored as WebP, which PDF does not know, so each is read, reduced and
 * encoded as JPEG when its place on the page is reached; only one is in memory.
 */
import type { FilePlace } from "#lib/files/files-of.ts";
import { readPrivateFile } from "#media/private-files.ts";
import { ink, left, openPdf, right, type Canvas, type Doc } from "#papers/pdf/pdf-canvas.ts";
import { casePicture, type CaseFile, type CaseFileEntry, type CaseFileEvidence } from "./rules.ts";

const width = right - left;
/** The box of a picture, three beside each other, in points. */
const picture = { width: 158, height: 158, gap: 12 } as const;

/** The document and the work that fills it. The caller listens before it starts the work. */
export function drawCaseFile(file: CaseFile, place: FilePlace): { doc: Doc; finished: () => Promise<void> } {
  const { doc, canvas } = openPdf(`${file.kind} ${file.number}`);
  return {
    doc,
    finished: async () => {
      drawHead(canvas, file);
      for (const { title, entries } of file.sections) {
        drawTitle(canvas, title);
        if (entries.length === 0) drawLine(canvas, "Tidak ada.", { size: 9, color: ink.soft });
        for (const entry of entries) await drawEntry(canvas, entry, place);
      }
      canvas.root.end();
      doc.end();
    },
  };
}

function drawHead(canvas: Canvas, file: CaseFile): void {
  canvas.drawBrand();
  const box = () => ({ x: right - 300, y: canvas.y, width: 300 });
  const title = { size: 16, font: "bold", align: "right" } as const;
  canvas.y += canvas.text(file.kind, { ...box(), tag: { parent: canvas.root, type: "H1" } }, title) + 2;
  const number = { align: "right", color: ink.soft } as const;
  canvas.y += canvas.text(file.number, { ...box(), tag: { parent: canvas.root, type: "P" } }, number) + 10;
  canvas.rule();
  canvas.y += 10;
  drawLine(canvas, file.title, { font: "bold", size: 11 });
  canvas.y += 4;
  const table = canvas.add(canvas.root, "Table");
  for (const { label, value } of file.facts) {
    const row = canvas.add(table, "TR");
    const style = { size: 8.5 };
    canvas.need(canvas.heightOf(value, width - 135, style));
    const { y } = canvas;
    const head = canvas.text(
      label,
      { x: left, y, width: 130, tag: { parent: row, type: "TH" } },
      { ...style, color: ink.soft },
    );
    const cell = canvas.text(value, { x: left + 135, y, width: width - 135, tag: { parent: row, type: "TD" } }, style);
    canvas.y += Math.max(head, cell) + 2;
    row.end();
  }
  table.end();
}

function drawTitle(canvas: Canvas, title: string): void {
  canvas.need(70);
  canvas.y += 14;
  canvas.y +=
    canvas.text(
      title,
      { x: left, y: canvas.y, width, tag: { parent: canvas.root, type: "H2" } },
      { font: "bold", size: 12 },
    ) + 4;
  canvas.rule();
  canvas.y += 8;
}

function drawLine(canvas: Canvas, text: string, style: Parameters<Canvas["text"]>[2] = {}): void {
  canvas.need(canvas.heightOf(text, width, style));
  canvas.y += canvas.text(text, { x: left, y: canvas.y, width, tag: { parent: canvas.root, type: "P" } }, style) + 2;
}

async function drawEntry(canvas: Canvas, { head, lines, evidence }: CaseFileEntry, place: FilePlace): Promise<void> {
  canvas.need(30);
  drawLine(canvas, head, { font: "bold", size: 8.5 });
  for (const text of lines.flatMap((one) => one.split("\n")))
    if (text.trim() !== "") drawLine(canvas, text, { size: 9 });
  await drawPictures(
    canvas,
    evidence.filter(({ type }) => type === "image/webp"),
    place,
  );
  for (const { type, bytes } of evidence.filter((one) => one.type !== "image/webp"))
    drawLine(canvas, `Video (${type}, ${Math.ceil(bytes / 1024)} KB), bisa dilihat di halaman komplain.`, {
      size: 8.5,
      color: ink.soft,
    });
  canvas.y += 8;
}

async function drawPictures(canvas: Canvas, pictures: CaseFileEvidence[], place: FilePlace): Promise<void> {
  for (let at = 0; at < pictures.length; at += 3) {
    canvas.need(picture.height + 8);
    for (const [column, one] of pictures.slice(at, at + 3).entries()) {
      const jpeg = await readAsJpeg(one, place);
      const x = left + column * (picture.width + picture.gap);
      if (!jpeg) {
        const text = "Foto sudah dihapus.";
        canvas.text(
          text,
          { x, y: canvas.y, width: picture.width, tag: { parent: canvas.root, type: "P" } },
          { size: 8.5 },
        );
        continue;
      }
      const content = canvas.doc.markStructureContent("Figure");
      canvas.doc.image(jpeg, x, canvas.y, { fit: [picture.width, picture.height] }).endMarkedContent();
      canvas.root.add(canvas.doc.struct("Figure", { alt: `Foto bukti ${at + column + 1}` }, content));
    }
    canvas.y += picture.height + 8;
  }
}

async function readAsJpeg(one: CaseFileEvidence, place: FilePlace): Promise<Buffer | null> {
  const { default: sharp } = await import("sharp");
  try {
    return await sharp(await readPrivateFile(place, one))
      .resize({ width: casePicture.side, height: casePicture.side, fit: "inside", withoutEnlargement: true })
      .jpeg({ quality: casePicture.quality })
      .toBuffer();
  } catch {
    return null; // It was deleted while the file was drawn.
  }
}
