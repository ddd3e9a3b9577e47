import type { Readable } from "node:stream";
import type { Config } from "#lib/config.ts";
import { createPdfDrawer } from "#papers/pdf/draw-pdf.ts";
import type { CaseFileTask } from "./pdf-thread.ts";
import type { CaseFile } from "./rules.ts";

const drawInThread = createPdfDrawer<CaseFileTask>(new URL("./pdf-thread.ts", import.meta.url));

/**
 * Draws a document of facts and sections, such as the file of a case, as PDF for a reader. Refuses with `server.busy`.
 */
export function drawDocument(config: Config, file: CaseFile, readerId: string): Promise<Readable> {
  return drawInThread({ file, place: { dataDir: config.dataDir, files: config.files } }, readerId, config);
}
