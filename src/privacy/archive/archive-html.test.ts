import { expect, test } from "vitest";
import { archiveHtml } from "./archive-html.ts";

test("times are formatted, and a user's text is shown as it was written, even when it looks like a time", () => {
  const at = new Date("2026-11-21T07:00:00Z");
  const typed = ["2026-01-01T00:00 <b>besok</b>", "2026-99-99T99:99:99Z", "2026-01-01T00:00:00Z (titip satpam)"];
  const rows = [
    { catatan: typed[0], alasan: typed[1], isi: [{ balasan: typed[2], dikirim: "2026-11-21T07:00:00+00:00" }] },
  ];
  const page = archiveHtml([{ title: "Uji", rows }], "<i>Sari</i>", at);
  expect(page).toContain("2026-01-01T00:00 &#60;b&#62;besok");
  expect(page).toContain("2026-99-99T99:99:99Z");
  expect(page).toContain("(titip satpam)");
  expect(page).toContain("21 Nov 2026, 14.00 WIB");
  expect(page).not.toMatch(/NaN|undefined|<b>|<i>/);
});
