import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { z } from "zod";
import { complaintHrefs } from "../complaint-hrefs.ts";
import { complaintEndpoints } from "./contract.ts";
import { mediatorEndpoints } from "./mediation/contract.ts";
import { messageLength } from "./rules.ts";

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const opening = complaintEndpoints["POST /v1/orders/:orderId/complaints"].body;
const line = { line_id: randomUUID(), quantity: 1, problem: "damaged" };
const wanted = { kind: "refund", lines: [{ line_id: line.line_id, amount: 5000 }], shipping: 0 };
const body = { lines: [line], wanted, text: "Satu mangkuk retak sampai ke dasar." };

test("a complaint names each line once, with a quantity and a known problem", () => {
  expect(accepts(opening, body)).toBe(true);
  expect(accepts(opening, { ...body, lines: [] })).toBe(false);
  expect(accepts(opening, { ...body, lines: [line, line] })).toBe(false);
  expect(accepts(opening, { ...body, lines: [{ ...line, quantity: 0 }] })).toBe(false);
  expect(accepts(opening, { ...body, lines: [{ ...line, problem: "ugly" }] })).toBe(false);
  expect(accepts(opening, { ...body, extra: 1 })).toBe(false);
});

test("amounts are whole rupiah that are not negative, once for each line", () => {
  const lines = (amount: unknown) => ({ ...body, wanted: { ...wanted, lines: [{ line_id: line.line_id, amount }] } });
  for (const amount of [-1, 0.5, "5000", Number.MAX_SAFE_INTEGER + 1])
    expect(accepts(opening, lines(amount))).toBe(false);
  expect(accepts(opening, { ...body, wanted: { ...wanted, lines: [...wanted.lines, ...wanted.lines] } })).toBe(false);
});

test("a text of 5,000 characters is refused everywhere", () => {
  const text = "a".repeat(5000);
  const bodies = Object.entries({ ...complaintEndpoints, ...mediatorEndpoints }).flatMap(([key, endpoint]) =>
    "body" in endpoint && "text" in endpoint.body.shape ? [[key, endpoint.body.shape.text] as const] : [],
  );
  expect(bodies.length).toBeGreaterThan(6);
  for (const [key, schema] of bodies) {
    expect(accepts(schema, text), key).toBe(false);
    expect(accepts(schema, "a".repeat(messageLength.max)), key).toBe(true);
  }
});

test("a decision needs a reason and a rule that mediators may cite", () => {
  const decision = mediatorEndpoints["POST /v1/operator/complaints/:complaintId/decision"].body;
  const reason = "Foto menunjukkan retak, dan kemasan penyok di sisi kiri.";
  const whole = { solution: wanted, rule: "damaged_on_the_way", reason, checked: true };
  expect(accepts(decision, whole)).toBe(true);
  expect(accepts(decision, { ...whole, rule: "silence" })).toBe(false);
  expect(accepts(decision, { ...whole, reason: "Rusak." })).toBe(false);
});

test("a decision is refused until the mediator says that who gets what was checked", () => {
  const decision = mediatorEndpoints["POST /v1/operator/complaints/:complaintId/decision"].body;
  const reason = "Foto menunjukkan retak, dan kemasan penyok di sisi kiri.";
  const whole = { solution: wanted, rule: "damaged_on_the_way", reason };
  expect(accepts(decision, whole)).toBe(false);
  expect(accepts(decision, { ...whole, checked: false })).toBe(false);
});

test("buyer and seller open the same case in their own areas", () => {
  const id = randomUUID();
  expect(complaintHrefs.buyerComplaint(id)).toBe(`/profile?page=complaint&complaintId=${id}`);
  expect(complaintHrefs.sellerComplaint(id)).toBe(`/manageMerchant?page=complaint&complaintId=${id}`);
});
