import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHttp } from "#lib/http/create-http.ts";
import { sql } from "#lib/database.ts";
import { addParcel } from "#orders/parcels/add-parcel.ts";
import { countSteps } from "../../../test/count-steps.ts";
import { makeSession } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeAcceptedOrder, makeShippedOrder, newTrackingNumber, type MadeOrder } from "../../../test/make/orders.ts";
import { makeShop } from "../../../test/make/rows.ts";
import { decodeCode128, readBarcode } from "../../../test/read/code128.ts";
import { readPdf } from "../../../test/read/pdf.ts";
import { paperRoutes } from "../routes.ts";
import { drawLabels } from "./draw-labels.ts";
import { encodeCode128 } from "./encode-code128.ts";
import { labelPhone, maxLabels, pickingList, type LabelOrder, type LabelSheet } from "./rules.ts";

/** Drawing a label takes about 115,000 steps, those of the PDF library included. */
const maxStepsOfLabel = 200_000;

const order: LabelOrder = {
  invoice: "INV/20261122/ABCDEFGHJK",
  complaint: null,
  courierName: "JNE REG",
  trackingNumber: "TLJR123456789012",
  hasNumber: true,
  weightG: 1200,
  parcel: { position: 1, count: 1, isKnown: true },
  isInsured: false,
  cashOnDelivery: 125_000,
  from: { name: "Batik Laras", lines: ["Jalan Malioboro 12", "Kota Yogyakarta"] },
  to: {
    name: "Sari Dewi",
    phone: labelPhone("+6281234567890"),
    lines: ["Jalan Merdeka 1", "Citarum, Bandung Wetan", "Jawa Barat 40115"],
  },
  items: [{ name: "Kemeja kawung", variant: "Biru, L", quantity: 2, note: "Bungkus kado" }],
};

describe("Code 128", () => {
  test("draws the bars and gaps of the standard's symbols, with checksum and stop", () => {
    const bits =
      "11010010000 11101110110 10110111000 10110111000 10011100110 11001110010 11001011100 10001000110 11101000110 1100011101011";
    const modules = encodeCode128("PJJ123C").map((width, at) => (at % 2 === 0 ? "1" : "0").repeat(width));
    expect(modules.join("")).toBe(bits.replaceAll(" ", ""));
  });

  test("has a symbol of its own for each value: 11 modules, an even number of them in bars", () => {
    const symbols = Array.from({ length: 100 }, (_, value) =>
      encodeCode128(`00${String(value).padStart(2, "0")}`).slice(12, 18),
    );
    expect(new Set(symbols.map(String)).size).toBe(100);
    for (const [bar1 = 0, gap1 = 0, bar2 = 0, gap2 = 0, bar3 = 0, gap3 = 0] of symbols) {
      expect((bar1 + bar2 + bar3) % 2).toBe(0);
      expect(bar1 + gap1 + bar2 + gap2 + bar3 + gap3).toBe(11);
    }
  });

  test("any number that a courier may print can be read back", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9-]{5,40}$/), (text) => {
        expect(decodeCode128(encodeCode128(text))).toBe(text);
      }),
    );
    expect(() => encodeCode128("é")).toThrow("ASCII");
  });
});

async function drawn(doc: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of doc) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A sheet with this many labels, each with a number of its own. */
function sheetOf(count: number): LabelSheet {
  const orders = Array.from({ length: count }, (_, at) => ({
    ...order,
    trackingNumber: `TLJR${100_000_000_000 + at}`,
  }));
  return { kind: "label", shop: "Batik Laras", printedAt: "", orders };
}

test("each label takes the same work, however many are drawn", async () => {
  const module = new URL("./draw-labels.ts", import.meta.url);
  const sheets = [sheetOf(10), sheetOf(20)];
  const [half = 0, whole = 0] = await countSteps(
    module,
    "drawLabels",
    sheets.map((sheet) => [sheet]),
  );
  expect(whole / half).toBeLessThan(2.2);
  expect(whole / 20).toBeLessThan(maxStepsOfLabel);
});

test("100 labels are drawn, one A6 page each", async () => {
  const file = await drawn(drawLabels(sheetOf(maxLabels)));
  const pdf = readPdf(file);
  expect(pdf.pages).toBe(maxLabels);
  for (const text of ["JNE REG", "TLJR100000000099", "Sari Dewi", "0812", "7890", "COD Rp125.000", "Batik Laras"])
    expect(pdf.text).toContain(text);
  expect(pdf.text).not.toContain("3456");
});

test("a scanner reads the courier's number from a label, and the invoice's before there is one", async () => {
  const read = async (one: LabelOrder) =>
    readBarcode(await drawn(drawLabels({ kind: "label", shop: "Batik Laras", printedAt: "", orders: [one] })));
  expect(await read(order)).toBe("TLJR123456789012");
  expect(await read({ ...order, trackingNumber: null })).toBe("INV20261122ABCDEFGHJK");
});

test("the label of a complaint's parcel says what it is and lists its goods to the last line, however long its texts are", async () => {
  const item = { name: "Kemeja kawung", variant: "Biru, L", quantity: 2, note: "" };
  const one: LabelOrder = {
    ...order,
    complaint: { number: "K-7KQ2M9", heading: "KIRIMAN PENGGANTI" },
    trackingNumber: null,
    cashOnDelivery: 0,
    to: {
      ...order.to,
      name: "Sari ".repeat(20),
      lines: ["Jalan ", "Citarum ", "Jawa ", "Patokan "].map((x) => x.repeat(60)),
    },
    items: Array.from({ length: 30 }, () => item),
  };
  const file = await drawn(drawLabels({ kind: "label", shop: "Batik Laras", printedAt: "", orders: [one] }));
  expect(readBarcode(file)).toBe("K-7KQ2M9");
  const { text, pages } = readPdf(file);
  expect(pages).toBe(1);
  for (const part of ["KIRIMAN PENGGANTI · JNE REG", "Komplain K-7KQ2M9", "2 × Kemeja kawung, Biru, L"])
    expect(text).toContain(part);
  expect(text).toMatch(/dan 2\d barang lain/);
});

