import { phoneCodeWindow } from "#accounts/phone/rules.ts";
import { sql } from "#lib/database.ts";
import { span } from "#lib/time.ts";
import type { ArchivePart } from "./archive-part.ts";

/** The parts of a copy about the account: who the user is, where they logged in, and what was done to the account. */
export const accountParts: readonly ArchivePart[] = [
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
      select user_agent as browser, ip as alamat_jaringan, created_at as masuk, last_seen_at as terakhir_dipakai, expires_at as berakhir
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
      select kind as jenis, email as lewat_email, push as lewat_browser, updated_at as diubah
      from notification_preferences where user_id = ${userId} order by kind`,
  },
  {
    name: "notifikasi_browser",
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
    name: "tindakan_pasar",
    title: "Tindakan pasar terhadap akun, toko, dan produk Anda, atau yang Anda ambil sebagai operator",
    covers: ["measures.user_id", "measures.taken_by", "measures.decided_by", "measures.ended_by"],
    rows: (userId) => sql`
      select kind as terhadap, rule as aturan, case when user_id = ${userId} then text end as penjelasan, taken_at as sejak,
        case when user_id = ${userId} then appeal end as banding, case when user_id = ${userId} then answer end as jawaban, ended_at as berakhir
      from measures where user_id = ${userId} or taken_by = ${userId} or decided_by = ${userId} or ended_by = ${userId} order by taken_at, id`,
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
];
