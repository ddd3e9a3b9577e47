import { describe, expect, test } from "vitest";
import { span } from "#lib/time.ts";
import { transitionOf, orderActionNames, orderStatuses, orderStatusNames } from "../rules.ts";
import { explainDeadline, heldText, stateText, type OrderState } from "./deadline-text.ts";
import { actionAtDeadline, arrivalEstimate, extensionDuration } from "./rules.ts";

const plain = {
  cancelRequested: false,
  extended: false,
  tracked: true,
  unfollowed: false,
  arrivalAsked: false,
  scanned: false,
  pickup: false,
  awaitsCash: false,
};
const ended = orderActionNames.filter((name) => transitionOf(name).to === "cancelled");

/** Every situation in which a buyer or seller reads about an order, by what is special about it. */
const situations: Record<string, OrderState> = {
  ...Object.fromEntries(orderStatusNames.map((status) => [status, { ...plain, status }])),
  ...Object.fromEntries(ended.map((last) => [`cancelled by ${last}`, { ...plain, status: "cancelled", last }])),
  "cancellation requested": { ...plain, status: "processing", cancelRequested: true },
  scanned: { ...plain, status: "shipped", scanned: true },
  "shop courier": { ...plain, status: "shipped", tracked: false },
  unfollowed: { ...plain, status: "shipped", tracked: false, unfollowed: true },
  "arrival asked": { ...plain, status: "shipped", tracked: false, unfollowed: true, arrivalAsked: true },
  "arrival confirmed": { ...plain, status: "delivered", last: "confirm_arrival" },
  "arrival assumed": { ...plain, status: "delivered", last: "assume_delivered" },
  pickup: { ...plain, status: "shipped", tracked: false, pickup: true },
  "pickup processing": { ...plain, status: "processing", tracked: false, pickup: true },
  "pickup delivered": { ...plain, status: "delivered", tracked: false, pickup: true },
  "pickup extended": { ...plain, status: "delivered", tracked: false, pickup: true, extended: true },
  extended: { ...plain, status: "delivered", scanned: true, extended: true },
  ...Object.fromEntries(
    (["awaiting_confirmation", "processing", "shipped"] as const).map((status) => [
      `COD ${status}`,
      { ...plain, status, awaitsCash: true },
    ]),
  ),
};
const readers = ["buyer", "seller"] as const;
const cases = Object.entries(situations).flatMap(([name, state]) => readers.map((reader) => ({ name, state, reader })));
/** The sentence names a side, or asks its reader to act; the sentence of a final status names no one. */
const actor =
  /\b(Anda|[Pp]enjual|[Pp]embeli|[Kk]urir|[Kk]ami)\b|^(Bayar|Terima|Siapkan|Kirim) |^Pesanan (selesai|dibatalkan)\./;

