/**
 * Design note. Two proofs that no number of the help goes stale. Each number with a unit that a reader sees follows
 * words of `sentences`, which say whose rule it is; a rule changed alone changes both. And no text of these pages holds
 * a digit, but for what no rule decides. The numbers are walked twice, with other settings and fees too.
 */
import { commonChangedMindDays } from "#catalog/categories/rules.ts";
import { readFileSync } from "node:fs";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { parseAst } from "vite";
import { afterEach, expect, test } from "vitest";
import { phoneCode } from "#accounts/phone/rules.ts";
import { flowTtl } from "#accounts/providers/rules.ts";
import { linkTtls, openedLinkTtl, resetLinkTtl } from "#accounts/recovery/rules.ts";
import { registeredEmailTtl } from "#accounts/registration/rules.ts";
import { deviceMarks } from "#accounts/login/rules.ts";
import { loginStep, recoveryCodes } from "#accounts/second-factor/rules.ts";
import { sessionDuration, sessionIdleDuration } from "#accounts/session/rules.ts";
import { visitorCartTtl } from "#cart/rules.ts";
import { reduction, scoreWeight } from "#catalog/rules.ts";
import { heldDuration } from "#catalog/screening/rules.ts";
import * as cases from "#complaints/rules.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { durationUnits } from "#lib/settings/field.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { day, span, spanInFullDays, spanInWords } from "#lib/time.ts";
import { fingerprintRetentionDuration } from "#accounts/fingerprints/rules.ts";
import { addressVisibleDuration } from "#orders/address-rules.ts";
import { codLimits, codLimitsSetting } from "#orders/checkout/cod-rules.ts";
import * as orders from "#orders/deadlines/rules.ts";
import { reviewDuration } from "#orders/rules.ts";
import { feeTexts, firstCommission, firstServiceFee, formatPerMille, type FeeKind } from "#payments/fees/rules.ts";
import { accountHoldDuration } from "#payments/payouts/bank-accounts/rules.ts";
import { minWithdrawal, minWithdrawalSetting, withdrawalFee } from "#payments/payouts/rules.ts";
import { proofLimits } from "#payments/providers/manual/rules.ts";
import { instantPaymentDuration, paymentDuration } from "#payments/rules.ts";
import * as privacy from "#privacy/rules.ts";
import { maxOpenQuestions } from "#reviews/questions/rules.ts";
import { objection, reportDuration } from "#reviews/reports/rules.ts";
import { burst, maxReviewPictures, paidBack, reviewEditDuration } from "#reviews/rules.ts";
import {
  cancelAnswerDuration,
  confirmationDuration,
  shipDaysSetting,
  shipWorkingDays,
} from "#shipping/handling-rules.ts";
import { driverGraceDuration, instantDurations, instantLostDuration, pickupSpan } from "#shipping/instant-rules.ts";
import { insurancePerMille } from "#shipping/rules.ts";
import { reportDocumentDuration } from "#catalog/reports/rules.ts";
import { documentRetentionDuration, verificationDuration } from "#shops/verification/rules.ts";
import { settingDeclarations } from "../../setting-declarations.ts";
import { termsNoticeDuration } from "#settings/rules.ts";
import { minUserAge } from "../rules.ts";
import { FaqBuyerText } from "../ui/help/faq-buyer-text.tsx";
import { FaqSellerText } from "../ui/help/faq-seller-text.tsx";
import { GuideText } from "../ui/help/guide-text.tsx";
import { PrivacyText } from "../ui/information/privacy-text.tsx";
import { TermsText } from "../ui/information/terms-text.tsx";

afterEach(() => applySettings({}, new Set()));

type Fees = { perMille: number; cap: number; service: number };
const firstFees: Fees = {
  perMille: firstCommission.perMille,
  cap: firstCommission.cap ?? 0,
  service: firstServiceFee.flat,
};

/** The texts of the pages as a reader sees them, by name. */
function readPages({ perMille, cap, service }: Fees): [name: string, text: string][] {
  const published = (kind: FeeKind, fee: { per_mille: number; cap: number | null; flat: number }) => ({
    kind,
    ...fee,
    category: null,
    valid_from: "2026-01-01",
  });
  const fees = feeTexts({
    commission: published("commission", { per_mille: perMille, cap, flat: firstCommission.flat }),
    service_fee: published("service_fee", {
      per_mille: firstServiceFee.perMille,
      cap: firstServiceFee.cap,
      flat: service,
    }),
    commission_by_category: [],
    announced: [],
  });
  const pages: Record<string, ReactElement> = {
    "tanya jawab pembeli": <FaqBuyerText fees={fees} />,
    "tanya jawab penjual": <FaqSellerText fees={fees} />,
    panduan: <GuideText fees={fees} />,
    syarat: <TermsText fees={fees} />,
    privasi: <PrivacyText />,
  };
  return Object.entries(pages).map(([name, element]) => {
    const router = createMemoryRouter([{ path: "*", element }]);
    const html = renderToStaticMarkup(<RouterProvider router={router} />);
    const text = html
      .replaceAll(/<\/?(?:a|b|span|strong)\b[^>]*>/g, "")
      .replaceAll(/<[^>]*>/g, "\n")
      .replaceAll("&amp;", "&")
      .replaceAll(/\p{Zs}/gu, " ");
    return [name, text];
  });
}

