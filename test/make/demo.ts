import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { expect, inject } from "vitest";
import { loadDemo } from "../../db/demo/load.ts";
import { contextOn, makeContext } from "./context.ts";

const sources = [new URL("../../db/demo/", import.meta.url), new URL("../../src/", import.meta.url)];

/** The time within which a busy machine loads the demo, in milliseconds. */
export const demoTimeout = 180_000;

/**
 * The secret of the demo marketplace of tests. Servers on its database need it too, to read what it sealed: bank
 * accounts and what sellers handed in.
 */
export const demoSettings = { SIMULATOR_SECRET: "rahasia pasar demo untuk uji" };

/** A context on the demo marketplace, with all regions. It is loaded once for all tests. */
export function makeDemo(): ReturnType<typeof makeContext> {
  return makeContext(demoSettings, "full", {
    name: `demo_${sourceHash()}`,
    async fill(url) {
      const context = await contextOn({ url, drop: async () => {} }, demoSettings);
      const told: string[] = [];
      await loadDemo(context, (line) => told.push(line));
      await context.close();
      expect(told.length, "each long step of loading is reported").toBeGreaterThanOrEqual(4);
    },
  });
}

// The deadlines of the demo's orders count from the moment of loading, so the demo is loaded again each hour. During a
// run it stays the same.
function sourceHash(): string {
  const hash = createHash("sha256").update(String(inject("startHour")));
  for (const folder of sources)
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort())
      if (/(?<!\.test)\.ts$|\.yaml$/.test(file)) hash.update(file).update(readFileSync(new URL(file, folder)));
  return hash.digest("hex").slice(0, 12);
}
