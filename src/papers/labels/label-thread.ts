/** The worker thread that draws labels. */
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { PdfTask } from "../pdf/draw-pdf.ts";
import { applyPdfLook } from "../pdf/pdf-look.ts";
import type { DrawnPart } from "../pdf/pdf-thread.ts";
import { drawLabels } from "./draw-labels.ts";
import type { LabelSheet } from "./rules.ts";

// On Linux this sets the priority of the calling thread; elsewhere it would set that of the process.
if (process.platform === "linux") setPriority(Math.min(19, getPriority() + 5));

function send(part: DrawnPart): void {
  parentPort?.postMessage(part);
}

parentPort?.on("message", ({ content, look }: PdfTask<LabelSheet>) => {
  try {
    applyPdfLook(look);
    drawLabels(content)
      .on("data", (chunk: Uint8Array) => send({ chunk }))
      .on("end", () => send({ isWhole: true }))
      .on("error", (error: Error) => send({ error: error.message }));
  } catch (error) {
    send({ error: (error as Error).message });
  }
});
