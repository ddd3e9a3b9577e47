/**
 * The actions of the audit log, with what the console calls them. An action begins with its slice. A slice that lets
 * operators do something adds its actions here.
 */
export const auditActions = {
  "accounts.appeal_answered": "Banding dijawab",
  "accounts.person_blocked": "Akun diblokir",
  "accounts.person_unblocked": "Blokir akun dicabut",
  "accounts.person_viewed": "Data orang dibaca",
  "accounts.factor_reset": "Verifikasi dua langkah operator dihapus di server",
  "accounts.role_changed": "Peran operator diubah",
  "complaints.decided": "Komplain diputuskan",
  "complaints.message_written": "Mediator menulis dalam komplain",
  "payments.bank_line_marked": "Mutasi bank ditandai",
  "payments.certificate_decided": "SKB diputuskan",
  "payments.cod_remitted": "Setoran COD dibukukan",
  "complaints.claim_asked": "Klaim asuransi diajukan",
  "complaints.claim_decided": "Hasil klaim asuransi dicatat",
  "complaints.claim_returned": "Ganti rugi klaim asuransi dikembalikan toko",
  "payments.cod_decided": "Selisih uang COD diputuskan",
  "payments.cod_approved": "Keputusan selisih COD dipastikan atau ditolak",
  "payments.fee_announced": "Aturan biaya diumumkan",
  "payments.fee_withdrawn": "Aturan biaya ditarik",
  "payments.payout_approved": "Pencairan disetujui",
  "payments.payout_batch_made": "Pencairan dimasukkan ke berkas",
  "payments.payout_file_read": "Berkas pencairan dengan nomor rekening dibaca",
  "payments.payout_layout_deleted": "Susunan kolom pencairan dihapus",
  "payments.payout_layout_saved": "Susunan kolom pencairan disimpan",
  "payments.payout_rejected": "Pencairan ditolak",
  "payments.payout_result_decided": "Hasil pencairan dipastikan atau ditolak",
  "payments.payout_result_entered": "Hasil pencairan diisi",
  "payments.payout_results_uploaded": "Berkas hasil pencairan diunggah",
  "payments.payouts_held": "Semua pencairan dihentikan",
  "payments.payouts_released": "Pencairan berjalan lagi",
  "payments.reconciliation_started": "Pencocokan dimulai",
  "payments.settlement_uploaded": "Laporan penyedia diunggah",
  "payments.category_tax_saved": "Aturan pajak kategori disimpan",
  "payments.category_tax_withdrawn": "Aturan pajak kategori ditarik",
  "payments.statement_layout_saved": "Susunan kolom mutasi disimpan",
  "payments.statement_uploaded": "Mutasi rekening diunggah",
  "payments.tax_paid": "Setoran PPh 22 dicatat",
  "payments.transfer_approved": "Pencocokan transfer dipastikan",
  "payments.transfer_matched": "Transfer dicocokkan",
  "payments.withholding_switched": "Pemungutan PPh 22 diubah",
  "payments.withholding_withdrawn": "Perubahan pemungutan PPh 22 ditarik",
  "privacy.breach_changed": "Catatan kegagalan data diubah",
  "privacy.breach_letters_sent": "Surat kegagalan data dikirim",
  "privacy.breach_people_added": "Orang ditambahkan pada kegagalan data",
  "privacy.breach_recorded": "Kegagalan data dicatat",
  "privacy.breach_reported": "Kegagalan data dilaporkan ke lembaga",
  "privacy.request_answered": "Permintaan data pribadi dijawab",
  "privacy.request_entered": "Surat permintaan data pribadi dicatat",
  "privacy.request_read": "Permintaan data pribadi dibaca",
  "promotions.voucher_created": "Voucher pasar dibuat",
  "promotions.voucher_stopped": "Voucher pasar dihentikan",
  "catalog.category_added": "Kategori atau tautan menu ditambah",
  "catalog.category_attributes_changed": "Rincian kategori diubah",
  "catalog.category_changed": "Kategori diubah",
  "catalog.category_merged": "Kategori digabungkan",
  "catalog.category_moved": "Kategori dipindahkan",
  "catalog.category_removed": "Tautan menu dihapus",
  "catalog.forbidden_rule_saved": "Aturan barang terlarang disimpan",
  "catalog.products_imported": "Produk dibaca dari berkas di server",
  "catalog.product_approved": "Produk yang ditahan ditayangkan",
  "catalog.report_document_read": "Dokumen laporan dibaca",
  "catalog.reports_dismissed": "Laporan produk atau toko ditutup",
  "catalog.product_restored": "Produk dikembalikan",
  "catalog.product_taken_down": "Produk diturunkan",
  "shops.documents_opened": "Dokumen penjual dibuka",
  "shops.document_read": "Dokumen penjual dibaca",
  "shops.verification_accepted": "Penjual diverifikasi",
  "shops.verification_ended": "Verifikasi penjual dicabut",
  "shops.verification_refused": "Verifikasi penjual ditolak",
  "shops.verification_returned": "Verifikasi dikembalikan ke penjual",
  "shops.shop_resumed": "Toko dibuka kembali",
  "shops.shop_suspended": "Toko dihentikan sementara",
  "operator.export_read": "Berkas ekspor diunduh",
  "operator.export_requested": "Berkas ekspor diminta",
  "operator.incident_ended": "Gangguan diakhiri",
  "operator.incident_opened": "Gangguan ditulis",
  "operator.incident_updated": "Kabar gangguan ditulis",
  "operator.jobs_retried": "Pekerjaan gagal dijalankan lagi",
  "operator.order_file_drawn": "Berkas pesanan untuk lembaga dibuat",
  "operator.signal_dismissed": "Tanda penipuan ditutup",
  "operator.signal_read": "Tanda penipuan dibaca",
  "orders.audit_started": "Pemeriksaan dimulai",
  "orders.correction_proposed": "Koreksi uang pesanan diusulkan",
  "orders.correction_decided": "Usulan koreksi diputuskan atau ditarik",
  "orders.correction_returned": "Koreksi dihitung kembali oleh sistem",
  "orders.correction_void": "Usulan koreksi gugur karena pesanan berubah",
  "orders.holiday_added": "Hari libur ditambah",
  "orders.holiday_changed": "Hari libur diubah",
  "orders.holiday_removed": "Hari libur dihapus",
  "orders.holidays_imported": "Hari libur dibaca dari berkas",
  "orders.order_stopped": "Pesanan dibatalkan",
  "reviews.hiding_upheld": "Keberatan ditolak, tulisan tetap disembunyikan",
  "reviews.item_hidden": "Tulisan disembunyikan",
  "reviews.item_restored": "Tulisan ditampilkan lagi",
  "reviews.picture_read": "Foto ulasan yang disembunyikan dibaca",
  "reviews.reports_dismissed": "Laporan ditutup, tulisan tetap tampil",
  "shipping.tariffs_imported": "Tarif kurir diimpor",
  "shipping.tariffs_withdrawn": "Tarif kurir dikembalikan",
  "settings.announced": "Perubahan pengaturan diumumkan",
  "settings.announcement_withdrawn": "Pengumuman pengaturan ditarik",
  "settings.changed": "Pengaturan diubah",
  "settings.keys_rotated": "Kunci enkripsi diganti di server",
  "settings.keys_removed": "Kunci enkripsi lama dihapus di server",
  "site.page_published": "Halaman informasi diterbitkan",
  "site.page_saved": "Draf halaman informasi disimpan",
  "site.page_withdrawn": "Halaman informasi ditarik",
} as const satisfies Record<`${string}.${string}`, string>;
export type AuditAction = keyof typeof auditActions;