test("a picking list sums the goods of all orders", () => {
  expect(pickingList([order, order])).toEqual([{ name: "Kemeja kawung", variant: "Biru, L", quantity: 4 }]);
});

describe("what a seller prints", () => {
  let context: Awaited<ReturnType<typeof makeContext>>;
  let app: Awaited<ReturnType<typeof createHttp>>;
  let [processing, shipped]: MadeOrder[] = [];
  let print: (by: string, query: string) => Promise<{ status: number; type: unknown; body: Buffer }>;

  beforeAll(async () => {
    context = await makeContext({ LOG_LEVEL: "fatal" });
    app = await createHttp(context);
    await app.register(async (scope) => paperRoutes(scope, context));
    await app.ready();
    const shop = await makeShop(context);
    processing = await makeAcceptedOrder(context, { shops: [shop] });
    shipped = await makeShippedOrder(context, { shops: [shop] });
    print = async (by, query) => {
      const authorization = `Bearer ${await makeSession(context, by)}`;
      const answer = await app.inject({ url: `/v1/seller/labels/pdf?${query}`, headers: { authorization } });
      return { status: answer.statusCode, type: answer.headers["content-type"], body: answer.rawPayload };
    };
  });
  afterAll(async () => {
    await app.close();
    await context.close();
  });

  test("are the orders to ship, or one that is prepared or under way, with its number and without the whole phone", async () => {
    const { sellerId, orderId } = processing as MadeOrder;
    const all = await print(sellerId, "kind=label");
    expect([all.status, all.type]).toEqual([200, "application/pdf"]);
    expect(readPdf(all.body)).toMatchObject({ pages: 1 });
    expect(readPdf(all.body).text).toContain("resi menyusul");
    const one = readPdf((await print(sellerId, `kind=label&order_id=${shipped?.orderId}`)).body);
    const parcel = await context.db.row<{ number: string; phone: string }>(sql`
      select p.tracking_number as number, o.address->>'phone' as phone from parcels p join orders o on o.id = p.order_id where o.id = ${shipped?.orderId}`);
    expect(one.text).toContain(parcel?.number);
    expect(one.text).not.toContain(parcel?.phone.slice(6, -4));
    for (const kind of ["slip", "picking"])
      expect((await print(sellerId, `kind=${kind}&order_id=${orderId}`)).status).toBe(200);
  });

  test("promise no number of a courier that has none, such as the shop's own", async () => {
    const own = await makeAcceptedOrder(context);
    await context.db.run(
      sql`update orders set courier = 'self', courier_name = 'Kurir toko' where id = ${own.orderId}`,
    );
    const { text } = readPdf((await print(own.sellerId, `kind=label&order_id=${own.orderId}`)).body);
    expect(text).toContain("Kurir toko");
    const order = await context.db.row<{ invoice: string }>(sql`select invoice from orders where id = ${own.orderId}`);
    expect(text).toContain(order?.invoice.replaceAll("/", ""));
    expect(text).not.toContain("resi menyusul");
  });

  test("name the buyer's own sender in place of the shop, and an order in two parcels has a label for each", async () => {
    const { sellerId, orderId, shopId } = shipped as MadeOrder;
    await context.db.run(
      sql`update orders set sender_name = 'Griya Ratna', sender_phone = '+6281298765432' where id = ${orderId}`,
    );
    const number = newTrackingNumber();
    const line = await context.db.row<{ id: string }>(sql`
      update order_lines set quantity = 3, weight_g = 2000 where order_id = ${orderId} returning id`);
    const contents = [{ line_id: line?.id ?? "", quantity: 2 }];
    await addParcel(context, { orderId, shopId, trackingNumber: number, contents }, context.clock.now());
    const pdf = readPdf((await print(sellerId, `kind=label&order_id=${orderId}`)).body);
    expect(pdf.pages).toBe(2);
    for (const text of ["Griya Ratna", "0812-9876-5432", number, "Paket 1 dari 2 · 2 kg", "Paket 2 dari 2 · 4 kg"])
      expect(pdf.text).toContain(text);
    const slips = readPdf((await print(sellerId, `kind=slip&order_id=${orderId}`)).body).text;
    for (const text of ["Isi paket 1 dari 2", "1 ×", "Isi paket 2 dari 2", "2 ×"]) expect(slips).toContain(text);
    expect(slips).not.toContain("3 ×");
    const shop = await context.db.row<{ name: string }>(sql`select name from shops where id = ${shopId}`);
    for (const kind of ["label", "slip"])
      expect(readPdf((await print(sellerId, `kind=${kind}&order_id=${orderId}`)).body).text).not.toContain(shop?.name);
  });

  test("are never those of another shop", async () => {
    const stranger = await makeShop(context);
    for (const query of ["kind=label", `kind=slip&order_id=${processing?.orderId}`])
      expect((await print(stranger.ownerId, query)).status).toBe(404);
    expect((await print(processing?.buyerId ?? "", "kind=label")).status).toBe(403);
  });
});