const workingDays = (days = 0) => `${days} hari kerja`;

/** The words before a number, and the number as its rule says it. The first entry that fits counts. */
const sentences = ({ perMille, cap, service }: Fees): [before: string, number: string][] => [
  ["tersimpan di browser Anda selama", span(visitorCartTtl)],
  ["Anda dan dihapus", span(visitorCartTtl)],
  ["Batasnya", span(paymentDuration())],
  ["Pesanan dibayar dalam", span(paymentDuration())],
  ["dompet digital dan kartu", span(instantPaymentDuration())],
  [`dibayar dalam ${span(paymentDuration())}, atau`, span(instantPaymentDuration())],
  ["asuransi paket bila Anda mencentangnya (", formatPerMille(insurancePerMille)],
  ["biaya layanan", formatRupiah(service)],
  ["Biaya layanan", formatRupiah(service)],
  ["biaya layanan (", formatRupiah(service)],
  ["barang yang terjual:", formatPerMille(perMille)],
  ["dikurangi komisi (", formatPerMille(perMille)],
  ["setelah komisi (", formatPerMille(perMille)],
  ["masuk ke saldo:", formatPerMille(perMille)],
  ["dari harga barang, paling banyak", formatRupiah(cap)],
  ["engonfirmasi dalam", pickupSpan(instantDurations.confirmation)],
  ["Konfirmasi pesanannya dalam", pickupSpan(instantDurations.confirmation)],
  ["menyerahkan paket dalam", pickupSpan(instantDurations.handover)],
  ["saat paket siap, dan serahkan dalam", pickupSpan(instantDurations.handover)],
  ["batas itu lewat ditunggu", span(driverGraceDuration)],
  ["Paket yang tidak tiba dalam", span(instantLostDuration)],
  ["dengan kurir instan dalam", span(instantLostDuration)],
  ["engonfirmasi dalam", span(confirmationDuration())],
  ["Konfirmasi pesanan dalam", span(confirmationDuration())],
  ["mengirim dalam", workingDays(shipWorkingDays())],
  ["kirim dalam", workingDays(shipWorkingDays())],
  ["tidak dipindai dalam", span(orders.firstScanDuration())],
  ["harus dipindai dalam", span(orders.firstScanDuration())],
  ["memindai paket dalam", span(orders.firstScanDuration())],
  ["paket dianggap tiba", span(orders.assumedArrivalDuration())],
  ["kurir toko yang tidak tiba dalam", span(orders.ownCourierDuration())],
  ["dipindai tetapi tidak tiba dalam", span(orders.lostParcelDuration())],
  ["diperlukan. Setelah", span(addressVisibleDuration)],
  ["sejak pesanan dibayar;", span(addressVisibleDuration)],
  ["tidak menjawab dalam", span(cancelAnswerDuration())],
  ["pembatalan; penjual menjawab dalam", span(cancelAnswerDuration())],
  ["tolak dengan alasan dalam", span(cancelAnswerDuration())],
  ["Penjual menjawab dalam", span(cases.sellerAnswerDuration)],
  ["Jawab dalam", span(cases.sellerAnswerDuration)],
  ["menawarkan yang lain, jawab dalam", span(cases.buyerAnswerDuration)],
  ["menjawab tawaran dalam", span(cases.buyerAnswerDuration)],
  ["Pesanan selesai", span(orders.autoCompleteDuration())],
  ["Pesanan diterima, atau", span(orders.autoCompleteDuration())],
  ["menyatakan menerima barang, atau", span(orders.autoCompleteDuration())],
  ["Anda memeriksa barang dalam", span(orders.autoCompleteDuration())],
  ["minta tambahan waktu", span(orders.extensionDuration())],
  ["memperpanjang satu kali selama", span(orders.extensionDuration())],
  ["Bisa, dalam", workingDays(commonChangedMindDays)],
  ["karena berubah pikiran dalam", workingDays(commonChangedMindDays)],
  ["Anda mengirim balik dalam", workingDays(cases.returnWorkingDays)],
  ["penjual memeriksa dalam", span(cases.inspectionDuration)],
  ["dikirim balik Anda periksa dalam", span(cases.inspectionDuration)],
  ["dari halaman komplain; setelah", span(cases.talkDuration)],
  ["kesepakatan dalam", span(cases.talkDuration)],
  ["memutuskan secara tertulis dalam", spanInFullDays(cases.mediatorDuration)],
  ["mengajukan banding dalam", span(cases.appealDuration)],
  ["mediator, dan dihapus", span(cases.evidenceRetentionDuration)],
  ["foto dan video kami hapus", span(cases.evidenceRetentionDuration)],
  ["menulis ulasan sampai", span(reviewDuration)],
  ["Menulis bisa sampai", span(reviewDuration)],
  ["mengubah sampai", span(reviewEditDuration)],
  ["kata sandi baru berlaku", span(resetLinkTtl)],
  ["dikirim ke sana dan berlaku", span(linkTtls.reset)],
  ["tautan yang kami kirim; berlaku", span(linkTtls.verify)],
  ["minta kode. Kode", `${phoneCode.digits} angka`],
  [`Kode ${phoneCode.digits} angka berlaku`, span(phoneCode.ttl)],
  ["salah satu dari", `${recoveryCodes.count} kode`],
  ["Anda mendapat", `${recoveryCodes.count} kode`],
  ["Akun dihapus", span(privacy.deletionGraceDuration)],
  ["akun hilang", span(privacy.deletionGraceDuration)],
  ["bisa mengunduhnya, selama", span(privacy.archiveTtl)],
  ["dapat diunduh selama", span(privacy.archiveTtl)],
  ["Kami memutuskannya dalam", span(verificationDuration)],
  ["periksa lebih dulu, paling lama", span(heldDuration)],
  ["sudah dijual sedikitnya", span(reduction.minOnSale)],
  ["harga terendah selama", span(reduction.comparedWith)],
  ["sebelum itu, dan tampil", span(reduction.shownFor)],
  ["Rekening baru bisa dipakai", span(accountHoldDuration)],
  ["tarik paling sedikit", formatRupiah(minWithdrawal())],
  ["rekening bank, paling sedikit", formatRupiah(minWithdrawal())],
  ["Biayanya", formatRupiah(withdrawalFee)],
  ["dengan biaya", formatRupiah(withdrawalFee)],
  ["menerima COD, paling banyak", formatRupiah(codLimits().maxTotal)],
  ["tanpa bayaran; setelah", `${codLimits().maxRefused} paket`],
  ["paket tidak jadi dibayar dalam", span(codLimits().window)],
  ["tambahkan cerita dan sampai", `${maxReviewPictures} foto`],
  ["Paling banyak", `${maxOpenQuestions} pertanyaan`],
  ["Bila paling sedikit", `${paidBack.percent}%`],
  ["mendapat paling banyak", `${paidBack.maxStars} bintang`],
  ["operator memutuskan dalam", span(reportDuration)],
  ["keberatan satu kali dalam", span(objection.duration)],
  ["Bila paling sedikit", `${burst.min} penilaian`],
  ["penilaian, dan paling sedikit", `${burst.share * 100}%`],
  ["% dari penilaian", span(burst.window)],
  ["setiap barang punya", `${scoreWeight.ratings} penilaian`],
  [`punya ${scoreWeight.ratings} penilaian`, `${scoreWeight.stars} bintang`],
  ["berusia sedikitnya", `${minUserAge} tahun`],
  ["diumumkan sedikitnya", span(termsNoticeDuration)],
  ["mutasi bank. Kami menghapusnya setelah", span(proofLimits.ttl)],
  ["badan usaha. Kami hapus", span(documentRetentionDuration)],
  ["Bukti hak Anda kami hapus", span(reportDocumentDuration)],
  ["sidik browser dan jaringan", span(fingerprintRetentionDuration)],
  ["langkah itu, paling lama", spanInWords(Math.max(loginStep.ttl, flowTtl, openedLinkTtl))],
  ["sementara juga, paling lama", spanInWords(registeredEmailTtl)],
  ["masuk dari sini, paling lama", span(deviceMarks.duration)],
  ["Catatan pesanan disimpan", `${privacy.orderRetentionYears} tahun`],
  ["alamat dan catatan dihapus", `${privacy.orderRetentionYears} tahun`],
  ["Sesi berakhir setelah", span(sessionIdleDuration)],
  ["tidak dipakai, paling lama", span(sessionDuration)],
  ["menjawab permintaan dalam", spanInFullDays(privacy.requestAnswerDuration)],
  ["tertulis paling lambat", spanInFullDays(privacy.breachNoticeDuration)],
];

