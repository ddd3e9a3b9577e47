/** Calls on one database, in the process that has opened it (size-process.ts). */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { idempotencyKey, type Ask, type Call, type Case } from "./case.ts";
import type { Measured } from "./databases.ts";
import type { Facts, Role } from "./facts.ts";
import { explain, type Plan } from "./plans.ts";
import { createStopwatch } from "./processor-time.ts";
import { recordStatements } from "./record-statements.ts";

/** Calls that are measured a few at a time. */
export type Series = {
  /** Makes the next calls and returns milliseconds of each: of the processor, and on the clock. */
  run(count: number): Promise<Times>;
  /** What the statements of the next call read. `plan` is the file below bench/plans that is compared and written. */
  explain(plan: string | undefined): Promise<Read>;
  /** Calls that were refused, each once. */
  failed(): string[];
  /** How many different calls there are. */
  length: number;
};
export type Times = { used: number[]; waited: number[] };
export type Read = { buffers: number; rows: number; faults: string[] };

const plans = new URL("../plans/", import.meta.url);

/** The calls of a case. */
export async function seriesOfCase(measured: Measured, facts: Facts, one: Case): Promise<Series> {
  const ask = askAs(measured.app, facts, one.as ?? "visitor");
  return createSeries(measured, ask, await one.calls(facts, ask), {
    before: one.before && ((call) => one.before?.(call, facts, ask) ?? call),
    perThousand: one.perThousand,
  });
}

/** Each of `calls` in turn. */
export function createSeries(
  { context, postgresPid, indexPid }: Measured,
  ask: Ask,
  calls: readonly Call[],
  { before, perThousand }: { before?: ((call: Call) => Promise<Call> | Call) | undefined } & Pick<Case, "perThousand">,
): Series {
  let turn = 0;
  const next = async (): Promise<Call> => {
    const call = calls[turn++ % calls.length] as Call;
    return before ? before(call) : call;
  };
  const failed = new Set<string>();
  const stopwatch = createStopwatch(postgresPid, indexPid === undefined ? [] : [indexPid]);
  return {
    length: calls.length,
    failed: () => (calls.length === 0 ? ["nothing to ask for"] : [...failed]),
    async run(count) {
      const times: Times = { used: [], waited: [] };
      for (let at = 0; at < count && calls.length > 0; at += 1) {
        const call = await next();
        if (at === 0) stopwatch?.connections();
        const [began, usedBefore] = [performance.now(), stopwatch?.read() ?? 0];
        const { status, body } = await ask(call);
        const waited = performance.now() - began;
        const used = stopwatch ? stopwatch.read() - usedBefore : waited;
        if (status !== 200) failed.add(`${call.method ?? "GET"} ${call.url} answers ${status} ${codeOf(body)}`);
        times.waited.push(waited);
        times.used.push(perThousand ? (used * 1000) / perThousand(body) : used);
      }
      return times;
    },
    async explain(file) {
      if (calls.length === 0) return { buffers: 0, rows: 0, faults: [] };
      const call = await next();
      const statements = await recordStatements(() => ask(call));
      const found: Plan[] = [];
      const client = await context.db.pool.connect();
      try {
        for (const statement of statements) {
          await client.query("begin");
          const plan = await explain(client, statement).catch((error: unknown): Plan => ({
            lines: [],
            buffers: 0,
            rows: 0,
            faults: [`not explained: ${String(error)}`],
          }));
          await client.query("rollback");
          if (plan) found.push(plan);
        }
      } finally {
        client.release();
      }
      if (file !== undefined) keepPlan(file, found);
      const sum = (part: "buffers" | "rows") => Math.round(found.reduce((total, plan) => total + plan[part], 0));
      return {
        buffers: sum("buffers"),
        rows: sum("rows"),
        faults: [...new Set(found.flatMap((plan) => plan.faults))],
      };
    },
  };
}

/** Calls that let Node compile what all calls share. */
export async function warmUp(app: FastifyInstance, facts: Facts): Promise<void> {
  const [visitor, seller] = [askAs(app, facts, "visitor"), askAs(app, facts, "seller")];
  for (let round = 0; round < 60; round += 1) {
    await visitor({ url: `/v1/products?limit=24&category=${facts.roots[round % facts.roots.length]}` });
    await visitor({ url: `/v1/products/${facts.products[round % facts.products.length]}` });
    await seller({ url: "/v1/seller/orders" });
  }
}

/** Makes calls with the session of a role. */
export function askAs(app: FastifyInstance, facts: Facts, role: Role): Ask {
  return async ({ method = "GET", url, body, key }) => {
    const response = await app.inject({
      method,
      url,
      headers: {
        "sec-fetch-site": "same-origin",
        "accept-encoding": "identity",
        ...(role === "visitor" ? {} : { authorization: `Bearer ${facts.tokens[role]}` }),
        ...(key ? { "idempotency-key": idempotencyKey() } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const type = String(response.headers["content-type"] ?? "");
    return { status: response.statusCode, body: type.includes("json") ? (response.json() as unknown) : response.body };
  };
}

/** Stores the plans of a case and says when they are others than before. */
function keepPlan(name: string, found: readonly Plan[]): void {
  mkdirSync(plans, { recursive: true });
  const file = new URL(`${name.replaceAll(/[^a-z0-9]+/gi, "-").toLowerCase()}.txt`, plans);
  const text = `${found.map(({ lines }) => lines.join("\n")).join("\n\n")}\n`;
  let before: string | undefined;
  try {
    before = readFileSync(file, "utf8");
  } catch {
    // The first run has nothing to compare with.
  }
  if (before !== undefined && before !== text)
    process.stdout.write(`    the plan of "${name}" changed: git diff bench/plans\n`);
  writeFileSync(file, text);
}

function codeOf(body: unknown): string {
  return typeof body === "object" && body !== null && "code" in body ? String(body.code) : "";
}
