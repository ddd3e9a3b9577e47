import { createPdfDrawer, type DrawPdf } from "../pdf/draw-pdf.ts";
import type { LabelSheet } from "./rules.ts";

/**
 * Draws labels, slips or a picking list for a user in the one thread of all labels. Refuses with `server.busy` when too
 * many wait, or too many of this user.
 */
export const drawLabelSheet: DrawPdf<LabelSheet> = createPdfDrawer(new URL("./label-thread.ts", import.meta.url));
