import { sql } from "#lib/database.ts";
import { dividedCause, movedCause } from "#payments/refunds/rules.ts";
import type { ArchivePart } from "./archive-part.ts";

/** The parts of a copy about purchases, and what the user wrote about orders, products and shops. */
export const purchaseParts: readonly ArchivePart[] = [
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
        (select json_agg(json_build_object('alasan', case when r.returns is null then r.reason when starts_with(r.cause, ${dividedCause}) then 'refund_divided' when starts_with(r.cause, ${movedCause}) then 'chargeback_moved' else 'chargeback_returned' end, 'jumlah_rupiah', r.amount, 'status', r.status, 'waktu', r.created_at) order by r.created_at)
          from refunds r where r.payment_id = p.id and r.amount <> 0) as pengembalian,
        (select json_agg(json_build_object('pesanan', o.invoice, 'jumlah_rupiah', k.amount, 'alasan', k.reason, 'waktu', k.decided_at) order by k.decided_at)
          from orders o join order_corrections k on k.order_id = o.id and k.kind = 'buyer_goodwill' and k.state = 'booked' where o.checkout_id = c.id) as kompensasi
      from checkouts c left join payments p on p.checkout_id = c.id where c.buyer_id = ${userId} order by c.created_at, c.id`,
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
    name: "komplain",
    title: "Komplain",
    covers: ["complaints.buyer_id", "complaint_messages.author_id"],
    rows: (userId) => sql`
      select c.number as nomor, o.invoice as pesanan, c.state as status, c.opened_at as dibuka, c.closed_at as selesai, c.outcome_text as hasil,
        c.refunded as kembali_rupiah,
        case when s.owner_id = ${userId} then c.sent_to end as barang_kembali_ke,
        (select json_agg(json_build_object('barang', l.name, 'jumlah', x.quantity, 'masalah', x.problem) order by l.id)
          from complaint_lines x join order_lines l on l.id = x.order_line_id where x.complaint_id = c.id) as barang,
        (select json_agg(json_build_object('oleh', m.author, 'jenis', m.kind, 'isi', m.text, 'penyelesaian', m.solution, 'waktu', m.created_at)
            order by m.created_at, m.id)
          from complaint_messages m where m.complaint_id = c.id and (m.author_id = ${userId} or m.author in ('mediator', 'system'))) as pesan
      from complaints c join orders o on o.id = c.order_id join shops s on s.id = c.shop_id
      where c.buyer_id = ${userId} or s.owner_id = ${userId} order by c.opened_at, c.id`,
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
    name: "ulasan",
    title: "Ulasan",
    covers: ["reviews.user_id"],
    rows: (userId) => sql`
      select p.name as produk, r.rating as bintang, r.text as ulasan, r.reply as balasan_penjual, r.created_at as ditulis, r.edited_at as diubah,
        case r.state when 'shown' then 'tampil' when 'refunded' then 'tidak dihitung' when 'hidden' then 'disembunyikan' else 'dihapus' end as keadaan,
        r.hidden_reason as alasan_disembunyikan, array(select g.storage_key from review_pictures x join pictures g on g.id = x.picture_id
          where x.review_id = r.id order by x.position) as foto,
        array(select v.text from review_versions v where v.review_id = r.id order by v.replaced_at, v.id) as cerita_sebelumnya
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
    name: "foto",
    title: "Foto yang Anda kirim",
    covers: ["pictures.owner_id"],
    rows: (userId) => sql`
      select storage_key as kunci, width as lebar, height as tinggi, alt as keterangan, created_at as dikirim
      from pictures where owner_id = ${userId} order by created_at`,
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
    name: "laporan_tulisan",
    title: "Ulasan, balasan, pertanyaan dan jawaban yang Anda laporkan",
    covers: ["review_reports.user_id"],
    rows: (userId) => sql`
      select case when t.review_id is not null then 'ulasan' when t.question_id is not null then 'pertanyaan'
          when t.answer_id is not null then 'jawaban' else 'balasan' end as jenis,
        t.reason as alasan, t.text as keterangan, t.state as keadaan, t.created_at as dilaporkan
      from review_reports t where t.user_id = ${userId} order by t.created_at, t.id`,
  },
  {
    name: "tulisan_disembunyikan",
    title: "Ulasan, foto, balasan, pertanyaan dan jawaban Anda yang disembunyikan",
    covers: ["review_hidings.author_id"],
    rows: (userId) => sql`
      select case when t.review_id is not null then 'ulasan' when t.question_id is not null then 'pertanyaan'
          when t.answer_id is not null then 'jawaban' when t.reply_of is not null then 'balasan' else 'foto' end as jenis,
        t.reason as alasan, t.hidden_at as disembunyikan, t.objection as keberatan, t.objected_at as keberatan_diajukan,
        t.state as keadaan, t.decision as putusan, t.decided_at as diputuskan
      from review_hidings t where t.author_id = ${userId} order by t.hidden_at, t.id`,
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
];
