import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { cpuOfTree } from "../bench/processor-time.ts";

/** Uses the processor for this long, says so, and ends. */
const worker = (ms: number) =>
  `const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
   while (used() < ${ms});`;

test.skipIf(!existsSync("/proc/self/schedstat"))(
  "processor time of a child still counts when the child has ended",
  async () => {
    // Starts a child for each line of its input, as PostgreSQL does for each connection, and says when it has ended.
    const parent = spawn(process.execPath, [
      "-e",
      `const { spawnSync } = require("node:child_process");
     process.stdin.on("data", () => {
       spawnSync(process.execPath, ["-e", ${JSON.stringify(worker(300))}]);
       process.stdout.write("ended");
     });
     process.stdout.write("ready");`,
    ]);
    onTestFinished(() => void parent.kill());
    const pid = parent.pid ?? 0;
    await once(parent.stdout, "data");
    const before = cpuOfTree(pid);
    expect(before).toBeGreaterThan(0);

    parent.stdin.write("next\n");
    await once(parent.stdout, "data");
    const first = cpuOfTree(pid);
    expect(first - before).toBeGreaterThanOrEqual(280);

    parent.stdin.write("next\n");
    await once(parent.stdout, "data");
    expect(cpuOfTree(pid) - first).toBeGreaterThanOrEqual(280);
  },
);
