import { expect, test } from "vitest";
import { ApiError } from "#lib/api-client.ts";
import { decisionText, forReader, priceOf, returnTermsText, returnText, sumWithin } from "./amounts.ts";
import { sentMessages } from "./case-actions.tsx";
import { actOnCase, renameFields, solutionOf } from "./case-requests.ts";
import { openComplaint, shippingFor } from "./opening-request.ts";

test("a message that is being typed outlives what the other side writes, and what one offers", () => {
  const said = (mine: boolean, kind: "message" | "offer" | "system") => ({ mine, kind }) as never;
  const before = [said(true, "message")];
  const news = [said(false, "message"), said(true, "offer"), said(false, "system")];
  expect(sentMessages({ messages: [...before, ...news] })).toBe(sentMessages({ messages: before }));
  expect(sentMessages({ messages: [...before, said(true, "message")] })).toBe(2);
});

test("a refused amount or quantity marks the field of its line", () => {
  const refusal = (code: string) =>
    renameFields(new ApiError(422, { code, message: "Terlalu banyak.", data: { "line.a": ["Paling banyak 2."] } }), []);
  expect(refusal("complaints.solution_too_large")).toMatchObject({ fields: { "line.a": ["Paling banyak 2."] } });
  expect(refusal("complaints.quantity_too_large")).toMatchObject({ fields: { "quantity.a": ["Paling banyak 2."] } });
});

test("who received nothing asks for goods and shipping, everybody else for goods", () => {
  const line = (line_id: string, quantity: number) => ({ line_id, quantity }) as never;
  const options = { lines: [line("a", 2), line("b", 1)], refundable_shipping: 9000 };
  const missing = (line_id: string, quantity: number) => ({ line_id, quantity, problem: "not_arrived" as const });
  expect(shippingFor(options, [missing("a", 2), missing("b", 1)])).toBe(9000);
  expect(shippingFor(options, [missing("a", 1), missing("b", 1)])).toBe(0);
  expect(shippingFor(options, [missing("a", 2)])).toBe(0);
  expect(shippingFor(options, [missing("a", 2), { line_id: "b", quantity: 1, problem: "damaged" }])).toBe(0);
});

test("a form without a problem marks the first line, and problems that do not go together the last", async () => {
  const send = async (problems: Record<string, string>) => {
    const form = new FormData();
    for (const [line, problem] of Object.entries(problems)) form.set(`problem.${line}`, problem);
    const { data } = (await openComplaint((() => {}) as never, "order", form)) as { data: { fields: unknown } };
    return data.fields;
  };
  expect(await send({ a: "", b: "" })).toEqual({ "problem.a": [expect.stringMatching(/^Pilih masalahnya/)] });
  expect(await send({ a: "incomplete", b: "changed_mind" })).toEqual({
    "problem.b": [expect.stringMatching(/^"Barang kurang" dan "Berubah pikiran" tidak bisa/)],
  });
});

test("who sends goods back reads what they cost and what comes for them", () => {
  expect(priceOf({ refundable: 100_000, complained: 1, quantity: 3 })).toBe(33_333);
  expect(returnText("buyer", 84_000, 42_000)).toBe(
    "Anda mengirim balik barang seharga Rp84.000 dan menerima Rp42.000.",
  );
  expect(returnText("seller", 84_000, 42_000)).toMatch(/^Pembeli mengirim balik/);
});

test("who accepts a return to a shop without an address reads whose turn it is then, and who gets the money otherwise", () => {
  expect(returnTermsText("seller", true)).toMatch(/Tanpa nomor resi sampai saat itu, dana diteruskan ke Anda\.$/);
  expect(returnTermsText("seller", false)).toMatch(
    /^Toko Anda belum punya alamat .* Anda harus mengisinya dalam 3 hari kerja; bila tidak, uang kembali kepada pembeli\./,
  );
  expect(returnTermsText("buyer", false)).toMatch(/ penjual harus mengisinya .* uang kembali kepada Anda\./);
});

test("a closed case calls its reader Anda", () => {
  expect(forReader("Pembeli menerima tawaran: Uang kembali Rp5.000.", "buyer")).toMatch(/^Anda menerima tawaran/);
  expect(forReader("Ditarik pembeli", "buyer")).toBe("Ditarik Anda");
  expect(forReader("Penjual tidak menjawab", "buyer")).toBe("Penjual tidak menjawab");
});

test("a missing tracking number is asked for in plain words", async () => {
  const form = new FormData();
  form.set("intent", "send_back");
  form.set("courier", "jne");
  const refuse = async () => {
    throw new ApiError(422, { code: "orders.resi_invalid", message: "x", data: { resi: ["Contoh: 123"] } });
  };
  const answer = (await actOnCase(refuse as never, "id", form)) as { data: { fields: unknown } };
  expect(answer.data.fields).toEqual({ resi: ["Isi nomor resi."] });
});

test("amounts have no sum while one of them is above its limit", () => {
  const shipping = { amount: 9_000, max: 10_000 };
  expect(sumWithin([{ amount: 40_000, max: 40_000 }, shipping])).toBe(49_000);
  expect(sumWithin([{ amount: 40_001, max: 40_000 }, shipping])).toBeNull();
});

test("before deciding, a mediator reads who gets what for the typed amounts", () => {
  expect(decisionText("refund", 40_000, 100_000)).toBe(
    "Pembeli menerima Rp40.000. Penjual menerima paling banyak Rp60.000 sebelum komisi dan biaya.",
  );
  expect(decisionText("refund", 40_000, 100_000, 25_000)).toContain("Penjual menerima paling banyak Rp35.000");
  expect(decisionText("none", 40_000, 100_000)).toMatch(/^Pembeli tidak menerima uang/);
  expect(decisionText("replacement", 40_000, 100_000)).toMatch(/hanya bila barangnya tidak dikirim/);
});

test("who sends goods back and asks for shipping asks for the goods' price too", async () => {
  const form = new FormData();
  const fields = { "problem.a": "damaged", "quantity.a": "1", "line.a": "5", kind: "return_refund", shipping: "9000" };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const sent: unknown[] = [];
  const api = async (call: string, { body }: { body?: { wanted: unknown } }) => {
    if (body) sent.push(body.wanted);
    const lines = [{ line_id: "a", quantity: 2, refundable: 84_000 }];
    return call.startsWith("GET") ? { result: { lines, refundable_shipping: 9000 } } : { data: { id: "x" } };
  };
  await openComplaint(api as never, "order", form);
  expect(sent).toEqual([{ kind: "return_refund", lines: [{ line_id: "a", amount: 42_000 }], shipping: 9000 }]);
});

test("a checked box names goods that vouchers paid, and an unchecked one leaves them to the seller", () => {
  const form = new FormData();
  const fields = { kind: "refund", "line.a": "5000", "voucher.b": "1", "voucher.c": "0" };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  expect(solutionOf(form)).toEqual({
    kind: "refund",
    lines: [
      { line_id: "a", amount: 5000 },
      { line_id: "b", amount: 0 },
    ],
    shipping: 0,
  });
  form.set("kind", "none");
  expect(solutionOf(form).lines).toEqual([]);
});
