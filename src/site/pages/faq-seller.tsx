import { hrefs } from "#hrefs.ts";
import type { PageHandle } from "#lib/page.ts";
import { ButtonLink } from "#ui/button.tsx";
import { terms } from "../terms-in-words.ts";
import { Article, Questions, questionsForSearch } from "../ui/article.tsx";

const groups = [
  {
    id: "membuka-toko",
    title: "Membuka toko",
    questions: [
      {
        question: "Siapa yang boleh berjualan?",
        answer:
          "Perorangan maupun usaha di Indonesia. Daftar sebagai penjual, lalu buka toko dengan nama, cerita singkat, alamat asal kiriman dan kurir yang Anda pakai. Penjual juga tetap dapat berbelanja.",
      },
      {
        question: "Apakah membuka toko berbayar?",
        answer: `Tidak. Anda hanya membayar komisi ${terms.commission} dari harga barang yang terjual, paling banyak ${terms.commissionCap} untuk tiap baris pesanan. Tidak ada biaya bulanan.`,
      },
      {
        question: "Dapatkah toko ditutup sementara?",
        answer:
          "Dapat. Dalam mode libur, toko tetap terlihat tetapi tidak menerima pesanan baru, dan batas waktu pesanan berjalan ikut berhenti.",
      },
    ],
  },
  {
    id: "produk",
    title: "Produk dan stok",
    questions: [
      {
        question: "Apa yang perlu ada di halaman produk?",
        answer:
          "Nama yang jelas, kategori, harga, stok, berat, sedikitnya satu foto, dan uraian yang jujur. Anda dapat menambahkan varian seperti warna dan ukuran, masing-masing dengan harga dan stoknya sendiri.",
      },
      {
        question: "Barang apa yang tidak boleh dijual?",
        answer:
          "Barang yang dilarang hukum, barang palsu, satwa dilindungi dan bagiannya, senjata, obat keras, serta barang yang melanggar hak orang lain. Daftar lengkap ada di syarat dan ketentuan.",
      },
      {
        question: "Dapatkah stok terjual melebihi yang ada?",
        answer:
          "Tidak. Stok dipesan pada saat pesanan dibuat dan dikembalikan satu kali bila pesanan batal atau tidak dibayar. Perubahan stok yang Anda simpan tidak menimpa penjualan yang terjadi pada saat yang sama.",
      },
      {
        question: "Bagaimana menjual barang yang dibuat setelah dipesan?",
        answer:
          "Tandai sebagai pre-order dan isi jumlah hari kerja pengerjaannya. Batas kirim Anda mengikuti hari itu.",
      },
    ],
  },
  {
    id: "pesanan",
    title: "Memproses pesanan",
    questions: [
      {
        question: "Berapa lama saya punya waktu?",
        answer: `Konfirmasi pesanan dalam ${terms.confirmation} setelah dibayar, lalu kirim dalam ${terms.ship}. Batas waktu tampil di tiap pesanan. Bila lewat, pesanan batal dan uang kembali kepada pembeli.`,
      },
      {
        question: "Bagaimana bila saya tidak dapat memenuhi pesanan?",
        answer:
          "Tolak dengan alasan sebelum mengonfirmasi. Dana langsung dikembalikan kepada pembeli dan stok kembali. Menolak lebih baik daripada mendiamkan.",
      },
      {
        question: "Pembeli meminta pembatalan. Apa yang terjadi?",
        answer: `Setujui atau tolak dengan alasan dalam ${terms.cancelAnswer}. Diam berarti setuju.`,
      },
      {
        question: "Apa syarat nomor resi?",
        answer: `Bentuknya harus sesuai kurir, belum pernah dipakai, dan kurir memindai paket dalam ${terms.firstScan}. Bila tidak, pesanan batal dan uang tetap milik pembeli.`,
      },
      {
        question: "Apakah saya dapat mencetak label?",
        answer:
          "Dapat, satu per satu atau sekaligus, ukuran A6 dengan barcode dan QR. Nomor telepon pembeli disamarkan di label.",
      },
    ],
  },
  {
    id: "uang",
    title: "Uang dan pajak",
    questions: [
      {
        question: "Kapan saya menerima uang?",
        answer: `Ketika pembeli menekan Pesanan diterima, atau ${terms.autoComplete} setelah paket tiba tanpa komplain. Dana masuk ke saldo toko dan dapat Anda tarik ke rekening bank.`,
      },
      {
        question: "Berapa yang saya terima dari satu penjualan?",
        answer: `Harga barang dikurangi komisi ${terms.commission} (paling banyak ${terms.commissionCap} tiap baris), ditambah ongkos kirim yang dibayar pembeli. Formulir produk menunjukkan angkanya, dan pembayarannya sama sampai rupiah terakhir.`,
      },
      {
        question: "Bagaimana dengan PPN?",
        answer:
          "Bila Anda pengusaha kena pajak, nyalakan tanda PKP di pengaturan toko. Harga Anda dianggap sudah termasuk PPN, dan invoice menuliskan DPP dan PPN-nya.",
      },
    ],
  },
  {
    id: "komplain",
    title: "Komplain dan ulasan",
    questions: [
      {
        question: "Pembeli mengajukan komplain. Apa yang harus saya lakukan?",
        answer: `Jawab dalam ${terms.complaintAnswer}. Anda dapat menyetujui, menawarkan jalan lain, atau menolak dengan bukti. Bila Anda diam, penyelesaian yang dipilih pembeli berlaku.`,
      },
      {
        question: "Bagaimana bila pembeli keliru?",
        answer: `Lampirkan bukti dan panggil penengah. Keputusannya tertulis, dalam ${terms.mediation}, dan dapat dibanding satu kali dalam ${terms.appeal}. Untuk barang yang dikembalikan, Anda punya ${terms.returnCheck} untuk memeriksanya.`,
      },
      {
        question: "Dapatkah ulasan buruk dihapus?",
        answer:
          "Ulasan ditulis oleh pembeli sungguhan dan tidak dihapus karena isinya tidak menyenangkan. Anda dapat membalas satu kali, dan melaporkan ulasan yang melanggar aturan.",
      },
    ],
  },
] as const;

export const handle: PageHandle = {
  layout: "shop",
  head: () => ({
    title: "Tanya jawab penjual",
    description: "Cara membuka toko, menjual, mengirim, menerima uang dan menangani komplain di Kawung.",
    canonical: hrefs.faqSeller(),
    structured: [questionsForSearch(groups)],
  }),
};

export function Component() {
  return (
    <Article
      title="Berjualan di Kawung"
      intro={`Membuka toko gratis. Komisi ${terms.commission} dari barang yang terjual, paling banyak ${terms.commissionCap} tiap baris pesanan, dan tidak ada biaya lain.`}
      chapters={groups.map(({ id, title, questions }) => ({ id, title, body: <Questions questions={questions} /> }))}
      after={
        <p>
          <ButtonLink href={hrefs.register()} icon="store">
            Daftar dan buka toko
          </ButtonLink>
        </p>
      }
    />
  );
}
