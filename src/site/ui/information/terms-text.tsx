import { consentPurposes } from "#accounts/consents/rules.ts";
import { hrefs } from "#hrefs.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { stampDuty } from "#papers/rules.ts";
import type { FeeTexts } from "#payments/fees/rules.ts";
import type { PlaceTexts } from "../../information/contract.ts";
import { useScrollToHash } from "../../scroll-to-hash.ts";
import { site } from "../../settings.ts";
import { terms } from "../../term-text.ts";
import { Article, TextVersion, type Chapter } from "./article.tsx";
import { clauseChapters, deadlineChapters } from "./written-blocks.tsx";

const chapters = (fees: FeeTexts): readonly Chapter[] => [
  {
    id: "pihak",
    title: "Para pihak",
    body: (
      <p>
        {site.company.name} (“kami”) menjalankan {site.name}, tempat penjual menawarkan barang dan pembeli (“Anda”)
        membelinya. Jual beli terjadi antara pembeli dan penjual. Kami menyediakan tempatnya, menahan dana sampai barang
        diterima, dan menengahi bila ada sengketa.
      </p>
    ),
  },
  {
    id: "akun",
    title: "Akun",
    body: (
      <ol>
        <li>Anda berusia sedikitnya {terms.minAge}, atau bertindak dengan izin orang tua atau wali.</li>
        <li>
          Data yang Anda isi benar. Kata sandi, passkey dan kode cadangan Anda jaga sendiri; kami tidak pernah
          memintanya.
        </li>
        <li>
          Satu nomor telepon terverifikasi dimiliki satu akun: bukti terbaru yang berlaku, dan pemilik lama diberi tahu.
        </li>
        <li>
          Satu orang memakai akunnya sendiri. Akun yang dipakai untuk menipu dapat dibekukan dengan pemberitahuan
          beralasan.
        </li>
        <li>
          Anda dapat meminta akun dihapus; akun hilang {terms.deletionGrace} kemudian, setelah pesanan berjalan dan
          saldo toko selesai.
        </li>
        <li>Penjual juga pembeli, tetapi tidak dapat membeli barangnya sendiri.</li>
      </ol>
    ),
  },
  {
    id: "pesanan",
    title: "Harga dan pesanan",
    body: (
      <>
        <p>
          Harga dalam rupiah dan sudah termasuk pajak yang berlaku. Sebelum Anda membayar, semua biaya tertulis: harga
          barang, ongkos kirim tiap toko, asuransi paket bila Anda memilihnya, dan biaya layanan ({fees.serviceFee}{" "}
          untuk tiap pembayaran).
          {fees.serviceFeeDetails} Bila ada yang berubah di tengah jalan, Anda melihat rincian baru lebih dahulu.
        </p>
        <p>
          Pesanan dibayar dalam {terms.payment}, atau {terms.instantPayment} untuk QRIS, dompet digital dan kartu.
          Pesanan yang tidak dibayar batal. Pesanan COD dibayar tunai kepada kurir saat paket tiba. Untuk invoice di
          atas {formatRupiah(stampDuty.above)} berlaku ketentuan meterai.
        </p>
      </>
    ),
  },
  {
    id: "dana",
    title: "Rekening bersama",
    body: (
      <>
        <p>
          Pembayaran Anda kami tahan sampai pesanan selesai atau dikembalikan. Pesanan selesai ketika Anda menyatakan
          menerima barang, atau {terms.autoComplete} setelah paket tiba; Anda dapat memperpanjang satu kali selama{" "}
          {terms.extension}. Pengembalian tidak pernah melebihi yang dibayar.
        </p>
        <p>
          Saldo penjual adalah utang kami kepada penjual. Saldo bukan uang elektronik, tidak berbunga, tidak dapat diisi
          ulang, dan tidak dapat dipindahkan kepada orang lain. Penjual menariknya ke rekening bank, paling sedikit{" "}
          {terms.minWithdrawal} dengan biaya {terms.withdrawalFee}. Penarikan yang gagal atau dikembalikan bank kembali
          ke saldo. Pengembalian dana yang melebihi saldo menjadi kewajiban penjual, yang dilunasi dari penjualan
          berikutnya.
        </p>
      </>
    ),
  },
  {
    id: "penjual",
    title: "Kewajiban penjual",
    body: (
      <ol>
        <li>Menjual barang yang sah, asli, dan sesuai uraian serta fotonya.</li>
        <li>
          Mengonfirmasi dalam {terms.confirmation} dan mengirim dalam {terms.ship} (atau hari pre-order). Untuk kurir
          instan: mengonfirmasi dalam {terms.instantConfirmation} dan menyerahkan paket dalam {terms.instantHandover}.
          Lewat dari itu pesanan batal dan dana kembali kepada pembeli.
        </li>
        <li>
          Memakai nomor resi yang benar. Bila pindaian kurir sampai kepada kami, paket yang tidak dipindai dalam{" "}
          {terms.firstScan} membatalkan pesanan. Untuk kurir lain pembeli ditanya pada hari terakhir perkiraan tiba;
          tanpa jawaban, paket dianggap tiba {terms.assumedArrival} kemudian.
        </li>
        <li>
          Membayar komisi, dipotong ketika dana masuk ke saldo: {fees.commission}.{fees.commissionDetails}
        </li>
        <li>Memakai data pembeli hanya untuk mengirim pesanan itu.</li>
      </ol>
    ),
  },
  {
    id: "larangan",
    title: "Barang dan perbuatan terlarang",
    body: (
      <>
        <p>
          Dilarang menjual narkotika, obat keras tanpa izin, senjata dan bahan peledak, satwa dilindungi dan bagiannya,
          barang palsu atau curian, bahan pornografi, dokumen resmi, data pribadi, serta barang lain yang dilarang hukum
          Indonesia.
        </p>
        <p>
          Dilarang pula mengajak bertransaksi di luar {site.name}, menulis ulasan palsu, memanipulasi jumlah penjualan,
          dan mengganggu layanan.
        </p>
      </>
    ),
  },
  {
    id: "batal",
    title: "Pembatalan dan pengembalian dana",
    body: (
      <p>
        Pembeli bebas membatalkan sebelum penjual mengonfirmasi. Sesudahnya pembeli dapat meminta pembatalan; penjual
        menjawab dalam {terms.cancelAnswer}, dan permintaan yang tidak dijawab dianggap disetujui. Paket dari kurir toko
        yang tidak tiba dalam {terms.ownCourier} membatalkan pesanan. Dana dikembalikan satu kali lewat cara pembayaran
        yang sama, atau ke rekening bank Anda bila cara itu tidak bisa menerimanya, seperti COD.
      </p>
    ),
  },
  {
    id: "sengketa",
    title: "Komplain dan penyelesaian",
    body: (
      <>
        <p>
          Komplain disampaikan di halaman pesanan sebelum pesanan selesai, dengan penjelasan dan bukti. Sejak itu dana
          pesanan ditahan sampai komplain selesai. Penjual menjawab dalam {terms.sellerAnswer}; bila ia diam, permintaan
          pembeli dijalankan. Pembeli menjawab tawaran dalam {terms.buyerAnswer}; bila ia diam, atau bila tidak ada
          kesepakatan dalam {terms.talk}, mediator dipanggil. Mediator mendengar kedua pihak dan memutuskan secara
          tertulis dalam {terms.mediator} dengan alasan dan aturannya. Satu kali dalam satu komplain, salah satu pihak
          dapat mengajukan banding dalam {terms.appeal}; mediator lain memutuskannya, dan putusan itu final. Barang utuh
          dapat dikembalikan karena berubah pikiran dalam {terms.changedMind} setelah tiba, kecuali makanan, minuman dan
          barang yang dibuat menurut pesanan. Paket yang sudah dipindai tetapi tidak tiba dalam {terms.lostParcel} sejak
          dikirim dianggap hilang, dan dananya kembali kepada pembeli; dengan kurir instan dalam {terms.instantLost}{" "}
          sejak dijemput.
        </p>
        <p>
          Klaim asuransi diajukan oleh penjual yang menyerahkan paket ke kurir, atau oleh kami bila kurirnya dipesan
          lewat kami. Yang dibayar kurir kepada kami menjadi hak penjual sampai sebesar yang diambil komplain dari
          bagiannya. Dana pembeli tidak menunggu klaim. Kurir COD yang menyetor terlambat atau kurang tidak mengurangi
          hak penjual.
        </p>
        <p>
          Ketentuan ini tidak mengurangi hak Anda menurut Undang-Undang Perlindungan Konsumen, termasuk mengadu kepada{" "}
          {site.complaints.office}, {site.complaints.ministry}, WhatsApp {site.complaints.whatsapp.shown}.
        </p>
      </>
    ),
  },
  {
    id: "ulasan",
    title: "Ulasan dan isi",
    body: (
      <p>
        Ulasan hanya berasal dari pembelian yang selesai. Anda memberi kami izin menampilkan di sini isi yang Anda
        kirim, seperti foto dan uraian barang. Isi yang melanggar hukum, memuat data pribadi orang lain, atau menghina
        kami turunkan dengan pemberitahuan.
      </p>
    ),
  },
  {
    id: "tanggung-jawab",
    title: "Tanggung jawab",
    body: (
      <p>
        Kami bertanggung jawab atas dana yang kami tahan dan atas layanan kami. Mutu barang menjadi tanggung jawab
        penjual. Layanan dapat terhenti sementara untuk perawatan; batas waktu tetap dihitung dari jam yang tertera di
        pesanan. Hukum yang berlaku adalah hukum Republik Indonesia.
      </p>
    ),
  },
  {
    id: "perubahan",
    title: "Perubahan",
    body: (
      <p>
        Perubahan syarat dan biaya diumumkan sedikitnya {terms.changeNotice} sebelum berlaku dan tidak mengenai pesanan
        yang sudah dibuat. Pertanyaan kirim ke <a href={`mailto:${site.company.email}`}>{site.company.email}</a>. Lihat
        juga <a href={hrefs.privacy()}>kebijakan privasi</a>.
      </p>
    ),
  },
];

/** The terms and conditions, with the operators' own clauses. */
export function TermsText({ fees, texts }: { fees: FeeTexts; texts?: PlaceTexts | undefined }) {
  useScrollToHash();
  return (
    <Article
      title="Syarat dan ketentuan"
      intro={`Aturan memakai ${site.name} bagi pembeli dan penjual. Angka di halaman ini sama dengan yang dijalankan sistem kami.`}
      below={<TextVersion version={texts?.version ?? consentPurposes.terms.version} />}
      chapters={[...chapters(fees), ...deadlineChapters(), ...clauseChapters(texts)]}
    />
  );
}
