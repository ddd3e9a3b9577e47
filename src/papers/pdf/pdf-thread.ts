/** The worker thread that draws PDFs, one after the other. draw-pdf.ts starts it. */
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { Paper } from "../rules.ts";
import type { PdfTask } from "./draw-pdf.ts";
import { applyPdfLook } from "./pdf-look.ts";
import { drawPaper } from "./draw-paper.ts";

/** A piece of the PDF, its end, or the reason why there is none. */
export type DrawnPart = { chunk: Uint8Array } | { isWhole: true } | { error: string };

// On Linux this sets the priority of the calling thread; elsewhere it would set that of the process.
if (process.platform === "linux") setPriority(Math.min(19, getPriority() + 5));

function send(part: DrawnPart): void {
  parentPort?.postMessage(part);
}

parentPort?.on("message", ({ content, look }: PdfTask<Paper>) => {
  try {
    applyPdfLook(look);
    drawPaper(content)
      .on("data", (chunk: Uint8Array) => send({ chunk }))
      .on("end", () => send({ isWhole: true }))
      .on("error", (error: Error) => send({ error: error.message }));
  } catch (error) {
    send({ error: (error as Error).message });
  }
});
