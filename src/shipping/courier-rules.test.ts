import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { byMotorcycle, courierTable, tariff, type CourierEntry } from "./courier-rules.ts";
import { normaliseTrackingNumber } from "./rules.ts";

const all: readonly CourierEntry[] = courierTable;
const own = ["self", "pickup"];
const fields = new Set(all.flatMap((record) => Object.keys(record)));

/** What is wrong with a record beside the others; empty for a good one. */
function problemsOf(record: CourierEntry, others: readonly CourierEntry[]): string[] {
  const { id, zones, instant, biteship, rajaongkir, trackingNumberPattern: pattern, minKg = 1 } = record;
  const isNamed = (other: CourierEntry) =>
    (biteship &&
      other.biteship &&
      biteship.company === other.biteship.company &&
      biteship.type === other.biteship.type) ||
    (rajaongkir?.company === other.rajaongkir?.company &&
      rajaongkir?.services.some((service) => other.rajaongkir?.services.includes(service)));
  const prices = Object.values(zones).map(({ perKg }) => perKg);
  const checks: [problem: string, isWrong: boolean][] = [
    ["its id is not carrier-service", !own.includes(id) && !/^[a-z]+-[a-z]+$/.test(id)],
    ["another courier has its id", others.some((other) => other.id === id)],
    ["a platform names another courier so", others.some(isNamed)],
    ["nobody prices it", prices.length === 0 && !(instant && biteship)],
    ["a table prices an instant courier", instant !== undefined && prices.length > 0],
    ["an instant courier collects no cash", instant !== undefined && record.cod === true],
    ["it becomes cheaper with distance", prices.some((price, at) => price < (prices[at - 1] ?? 0))],
    [
      "a price is not whole rupiah",
      prices.some((price) => !Number.isSafeInteger(price)) || !Number.isSafeInteger(minKg),
    ],
    ["a delivery time is missing", Object.values(zones).some(({ eta }) => eta === "")],
    ["its example is no number of it", !pattern.test(normaliseTrackingNumber(record.trackingNumberExample))],
    ["its numbers may be anything", pattern.test("") || (pattern.test("ABCDE") && record.tracked)],
    [
      "its platform names are not as platforms write them",
      !/^[a-z]*$/.test(biteship?.company ?? rajaongkir?.company ?? ""),
    ],
    ["it has an unknown field", Object.keys(record).some((field) => !fields.has(field))],
  ];
  return checks.flatMap(([problem, isWrong]) => (isWrong ? [problem] : []));
}

test("the record of each courier is complete, and no platform names two couriers alike", () => {
  for (const record of all)
    expect(
      problemsOf(
        record,
        all.filter((other) => other !== record),
      ),
      record.id,
    ).toEqual([]);
});

test("the courier that docs/examples adds is a good record that the table does not have", () => {
  const page = readFileSync(new URL("../../docs/examples/add-a-courier.md", import.meta.url), "utf8");
  const [, code = ""] = /```ts\n([^`]+)```/.exec(page) ?? [];
  // oxlint-disable-next-line typescript/no-implied-eval -- the page is part of the repository
  const [record] = new Function("tariff", "byMotorcycle", `return [${code}];`)(tariff, byMotorcycle) as CourierEntry[];
  if (!record) throw new Error("the page has no record");
  expect(Object.keys(record.zones)).toHaveLength(5);
  expect(problemsOf(record, all)).toEqual([]);
  // The check sees what is wrong.
  const wrong = { ...record, id: "jne-reg", trackingNumberExample: "123", biteship: { company: "jne", type: "reg" } };
  expect(problemsOf(wrong, all)).toEqual([
    "another courier has its id",
    "a platform names another courier so",
    "its example is no number of it",
  ]);
  for (const [, path = ""] of page.matchAll(/`((?:src|test)\/[^`]+)`/g))
    expect(() => readFileSync(new URL(`../../${path}`, import.meta.url)), path).not.toThrow(/ENOENT/);
});
