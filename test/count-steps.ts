/**
 * Design note. Some tests prove that a long input takes little work. A measured time depends on what else the machine
 * does, so they count steps: how often V8 entered the functions and blocks of the code. The number differs by less than
 * a percent between runs. V8 counts only blocks that it compiles after counting began, so the code runs in a thread of
 * its own. Work inside V8, such as that of a regular expression, is not counted: `npm run check -- patterns` refuses
 * patterns that backtrack.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";

/**
 * Calls the function `name` of a module once for each list of arguments, and returns the steps of each call, those in
 * packages included. One call before, with the first arguments, does what happens only once, such as filling a table.
 */
export async function countSteps(module: URL, name: string, calls: readonly (readonly unknown[])[]): Promise<number[]> {
  const workerData = { module: module.href, name, calls };
  const thread = new Worker(new URL("./count-steps-thread.ts", import.meta.url), { workerData });
  try {
    const [steps] = (await once(thread, "message")) as [number[]];
    return steps;
  } finally {
    await thread.terminate();
  }
}
