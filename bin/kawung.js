// npm run kawung -- COMMAND: what the person who runs the marketplace does from the server's shell. The commands are in
// src/commands; npm run kawung -- --help lists them.
import { ensureInstalled, main, root, runPinned } from "./bootstrap.js";
import { join } from "node:path";

await main(() => {
  ensureInstalled();
  const env = { NODE_COMPILE_CACHE: join(root, "tmp", "compile-cache"), ...process.env };
  return runPinned([join(root, "src", "commands", "main.ts"), ...process.argv.slice(2)], { env });
});
