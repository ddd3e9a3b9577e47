// npm start: from a fresh clone to a running marketplace.
import { createServer } from "node:net";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, main, Problem, root, runPinned, serverMemory } from "./bootstrap.js";

/** Reported before the long steps. A wrong setting is reported by the server, which knows all settings. */
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
  // The compile cache halves the time of later starts.
  const env = { NODE_COMPILE_CACHE: join(root, "tmp", "compile-cache"), ...serverMemory.env, ...process.env };
  return runPinned([...serverMemory.flags, "src/server.ts"], { env });
});