/**
 * The kinds of things that actions are about, with what the console calls them. `isPublic`: the thing belongs to the
 * marketplace, and its names and numbers are not personal data.
 */
export const auditSubjects = {
  answer: { label: "Jawaban", isPublic: false },
  audit: { label: "Pemeriksaan", isPublic: true },
  bank_account: { label: "Rekening pasar", isPublic: false },
  bank_line: { label: "Mutasi bank", isPublic: false },
  bank_statement: { label: "Mutasi rekening", isPublic: false },
  category: { label: "Kategori", isPublic: true },
  cod_remittance: { label: "Setoran COD", isPublic: true },
  cod_decision: { label: "Keputusan COD", isPublic: true },
  complaint: { label: "Komplain", isPublic: false },
  correction: { label: "Koreksi pesanan", isPublic: false },
  forbidden_rule: { label: "Aturan barang", isPublic: true },
  data_breach: { label: "Kegagalan data", isPublic: false },
  data_request: { label: "Permintaan data", isPublic: false },
  export: { label: "Berkas ekspor", isPublic: true },
  incident: { label: "Gangguan", isPublic: true },
  fee_rule: { label: "Aturan biaya", isPublic: true },
  fraud_signal: { label: "Tanda penipuan", isPublic: false },
  holiday: { label: "Hari libur", isPublic: true },
  information_page: { label: "Halaman informasi", isPublic: true },
  job: { label: "Pekerjaan latar", isPublic: true },
  key: { label: "Kunci enkripsi", isPublic: true },
  order: { label: "Pesanan", isPublic: false },
  payout: { label: "Pencairan", isPublic: false },
  payout_batch: { label: "Berkas pencairan", isPublic: false },
  payout_hold: { label: "Pencairan", isPublic: true },
  payout_layout: { label: "Susunan kolom", isPublic: true },
  reconciliation: { label: "Pencocokan", isPublic: true },
  settlement_file: { label: "Laporan penyedia", isPublic: true },
  tariff_list: { label: "Tarif kurir", isPublic: true },
  tax_certificate: { label: "SKB", isPublic: false },
  tax_month: { label: "Masa pajak", isPublic: true },
  voucher: { label: "Voucher", isPublic: true },
  category_tax_rule: { label: "Pajak kategori", isPublic: true },
  withholding_rule: { label: "Pemungutan PPh 22", isPublic: true },
  setting: { label: "Pengaturan", isPublic: true },
  person: { label: "Pengguna", isPublic: false },
  product: { label: "Produk", isPublic: false },
  question: { label: "Pertanyaan", isPublic: false },
  review: { label: "Ulasan", isPublic: false },
  shop: { label: "Toko", isPublic: false },
} as const satisfies Record<string, { label: string; isPublic: boolean }>;
export type AuditSubjectKind = keyof typeof auditSubjects;

