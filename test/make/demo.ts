import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { loadDemo } from "../../db/demo/load.ts";
import { hour } from "../../src/lib/time.ts";
import { contextOn, makeContext } from "./context.ts";

const sources = [new URL("../../db/demo/", import.meta.url), new URL("../../src/", import.meta.url)];

/** A context on the demo marketplace, with the whole country; loaded once for all tests of a run. */
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

// The demo's orders wait for deadlines that count from the moment of loading: an hour later it is loaded anew.
function sourceHash(): string {
  const hash = createHash("sha256").update(String(Math.floor(Date.now() / hour)));
  for (const folder of sources)
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort())
      if (/(?<!\.test)\.ts$|\.yaml$/.test(file)) hash.update(file).update(readFileSync(new URL(file, folder)));
  return hash.digest("hex").slice(0, 12);
}
