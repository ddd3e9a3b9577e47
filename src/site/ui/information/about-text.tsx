import { hrefs } from "#hrefs.ts";
import { brandName } from "#lib/brand.ts";
import type { FeeTexts } from "#payments/fees/rules.ts";
import type { PlaceTexts } from "../../information/contract.ts";
import { site } from "../../settings.ts";
import { terms } from "../../term-text.ts";
import { Article, type Chapter } from "./article.tsx";
import { WrittenBlocks, writtenChapters } from "./written-blocks.tsx";

export type AboutData = { fees: FeeTexts; story: PlaceTexts; contact: PlaceTexts };

/** Why the marketplace exists, until operators write it themselves. */
const builtInStory = (): readonly Chapter[] => [
  {
    id: "mengapa",
    title: "Mengapa kami ada",
    body: (
      <>
        <p>
          Pembatik di Laweyan, petani kopi di Gayo dan penganyam rotan di Karangasem membuat barang yang dicari orang di
          seluruh negeri. Jarak di antara mereka dan pembelinya sering kali diisi banyak tangan: pengepul, perantara,
          iklan yang mahal. {brandName()} memendekkan jarak itu. Barang dijual oleh perajin, petani, dan toko dari
          seluruh negeri, dan kota asalnya tertulis di setiap produk.
        </p>
        <p>
          Nama kami diambil dari motif batik kawung: empat kelopak yang bertemu di satu titik. Bagi kami keempatnya
          adalah pembeli, penjual, kurir dan penengah. Pasar hanya berjalan bila keempatnya bisa saling percaya.
        </p>
      </>
    ),
  },
];

const chapters = ({ fees, story, contact }: AboutData): readonly Chapter[] => [
  ...(story.current ? writtenChapters(story.current.blocks) : builtInStory()),
  {
    id: "cara-kerja",
    title: "Cara kami menjaga uang Anda",
    body: (
      <>
        <p>
          Setiap pembayaran masuk ke rekening bersama. Penjual melihat bahwa pesanan sudah dibayar, tetapi dananya baru
          berpindah ketika pembeli menyatakan barang diterima, atau {terms.autoComplete} setelah paket tiba. Bila
          penjual tidak mengirim, uang kembali utuh. Setiap rupiah dicatat dua kali dalam pembukuan berpasangan, dan
          jumlah seluruh catatan selalu nol: tidak ada uang yang hilang atau muncul begitu saja. Berapa yang sedang kami
          tahan bisa dibaca di <a href={hrefs.heldFunds()}>Dana yang kami tahan</a>.
        </p>
        <p>
          Saldo penjual adalah utang kami kepada penjual, bukan uang elektronik. Karena itu saldo tidak bisa diisi ulang
          atau dikirim antarorang.
        </p>
      </>
    ),
  },
  {
    id: "biaya",
    title: "Biaya yang bisa dibaca",
    body: (
      <>
        <p>
          Penjual membayar komisi: {fees.commission}.{fees.commissionDetails} Formulir produk menunjukkan jumlah yang
          diterima penjual, dan pembayarannya sama sampai rupiah terakhir. Pembeli membayar biaya layanan:{" "}
          {fees.serviceFee} untuk tiap pembayaran.{fees.serviceFeeDetails} Tidak ada biaya lain yang muncul di langkah
          terakhir.
        </p>
        <p>Membuka toko tidak dipungut biaya. Urutan hasil pencarian tidak dijual.</p>
      </>
    ),
  },
  {
    id: "janji",
    title: "Yang kami janjikan",
    body: (
      <ul>
        <li>
          <b>Tidak ada tekanan palsu.</b> Hitungan mundur hanya ada bila memang ada batas waktu, dan stok yang tertulis
          adalah stok yang sebenarnya.
        </li>
        <li>
          <b>Keputusan tertulis.</b> Tidak ada komplain yang ditutup tanpa alasan yang bisa Anda baca.
        </li>
        <li>
          <b>Data milik Anda.</b> Anda bisa mengunduh atau menghapusnya kapan saja; caranya ada di{" "}
          <a href={hrefs.privacy()}>kebijakan privasi</a>.
        </li>
        <li>
          <b>Bisa dipakai semua orang.</b> Halaman kami ringan di jaringan lambat, terbaca oleh pembaca layar, dan
          berbelanja tetap bisa tanpa JavaScript.
        </li>
        <li>
          <b>Satu pintu untuk semua.</b> Semua yang bisa dilakukan halaman kami juga bisa dilakukan lewat{" "}
          <a href="/v1/docs">API terbuka</a>.
        </li>
      </ul>
    ),
  },
  {
    id: "jangkauan",
    title: "Dari 38 provinsi",
    body: (
      <p>
        Alamat di {brandName()} mengikuti pembagian wilayah resmi: provinsi, kabupaten atau kota, kecamatan, sampai
        desa. Waktu selalu ditulis dengan zonanya, WIB, WITA atau WIT, sesuai tempat Anda. Ongkos kirim dihitung dari
        asal dan tujuan yang sebenarnya serta berat paket, dengan pilihan kurir yang bisa Anda bandingkan sebelum
        membayar.
      </p>
    ),
  },
  {
    id: "perusahaan",
    title: "Perusahaan dan kontak",
    body: (
      <>
        <p>
          {site.name} dijalankan oleh {site.company.name}, {site.company.address}. Anda bisa menghubungi kami di{" "}
          <a href={site.company.phone.href}>{site.company.phone.shown}</a> atau{" "}
          <a href={`mailto:${site.company.email}`}>{site.company.email}</a>, {site.hours.days.toLowerCase()}{" "}
          {site.hours.opens} – {site.hours.closes}.
        </p>
        <p>
          Pengaduan konsumen juga diterima oleh {site.complaints.office}, {site.complaints.ministry}, lewat{" "}
          <a href={site.complaints.whatsapp.href} target="_blank" rel="noreferrer">
            WhatsApp {site.complaints.whatsapp.shown}
          </a>
          .
        </p>
        {contact.current && <WrittenBlocks blocks={contact.current.blocks} />}
      </>
    ),
  },
];

/** Who runs the marketplace, and how. Operators may write the story and more about their contact. */
export function AboutText({ data }: { data: AboutData }) {
  return (
    <Article
      title={`Tentang ${site.name}`}
      intro="Pasar daring untuk karya dan kebutuhan dari seluruh Nusantara. Belanja langsung dari penjual dan perajin; uang Anda kami teruskan ke penjual setelah barang Anda terima."
      chapters={chapters(data)}
    />
  );
}