/** What the console calls the slices that actions begin with. */
export const auditSlices: Readonly<Record<string, string>> = {
  accounts: "Akun",
  catalog: "Produk",
  complaints: "Komplain",
  operator: "Operator",
  orders: "Pesanan",
  payments: "Pembayaran",
  privacy: "Data pribadi",
  promotions: "Voucher",
  reviews: "Ulasan",
  settings: "Pengaturan",
  shipping: "Pengiriman",
  shops: "Toko",
  site: "Situs",
};

// What the console calls fields that many entries have; any other field is shown by its code.
const fieldLabels: Readonly<Record<string, string>> = {
  added: "Ditambahkan",
  allowed: "Paling banyak",
  amount: "Jumlah",
  attempt: "Tagihan",
  attributes: "Rincian",
  began_at: "Mulai",
  cap: "Batas",
  category_id: "Kategori",
  cause: "Penyebab",
  changed: "Diubah",
  changes: "Perubahan",
  claimant: "Yang mengajukan klaim",
  closed: "Laporan yang ditutup",
  columns: "Kolom",
  component: "Bagian",
  confirmed: "Dipastikan",
  count: "Banyaknya",
  courier: "Kurir",
  couriers: "Kurir",
  created: "Dibuat",
  data: "Data yang terkena",
  days: "Hari",
  decision: "Keputusan",
  differences: "Selisih",
  document: "Dokumen",
  effect: "Akibat",
  ended_at: "Berakhir",
  entered: "Dicatat",
  exceptions: "Kecuali",
  fee: "Biaya",
  fees: "Biaya",
  fields: "Bagian",
  first_day: "Hari pertama",
  flat: "Nilai tetap",
  found: "Selisih",
  fresh: "Baru",
  from: "Mulai",
  hold: "Penahanan",
  icon: "Ikon",
  impact: "Dampak",
  insured: "Nilai yang diasuransikan",
  into: "Ke",
  is_active: "Aktif",
  is_hidden: "Disembunyikan",
  is_on: "Dipungut",
  kind: "Jenis",
  label: "Label",
  last_day: "Hari terakhir",
  lines: "Baris",
  matched: "Cocok",
  measure: "Tindakan",
  measures: "Penanganan",
  name: "Nama",
  note: "Catatan",
  noticed_at: "Diketahui",
  order: "Pesanan",
  orders: "Pesanan",
  others: "Orang lain",
  outcome: "Hasil",
  paid: "Dibayar",
  paid_on: "Tanggal setor",
  parent_id: "Kategori induk",
  part: "Bagian",
  payouts: "Pencairan",
  people: "Orang",
  perMille: "Per mil",
  per_mille: "Per mil",
  permit_form: "Formulir izin",
  position: "Urutan",
  products: "Produk",
  proposed: "Menunggu operator kedua",
  provider: "Penyedia",
  quota: "Kuota",
  reading: "Pembacaan",
  reason: "Alasan",
  received_at: "Diterima",
  reference: "Nomor",
  refused: "Ditolak",
  report: "Laporan",
  role: "Peran",
  rule: "Aturan",
  selection: "Cara memilih",
  sentence: "Kalimat",
  skipped: "Dilewati",
  slug: "Alamat",
  state: "Keadaan",
  status: "Status",
  step: "Langkah",
  title: "Judul",
  to_shop: "Untuk toko",
  url: "Tautan",
  valid_from: "Berlaku mulai",
  valid_until: "Berlaku sampai",
  value: "Nilai",
  verification: "Verifikasi",
  version: "Versi",
  what: "Kejadian",
  words: "Kata",
};

