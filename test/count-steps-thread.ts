/** The thread of count-steps.ts. */
import { Session } from "node:inspector/promises";
import { parentPort, workerData } from "node:worker_threads";

type Calls = { module: string; name: string; calls: readonly (readonly unknown[])[] };
type Module = Record<string, (...args: readonly unknown[]) => unknown>;

const { module, name, calls } = workerData as Calls;
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const { [name]: called } = (await import(module)) as Module;
if (!called) throw new Error(`${module} has no function ${name}`);

/** The steps since the last call of this function. */
async function takeSteps(): Promise<number> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  return result
    .filter(({ url }) => url.startsWith("file:") && url !== import.meta.url)
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    .reduce((sum, count) => sum + count, 0);
}

await called(...(calls[0] ?? []));
await takeSteps();
const steps: number[] = [];
for (const args of calls) {
  await called(...args);
  steps.push(await takeSteps());
}
parentPort?.postMessage(steps);