/** Numbers that no setting or duration decides: laws, a scale, a statistic, and that a product has a picture. */
const given = [
  "sedikitnya satu foto",
  "di atas Rp5.000.000",
  "1 sampai 5 bintang",
  "Wilson (95%)",
  "Nomor 27 Tahun 2022",
  "PPh 22",
];

const numbers =
  /Rp\d[\d.]*\d|\d+(?:,\d+)?%|(?:\d[\d×]*|setengah|satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|sepuluh) (?:detik|menit|jam|hari|minggu|bulan|tahun|kode|angka\b|foto|bintang|paket|pertanyaan|penilaian)/giu;

/** Walks the numbers of all pages. `left` has the entries of `sentences` that no page contains. */
function walk(fees: Fees): { wrong: string[]; left: string[]; count: number } {
  const rules = sentences(fees);
  const used = new Set<number>();
  const wrong: string[] = [];
  let count = 0;
  for (const [name, whole] of readPages(fees)) {
    const text = given.reduce((rest, one) => rest.replaceAll(one, " "), whole);
    for (const { index, 0: number } of text.matchAll(numbers)) {
      const [before, after] = [text.slice(0, index).trimEnd(), text.slice(index)];
      const at = rules.findIndex(([words, value]) => before.endsWith(words) && after.startsWith(value));
      if (at === -1) wrong.push(`${name}: ${before.slice(-50).replaceAll("\n", " ")} ${number}`);
      used.add(at);
      count += 1;
    }
  }
  return { wrong, left: rules.filter((_, at) => !used.has(at)).map(([words]) => words), count };
}

