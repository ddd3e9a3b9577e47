// npm start: from a fresh clone to a running marketplace.
import { createServer } from "node:net";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, main, Problem, root, runPinned } from "./bootstrap.js";

/** Told before the long steps, not after them. A wrong setting is told by the server, which knows them all. */
async function checkPort() {
  const port = process.env.PORT || "3000";
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535 || process.env.ROLE === "jobs") return;
  const probe = createServer();
  const error = await new Promise((resolve) => {
    probe.once("error", resolve);
    probe.listen(Number(port), process.env.HOST || "127.0.0.1", () => probe.close(() => resolve(undefined)));
  });
  if (error?.code === "EADDRINUSE") {
    throw new Problem(
      `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${Number(port) + 1} npm start`,
    );
  }
  if (error?.code === "EACCES") throw new Problem(`PORT ${port} is reserved for root; choose one above 1023.`);
}

await main(async () => {
  await checkPort();
  ensureInstalled();
  await ensureBuilt();
  // Requests make much that lives shortly: a larger young generation halves the time spent collecting it.
  // What was compiled at one start need not be at the next: that halves it.
  const env = { NODE_COMPILE_CACHE: join(root, "tmp", "compile-cache"), ...process.env };
  return runPinned(["--max-semi-space-size=32", "src/server.ts"], { env });
});
