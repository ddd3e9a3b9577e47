/**
 * Design note. This is the list of what the copy of a user's data contains, part by part, with Indonesian names. The
 * list makes both the file for machines and the page for people. `covers` names the columns that lead to a user. A test
 * compares them with the database's own catalogue, so that a table which a later migration adds cannot be forgotten.
 * `omittedColumns` lists what is left out, with the reason. Other people's data is left out too: a seller's copy
 * contains no buyer's name or address.
 */
import { phoneCodeWindow } from "#accounts/phone/rules.ts";
import { copiedFields } from "#catalog/product/columns.ts";
import { sql, type Queryable, type Sql } from "#lib/database.ts";
import { span } from "#lib/time.ts";

export type ArchivePart = {
  /** The key in data.json. */
  name: string;
  title: string;
  /** The columns, as `table.column`, that lead to the user. */
  covers: readonly string[];
  rows: (userId: string) => Sql;
};

export const archiveParts: readonly ArchivePart[] = [
  {
    name: "akun",
    title: "Akun",
    covers: ["users.id"],
    rows: (userId) => sql`
      select u.name as nama, u.email, u.email_verified_at as email_terverifikasi, u.phone as telepon,
        u.phone_verified_at as telepon_terverifikasi, u.birth_date as tanggal_lahir, u.type as jenis, r.name as provinsi,
        u.created_at as terdaftar, u.updated_at as diubah
      from users u left join regions r on r.code = u.province_code where u.id = ${userId}`,
  },
  {
    name: "alamat",
    title: "Buku alamat",
    covers: ["addresses.user_id"],
    rows: (userId) => sql`
      select a.label, a.recipient as penerima, a.phone as telepon, a.street as jalan, a.note as catatan, v.name as kelurahan,
        d.name as kecamatan, k.name as kota, p.name as provinsi, a.postcode as kode_pos, a.lat, a.lng, a.is_main as utama,
        a.created_at as dibuat, a.deleted_at as dihapus
      from addresses a join regions v on v.code = a.village_code join regions d on d.code = a.district_code
      join regions k on k.code = a.regency_code join regions p on p.code = a.province_code
      where a.user_id = ${userId} order by a.created_at`,
  },
  {
    name: "persetujuan",
    title: "Persetujuan",
    covers: ["consents.user_id"],
    rows: (userId) => sql`
      select purpose as tujuan, text_version as versi_teks, given as diberikan, source as lewat, at as waktu
      from consents where user_id = ${userId} order by at, id`,
  },
  {
    name: "perangkat_yang_masuk",
    title: "Perangkat yang sedang masuk",
    covers: ["sessions.user_id"],
    rows: (userId) => sql`
      select user_agent as peramban, ip as alamat_jaringan, created_at as masuk, last_seen_at as terakhir_dipakai, expires_at as berakhir
      from sessions where user_id = ${userId} order by created_at`,
  },
  {
    name: "perangkat_dikenal",
    title: "Perangkat yang pernah dipakai",
    covers: ["known_devices.user_id"],
    rows: (userId) => sql`
      select device as perangkat, first_seen_at as pertama, last_seen_at as terakhir
      from known_devices where user_id = ${userId} order by first_seen_at`,
  },
  {
    name: "tanda_tempat_masuk",
    title: "Tanda browser dan jaringan tempat Anda masuk, tersandi",
    covers: ["account_traces.user_id"],
    rows: (userId) => sql`
      select case kind when 'browser' then 'browser' else 'jaringan' end as jenis, encode(digest, 'hex') as tanda, first_seen_at as pertama,
        last_seen_at as terakhir
      from account_traces where user_id = ${userId} order by first_seen_at, kind`,
  },
  {
    name: "tanda_penipuan",
    title: "Tanda penipuan yang menyebut akun Anda dan sudah diputuskan",
    covers: ["fraud_signal_people.user_id"],
    // An open one would say to somebody who cheats what was noticed, and how far below the limit to stay.
    rows: (userId) => sql`
      select s.rule as aturan, p.role as sebagai, s.strength as jumlah, s.state as keadaan, s.found_at as ditemukan, s.closed_at as diputuskan
      from fraud_signal_people p join fraud_signals s on s.id = p.signal_id where p.user_id = ${userId} and s.state <> 'open' order by s.found_at, s.id`,
  },
  {
    name: "akun_terhubung",
    title: "Akun lain yang terhubung",
    covers: ["identities.user_id"],
    rows: (userId) => sql`
      select provider as penyedia, subject as pengenal, email, created_at as dihubungkan, last_used_at as terakhir_dipakai
      from identities where user_id = ${userId} order by created_at`,
  },
  {
    name: "langkah_kedua",
    title: "Verifikasi dua langkah",
    covers: ["second_factors.user_id"],
    rows: (userId) => sql`
      select created_at as dibuat, confirmed_at as aktif_sejak from second_factors where user_id = ${userId}`,
  },
  {
    name: "pin",
    title: "PIN",
    covers: ["pins.user_id"],
    rows: (userId) => sql`select set_at as dibuat from pins where user_id = ${userId}`,
  },
  {
    name: "rekening_bank",
    title: "Rekening bank",
    covers: ["bank_accounts.user_id"],
    rows: (userId) => sql`
      select bank_code as bank, '•••• ' || last4 as nomor, holder_name as atas_nama, verified_at as diperiksa, usable_from as bisa_dipakai,
        is_main as utama, created_at as ditambahkan
      from bank_accounts where user_id = ${userId} order by created_at`,
  },
  {
    name: "penarikan_dan_pengembalian",
    title: "Penarikan saldo dan pengembalian dana ke rekening",
    covers: ["payouts.user_id", "payout_events.actor_id"],
    rows: (userId) => sql`
      select reference as nomor, purpose as jenis, amount as jumlah_rupiah, fee as biaya_rupiah, bank_code as bank, '•••• ' || last4 as rekening,
        holder_name as atas_nama, status, requested_at as diminta, sent_at as dikirim, paid_at as dibayar, closed_at as ditutup,
        (select json_agg(json_build_object('langkah', e.kind, 'waktu', e.created_at) order by e.id)
          from payout_events e where e.payout_id = p.id and e.kind in ('requested', 'approved', 'sent', 'paid', 'failed', 'returned', 'cancelled')) as riwayat
      from payouts p where user_id = ${userId} order by id`,
  },
  {
    name: "kunci_sandi",
    title: "Kunci sandi (passkey)",
    covers: ["passkeys.user_id"],
    rows: (userId) => sql`
      select name as nama, created_at as dibuat, last_used_at as terakhir_dipakai from passkeys
      where user_id = ${userId} order by created_at`,
  },
  {
    name: "pilihan_notifikasi",
    title: "Pilihan notifikasi",
    covers: ["notification_preferences.user_id"],
    rows: (userId) => sql`
      select kind as jenis, email as lewat_email, push as lewat_peramban, updated_at as diubah
      from notification_preferences where user_id = ${userId} order by kind`,
  },
  {
    name: "notifikasi_peramban",
    title: "Browser yang menerima notifikasi",
    covers: ["push_subscriptions.user_id"],
    rows: (userId) => sql`
      select endpoint as tujuan, created_at as dipasang from push_subscriptions where user_id = ${userId} order by created_at`,
  },
  {
    name: "surat_konfirmasi",
    title: "Tautan konfirmasi yang belum dipakai",
    covers: ["email_links.user_id"],
    rows: (userId) => sql`
      select purpose as tujuan, email, created_at as dikirim, expires_at as berakhir
      from email_links where user_id = ${userId} order by created_at`,
  },
  {
    name: "kode_telepon",
    title: `Kode verifikasi telepon, ${span(phoneCodeWindow)} terakhir`,
    covers: ["phone_codes.user_id"],
    rows: (userId) => sql`
      select phone as telepon, network as alamat_jaringan, sent_at as dikirim
      from phone_codes where user_id = ${userId} order by sent_at`,
  },
  {
    name: "notifikasi",
    title: "Notifikasi",
    covers: ["notifications.user_id"],
    rows: (userId) => sql`
      select title as judul, description as isi, type as jenis, status, created_at as waktu, read_at as dibaca
      from notifications where user_id = ${userId} order by created_at`,
  },
  {
    name: "keranjang",
    title: "Keranjang",
    covers: ["carts.user_id"],
    rows: (userId) => sql`
      select p.name as produk, concat_ws(', ', v.option1, v.option2) as varian, c.quantity as jumlah, c.note as catatan,
        c.created_at as ditambahkan, c.removed_at as dikeluarkan
      from carts k
      join (select cart_id, variant_id, quantity, note, created_at, null::timestamptz as removed_at from cart_lines
        union all select cart_id, variant_id, quantity, note, created_at, removed_at from cart_removed_lines) c on c.cart_id = k.id
      join variants v on v.id = c.variant_id join products p on p.id = v.product_id
      where k.user_id = ${userId} order by c.created_at`,
  },
  {
    name: "pesanan",
    title: "Pesanan",
    covers: ["orders.buyer_id", "order_events.actor_id"],
    rows: (userId) => sql`
      select o.invoice as nomor, o.status, s.name as toko, o.created_at as dipesan, o.goods_total as barang_rupiah,
        o.shipping_cost as ongkir_rupiah, o.adjustments_total as potongan_dan_biaya_rupiah, o.total as total_rupiah, o.courier_name as kurir,
        o.address as dikirim_ke, o.sender_name as pengirim_di_label, o.sender_phone as telepon_pengirim, o.cancel_reason as alasan_batal, o.paid_at as dibayar, o.shipped_at as dikirim,
        o.delivered_at as tiba, o.completed_at as selesai,
        (select json_agg(json_build_object('produk', l.name, 'varian', l.variant_name, 'jumlah', l.quantity, 'harga_rupiah', l.price, 'catatan', l.note) order by l.id)
          from order_lines l where l.order_id = o.id) as barang,
        (select json_agg(json_build_object('langkah', e.action, 'oleh', e.actor, 'alasan', e.reason, 'waktu', e.created_at) order by e.created_at, e.id)
          from order_events e where e.order_id = o.id) as riwayat,
        (select json_agg(json_build_object('arah', p.direction, 'kurir', p.courier_name, 'resi', p.tracking_number, 'dikirim', p.shipped_at, 'tiba', p.arrived_at,
            'pindaian', (select json_agg(json_build_object('status', t.status, 'tempat', t.place, 'waktu', t.scanned_at) order by t.scanned_at, t.id)
              from tracking_scans t where t.parcel_id = p.id)) order by p.created_at, p.id)
          from parcels p where p.order_id = o.id) as pengiriman
      from orders o join shops s on s.id = o.shop_id where o.buyer_id = ${userId} order by o.created_at, o.id`,
  },
  {
    name: "pembayaran",
    title: "Pembayaran",
    covers: ["checkouts.buyer_id", "payments.buyer_id", "refunds.buyer_id"],
    rows: (userId) => sql`
      select p.amount as jumlah_rupiah, p.status, c.created_at as dibuat, p.paid_at as dibayar,
        (select json_agg(json_build_object('rujukan', a.reference, 'cara', a.method, 'jumlah_rupiah', a.amount, 'status', a.status, 'petunjuk', a.instructions,
            'diterima_rupiah', a.received, 'dibuat', a.created_at, 'nama_pengirim', t.sender_name, 'bukti_dikirim', t.reported_at) order by a.id)
          from payment_attempts a left join transfer_reports t on t.attempt_id = a.id where a.payment_id = p.id) as tagihan,
        (select json_agg(json_build_object('alasan', case when r.returns is null then r.reason else 'chargeback_returned' end, 'jumlah_rupiah', r.amount, 'status', r.status, 'waktu', r.created_at) order by r.created_at)
          from refunds r where r.payment_id = p.id and r.amount <> 0) as pengembalian
      from checkouts c left join payments p on p.checkout_id = c.id where c.buyer_id = ${userId} order by c.created_at, c.id`,
  },
  {
    name: "berkas_komplain",
    title: "Foto dan video dalam komplain",
    covers: ["complaint_evidence.uploaded_by"],
    rows: (userId) => sql`
      select o.invoice as nomor_pesanan, e.type as jenis, e.bytes as ukuran_bita, e.message_id is not null as terkirim, e.created_at as dikirim
      from complaint_evidence e join orders o on o.id = e.order_id where e.uploaded_by = ${userId} order by e.created_at, e.id`,
  },
  {
    name: "penjemputan",
    title: "Kurir yang Anda pesan",
    covers: ["courier_bookings.requested_by"],
    rows: (userId) => sql`
      select o.invoice as nomor_pesanan, b.provider as platform, b.state as status, b.price as ongkos_rupiah, b.created_at as dipesan
      from courier_bookings b join orders o on o.id = b.order_id where b.requested_by = ${userId} order by b.created_at, b.id`,
  },
  {
    name: "voucher",
    title: "Voucher",
    covers: ["voucher_uses.buyer_id", "vouchers.buyer_id"],
    rows: (userId) => sql`
      select v.code as kode, v.kind as jenis, u.amount as jumlah_rupiah, u.state as status, u.reserved_at as dipakai, u.released_at as dikembalikan,
        v.ends_at as berlaku_sampai
      from vouchers v left join voucher_uses u on u.voucher_id = v.id and u.buyer_id = ${userId}
      where v.buyer_id = ${userId} or u.buyer_id = ${userId} order by v.created_at, v.id`,
  },
  {
    name: "voucher_dibuat",
    title: "Voucher yang Anda buat",
    covers: ["vouchers.created_by"],
    rows: (userId) => sql`
      select code as kode, kind as jenis, per_mille as per_seribu, max_amount as paling_banyak_rupiah, min_goods as minimal_belanja_rupiah,
        quota as kuota, used as terpakai, starts_at as mulai, ends_at as sampai, state as status, created_at as dibuat
      from vouchers where created_by = ${userId} order by created_at, id`,
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
      union all select 'kolom laporan disimpan', provider, updated_at, '' from settlement_columns where updated_by = ${userId}
      order by waktu`,
  },
  {
    name: "tindakan_pasar",
    title: "Tindakan pasar terhadap akun, toko, dan produk Anda, atau yang Anda ambil sebagai operator",
    covers: ["measures.user_id", "measures.taken_by", "measures.decided_by", "measures.ended_by"],
    rows: (userId) => sql`
      select kind as terhadap, rule as aturan, case when user_id = ${userId} then text end as penjelasan, taken_at as sejak,
        case when user_id = ${userId} then appeal end as banding, case when user_id = ${userId} then answer end as jawaban, ended_at as berakhir
      from measures where user_id = ${userId} or taken_by = ${userId} or decided_by = ${userId} or ended_by = ${userId} order by taken_at, id`,
  },
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
    name: "data_pajak",
    title: "Data pajak toko Anda",
    covers: ["tax_exemptions.declared_by"],
    rows: (userId) => sql`
      select i.kind as jenis, i.number_kind as jenis_nomor, '•••• ' || i.last4 as nomor, i.name as nama, i.address as alamat, i.updated_at as diubah,
        (select json_agg(json_build_object('jenis', e.kind, 'status', e.status, 'tahun', e.year, 'nomor_skb', e.certificate_number, 'mulai', e.valid_from,
            'sampai', e.valid_until, 'teks', e.text, 'dikirim', e.declared_at, 'alasan', e.reason) order by e.declared_at)
          from tax_exemptions e where e.shop_id = i.shop_id) as pembebasan,
        (select json_agg(json_build_object('pesanan', o.invoice, 'dasar_rupiah', w.base, 'pph22_rupiah', w.amount, 'waktu', w.created_at) order by w.id)
          from withheld_taxes w join orders o on o.id = w.order_id where w.shop_id = i.shop_id) as dipungut
      from tax_identities i join shops s on s.id = i.shop_id where s.owner_id = ${userId}`,
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
    name: "komplain",
    title: "Komplain",
    covers: ["complaints.buyer_id", "complaint_messages.author_id"],
    rows: (userId) => sql`
      select c.number as nomor, o.invoice as pesanan, c.state as status, c.opened_at as dibuka, c.closed_at as selesai, c.outcome_text as hasil,
        c.refunded as kembali_rupiah,
        (select json_agg(json_build_object('barang', l.name, 'jumlah', x.quantity, 'masalah', x.problem) order by l.id)
          from complaint_lines x join order_lines l on l.id = x.order_line_id where x.complaint_id = c.id) as barang,
        (select json_agg(json_build_object('oleh', m.author, 'jenis', m.kind, 'isi', m.text, 'penyelesaian', m.solution, 'waktu', m.created_at)
            order by m.created_at, m.id)
          from complaint_messages m where m.complaint_id = c.id and (m.author_id = ${userId} or m.author in ('mediator', 'system'))) as pesan
      from complaints c join orders o on o.id = c.order_id join shops s on s.id = c.shop_id
      where c.buyer_id = ${userId} or s.owner_id = ${userId} order by c.opened_at, c.id`,
  },
  {
    name: "putusan_komplain",
    title: "Putusan komplain yang Anda buat sebagai mediator",
    covers: ["complaint_decisions.mediator_id"],
    rows: (userId) => sql`
      select c.number as nomor, d.rule as aturan, d.reason as alasan, d.created_at as waktu
      from complaint_decisions d join complaints c on c.id = d.complaint_id where d.mediator_id = ${userId} order by d.created_at, d.id`,
  },
  {
    name: "ulasan",
    title: "Ulasan",
    covers: ["reviews.user_id"],
    rows: (userId) => sql`
      select p.name as produk, r.rating as bintang, r.text as ulasan, r.reply as balasan_penjual, r.created_at as ditulis, r.edited_at as diubah,
        case r.state when 'shown' then 'tampil' when 'refunded' then 'tidak dihitung' when 'hidden' then 'disembunyikan' else 'dihapus' end as keadaan,
        r.hidden_reason as alasan_disembunyikan, array(select g.storage_key from review_pictures x join pictures g on g.id = x.picture_id
          where x.review_id = r.id order by x.position) as foto
      from reviews r join products p on p.id = r.product_id where r.user_id = ${userId} order by r.created_at`,
  },
  {
    name: "diskusi",
    title: "Pertanyaan dan jawaban tentang produk",
    covers: ["questions.user_id", "answers.user_id"],
    rows: (userId) => sql`
      select p.name as produk, 'pertanyaan' as jenis, q.text as teks, q.hidden_reason as alasan_disembunyikan, q.created_at as ditulis
      from questions q join products p on p.id = q.product_id where q.user_id = ${userId}
      union all
      select p.name, 'jawaban', a.text, a.hidden_reason, a.created_at
      from answers a join questions q on q.id = a.question_id join products p on p.id = q.product_id where a.user_id = ${userId}
      order by ditulis`,
  },
  {
    name: "laporan_tulisan",
    title: "Ulasan, pertanyaan dan jawaban yang Anda laporkan",
    covers: ["review_reports.user_id"],
    rows: (userId) => sql`
      select case when t.review_id is not null then 'ulasan' when t.question_id is not null then 'pertanyaan' else 'jawaban' end as jenis,
        t.reason as alasan, t.text as keterangan, t.state as keadaan, t.created_at as dilaporkan
      from review_reports t where t.user_id = ${userId} order by t.created_at, t.id`,
  },
  {
    name: "tulisan_disembunyikan",
    title: "Ulasan, pertanyaan dan jawaban Anda yang disembunyikan",
    covers: ["review_hidings.author_id"],
    rows: (userId) => sql`
      select case when t.review_id is not null then 'ulasan' when t.question_id is not null then 'pertanyaan' else 'jawaban' end as jenis,
        t.reason as alasan, t.hidden_at as disembunyikan, t.objection as keberatan, t.objected_at as keberatan_diajukan,
        t.state as keadaan, t.decision as putusan, t.decided_at as diputuskan
      from review_hidings t where t.author_id = ${userId} order by t.hidden_at, t.id`,
  },
  {
    name: "penilaian_ulasan",
    title: "Ulasan orang lain yang Anda nilai",
    covers: ["review_votes.user_id"],
    rows: (userId) => sql`
      select p.name as produk, v.helpful as membantu, v.created_at as dinilai
      from review_votes v join reviews r on r.id = v.review_id join products p on p.id = r.product_id
      where v.user_id = ${userId} order by v.created_at`,
  },
  {
    name: "foto",
    title: "Foto yang Anda kirim",
    covers: ["pictures.owner_id"],
    rows: (userId) => sql`
      select storage_key as kunci, width as lebar, height as tinggi, alt as keterangan, created_at as dikirim
      from pictures where owner_id = ${userId} order by created_at`,
  },
  {
    name: "toko",
    title: "Toko",
    covers: ["shops.owner_id"],
    rows: (userId) => sql`
      select s.name as nama, s.slug as alamat_toko, s.tagline as slogan, s.description as keterangan, s.city_name as kota, s.street as jalan, s.postcode as kode_pos, s.pickup_note as catatan_pengambilan, s.lat as lintang, s.lng as bujur,
        s.couriers as kurir, s.is_pkp as pengusaha_kena_pajak, s.opened_at as dibuka,
        (select json_agg(json_build_object(${copiedFields}, 'status', p.status, 'harga_mulai_rupiah', p.price_min, 'dibuat', p.created_at) order by p.created_at)
          from products p where p.shop_id = s.id) as produk,
        (select json_agg(json_build_object('nomor', o.invoice, 'status', o.status, 'barang_rupiah', o.goods_total, 'komisi_rupiah', o.commission, 'dipesan', o.created_at) order by o.created_at)
          from orders o where o.shop_id = s.id) as penjualan,
        (select json_agg(json_build_object('jenis', t.kind, 'jumlah_rupiah', e.amount, 'waktu', t.created_at) order by t.created_at)
          from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
          where a.kind = 'seller_balance' and a.owner = s.id::text) as saldo
      from shops s where s.owner_id = ${userId}`,
  },
  {
    name: "penghapusan_akun",
    title: "Permintaan penghapusan akun",
    covers: ["account_deletions.user_id"],
    rows: (userId) => sql`
      select requested_at as diminta, due_at as berlaku, postponed_since as ditahan_sejak from account_deletions where user_id = ${userId}`,
  },
  {
    name: "kegagalan_pelindungan_data",
    title: "Kegagalan pelindungan data yang menyangkut data Anda",
    covers: ["data_breach_people.user_id"],
    rows: (userId) => sql`
      select b.number as nomor, b.title as kejadian, b.data_kinds as data, b.began_at as mulai, b.ended_at as sampai, p.notified_at as diberitahukan
      from data_breach_people p join data_breaches b on b.id = p.breach_id where p.user_id = ${userId} and p.notified_at is not null order by b.id`,
  },
  {
    name: "permintaan_data",
    title: "Permintaan tentang data pribadi",
    covers: ["data_requests.user_id"],
    rows: (userId) => sql`
      select number as nomor, kind as jenis, text as isi, state as keadaan, answer as jawaban, received_at as diterima, due_at as batas_jawaban,
        closed_at as dijawab
      from data_requests where user_id = ${userId} order by id`,
  },
  {
    name: "laporan_produk_dan_toko",
    title: "Laporan tentang produk dan toko",
    covers: ["listing_reports.user_id"],
    rows: (userId) => sql`
      select r.kind as jenis, r.text as penjelasan, coalesce(p.name, s.name) as tentang, r.state as keadaan, r.answer as jawaban,
        r.document_key is not null as dengan_dokumen, r.created_at as dikirim, r.closed_at as diputuskan
      from listing_reports r join shops s on s.id = r.shop_id left join products p on p.id = r.product_id
      where r.user_id = ${userId} order by r.id`,
  },
  {
    name: "verifikasi_penjual",
    title: "Verifikasi sebagai penjual",
    covers: [],
    rows: (userId) => sql`
      select v.kind as jenis, v.status, v.created_at as dimulai, v.sent_at as dikirim, v.decided_at as diputuskan, v.valid_until as berlaku_sampai,
        v.reasons as catatan, s.legal_name as nama_yang_tampil,
        (select json_agg(d.kind order by d.kind) from verification_documents d where d.verification_id = v.id) as dokumen_tersandi
      from seller_verifications v join shops s on s.id = v.shop_id where s.owner_id = ${userId} order by v.id`,
  },
];

/** Columns that lead to a user and are not in the copy, with the reason. */
export const omittedColumns: Readonly<Record<string, string>> = {
  "fraud_signals.closed_by": "the operator who decided; the marketplace's record of its own work",
  "data_breaches.recorded_by": "the operator who recorded a breach; the marketplace's record of its own work",
  "data_breaches.reported_by": "the operator who reported a breach; the marketplace's record of its own work",
  "data_requests.answered_by": "the operator who answered; the marketplace's record of its own work",
  "data_requests.entered_by": "the operator who entered a letter; the marketplace's record of its own work",
  "exports.operator_id": "the operator who asked for a file; the marketplace's record of its own work",
  "incident_updates.written_by": "the operator who wrote about an incident; the marketplace's record of its own work",
  "forbidden_rules.changed_by": "the operator who changed a rule; the marketplace's record of its own work",
  "listing_reports.closed_by": "the operator who decided about a report; the marketplace's record of its own work",
  "product_holds.closed_by": "the operator who decided about a product; the marketplace's record of its own work",
  "seller_verifications.decided_by": "the operator who verified a seller; the marketplace's record of its own work",
  "verification_readings.operator_id": "the operator who read documents; the marketplace's record of its own work",
  "information_page_versions.saved_by": "who wrote a page; the marketplace's record of its own work",
  "information_page_versions.withdrawn_by": "who withdrew a page; the marketplace's record of its own work",
  "information_page_versions.published_by": "who published a page; the marketplace's record of its own work",
  "setting_plans.announced_by": "who announced a change of a setting; the marketplace's record of its own work",
  "settings.changed_by": "who changed a setting; the marketplace's record of its own work",
  "setting_changes.changed_by": "who changed a setting; the marketplace's record of its own work",
  "audit_entries.actor_id":
    "what operators did at work; the marketplace's record of its own work, without personal data",
  "review_hidings.decided_by": "the operator who decided about an objection; the marketplace's record of its own work",
  "review_hidings.hidden_by": "the operator who hid an item; the marketplace's record of its own work",
  "review_reports.closed_by": "the operator who decided on a report; the marketplace's record of its own work",
  "payouts.entered_by": "the operator who entered a bank's result; the marketplace's record of its own work",
  "payout_batches.created_by": "the operator who made a file for the bank; the marketplace's record of its own work",
  "data_archives.user_id": "is the copy itself",
  "login_steps.user_id": "a login that lacks its second step, for minutes; holds a digest and nothing else",
  "passkey_challenges.user_id":
    "a question that waits for a device's answer, for minutes; holds a digest and nothing else",
  "recovery_codes.user_id": "digests of codes that only the person has",
  "idempotency_keys.user_id": "repeats answers about orders that are in the copy; forgotten after a day",
};

/** All parts of one user's copy, in the order of the list. */
export async function readArchive(
  db: Queryable,
  userId: string,
): Promise<{ name: string; title: string; rows: Record<string, unknown>[] }[]> {
  const read: { name: string; title: string; rows: Record<string, unknown>[] }[] = [];
  for (const { name, title, rows } of archiveParts)
    read.push({ name, title, rows: await db.rows<Record<string, unknown>>(rows(userId)) });
  return read;
}
