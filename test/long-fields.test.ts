import { readdirSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Endpoint } from "../src/lib/http/endpoint.ts";

type Node = z.core.$ZodType & { _zod: { def: Record<string, unknown> & { checks?: z.core.$ZodCheck[] } } };

const src = new URL("../src/", import.meta.url);
const contracts = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith("contract.ts"),
);

/** The input schemas of all calls, named `METHOD /path body`. */
async function inputsOfAllCalls(): Promise<Map<string, Node>> {
  const inputs = new Map<string, Node>();
  for (const path of contracts) {
    const exported = (await import(new URL(path, src).href)) as Record<string, unknown>;
    for (const [key, endpoint] of Object.values(exported).flatMap((one) => Object.entries(one ?? {}))) {
      if (!/^[A-Z]+ \//.test(key)) continue;
      for (const kind of ["params", "query", "body"] as const) {
        const schema = (endpoint as Endpoint)[kind];
        if (schema) inputs.set(`${key} ${kind}`, schema as Node);
      }
    }
  }
  return inputs;
}

/** A schema and all schemas inside it. */
function nodesOf(node: Node): Node[] {
  const { shape, options, items, element, innerType, in: before, out, keyType, valueType, left, right } = node._zod.def;
  const inside = [shape, options, items].flatMap((many) => Object.values(many ?? {}));
  const all = [...inside, element, innerType, before, out, keyType, valueType, left, right].filter(Boolean) as Node[];
  return [node, ...all.flatMap(nodesOf)];
}

const isLength = (check: z.core.$ZodCheck) => /length/.test(check._zod.def.check);
const isTooLong = (issues: readonly z.core.$ZodIssue[]) => issues.some(({ code }) => code === "too_big");

/** Values that are longer than any field allows. */
const long = [`${"1".repeat(60_000)}x`, Array.from({ length: 1000 }, () => "satu")];

afterEach(() => void vi.restoreAllMocks());

function rulesRun(checks: readonly z.core.$ZodCheck[], run: () => void): number {
  const spies = checks.map((check) => vi.spyOn(check._zod, "check"));
  run();
  return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
}

test("no rule of a field runs on a value that was refused for its length", async () => {
  let tried = 0;
  for (const [name, input] of await inputsOfAllCalls()) {
    for (const node of nodesOf(input)) {
      const checks = node._zod.def.checks ?? [];
      const limit = checks.find(({ _zod: { def } }) => def.check === "max_length");
      if (!limit) continue;
      const rules = checks.filter((check) => !isLength(check));
      for (const value of long) {
        let issues: readonly z.core.$ZodIssue[] = [];
        const ran = rulesRun(rules, () => void (issues = z.safeParse(node, value).error?.issues ?? []));
        if (!isTooLong(issues)) continue;
        tried += 1;
        expect(ran, `rules of a field of ${name}`).toBe(0);
      }
    }
  }
  expect(tried).toBeGreaterThan(50);
});

test("no rule about several fields runs when one of them was refused for its length", async () => {
  let tried = 0;
  for (const [name, input] of await inputsOfAllCalls()) {
    for (const node of nodesOf(input)) {
      const { type, shape, checks } = node._zod.def as {
        type: string;
        shape: Record<string, Node>;
        checks?: z.core.$ZodCheck<object>[];
      };
      if (type !== "object" || !checks) continue;
      for (const [field, schema] of Object.entries(shape)) {
        for (const value of long) {
          if (!isTooLong(z.safeParse(schema, value).error?.issues ?? [])) continue;
          tried += 1;
          const others = Object.fromEntries(Object.keys(shape).map((key) => [key, key === field ? schema : z.any()]));
          const alone = z.object(others).check(...checks);
          const ran = rulesRun(checks, () => void z.safeParse(alone, { [field]: value }));
          expect(ran, `rules about several fields of ${name} with a long ${field}`).toBe(0);
        }
      }
    }
  }
  expect(tried).toBeGreaterThan(5);
});
