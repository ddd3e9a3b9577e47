import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { hrefs } from "#hrefs.ts";
import type { ComplaintView } from "../case-view/contract.ts";
import { ReturnAddress } from "./return-address.tsx";

const to = { name: "Toko Rani", street: "Jalan Dago 3", city: "Bandung", postcode: "" };
const panel = (of: Partial<ComplaintView>) =>
  renderToStaticMarkup(
    <ReturnAddress complaint={{ id: "a", number: "K-1", has_label: false, agreed: null, ...of } as ComplaintView} />,
  );

test("a mediator reads where goods went also while they are inspected and when the case is decided", () => {
  for (const state of ["return_shipped", "inspecting", "with_mediator", "appealed"] as const) {
    const shown = panel({ state, side: "mediator", return_to: to });
    expect(shown).toContain("Barang dikirim balik ke");
    expect(shown).toContain("Jalan Dago 3\nBandung</address>");
  }
  expect(panel({ state: "with_mediator", side: "mediator", return_to: null })).toBe("");
});

test("a seller without a shop address gets from the case to the settings where it is given", () => {
  const link = `href="${hrefs.manageMerchant("settings").replaceAll("&", "&amp;")}"`;
  expect(panel({ state: "awaiting_return", side: "seller", return_to: null })).toContain(link);
  expect(panel({ state: "awaiting_return", side: "buyer", return_to: null })).not.toContain(link);
});
