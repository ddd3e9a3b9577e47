import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { loadDemo } from "../../db/demo/load.ts";
import { hour } from "../../src/lib/time.ts";
import { contextOn, makeContext } from "./context.ts";

const sources = [new URL("../../db/demo/", import.meta.url), new URL("../../src/", import.meta.url)];

/** A context on the demo marketplace, with all regions. It is loaded once for all tests. */
export function makeDemo(): ReturnType<typeof makeContext> {
  return makeContext({}, "full", {
    name: `demo_${sourceHash()}`,
    async fill(url) {
      const context = await contextOn({ url, drop: async () => {} });
      await loadDemo(context, () => {});
      await context.close();
    },
  });
}

// The deadlines of the demo's orders count from the moment of loading, so the demo is loaded again each hour.
function sourceHash(): string {
  const hash = createHash("sha256").update(String(Math.floor(Date.now() / hour)));
  for (const folder of sources)
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort())
      if (/(?<!\.test)\.ts$|\.yaml$/.test(file)) hash.update(file).update(readFileSync(new URL(file, folder)));
  return hash.digest("hex").slice(0, 12);
}