describe("the sentences of buyer and seller about an order", () => {
  test.each(cases)("$name, $reader: complete sentences name the side that acts", ({ state, reader }) => {
    const sentence = stateText(state, reader);
    const explained = explainDeadline(state, reader);
    expect(explained === null).toBe(actionAtDeadline(state.status, state) === null);
    const read = [sentence, ...(explained ? [`${explained.must}.`, explained.otherwise] : [])];
    for (const one of read) {
      expect(one).toMatch(/^[A-Z].*[.?]$/s);
      expect(one).not.toMatch(/Bila tidak,|Bila (Anda|pembeli|penjual) diam|!/);
      expect(one).toMatch(actor);
    }
    if (!explained) return;
    expect(explained.otherwise).toMatch(/^Bila sampai saat itu .*(Anda|penjual|pembeli|kurir).*, /);
    expect(explained.otherwise).toMatch(/pesanan (batal|selesai)|paket (dianggap )?tiba/);
    expect(["sebelum", "paling lambat"]).toContain(explained.until);
    expect(orderStatuses[state.status].final).toBe(false);
  });

  test("every action that cancels an order has its own sentence for both sides", () => {
    for (const reader of readers) {
      const read = ended.map((last) => stateText({ ...plain, status: "cancelled", last }, reader));
      expect(new Set(read).size).toBe(ended.length);
    }
  });

  test("a parcel that no courier has scanned is not shown as on its way", () => {
    for (const reader of readers) {
      expect(stateText({ ...plain, status: "shipped" }, reader)).toMatch(/menunggu pemindaian pertama/);
      // The courier said itself that it has the parcel.
      const fetched = stateText({ ...plain, status: "shipped", isFetched: true }, reader);
      expect(fetched).toMatch(/^Kurir sudah mengambil paket.+menunggu pemindaian pertama/);
      expect(stateText({ ...plain, status: "shipped", scanned: true }, reader)).toMatch(/dalam perjalanan/);
    }
  });

  test("while a request to cancel is open, neither side reads that the order has to be prepared", () => {
    for (const reader of readers) {
      const sentence = stateText({ ...plain, status: "processing", cancelRequested: true }, reader);
      expect(sentence).toMatch(/meminta pembatalan/);
      expect(sentence).not.toMatch(/[Ss]iapkan|menyiapkan/);
    }
  });

  test("nobody reads that the money of a COD order under way is held or comes back", () => {
    for (const reader of readers)
      for (const status of ["awaiting_confirmation", "processing", "shipped"] as const)
        for (const facts of [{}, { cancelRequested: true }, { scanned: true }, { tracked: false }]) {
          const state = { ...plain, awaitsCash: true, status, ...facts };
          const read = `${stateText(state, reader)} ${explainDeadline(state, reader)?.otherwise}`;
          expect(read).not.toMatch(
            /rekening bersama|Tekan Pesanan diterima|kurir toko|sudah membayar|uang (Anda )?kembali/,
          );
          expect(read).toMatch(reader === "buyer" ? /tidak membayar apa pun/ : /belum ada uang yang dibayar/);
        }
  });

  test("of an order that the buyer collects nobody reads that it is sent or that a parcel arrives", () => {
    for (const reader of readers)
      for (const status of ["processing", "shipped", "delivered"] as const)
        for (const extended of [false, true]) {
          const state = { ...plain, status, extended, tracked: false, pickup: true };
          const { must = "", otherwise = "" } = explainDeadline(state, reader) ?? {};
          expect(`${stateText(state, reader)} ${must}. ${otherwise}`).not.toMatch(/[Kk]irim|[Pp]aket|kurir|alamat/);
        }
    for (const reader of readers)
      for (const last of ["ship_deadline", "undelivered"])
        expect(stateText({ ...plain, status: "cancelled", tracked: false, pickup: true, last }, reader)).not.toMatch(
          /[Kk]irim|[Pp]aket/,
        );
  });

  test("both sides read where the money of a paid order is until it ends, and nobody that unpaid money is held", () => {
    const paid = { awaitsCash: false, cod: false };
    for (const reader of readers) {
      for (const status of ["awaiting_confirmation", "processing", "shipped", "delivered"] as const) {
        expect(heldText({ ...paid, status }, reader)).toContain("rekening bersama");
        expect(heldText({ awaitsCash: true, cod: true, status }, reader)).toBeNull();
      }
      for (const status of ["awaiting_payment", "completed", "cancelled", "disputed", "refunded"] as const)
        expect(heldText({ ...paid, status }, reader)).toBeNull();
      // A courier's cash is not in the account yet.
      expect(heldText({ ...paid, cod: true, status: "delivered" }, reader)).toMatch(/kurir belum (diteruskan|masuk)/);
      expect(stateText({ ...plain, status: "completed", partRefunded: true }, reader)).toMatch(/Sisa (uang|dana)/);
    }
  });

  test("an extension is named with the days of the rule", () => {
    expect(stateText({ ...plain, status: "delivered", extended: true }, "buyer")).toContain(span(extensionDuration()));
  });
});

test("a parcel is expected within the courier's days after shipping", () => {
  const shipped = new Date("2026-11-22T03:00:00Z");
  expect(arrivalEstimate("4–7 hari", shipped)).toEqual({
    from: new Date("2026-11-26T03:00:00Z"),
    to: new Date("2026-11-29T03:00:00Z"),
  });
  expect(arrivalEstimate("1 hari", shipped)?.to).toEqual(new Date("2026-11-23T03:00:00Z"));
  expect(arrivalEstimate("Setelah toko siap", shipped)).toBeNull();
});
