import { fingerprintRetentionDuration } from "#accounts/fingerprints/rules.ts";
import { evidenceRetentionDuration } from "#complaints/rules.ts";
import { day, hour, span } from "#lib/time.ts";
import { proofLimits } from "#payments/providers/manual/rules.ts";
import { documentRetentionDuration } from "#shops/verification/rules.ts";
import { requestRetentionYears } from "../requests/rules.ts";
import { archiveTtl, orderRetentionText } from "../rules.ts";

/** How long the rows of a table with personal data are stored, and how the proof looks at it. */
export type Retained = {
  /** What operators read. */
  rule: string;
  /** The column with the moment by which the oldest row is found; null when the table has none. */
  moment: string | null;
  /** The column that leads to the person with whose account the rows go. */
  owner?: string;
  /** A row is too old this long after its moment. */
  maxAge?: number;
};

/** @rule A row counts as too old one day after it should have gone, because the jobs that delete run once a day. */
export const retentionSlack = day;

const record = `Disimpan ${orderRetentionText} sebagai catatan jual beli; identitas hilang bersama akunnya.`;

/** What holds for rows that are deleted with their account, and for the record of operators' own work. */
export const usualRules = {
  account: "Dihapus bersama akunnya.",
  work: "Catatan kerja pasar: disimpan selama pasar berjalan.",
};

/**
 * @rule Rows of these tables are not all deleted with their account: some are deleted at a set time, some are stored as
 * records of transactions, some anonymised.
 *
 * All other tables with rows of accounts are found in the database itself.
 */
export const retainedTables: Readonly<Record<string, Retained>> = {
  users: { rule: "Nama, email, telepon, dan lahir dihapus bersama akunnya; barisnya tetap.", moment: "created_at" },
  account_deletions: { rule: "Bukti bahwa penghapusan dijalankan.", moment: "requested_at" },
  account_traces: {
    rule: `${span(fingerprintRetentionDuration)} setelah terakhir masuk dari sana.`,
    moment: "last_seen_at",
    owner: "user_id",
    maxAge: fingerprintRetentionDuration,
  },
  carts: {
    rule: "Keranjang tamu sampai batasnya; yang lain bersama akunnya.",
    moment: "expires_at",
    owner: "user_id",
    maxAge: 0,
  },
  checkouts: { rule: record, moment: "created_at" },
  complaint_evidence: {
    rule: `${span(evidenceRetentionDuration)} setelah komplain selesai, dan bersama akunnya.`,
    moment: "created_at",
    owner: "uploaded_by",
  },
  complaint_messages: { rule: record, moment: "created_at" },
  complaints: {
    rule: `${record} Alamat toko tempat barang dikirim balik ${span(evidenceRetentionDuration)} setelah komplain selesai.`,
    moment: "opened_at",
  },
  consents: { rule: "Bukti persetujuan, tanpa nama (UU 27/2022, Pasal 24).", moment: "at" },
  courier_bookings: { rule: record, moment: "created_at" },
  data_archives: {
    rule: `${span(archiveTtl)} setelah siap, dan bersama akunnya.`,
    moment: "expires_at",
    owner: "user_id",
    maxAge: 0,
  },
  data_requests: {
    rule: `Kata-kata dan pengirim ${requestRetentionYears} tahun setelah selesai; jenis dan hasilnya tetap sebagai bukti.`,
    moment: "closed_at",
  },
  email_links: { moment: "expires_at", owner: "user_id", rule: "Sampai tautannya berakhir.", maxAge: 0 },
  idempotency_keys: { moment: "created_at", owner: "user_id", rule: `${span(day)}.`, maxAge: day },
  login_steps: { moment: "expires_at", owner: "user_id", rule: "Sampai langkahnya berakhir.", maxAge: 0 },
  measures: { rule: "Aturan dan hari tetap sebagai bukti; kata-kata hilang bersama akunnya.", moment: "taken_at" },
  orders: {
    rule: `Identitas penerima ${orderRetentionText} setelah akhir tahun pesanan, atau sampai akunnya dihapus.`,
    moment: "created_at",
  },
  passkey_challenges: { moment: "expires_at", owner: "user_id", rule: "Sampai pertanyaannya berakhir.", maxAge: 0 },
  payments: { rule: record, moment: "created_at" },
  payout_events: { rule: record, moment: "created_at" },
  payouts: { rule: record, moment: "requested_at" },
  phone_codes: { moment: "sent_at", owner: "user_id", rule: `${span(day)}.`, maxAge: day },
  pictures: { rule: "Foto barang dalam pesanan tetap; foto profil hilang bersama akunnya.", moment: "created_at" },
  refunds: { rule: record, moment: "created_at" },
  reviews: { rule: "Bintang tetap; kata-kata hilang bersama akunnya.", moment: "created_at" },
  seller_verifications: {
    rule: `Nama, nomor, dan dokumen ${span(documentRetentionDuration)} setelah verifikasi berakhir.`,
    moment: "created_at",
  },
  sessions: { moment: "expires_at", owner: "user_id", rule: "Sampai sesinya berakhir.", maxAge: 0 },
  shops: { rule: "Nama, teks, dan alamat hilang bersama akun pemiliknya.", moment: "opened_at" },
  tax_exemptions: {
    rule: `Bukti pajak, ${orderRetentionText}; tanpa nama setelah akunnya dihapus.`,
    moment: "declared_at",
  },
  transfer_reports: {
    rule: `${span(proofLimits.ttl)} setelah dikirim.`,
    moment: "reported_at",
    maxAge: proofLimits.ttl,
  },
  voucher_uses: { rule: record, moment: "reserved_at" },
  vouchers: { rule: "Kode hilang dan voucher berhenti bersama akunnya.", moment: "created_at" },
};

/** @rule The proof counts at most 1,000 rows of a table that are too old. */
export const countedTooOld = 1000;

/** @rule The page with the proof may be opened 30 times in an hour, because it looks at every table. */
export const retentionLimit = { max: 30, window: hour, by: "user" } as const;
