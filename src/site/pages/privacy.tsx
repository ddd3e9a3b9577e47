import { hrefs } from "#hrefs.ts";
import type { PageHandle } from "#lib/page.ts";
import { site } from "../settings.ts";
import { Article, type Chapter } from "../ui/article.tsx";

export const handle: PageHandle = {
  layout: "shop",
  head: () => ({
    title: "Kebijakan privasi",
    description: "Data apa yang kami simpan, untuk apa, siapa yang melihatnya, berapa lama, dan hak Anda atasnya.",
    canonical: hrefs.privacy(),
  }),
};

const chapters: readonly Chapter[] = [
  {
    id: "ringkas",
    title: "Ringkasnya",
    body: (
      <ul>
        <li>Kami menyimpan yang diperlukan untuk berjual-beli, dan tidak lebih.</li>
        <li>Kami tidak menjual data Anda dan tidak memasang pelacak pihak ketiga di halaman kami.</li>
        <li>Penjual melihat alamat dan telepon Anda hanya selama pesanan memerlukannya.</li>
        <li>Anda dapat melihat, memperbaiki, mengunduh dan menghapus data Anda.</li>
      </ul>
    ),
  },
  {
    id: "data",
    title: "Data yang kami simpan",
    body: (
      <table>
        <thead>
          <tr>
            <th scope="col">Data</th>
            <th scope="col">Untuk apa</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Nama, email, kata sandi</th>
            <td>Akun Anda. Kata sandi disimpan sebagai sidik yang tidak dapat dibalik.</td>
          </tr>
          <tr>
            <th scope="row">Telepon, alamat, titik peta</th>
            <td>Mengirim pesanan dan menghitung ongkos kirim.</td>
          </tr>
          <tr>
            <th scope="row">Pesanan, pembayaran, komplain, ulasan, chat</th>
            <td>Menjalankan transaksi, menyelesaikan sengketa, memenuhi kewajiban pembukuan.</td>
          </tr>
          <tr>
            <th scope="row">NIK atau NPWP penjual, rekening bank</th>
            <td>Menarik saldo dan memenuhi aturan pajak. Disimpan terenkripsi; setiap pembacaan dicatat.</td>
          </tr>
          <tr>
            <th scope="row">Perangkat yang masuk, alamat IP</th>
            <td>Keamanan akun. Anda melihat daftarnya di menu keamanan.</td>
          </tr>
        </tbody>
      </table>
    ),
  },
  {
    id: "dasar",
    title: "Dasar hukum",
    body: (
      <p>
        Kami memproses data pribadi menurut Undang-Undang Nomor 27 Tahun 2022 tentang Pelindungan Data Pribadi: untuk
        menjalankan perjanjian jual beli dengan Anda, memenuhi kewajiban hukum seperti pembukuan dan pajak, serta
        kepentingan sah berupa keamanan. Di luar itu kami meminta persetujuan Anda, yang dapat Anda tarik kapan saja.
      </p>
    ),
  },
  {
    id: "berbagi",
    title: "Siapa yang melihat data Anda",
    body: (
      <>
        <p>Data hanya dibagikan kepada pihak yang memerlukannya untuk pesanan Anda:</p>
        <ul>
          <li>
            Penjual menerima nama penerima, telepon dan alamat sejak pesanan dibayar; tujuh hari setelah selesai,
            datanya disamarkan.
          </li>
          <li>Kurir menerima yang perlu untuk mengantar. Nomor telepon di label disamarkan.</li>
          <li>
            Penyedia pembayaran menerima jumlah dan nomor pembayaran. Nomor kartu tidak pernah melewati server kami.
          </li>
          <li>Petugas kami hanya melihat data sesuai tugasnya, dan setiap pembacaan dokumen identitas dicatat.</li>
          <li>Penegak hukum menerima data bila ada permintaan yang sah.</li>
        </ul>
      </>
    ),
  },
  {
    id: "cookie",
    title: "Cookie dan penyimpanan di perangkat",
    body: (
      <p>
        Kami memakai satu cookie untuk menjaga Anda tetap masuk, dan satu penanda tanpa rahasia agar halaman tampil rapi
        sejak awal. Pilihan tampilan terang atau gelap dan riwayat pencarian hanya tersimpan di perangkat Anda dan tidak
        pernah dikirim kepada kami. Tidak ada cookie iklan dan tidak ada berkas yang diambil dari situs lain.
      </p>
    ),
  },
  {
    id: "lama",
    title: "Berapa lama",
    body: (
      <p>
        Data akun disimpan selama akun ada. Catatan transaksi disimpan sepuluh tahun sesuai kewajiban pembukuan; bila
        Anda menghapus akun, nama Anda diganti dengan tanda yang tidak menunjuk kepada Anda. Sesi berakhir 30 hari
        setelah masuk. Catatan keamanan dihapus secara berkala.
      </p>
    ),
  },
  {
    id: "hak",
    title: "Hak Anda",
    body: (
      <>
        <ul>
          <li>
            <b>Melihat dan memperbaiki</b> data di halaman <a href={hrefs.profile("settings")}>pengaturan akun</a>.
          </li>
          <li>
            <b>Mengunduh</b> seluruh data Anda dalam bentuk yang dapat dibaca mesin.
          </li>
          <li>
            <b>Menghapus</b> akun. Pesanan yang sedang berjalan diselesaikan lebih dahulu.
          </li>
          <li>
            <b>Menolak atau membatasi</b> pemrosesan, dan menarik persetujuan.
          </li>
          <li>
            <b>Mengadu</b> kepada kami atau kepada lembaga pelindungan data pribadi.
          </li>
        </ul>
        <p>Kami menjawab permintaan dalam 3×24 jam.</p>
      </>
    ),
  },
  {
    id: "keamanan",
    title: "Keamanan",
    body: (
      <p>
        Sambungan selalu terenkripsi. Kunci sesi disimpan sebagai sidik, bukan teks aslinya. Tindakan yang menyangkut
        uang dan dokumen identitas memerlukan pembuktian kedua dari petugas kami. Bila terjadi kebocoran yang menyangkut
        Anda, kami memberi tahu Anda dan lembaga terkait secara tertulis paling lambat 3×24 jam setelah mengetahuinya:
        data apa, kapan, dan apa yang kami lakukan.
      </p>
    ),
  },
  {
    id: "kontak",
    title: "Menghubungi kami",
    body: (
      <p>
        Pengendali data pribadi adalah {site.company.name}, {site.company.address}. Tulis kepada{" "}
        <a href={`mailto:${site.company.email}`}>{site.company.email}</a> atau telepon{" "}
        <a href={site.company.phone.href}>{site.company.phone.shown}</a>.
      </p>
    ),
  },
];

export function Component() {
  return (
    <Article
      title="Kebijakan privasi"
      intro="Data apa yang kami simpan, untuk apa, siapa yang melihatnya, berapa lama, dan apa hak Anda. Ditulis agar dapat dibaca."
      chapters={chapters}
    />
  );
}
