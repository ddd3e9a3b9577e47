import { copiedFields } from "#catalog/product/columns.ts";
import { sql } from "#lib/database.ts";
import type { ArchivePart } from "./archive-part.ts";

/** The parts of a copy about the user's shop, and money that is sent to a bank account. */
export const shopParts: readonly ArchivePart[] = [
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
        (select json_agg(json_build_object('pesanan', o.invoice, 'jenis', k.kind, 'jumlah_rupiah', k.amount, 'alasan', k.reason, 'waktu', k.decided_at) order by k.decided_at)
          from orders o join order_corrections k on k.order_id = o.id and k.kind <> 'buyer_goodwill' and k.state = 'booked' where o.shop_id = s.id) as koreksi,
        (select json_agg(json_build_object('jenis', t.kind, 'jumlah_rupiah', e.amount, 'waktu', t.created_at) order by t.created_at)
          from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
          where a.kind = 'seller_balance' and a.owner = s.id::text) as saldo
      from shops s where s.owner_id = ${userId}`,
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
  {
    name: "penjemputan",
    title: "Kurir yang Anda pesan",
    covers: ["courier_bookings.requested_by"],
    rows: (userId) => sql`
      select o.invoice as nomor_pesanan, b.provider as platform, b.state as status, b.price as ongkos_rupiah, b.created_at as dipesan
      from courier_bookings b join orders o on o.id = b.order_id where b.requested_by = ${userId} order by b.created_at, b.id`,
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
];
