import { expect, test } from "vitest";
import { blockText, textPieces } from "./article.ts";
import { buyerQuestions } from "./buyer-questions.ts";
import { guideTopics } from "./guide-topics.ts";
import { feeTexts, firstCommission, firstServiceFee, type FeeKind } from "#payments/fees/rules.ts";
import { searchHelp as search } from "./search-help.ts";
import { sellerQuestions } from "./seller-questions.ts";

const published = (kind: FeeKind, { perMille, cap, flat } = firstCommission) => ({
  kind,
  per_mille: perMille,
  cap,
  flat,
  category: null,
  valid_from: "2026-01-01",
});
const fees = feeTexts({
  commission: published("commission"),
  service_fee: published("service_fee", firstServiceFee),
  commission_by_category: [],
  announced: [],
});
const searchHelp = (question: string) => search(question, fees);
const first = (question: string) => searchHelp(question)[0]?.href;
const matches = (pieces: readonly { text: string; match: boolean }[]) =>
  pieces.filter(({ match }) => match).map(({ text }) => text.toLowerCase());

test("each question leads to the text that answers it", () => {
  expect(first("lupa password")).toBe("/guide#lupa-kata-sandi");
  expect(first("cara membatalkan pesanan")).toMatch(/batal/);
  expect(first("sidik jari")).toBe("/guide#passkey");
  expect(first("hapus akun")).toMatch(/hapus-akun|menghapus-akun/);
  expect(first("lacak paket")).toBe("/guide#melacak");
  expect(searchHelp("komisi").some(({ href }) => href.startsWith("/faqSeller#"))).toBe(true);
});

test("forms of one word find the same, and the beginning of the last word is enough", () => {
  const hrefs = (question: string) => searchHelp(question).map(({ href }) => href);
  expect(hrefs("pembayaran")).toContain(first("membayar"));
  expect(hrefs("notif")).toContain("/guide#atur-notifikasi");
});

test("the words of the question are marked in every form", () => {
  const [found] = searchHelp("hapus akun");
  expect(matches(found?.title ?? [])).toEqual(["menghapus", "akun"]);
  expect(found?.title.map(({ text }) => text).join("")).toBe("Menghapus akun");
});

test("a blank question, punctuation or unknown words find nothing", () => {
  for (const question of ["", "   ", "%%%", "🙂", "zzqqxx", "<script>alert(1)</script>x".repeat(50).slice(0, 3)])
    expect(searchHelp(question)).toEqual([]);
});

test("when no text contains all words, one of them is enough", () => {
  expect(searchHelp("passkey zzqqxx").map(({ href }) => href)).toContain("/guide#passkey");
});

test("anchors are unique on each page, links lead to pages of this site, and no text is empty", () => {
  const guide = guideTopics(fees).flatMap(({ id, articles }) => [id, ...articles.map((article) => article.id)]);
  const ids = (groups: ReturnType<typeof buyerQuestions>) =>
    groups.flatMap(({ id, questions }) => [id, ...questions.map((one) => one.id)]);
  for (const anchors of [guide, ids(buyerQuestions(fees)), ids(sellerQuestions(fees))])
    expect(new Set(anchors).size).toBe(anchors.length);
  for (const { articles } of guideTopics(fees)) {
    for (const { blocks } of articles) {
      expect(blocks.flatMap(blockText).join(" ").split(" ").length).toBeGreaterThan(12);
      expect(blocks.flatMap(blockText).join("")).not.toMatch(/undefined|NaN|\*\*|\]\(/);
    }
  }
});

test("bold words and links are separated from the text around them", () => {
  expect(textPieces("Buka [Keamanan](/profile) lalu **simpan**.")).toEqual([
    { text: "Buka " },
    { text: "Keamanan", href: "/profile" },
    { text: " lalu " },
    { text: "simpan", bold: true },
    { text: "." },
  ]);
});
