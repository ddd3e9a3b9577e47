// Builds the pages into dist, one build at a time; needs the pinned Node (bin/run.js).
import { join } from "node:path";
import { buildWeb } from "../scripts/build-web.ts";
import { withFileLock } from "../src/lib/file-lock.ts";
import { isBuilt, main, markBuilt, root, webSourceHash } from "./bootstrap.js";
import { mkdirSync } from "node:fs";

// The server build has React's production code (vite.config.ts), which cannot run pages that are built otherwise.
process.env.NODE_ENV = "production";

await main(async () => {
  mkdirSync(join(root, "tmp"), { recursive: true });
  await withFileLock(join(root, "tmp", "build.lock"), async () => {
    const hash = webSourceHash();
    if (isBuilt(hash)) return;
    markBuilt("unfinished");
    await buildWeb();
    markBuilt(hash);
  });
  return 0;
});
