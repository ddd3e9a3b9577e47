import { hrefs } from "#hrefs.ts";
import type { PageHandle } from "#lib/page.ts";
import { paymentGroups } from "#payments/rules.ts";
import { site } from "../settings.ts";
import { terms } from "../terms-in-words.ts";
import { Article, type Chapter } from "../ui/article.tsx";

export const handle: PageHandle = {
  layout: "shop",
  head: () => ({
    title: "Panduan belanja dan berjualan",
    description: "Cara mencari, membayar, melacak, menerima dan mengeluhkan pesanan di Kawung, langkah demi langkah.",
    canonical: hrefs.guide(),
  }),
};

const chapters: readonly Chapter[] = [
  {
    id: "mencari",
    title: "Mencari barang",
    body: (
      <>
        <p>
          Ketik nama barang di kotak pencarian di atas. Pilih <b>Produk</b> untuk mencari barang, atau <b>Penjual</b>{" "}
          untuk mencari toko. Saran muncul setelah Anda berhenti mengetik sejenak; memilih satu saran langsung membuka
          hasilnya. Salah ketik satu huruf pun biasanya tetap ketemu.
        </p>
        <p>
          Anda juga dapat masuk dari menu <b>Kategori</b>. Di halaman hasil, saring menurut harga, lokasi penjual,
          penilaian dan diskon, lalu urutkan sesuai kebutuhan. Saringan tersimpan di alamat halaman, jadi Anda dapat
          membagikannya.
        </p>
      </>
    ),
  },
  {
    id: "memesan",
    title: "Memesan dan membayar",
    body: (
      <>
        <ol>
          <li>Pilih varian dan jumlah, lalu tekan Keranjang atau Beli sekarang.</li>
          <li>Di keranjang, centang barang yang ingin dibeli. Barang dari beberapa toko dapat dibayar sekaligus.</li>
          <li>Isi alamat, pilih kurir untuk tiap toko, dan pilih cara membayar.</li>
          <li>
            Periksa rinciannya. Semua biaya tertulis sebelum Anda menekan tombol, dan tombolnya mengulang jumlah yang
            dibayar.
          </li>
          <li>Bayar sebelum batas waktu yang tertera.</li>
        </ol>
        <p>
          Pembayaran dapat lewat {Object.values(paymentGroups).join(", ").toLowerCase().replace(/qris/g, "QRIS")}.
          Batasnya {terms.payment}; untuk QRIS, dompet digital dan kartu {terms.instantPayment}. Biaya layanan{" "}
          {terms.serviceFee} untuk tiap pembayaran. Pesanan yang tidak dibayar batal dengan sendirinya dan stoknya
          kembali.
        </p>
      </>
    ),
  },
  {
    id: "setelah-bayar",
    title: "Setelah Anda membayar",
    body: (
      <>
        <p>
          Uang Anda masuk ke <b>rekening bersama</b>, bukan ke penjual. Penjual baru menerimanya setelah pesanan
          selesai. Tiap tahap punya batas waktu, dan batas itu tampil di halaman pesanan dengan zona waktu Anda.
        </p>
        <table>
          <thead>
            <tr>
              <th scope="col">Tahap</th>
              <th scope="col">Batas</th>
              <th scope="col">Bila lewat</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Penjual mengonfirmasi</th>
              <td>{terms.confirmation}</td>
              <td>Batal, uang kembali</td>
            </tr>
            <tr>
              <th scope="row">Penjual mengirim</th>
              <td>{terms.ship}, atau sesuai hari pre-order</td>
              <td>Batal, uang kembali</td>
            </tr>
            <tr>
              <th scope="row">Pemindaian pertama kurir</th>
              <td>{terms.firstScan}</td>
              <td>Batal, uang kembali</td>
            </tr>
            <tr>
              <th scope="row">Anda memeriksa barang</th>
              <td>{terms.autoComplete} sejak tiba</td>
              <td>Selesai, dana ke penjual</td>
            </tr>
          </tbody>
        </table>
        <p>
          Sebelum penjual mengonfirmasi, Anda bebas membatalkan. Sesudahnya Anda dapat meminta pembatalan; bila penjual
          diam selama {terms.cancelAnswer}, permintaan Anda dianggap disetujui.
        </p>
      </>
    ),
  },
  {
    id: "menerima",
    title: "Menerima dan menilai",
    body: (
      <>
        <p>
          Buka paket sambil merekam video bila barangnya berharga. Bila sesuai, tekan Pesanan diterima. Perlu waktu
          lebih lama untuk mencoba barangnya? Anda dapat memperpanjang satu kali selama {terms.extension}.
        </p>
        <p>
          Setelah selesai, Anda punya {terms.review} untuk memberi bintang satu sampai lima, tulisan dan foto. Penjual
          dapat membalas satu kali. Ulasan hanya dapat ditulis oleh orang yang benar-benar membeli.
        </p>
      </>
    ),
  },
  {
    id: "komplain",
    title: "Bila ada masalah",
    body: (
      <>
        <p>
          Ajukan komplain dari halaman pesanan sebelum menekan Pesanan diterima. Pilih barangnya, masalahnya (tidak
          tiba, rusak, tidak sesuai, kurang), lampirkan foto, dan pilih penyelesaian yang Anda inginkan. Dana langsung
          dibekukan.
        </p>
        <ul>
          <li>Penjual menjawab dalam {terms.complaintAnswer}. Bila diam, penyelesaian yang Anda pilih berlaku.</li>
          <li>
            Bila tidak sepakat, salah satu pihak dapat memanggil penengah, yang memutus secara tertulis dalam{" "}
            {terms.mediation}.
          </li>
          <li>Ada satu kali banding dalam {terms.appeal}.</li>
        </ul>
        <p>
          Kasus yang terbuka selalu menunjukkan siapa yang harus bertindak, sampai kapan, dan apa yang terjadi bila
          tidak ada tindakan.
        </p>
      </>
    ),
  },
  {
    id: "berjualan",
    title: "Mulai berjualan",
    body: (
      <p>
        Daftar sebagai penjual, buka toko dengan nama, alamat asal kiriman dan kurir, lalu tambahkan barang pertama
        Anda. Formulir produk menunjukkan jumlah yang Anda terima setelah komisi {terms.commission} (paling banyak{" "}
        {terms.commissionCap} tiap baris pesanan). Selengkapnya ada di{" "}
        <a href={hrefs.faqSeller()}>tanya jawab penjual</a>.
      </p>
    ),
  },
  {
    id: "keamanan",
    title: "Menjaga akun Anda",
    body: (
      <ul>
        <li>
          Bayar hanya lewat halaman pembayaran di sini. Penjual yang meminta transfer langsung patut Anda laporkan.
        </li>
        <li>Kami tidak pernah meminta kata sandi atau kode OTP, lewat telepon maupun chat.</li>
        <li>Periksa daftar perangkat yang masuk di menu keamanan akun, dan keluarkan yang tidak Anda kenali.</li>
      </ul>
    ),
  },
  {
    id: "tanya-kami",
    title: "Tanya kami",
    body: (
      <>
        <p>
          Layanan pelanggan buka {site.hours.days.toLowerCase()} {site.hours.opens} – {site.hours.closes}. Siapkan nomor
          invoice bila pertanyaannya tentang sebuah pesanan.
        </p>
        <ul>
          <li>
            Telepon <a href={site.company.phone.href}>{site.company.phone.shown}</a>
          </li>
          <li>
            Email <a href={`mailto:${site.company.email}`}>{site.company.email}</a>
          </li>
        </ul>
        <p>
          Lihat juga <a href={hrefs.faqBuyer()}>tanya jawab pembeli</a> dan{" "}
          <a href={hrefs.termCondition()}>syarat dan ketentuan</a>.
        </p>
      </>
    ),
  },
];

export function Component() {
  return (
    <Article
      title="Panduan"
      intro="Dari mencari barang sampai menerima paket, dan apa yang terjadi dengan uang Anda di antaranya."
      chapters={chapters}
    />
  );
}
