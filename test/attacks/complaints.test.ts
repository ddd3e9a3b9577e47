/** Cases belong to buyer, shop and mediators: neither ids nor addresses of files open them to others. */
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type Person, type World } from "./make-world.ts";

let world: World;
let url: string;

beforeAll(async () => {
  world = await makeWorld();
  url = `/v1/complaints/${world.complaint.complaintId}`;
});
afterAll(() => world.close());

async function upload(person: Person): Promise<string> {
  const form = new FormData();
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  form.set("file", new File([new Uint8Array(picture)], "bukti.png"));
  const wrapped = new Response(form);
  const response = await world.app.inject({
    method: "POST",
    url: `/v1/orders/${world.complaint.orderId}/evidence`,
    headers: {
      cookie: person.cookie,
      "sec-fetch-site": "same-origin",
      "content-type": wrapped.headers.get("content-type") ?? "",
    },
    payload: Buffer.from(await wrapped.arrayBuffer()),
  });
  return response.json<{ data: { id: string } }>().data.id;
}

test("a case is shown to its sides, each with its own turn, and the parts of the money sum to what is held", async () => {
  for (const [person, side, turn] of [
    [world.buyer, "buyer", null],
    [world.seller, "seller", "Jawab permintaan pembeli"],
  ] as const) {
    const { result } = (await person.call("GET", url)).body;
    expect(result).toMatchObject({ side, task: turn, turn: "seller", state: "awaiting_seller" });
    expect(result.if_nobody).toContain(side === "seller" ? "Bila Anda tidak menjawab" : "Bila penjual tidak menjawab");
    const { buyer, seller, fees, promotion } = result.money.division;
    expect(buyer).toBe(20_000);
    expect(buyer + seller + fees + promotion).toBe(result.money.held);
  }
  const { result } = (await world.operator.call("GET", `/v1/operator/complaints/${world.complaint.complaintId}`)).body;
  expect(result).toMatchObject({ side: "mediator", actions: ["message"], why_not: null });
  for (const [person, list] of [
    [world.buyer, "/v1/complaints"],
    [world.seller, "/v1/seller/complaints"],
  ] as const)
    expect((await person.call("GET", list)).body.result.map(({ id }: { id: string }) => id)).toEqual([
      world.complaint.complaintId,
    ]);
});

test("a foreign buyer, a foreign shop and an operator outside the console find no case and change nothing", async () => {
  const before = await world.stored();
  for (const person of [world.otherBuyer, world.otherSeller, world.operator]) {
    expect((await person.call("GET", url)).body.code).toBe("request.not_found");
    expect((await person.call("GET", `/v1/orders/${world.complaint.orderId}/complaint`)).status).toBe(404);
    const words = { text: "Saya hanya ingin tahu." };
    expect((await person.call("POST", `${url}/messages`, words)).status).toBe(404);
    expect((await person.call("POST", `${url}/accept`, { offer_id: world.complaint.openingId })).status).toBe(404);
    expect((await person.call("POST", `${url}/withdraw`, {})).status).toBe(404);
  }
  expect((await world.otherBuyer.call("GET", "/v1/complaints")).body.result).toEqual([]);
  expect((await world.otherSeller.call("GET", "/v1/seller/complaints")).body.result).toEqual([]);
  // The seller of the order cannot act as its buyer.
  expect((await world.seller.call("POST", `${url}/withdraw`, {})).body.code).toBe("complaints.not_allowed");
  expect(await world.stored()).toBe(before);
});

test("hostile input gets a field's sentence and changes nothing", async () => {
  const before = await world.stored();
  const long = "a".repeat(5000);
  expect((await world.buyer.call("POST", `${url}/messages`, { text: long })).status).toBe(422);
  expect((await world.seller.call("POST", `${url}/mediator`, { text: long })).status).toBe(422);
  for (const amount of [-1, 1.5, "1", 1e16]) {
    const solution = { kind: "refund", lines: [{ line_id: world.complaint.lineId, amount }] };
    expect((await world.seller.call("POST", `${url}/offers`, { solution })).status, String(amount)).toBe(422);
  }
  const tooMuch = { kind: "refund", lines: [{ line_id: world.complaint.lineId, amount: 50_001 }] };
  const { body } = await world.seller.call("POST", `${url}/offers`, { solution: tooMuch });
  expect([body.code, body.data]).toEqual([
    "complaints.solution_too_large",
    { [`line.${world.complaint.lineId}`]: ["Paling banyak Rp50.000."] },
  ]);
  expect(await world.stored()).toBe(before);
});

test("files of a case are closed to others, also by their address and after the case ended", async () => {
  const evidence = [await upload(world.buyer)];
  expect((await world.buyer.call("POST", `${url}/messages`, { text: "Fotonya.", evidence })).status).toBe(200);
  const file = `/v1/complaint-evidence/${evidence[0]}`;
  const whoSees = async () =>
    Promise.all(
      [world.buyer, world.seller, world.operator, world.otherBuyer, world.otherSeller, world.nobody].map(
        async (person) => (await person.call("GET", file)).status,
      ),
    );
  const shown = [200, 200, 200, 404, 404, 401];
  expect(await whoSees()).toEqual(shown);
  expect((await world.buyer.call("POST", `${url}/withdraw`, {})).body.data.state).toBe("closed");
  expect(await whoSees()).toEqual(shown);
  const { result } = (await world.seller.call("GET", url)).body;
  expect(result).toMatchObject({ state: "closed", due_at: null, if_nobody: null, actions: [], money: { held: 0 } });
  expect(result.outcome_text).toBe("Pembeli menarik komplainnya, jadi dana diteruskan ke penjual.");
});
