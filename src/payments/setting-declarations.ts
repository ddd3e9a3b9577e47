import { declareBounded, type Declaration } from "#lib/settings/declaration.ts";
import { declareTemplate as declareMailTemplate } from "#messages/mail-template.ts";
import { declareTemplate } from "#notifications/notification-template.ts";
import { paymentTemplates } from "./notification-texts.ts";
import { bankAccountMailTemplate, bankAccountTemplates } from "./payouts/bank-accounts/texts.ts";
import { automaticRefusedTemplate, payoutTemplates } from "./payouts/notification-texts.ts";
import {
  approvalSetting,
  minWithdrawalSetting,
  refundApprovalSetting,
  secondApprovalSetting,
} from "./payouts/rules.ts";
import { instantPaymentSetting, paymentSetting } from "./rules.ts";

const ofNewOrders = "Berlaku untuk pesanan yang dibuat sesudahnya.";
const ofNewPayouts = "Berlaku untuk pencairan yang diminta sesudahnya.";

/** Deadlines of payments, limits of payouts, and the texts about withdrawals. */
export const paymentDeclarations: readonly Declaration[] = [
  declareBounded(paymentSetting, "hours", {
    group: "orders",
    isTerm: true,
    label: "Waktu membayar",
    help: `Pesanan yang belum dibayar batal setelah waktu ini. ${ofNewOrders}`,
  }),
  declareBounded(instantPaymentSetting, "minutes", {
    group: "orders",
    isTerm: true,
    label: "Waktu membayar dengan QRIS, dompet digital, dan kartu",
    help: `Pesanan dengan cara bayar langsung batal setelah waktu ini. ${ofNewOrders}`,
  }),
  declareBounded(minWithdrawalSetting, "rupiah", {
    group: "money",
    isTerm: true,
    label: "Penarikan paling sedikit",
    help: "Jumlah terkecil yang ditarik penjual dari saldonya. Berlaku untuk penarikan baru.",
  }),
  declareBounded(approvalSetting, "rupiah", {
    group: "money",
    label: "Penarikan yang disetujui operator, mulai dari",
    help: `Penarikan pertama ke suatu rekening selalu disetujui operator. ${ofNewPayouts}`,
  }),
  declareBounded(secondApprovalSetting, "rupiah", {
    group: "money",
    label: "Penarikan yang disetujui dua operator, mulai dari",
    help: `Dua operator yang berbeda menyetujui penarikan sebesar ini. ${ofNewPayouts}`,
  }),
  declareBounded(refundApprovalSetting, "rupiah", {
    group: "money",
    label: "Pengembalian ke rekening yang disetujui operator, mulai dari",
    help: `Pengembalian dana ke rekening bank sebesar ini disetujui operator. ${ofNewPayouts}`,
  }),
  ...Object.values(payoutTemplates).map(declareTemplate),
  declareTemplate(automaticRefusedTemplate),
  ...Object.values(bankAccountTemplates).map(declareTemplate),
  ...paymentTemplates.map(declareTemplate),
  declareMailTemplate(bankAccountMailTemplate),
];
