// node bin/run.js SCRIPT [ARGUMENTS]: runs a script on the pinned Node, with all dependencies in place.
import { ensureInstalled, main, Problem, runPinned } from "./bootstrap.js";

await main(() => {
  const [script, ...words] = process.argv.slice(2);
  if (!script) throw new Problem("Say which script to run: node bin/run.js SCRIPT [ARGUMENTS]");
  ensureInstalled();
  return runPinned([script, ...words]);
});