/** What the console calls a field of an entry: `value.text` is part of a value and is called like `text`. */
export function fieldLabel(field: string): string {
  const name = field.replace(/^value\./, "");
  return fieldLabels[name] ?? name;
}

/** An entry in words: what the console calls its subject, beside the id, and what changed. */
export type DescribedEntry = {
  name: string | null;
  changes: { label: string; before: string | null; after: string | null }[];
};

/** Puts an entry in words. The words of values belong to slices that come later, so they are passed in. */
export type DescribeEntry = (entry: {
  kind: string;
  id: string;
  before: AuditValues | null;
  after: AuditValues | null;
  changes: readonly AuditChange[];
}) => DescribedEntry;

/** An entry whose fields have names and whose values are shown as they are stored. */
export function plainEntry({ changes }: { changes: readonly AuditChange[] }): DescribedEntry {
  return { name: null, changes: changes.map(({ field, ...values }) => ({ label: fieldLabel(field), ...values })) };
}

/** What the console calls an action. An action of another version is shown by its code. */
export function actionLabel(action: string): string {
  return Object.hasOwn(auditActions, action) ? auditActions[action as AuditAction] : action;
}

/** What the console calls a kind of subject. */
export function subjectLabel(kind: string): string {
  return Object.hasOwn(auditSubjects, kind) ? auditSubjects[kind as AuditSubjectKind].label : kind;
}

/** Whether an entry about this kind of thing may hold personal data, which is then hidden. */
export function hidesPersonalFields(kind: string): boolean {
  return !(Object.hasOwn(auditSubjects, kind) && auditSubjects[kind as AuditSubjectKind].isPublic);
}

/** The role of an entry that no person made: a job or a command on the server. */
export const systemRole = "system";

/** @rule A page of the audit log lists 50 entries. */
export const auditLogPageSize = 50;

/** @rule A text in an audit entry has at most 2,000 characters; of a longer one the beginning and a hash are stored. */
export const maxAuditTextLength = 2_000;
/** @rule Of a value in an audit entry, at most 200 fields are stored. */
export const maxAuditFields = 200;
export const maxAuditReasonLength = 1_000;
/** Whether the text is a day (`2026-11-22`) that the log can be filtered by. */
export function isLogDay(text: string): boolean {
  const at = /^20\d{2}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

// The last word of a field's name: `buyer_email`, `holderName`.
const personalFields = new Set(
  "name names email phone whatsapp address street recipient number account_number nik npwp birth_date password token pin secret".split(
    " ",
  ),
);

/**
 * @rule The audit log holds ids of people, never their names, addresses, phone or account numbers: a field with such a
 * name loses its value, except in entries about the marketplace's own things.
 */
export function isPersonalField(field: string): boolean {
  const words = field
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .split(/[_.]/)
    .filter(Boolean);
  return personalFields.has(words.slice(-2).join("_")) || personalFields.has(words.at(-1) ?? "");
}

/** Replaces a personal value in an entry. */
export const hiddenValue = "(data pribadi)";

export type AuditValue =
  | null
  | boolean
  | number
  | string
  | readonly AuditValue[]
  | { readonly [field: string]: AuditValue };
export type AuditValues = { readonly [field: string]: AuditValue };

export type AuditChange = { field: string; before: string | null; after: string | null };

/**
 * The fields in which two values differ, by name: dotted name, text before, text after; null where it is missing.
 * With `hidesPersonal` a personal field is shown without its value.
 */
export function changesBetween(
  before: AuditValues | null,
  after: AuditValues | null,
  hidesPersonal: boolean,
): AuditChange[] {
  const [old, now] = [flatten(before, hidesPersonal), flatten(after, hidesPersonal)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort()
    .map((field) => ({ field, before: old.get(field) ?? null, after: now.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}

function flatten(values: AuditValues | null, hidesPersonal: boolean): Map<string, string> {
  const flat = new Map<string, string>();
  const add = (name: string, value: AuditValue) => {
    if (hidesPersonal && isPersonalField(name) && value !== null) flat.set(name, hiddenValue);
    else if (value !== null && typeof value === "object")
      for (const [field, inner] of Object.entries(value)) add(name === "" ? field : `${name}.${field}`, inner);
    else flat.set(name, value === null ? "–" : String(value));
  };
  if (values) add("", values);
  return flat;
}