test("each number with a unit in the help, the terms and the privacy policy is what its rule says", () => {
  const { wrong, left, count } = walk(firstFees);
  expect(wrong).toEqual([]);
  expect(left).toEqual([]);
  expect(count).toBeGreaterThan(100);
});

test("after a change of the settings and the fees the pages say the new numbers", () => {
  const changed = { maxTotal: 1_234_000, maxRefused: 4, window: 45 * day, maxOpen: 3 };
  const deadlines = settingDeclarations.flatMap(({ setting, field }) =>
    field.kind === "duration" ? [[setting.key, field.max * durationUnits[field.unit].ms] as const] : [],
  );
  expect(deadlines.length).toBeGreaterThan(8);
  applySettings(
    {
      [codLimitsSetting.key]: changed,
      ...Object.fromEntries(deadlines),
      [shipDaysSetting.key]: 4,
      [minWithdrawalSetting.key]: 23_000,
    },
    new Set(),
  );
  expect(walk({ perMille: 37, cap: 71_000, service: 1_700 })).toMatchObject({ wrong: [], left: [] });
  expect(codLimits()).toEqual(changed);
});

test("a link in an answer is a link, not its marks", () => {
  for (const [name, text] of readPages(firstFees)) expect(text, name).not.toMatch(/\]\(|\*\*|undefined|NaN/);
});

/** All that a file writes into the texts of its pages. */
function writtenIn(file: string): string[] {
  const code = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
  const found: string[] = [];
  const read = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const one of node) read(one);
      return;
    }
    if (typeof node !== "object" || node === null) return;
    const {
      type,
      value,
      key: own,
      name,
    } = node as Record<string, { cooked?: string; name?: string }> & {
      type?: string;
    };
    const property = own?.name ?? name?.name ?? "";
    if (type === "ImportDeclaration") return;
    // Anchors, addresses and search words are no text of the page.
    if (["Property", "JSXAttribute"].includes(type ?? "") && ["id", "also", "href", "className"].includes(property))
      return;
    if ((type === "JSXText" || type === "Literal") && typeof value === "string") found.push(value);
    if (type === "TemplateElement") found.push(value?.cooked ?? "");
    for (const one of Object.values(node)) read(one);
  };
  read(parseAst(code, { lang: "tsx" }));
  return found.map((text) => text.replaceAll(/\s+/g, " "));
}

test("no text of these pages holds a number that its author typed", () => {
  const files = [
    "help/buyer-questions.ts",
    "help/seller-questions.ts",
    "help/guide-topics.ts",
    "ui/help/faq-buyer-text.tsx",
    "ui/help/faq-seller-text.tsx",
    "ui/help/guide-text.tsx",
    "ui/information/privacy-text.tsx",
    "ui/information/terms-text.tsx",
  ];
  const typed = files.flatMap((file) =>
    writtenIn(file)
      .map((text) => given.reduce((rest, one) => rest.replaceAll(one, " "), text))
      .filter((text) => /\d/.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(typed).toEqual([]);
});
