/** The worker thread that draws case files, one after the other. */
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { FilePlace } from "#lib/files/files-of.ts";
import type { PdfTask } from "#papers/pdf/draw-pdf.ts";
import { applyPdfLook } from "#papers/pdf/pdf-look.ts";
import type { DrawnPart } from "#papers/pdf/pdf-thread.ts";
import { drawCaseFile } from "./draw-case-file.ts";
import type { CaseFile } from "./rules.ts";

// On Linux this sets the priority of the calling thread; elsewhere it would set that of the process.
if (process.platform === "linux") setPriority(Math.min(19, getPriority() + 5));

function send(part: DrawnPart): void {
  parentPort?.postMessage(part);
}

/** What the thread draws, and where the pictures are. */
export type CaseFileTask = { file: CaseFile; place: FilePlace };

async function draw({ content: { file, place }, look }: PdfTask<CaseFileTask>): Promise<void> {
  try {
    applyPdfLook(look);
    const { doc, finished } = drawCaseFile(file, place);
    doc
      .on("data", (chunk: Uint8Array) => send({ chunk }))
      .on("end", () => send({ isWhole: true }))
      .on("error", (error: Error) => send({ error: error.message }));
    await finished();
  } catch (error) {
    send({ error: (error as Error).message });
  }
}

parentPort?.on("message", (task: PdfTask<CaseFileTask>) => void draw(task));
