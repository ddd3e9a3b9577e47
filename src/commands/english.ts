/**
 * Design note. Commands speak English, as their help and the log do, and the rules of the marketplace speak Indonesian,
 * because people read their sentences on its pages. A command shows such a sentence only through this table. Two
 * languages beside each rule were not chosen: the pages need one only, and this table has the few that commands reach.
 * A sentence that is missing here is shown as it is, so that nothing is lost; a test finds such sentences.
 */

/** Indonesian sentences and the same in English. `{}` is any text, and keeps its place. */
const sentences: readonly (readonly [indonesian: string, english: string])[] = [
  // Requests and fields (lib)
  ["Ada isian yang perlu diperbaiki.", "Some fields are wrong."],
  ["Data tidak ditemukan.", "There is no such record."],
  ["Layanan sedang sibuk. Yang sudah Anda simpan tetap aman. Coba lagi sebentar lagi.", "Busy: try again in a moment."],
  ["Anda tidak memiliki akses ke halaman ini.", "This account may not do that."],
  ["Wajib diisi.", "It is required."],
  ["Jenis isian tidak sesuai.", "It is of the wrong type."],
  ["Isi dengan angka.", "It must be a number."],
  ["Isi dengan angka bulat, tanpa koma.", "It must be a whole number."],
  ["Minimal {} karakter.", "At least {} characters."],
  ["Maksimal {} karakter.", "At most {} characters."],
  ["Minimal {} pilihan.", "At least {} entries."],
  ["Maksimal {} pilihan.", "At most {} entries."],
  ["Paling sedikit {}.", "At least {}."],
  ["Paling banyak {}.", "At most {}."],
  ["Ada isian yang tidak dikenal.", "There is no such field."],
  ["Pilihan tidak tersedia.", "It is none of the possible values."],
  ["Isian tidak sesuai.", "It is not valid."],
  ["Ada karakter yang tidak bisa dipakai.", "It has a character that cannot be used."],
  ["Ada huruf dengan terlalu banyak tanda.", "It has a letter with too many marks."],
  ["Tulis setiap kata dengan satu jenis huruf saja.", "Each word must be in one script."],
  ["Pengenal tidak sesuai.", "It is no id."],
  ["Alamat email tidak sesuai.", "It is no e-mail address."],
  // Operators (accounts)
  ["Kata sandi ini terlalu mudah ditebak. Pilih yang lain.", "This password is too easy to guess."],
  ["Jangan memakai nama atau email Anda sebagai kata sandi.", "The password is the person's name or e-mail."],
  ["Email ini sudah dipakai akun lain.", "Another account has this e-mail."],
  ["Hanya akun pembeli yang bisa dijadikan operator.", "Only the account of a buyer can become that of an operator."],
  ["Tidak ada operator dengan email ini.", "There is no operator with this e-mail."],
  // Tariffs (shipping)
  ["Berkas harus CSV dengan kolom {}.", "The file must be CSV with the columns {}."],
  ["Kolom {} belum ada.", "The columns {} are missing."],
  ["Di bawah nama kolom belum ada tarif.", "There is no line below the names of the columns."],
  ["Tanda kutip di baris ini tidak ditutup.", "The quote in this line is not closed."],
  ["Berkas paling banyak {} baris. Bagi menjadi beberapa.", "A file has at most {} lines: divide it."],
  ["Isi satu kolom paling banyak {} karakter.", "A cell has at most {} characters."],
  ["Satu baris paling banyak {} kolom.", "A line has at most {} cells."],
  ["Tarif berlaku mulai hari ini, paling lama {} hari lagi.", "Tariffs begin today or within {} days."],
  [
    "Masih ada baris yang ditolak, jadi tidak ada yang disimpan. Perbaiki berkasnya.",
    "Some lines are refused, so nothing was stored.",
  ],
  ["Semua tarif dalam berkas ini sudah berlaku, jadi tidak ada yang berubah.", "Nothing in the file changes a tariff."],
  ["Rute kurir ini sudah ada di baris lain.", "Another line has this route of the courier."],
  ["Kurir {} tidak dikenal.", "There is no courier {}."],
  ["Kode wilayah {} tidak dikenal.", "There is no region {}."],
  ["Asal diisi *, kode provinsi, atau kode kota.", "asal is *, or the code of a province or a regency."],
  [
    "Tujuan diisi kode provinsi, kota, atau kecamatan, atau {}.",
    "tujuan is the code of a province, a regency or a district, or one of {}.",
  ],
  ["{} ditulis dengan angka rupiah dari {} sampai {}.", "{} is an amount in rupiah from {} to {}."],
  ["{} ditulis dengan angka bulat dari {} sampai {}.", "{} is a whole number from {} to {}."],
  // Products (catalog, media)
  ["Pilih kategori.", "It is required."],
  ["Ada pilihan yang sama.", "It has the same value twice."],
  ["Tambahkan paling sedikit satu foto.", "At least one picture."],
  ["Isi panjang, lebar, dan tinggi, atau kosongkan ketiganya.", "Give length, width and height, or none of them."],
  ["Isi harga dan stok setiap pasangan pilihan.", "Give price and stock for each combination of options."],
  ["Pilih sub-kategori.", "It must be a sub-category."],
  ["Unggah kembali foto produk.", "A picture is missing."],
  ["Pilih salah satu foto produk ini.", "It must be one of the product's pictures."],
  ["Isi {}.", "Give {}."],
  ["Pilih {} dari daftar.", "{} must be one of the category's options."],
  ["Tulis {} sebagai angka dalam {}.", "{} must be a number in {}."],
  ["Tulis {} sebagai angka.", "{} must be a number."],
  [
    "Stok berubah menjadi {} sejak halaman ini dibuka. Periksa lalu simpan lagi.",
    "The stock is {} meanwhile: import again.",
  ],
  [
    "Stok berubah sejak halaman ini dibuka. Periksa angka terbaru lalu simpan lagi.",
    "The stock changed: import again.",
  ],
  [
    "Produk ini tidak boleh dijual seperti yang tertulis. Tidak ada yang disimpan.",
    "This product may not be sold as it is written.",
  ],
  [
    "Nomor telepon, email, dan tautan tidak boleh ada di keterangan produk. Tidak ada yang disimpan.",
    "A product may not have phone numbers, e-mail addresses and links.",
  ],
  [
    "Hapus {}. Pembeli menghubungi Anda lewat Diskusi di halaman produk.",
    "Delete {}: buyers ask on the product's page.",
  ],
  [
    "Toko Anda sudah memuat produk sebanyak batas sebelum verifikasi. Verifikasi penjual membuka batas itu.",
    "The shop has as many products as it may have before its seller is verified.",
  ],
  ["Kategori tidak dikenal. Pilih kembali.", "There is no such category."],
  ["Ada foto yang tidak ditemukan. Unggah kembali.", "A picture is missing."],
  ["Varian harus memuat setiap pasangan pilihan tepat satu kali.", "Each combination of options must be there once."],
  ["Berkas ini bukan foto JPEG, PNG, WebP, atau AVIF.", "A picture is no JPEG, PNG, WebP or AVIF."],
  [
    "Foto ini terlalu besar. Kecilkan sampai di bawah {} megapiksel.",
    "A picture is too large: it may have {} megapixels.",
  ],
  // How long personal data is stored (privacy)
  [
    "Nama, email, telepon, dan lahir dihapus bersama akunnya; barisnya tetap.",
    "Name, e-mail, phone and birthday go with the account; the row stays.",
  ],
  ["Dihapus bersama akunnya.", "Deleted with the account."],
  ["Catatan kerja pasar: disimpan selama pasar berjalan.", "A record of the marketplace's work: stored while it runs."],
  [
    "{} hari setelah komplain selesai, dan bersama akunnya.",
    "{} days after the complaint ended, and with the account.",
  ],
  ["{} hari setelah dikirim.", "{} days after it was sent."],
  [
    "Nama, nomor, dan dokumen {} hari setelah verifikasi berakhir.",
    "Name, numbers and documents: {} days after the verification ended.",
  ],
  [
    "Foto barang dalam pesanan tetap; foto profil hilang bersama akunnya.",
    "Pictures of ordered goods stay; those of profiles go with the account.",
  ],
  ["{} jam.", "{} hours."],
  ["{} hari setelah terakhir masuk dari sana.", "{} days after the last login from there."],
  [
    "Keranjang tamu sampai batasnya; yang lain bersama akunnya.",
    "Carts of visitors until their limit; others go with the account.",
  ],
  [
    "Disimpan {} tahun sebagai catatan jual beli; identitas hilang bersama akunnya.",
    "Stored for {} years as a record of trade; who it was goes with the account.",
  ],
  [
    "Disimpan {} tahun sebagai catatan jual beli; identitas hilang bersama akunnya. Alamat toko tempat barang dikirim balik {} hari setelah komplain selesai.",
    "Stored for {} years as a record of trade; who it was goes with the account. The shop's address to which goods were sent back: {} days after the complaint ended.",
  ],
  ["Sampai langkahnya berakhir.", "Until the login step ends."],
  ["Bukti bahwa penghapusan dijalankan.", "Evidence that the deletion was done."],
  [
    "Kata-kata dan pengirim {} tahun setelah selesai; jenis dan hasilnya tetap sebagai bukti.",
    "Text and sender: {} years after the end; kind and outcome stay as evidence.",
  ],
  [
    "Bukti persetujuan, tanpa nama (UU 27/2022, Pasal 24).",
    "Evidence of consent, without a name (UU 27/2022, Pasal 24).",
  ],
  ["Sampai pertanyaannya berakhir.", "Until the question ends."],
  [
    "Identitas penerima {} tahun setelah akhir tahun pesanan, atau sampai akunnya dihapus.",
    "The recipient: {} years after the end of the order's year, or until the account is deleted.",
  ],
  ["{} hari setelah siap, dan bersama akunnya.", "{} days after it was ready, and with the account."],
  ["Sampai sesinya berakhir.", "Until the session ends."],
  [
    "Bukti pajak, {} tahun; tanpa nama setelah akunnya dihapus.",
    "Evidence of taxes, {} years; without a name once the account is deleted.",
  ],
  ["Sampai tautannya berakhir.", "Until the link ends."],
  [
    "Aturan dan hari tetap sebagai bukti; kata-kata hilang bersama akunnya.",
    "Rule and day stay as evidence; the text goes with the account.",
  ],
  ["Nama, teks, dan alamat hilang bersama akun pemiliknya.", "Name, texts and address go with the owner's account."],
  ["Bintang tetap; kata-kata hilang bersama akunnya.", "Stars stay; the text goes with the account."],
  ["Kode hilang dan voucher berhenti bersama akunnya.", "The code goes and the voucher ends with the account."],
  // What operators wrote about forbidden goods stays in their language.
  ["{} Yang ditemukan: “{}”.", "{} Found: “{}”."],
  ["{} Tambahkan rincian “{}” dengan bentuk {}.", "{} Add the attribute “{}” in the form {}."],
];

/** Each sentence as the texts between its holes. */
const known = sentences.map(([indonesian, english]) => ({ parts: indonesian.split("{}"), english }));

/** What the holes of a sentence hold; undefined when the text is another sentence. */
function readHoles(text: string, parts: readonly string[]): string[] | undefined {
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first ? [] : undefined;
  if (!text.startsWith(first)) return undefined;
  const holes: string[] = [];
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return undefined;
    holes.push(text.slice(from, at));
    from = at + part.length;
  }
  const end = text.length - last.length;
  return end >= from && text.endsWith(last) ? [...holes, text.slice(from, end)] : undefined;
}

/** The English of a sentence of the marketplace's rules; the same text when the table lacks it. */
export function inEnglish(sentence: string): string {
  for (const { parts, english } of known) {
    const holes = readHoles(sentence, parts);
    if (holes) return english.split("{}").reduce((text, part, at) => `${text}${holes[at - 1] ?? ""}${part}`);
  }
  return sentence;
}
