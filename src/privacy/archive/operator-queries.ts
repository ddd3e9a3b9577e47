import { sql } from "#lib/database.ts";
import type { ArchivePart } from "./archive-part.ts";

/** The parts of a copy about what the user did as an operator. */
export const operatorParts: readonly ArchivePart[] = [
  {
    name: "peran_operator",
    title: "Peran operator yang Anda terima atau beri",
    covers: ["operator_role_changes.user_id", "operator_role_changes.changed_by"],
    rows: (userId) => sql`
      select coalesce(role, 'diambil') as peran, case when user_id = ${userId} then 'diterima' else 'diberi' end as arah, reason as alasan,
        changed_at as waktu
      from operator_role_changes where user_id = ${userId} or changed_by = ${userId} order by changed_at, id`,
  },
  {
    name: "mutasi_bank",
    title: "Mutasi rekening dan laporan penyedia yang Anda unggah atau putuskan sebagai operator",
    covers: [
      "bank_statement_layouts.updated_by",
      "bank_statements.uploaded_by",
      "bank_statement_lines.decided_by",
      "bank_statement_lines.approved_by",
      "bank_statement_decisions.actor_id",
      "settlement_files.uploaded_by",
      "cod_remittances.created_by",
      "cod_decisions.decided_by",
      "cod_decisions.approved_by",
      "insurance_claims.asked_by",
      "insurance_claims.decided_by",
      "order_corrections.proposed_by",
      "order_corrections.decided_by",
      "settlement_columns.updated_by",
    ],
    rows: (userId) => sql`
      select 'berkas diunggah' as tindakan, file_name as nama_berkas, uploaded_at as waktu, '' as alasan from bank_statements where uploaded_by = ${userId}
      union all select 'susunan kolom disimpan', account, updated_at, '' from bank_statement_layouts where updated_by = ${userId}
      union all select action, '', created_at, reason from bank_statement_decisions where actor_id = ${userId}
      union all select 'laporan penyedia diunggah', file_name, uploaded_at, '' from settlement_files where uploaded_by = ${userId}
      union all select 'setoran COD dibukukan', reference, created_at, '' from cod_remittances where created_by = ${userId}
      union all select 'selisih COD diputuskan', reference, created_at, reason from cod_decisions where decided_by = ${userId}
      union all select 'selisih COD dipastikan', reference, approved_at, '' from cod_decisions where approved_by = ${userId}
      union all select 'klaim asuransi diajukan', '', asked_at, '' from insurance_claims where asked_by = ${userId}
      union all select 'klaim asuransi diputuskan', reference, decided_at, note from insurance_claims where decided_by = ${userId}
      union all select 'koreksi uang pesanan diusulkan', '', proposed_at, reason from order_corrections where proposed_by = ${userId}
      union all select 'koreksi uang pesanan diputuskan', '', decided_at, answer from order_corrections where decided_by = ${userId}
      union all select 'kolom laporan disimpan', provider, updated_at, '' from settlement_columns where updated_by = ${userId}
      order by waktu`,
  },
  {
    name: "aturan_biaya",
    title: "Aturan biaya yang Anda umumkan",
    covers: ["fee_rules.created_by"],
    rows: (userId) => sql`
      select kind as jenis, per_mille as per_seribu, cap as paling_banyak_rupiah, flat as tetap_rupiah, valid_from as berlaku_mulai,
        announced_at as diumumkan, withdrawn_at as ditarik
      from fee_rules where created_by = ${userId} order by announced_at, id`,
  },
  {
    name: "tarif_kurir",
    title: "Tarif kurir yang Anda impor atau kembalikan",
    covers: ["tariff_lists.created_by", "tariff_lists.withdrawn_by"],
    rows: (userId) => sql`
      select note as catatan, rate_count as jumlah_tarif, begins_at as berlaku_mulai, created_at as diimpor, withdrawn_at as dikembalikan
      from tariff_lists where created_by = ${userId} or withdrawn_by = ${userId} order by created_at, id`,
  },
  {
    name: "pekerjaan_pajak",
    title: "Pekerjaan pajak Anda sebagai operator",
    covers: ["tax_exemptions.decided_by", "tax_payments.entered_by", "tax_readings.user_id"],
    rows: (userId) => sql`
      select 'SKB diputuskan' as tindakan, decided_at as waktu, reason as keterangan from tax_exemptions where decided_by = ${userId}
      union all select 'PPh 22 disetor', entered_at, month from tax_payments where entered_by = ${userId}
      union all select 'nomor pajak dibaca', read_at, file from tax_readings where user_id = ${userId}
      order by waktu`,
  },
  {
    name: "pajak_kategori",
    title: "Aturan pajak kategori yang Anda buat",
    covers: ["category_tax_rules.created_by", "category_tax_rules.withdrawn_by"],
    rows: (userId) => sql`
      select kind as pajak, value as perlakuan, valid_from as berlaku_mulai, announced_at as dibuat, withdrawn_at as ditarik
      from category_tax_rules where created_by = ${userId} or withdrawn_by = ${userId} order by announced_at, id`,
  },
  {
    name: "pemungutan_pajak",
    title: "Pengaturan pemungutan PPh 22 yang Anda buat",
    covers: ["withholding_rules.created_by", "withholding_rules.withdrawn_by"],
    rows: (userId) => sql`
      select is_on as dipungut, valid_from as berlaku_mulai, announced_at as dibuat, withdrawn_at as ditarik
      from withholding_rules where created_by = ${userId} or withdrawn_by = ${userId} order by announced_at, id`,
  },
  {
    name: "putusan_komplain",
    title: "Putusan komplain yang Anda buat sebagai mediator",
    covers: ["complaint_decisions.mediator_id"],
    rows: (userId) => sql`
      select c.number as nomor, d.rule as aturan, d.reason as alasan, d.created_at as waktu
      from complaint_decisions d join complaints c on c.id = d.complaint_id where d.mediator_id = ${userId} order by d.created_at, d.id`,
  },
];
