/**
 * Design note. Drawing a paper takes about 100 ms of one core and 30 MB, the longest statement 0.7 s and 100 MB. So it
 * happens in a thread of lower priority, one paper at a time, and the process that answers requests loads no PDF
 * library. The thread ends when it has been idle for a while, so its memory is returned. The pages of a paper are sent
 * as soon as they are drawn. A user may have few papers in the queue, so that nobody keeps the others waiting.
 */
import { PassThrough, type Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import type { FilePlace } from "#lib/files/files-of.ts";
import { limitConcurrency } from "#lib/limit-concurrency.ts";
import { Refusal, serverRefusals } from "#lib/refusal.ts";
import { pdfLimits, type Paper } from "../rules.ts";
import { readPdfLook, type PdfLook } from "./pdf-look.ts";
import type { DrawnPart } from "./pdf-thread.ts";

/**
 * Draws what a thread knows how to draw for a user; the logo is a file of `place`. Resolves with its PDF once the first
 * bytes exist.
 */
export type DrawPdf<T> = (content: T, userId: string, place: FilePlace) => Promise<Readable>;

/** What a thread gets: what to draw, and the brand's look. */
export type PdfTask<T> = { content: T; look: PdfLook };

/**
 * Makes a function that draws in the thread of the given file (pdf-thread.ts shows how it answers). It refuses with
 * `server.busy` when too many PDFs wait, or too many of this user.
 */
export function createPdfDrawer<T>(threadUrl: URL): DrawPdf<T> {
  const inTurn = limitConcurrency({ maxRunning: 1, maxWaiting: pdfLimits.maxWaiting });
  /** How many papers of each user are drawn or wait. */
  const inQueue = new Map<string, number>();
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function startThread(): Worker {
    const started = new Worker(threadUrl);
    started.once("exit", () => {
      if (thread === started) thread = undefined;
    });
    // Without a listener a failure between two papers would end the process.
    started.on("error", () => {});
    return started;
  }

  function stopThread(worker: Worker): void {
    if (thread === worker) thread = undefined;
    void worker.terminate();
  }

  /** Resolves when the whole paper is drawn; `begun` gets the stream before that. */
  function draw(task: PdfTask<T>, begun: (pdf: Readable) => void): Promise<void> {
    clearTimeout(idle);
    const worker = (thread ??= startThread());
    worker.ref();
    const pdf = new PassThrough({ highWaterMark: 16 * 1024 * 1024 });
    // A reader who leaves closes the stream; the rest of the paper is then drawn for nobody.
    pdf.on("error", () => {});
    return new Promise<void>((done, fail) => {
      const timer = setTimeout(() => {
        stopThread(worker);
        end(new Error("a PDF took too long"));
      }, pdfLimits.drawingTimeout);
      const end = (error?: Error) => {
        clearTimeout(timer);
        worker.off("message", receive).off("error", end).off("exit", exited);
        if (error) {
          pdf.destroy(error);
          fail(error);
        } else {
          pdf.end();
          done();
        }
      };
      const exited = () => end(new Error("the thread that draws PDFs ended"));
      const receive = (part: DrawnPart) => {
        if ("error" in part) return end(new Error(`a PDF could not be drawn: ${part.error}`));
        if ("chunk" in part) {
          begun(pdf);
          pdf.write(part.chunk);
          return undefined;
        }
        return end();
      };
      worker.on("message", receive).on("error", end).on("exit", exited);
      worker.postMessage(task);
    }).finally(() => {
      // An idle thread must not keep the process alive.
      worker.unref();
      idle = setTimeout(() => stopThread(worker), pdfLimits.idleTtl).unref();
    });
  }

  return async (content, userId, place) => {
    const own = inQueue.get(userId) ?? 0;
    if (own >= pdfLimits.maxOfUser) throw new Refusal(serverRefusals.busy);
    inQueue.set(userId, own + 1);
    const look = await readPdfLook(place);
    return new Promise((resolve, reject) => {
      inTurn(() => draw({ content, look }, resolve))
        .catch(reject)
        .finally(() => {
          const left = (inQueue.get(userId) ?? 1) - 1;
          if (left > 0) inQueue.set(userId, left);
          else inQueue.delete(userId);
        });
    });
  };
}

/** Draws a paper. */
export const drawPdf: DrawPdf<Paper> = createPdfDrawer(new URL("./pdf-thread.ts", import.meta.url));
