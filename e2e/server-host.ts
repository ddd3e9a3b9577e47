/**
 * A process that runs the product for one e2e file after another. A start in a process that has loaded the product's
 * modules costs a tenth of a new process. start-server.ts starts it and sends it what to run.
 */
import { readConfig } from "../src/lib/config.ts";
import { setAvifEffort } from "../src/media/serve-picture.ts";
import { start, stop, type Running } from "../src/run-server.ts";

/** What a test process asks of its host: to run a server with these settings of the environment, or to stop it. */
export type HostRequest = { id: number; run: Record<string, string> } | { id: number; stop: true };
/** The host's answer, with the reason if it failed. */
export type HostAnswer = { id: number; failure?: string };

// Hundreds of pictures of the demo are encoded on a new machine, and no journey looks at their bytes.
setAvifEffort(0);

const sites = new Map<number, Running>();

async function handle(request: HostRequest): Promise<void> {
  if ("run" in request) {
    const running: Running = {};
    sites.set(request.id, running);
    await start(readConfig(request.run), running);
    return;
  }
  const running = sites.get(request.id);
  sites.delete(request.id);
  if (running) await stop(running);
}

process.on("message", (request: HostRequest) => {
  const answer = (more: { failure?: string }) => process.send?.({ id: request.id, ...more } satisfies HostAnswer);
  handle(request).then(
    () => answer({}),
    (error: unknown) => answer({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
// What a stopped server left running finds its database closed. Its own process would have ended by then. Any other
// failure ends this process too, as in production.
process.on("unhandledRejection", (error) => {
  if (!/after calling end on the pool|Connection terminated/.test(String(error))) throw error;
});
// The test process has ended.
process.on("disconnect", () => process.exit(0));
