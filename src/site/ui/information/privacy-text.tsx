import { consentPurposes } from "#accounts/consents/rules.ts";
import { fingerprintRetentionDuration } from "#accounts/fingerprints/rules.ts";
import { hrefs } from "#hrefs.ts";
import { span } from "#lib/time.ts";
import { proofLimits } from "#payments/providers/manual/rules.ts";
import { reportDocumentDuration } from "#catalog/reports/rules.ts";
import { documentRetentionDuration } from "#shops/verification/rules.ts";
import type { PlaceTexts } from "../../information/contract.ts";
import { useScrollToHash } from "../../scroll-to-hash.ts";
import { site } from "../../settings.ts";
import { terms } from "../../term-text.ts";
import { Article, TextVersion, type Chapter } from "./article.tsx";
import { clauseChapters } from "./written-blocks.tsx";

const chapters = (): readonly Chapter[] => [
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
            <th scope="row">Nama, email, foto profil, kata sandi</th>
            <td>
              Akun Anda. Kata sandi disimpan sebagai sidik yang tidak dapat dibalik; dari foto kami buang tempat dan
              kamera pengambilannya.
            </td>
          </tr>
          <tr>
            <th scope="row">Telepon, alamat, titik peta</th>
            <td>Mengirim pesanan dan menghitung ongkos kirim.</td>
          </tr>
          <tr>
            <th scope="row">Pesanan, pembayaran, ulasan</th>
            <td>Menjalankan pesanan, menangani komplain, memenuhi kewajiban pembukuan.</td>
          </tr>
          <tr>
            <th scope="row">Rekening bank, PIN</th>
            <td>
              Mengirim saldo atau pengembalian dana kepada Anda. Nomor rekening disimpan tersegel, dan PIN sebagai sidik
              yang tidak dapat dibalik.
            </td>
          </tr>
          <tr>
            <th scope="row">Bukti transfer: nama pengirim, gambar</th>
            <td>Mencocokkan transfer Anda dengan mutasi bank. Kami menghapusnya setelah {span(proofLimits.ttl)}.</td>
          </tr>
          <tr>
            <th scope="row">Komplain: penjelasan, pesan, foto, video</th>
            <td>
              Menyelesaikan komplain. Hanya pembeli, penjual dan mediator yang melihatnya; foto dan video kami hapus{" "}
              {terms.evidenceKept} setelah komplain selesai, bersama alamat toko tempat barang dikirim balik; teksnya
              disimpan bersama pesanan.
            </td>
          </tr>
          <tr>
            <th scope="row">Verifikasi penjual: nama, alamat, NIK, NPWP, NIB, foto KTP</th>
            <td>
              Memeriksa siapa yang berjualan. Nomor dan dokumen disimpan tersandi; operator membukanya dengan alasan,
              dan setiap pembacaan dicatat. Pembeli melihat nama, kota, dan NIB badan usaha. Kami hapus{" "}
              {span(documentRetentionDuration)} setelah verifikasi atau pengajuannya berakhir.
            </td>
          </tr>
          <tr>
            <th scope="row">Laporan Anda tentang produk atau toko</th>
            <td>
              Memeriksa pelanggaran dan mengabari Anda hasilnya. Penjual tidak mengetahui siapa yang melaporkan. Bukti
              hak Anda kami hapus {span(reportDocumentDuration)} setelah diputuskan.
            </td>
          </tr>
          <tr>
            <th scope="row">Data pajak penjual: nama, alamat, NPWP atau NIK</th>
            <td>Memungut dan melaporkan pajak toko. Nomornya disimpan tersegel.</td>
          </tr>
          <tr>
            <th scope="row">Passkey, kunci verifikasi dua langkah, kode cadangan</th>
            <td>Membuktikan bahwa yang masuk benar Anda. Sidik jari dan wajah tidak pernah meninggalkan perangkat.</td>
          </tr>
          <tr>
            <th scope="row">Akun Google, Apple atau Facebook yang Anda hubungkan</th>
            <td>Masuk tanpa kata sandi. Kami hanya menyimpan pengenal dan email yang mereka sampaikan.</td>
          </tr>
          <tr>
            <th scope="row">Persetujuan dan pilihan notifikasi</th>
            <td>
              Mengirim hanya yang Anda kehendaki, dan membuktikan apa yang Anda setujui, kapan, dan versi teksnya.
            </td>
          </tr>
          <tr>
            <th scope="row">Perangkat yang masuk, alamat IP</th>
            <td>Keamanan akun. Anda melihat daftarnya di menu keamanan.</td>
          </tr>
          <tr>
            <th scope="row">Tanda browser, jaringan, dan rekening bank</th>
            <td>
              Menemukan penipuan dengan banyak akun. Kami menyimpan sidik yang tidak dapat dibaca tanpa kunci kami,
              bukan ciri perangkat Anda, dan menghapus sidik browser dan jaringan {span(fingerprintRetentionDuration)}{" "}
              setelah terakhir dipakai masuk. Keputusan selalu dibuat orang.
            </td>
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
            Penjual menerima nama penerima, telepon dan alamat sejak pesanan dibayar; {terms.addressVisible} setelah
            selesai, datanya disamarkan.
          </li>
          <li>
            Kurir, dan penyedia yang memesankan atau melacak kurir bila dipakai, menerima nama, telepon dan alamat yang
            perlu untuk mengantar, serta nomor resinya. Bila toko memakai kurir instan, penyedia itu juga menerima titik
            peta Anda, sejak ongkos kirimnya dihitung. Nama dan telepon pengemudi tampil selama pesanan berjalan, lalu
            dihapus.
          </li>
          <li>
            Penyedia pembayaran menerima jumlah dan nomor pembayaran. Nomor kartu tidak pernah melewati server kami.
            Bank dan penyedia yang mengirim uang kepada Anda menerima nomor rekening dan nama pemiliknya.
          </li>
          <li>
            Pengirim email dan kode menerima alamat atau nomor tujuan. Layanan push browser menerima pesan yang
            terenkripsi, yang hanya dapat dibaca perangkat Anda.
          </li>
          <li>Petugas kami hanya melihat data sesuai tugasnya.</li>
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
        sejak awal. Selama Anda masuk dengan dua langkah atau lewat Google, Apple atau Facebook, dan ketika Anda membuka
        tautan dari email kami, sebuah cookie sementara menyimpan langkah itu, paling lama {terms.loginCookies}. Email
        akun yang baru Anda daftarkan menunggu di cookie sementara juga, paling lama {terms.registeredEmailCookie}. Bila
        Anda memasukkan barang ke keranjang sebelum masuk, satu cookie berisi kode acak menghubungkan browser ini dengan
        keranjang itu, dan satu penanda tanpa rahasia berisi jumlah barangnya; keranjang tanpa akun tidak memuat nama
        Anda dan dihapus {terms.visitorCart} setelah terakhir dipakai. Cookie lain mengingat bahwa sebuah akun dibuat di
        browser ini atau pernah masuk dari sini, paling lama {terms.knownBrowser}, agar orang lain tidak bisa
        menghalangi Anda masuk. Pilihan tampilan terang atau gelap dan riwayat pencarian hanya tersimpan di perangkat
        Anda dan tidak pernah dikirim kepada kami. Isian formulir yang belum Anda kirim hanya tersimpan di tab itu,
        sampai Anda mengirim atau membuangnya, menutup tab, atau keluar. Tidak ada cookie iklan dan tidak ada berkas
        yang diambil dari situs lain.
      </p>
    ),
  },
  {
    id: "lama",
    title: "Berapa lama",
    body: (
      <p>
        Data akun disimpan selama akun ada. Bila Anda meminta akun dihapus, akun hilang {terms.deletionGrace} kemudian;
        sampai saat itu Anda dapat membatalkannya. Catatan pesanan disimpan {terms.ordersKept} sesuai kewajiban
        pembukuan, tanpa nama, email, telepon dan alamat Anda. Dari pesanan akun yang masih ada, nama penerima, telepon,
        alamat dan catatan dihapus {terms.ordersKept} setelah akhir tahun pemesanan; yang tersisa hanya barang, jumlah,
        tanggal, provinsi dan kota. Salinan data yang Anda minta dapat diunduh selama {terms.archiveKept}. Sesi berakhir
        setelah {terms.sessionIdle} tidak dipakai, paling lama {terms.session} setelah masuk.
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
            <b>Mengunduh</b> seluruh data Anda, untuk dibaca dan untuk mesin, di{" "}
            <a href={hrefs.profile("privacy")}>Privasi &amp; data</a>.
          </li>
          <li>
            <b>Menghapus</b> akun di tempat yang sama. Pesanan yang sedang berjalan diselesaikan lebih dahulu.
          </li>
          <li>
            <b>Menarik persetujuan</b> satu per satu, dan memilih kabar apa yang Anda terima lewat email dan push.
          </li>
          <li>
            <b>Mengadu</b> kepada kami atau kepada lembaga pelindungan data pribadi.
          </li>
        </ul>
        <p>Kami menjawab permintaan dalam {terms.requestAnswer}.</p>
      </>
    ),
  },
  {
    id: "keamanan",
    title: "Keamanan",
    body: (
      <p>
        Sambungan selalu terenkripsi. Kunci sesi disimpan sebagai sidik, bukan teks aslinya. Anda dapat menyalakan
        verifikasi dua langkah, masuk dengan passkey, dan mengeluarkan perangkat yang tidak Anda kenali; kami memberi
        tahu lewat email bila akun Anda dipakai dari jenis perangkat yang baru. Bila terjadi kebocoran yang menyangkut
        Anda, kami memberi tahu Anda dan lembaga terkait secara tertulis paling lambat {terms.breachNotice} setelah
        mengetahuinya: data apa, kapan, dan apa yang kami lakukan.
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

/** The privacy policy, with the operators' own clauses. */
export function PrivacyText({ texts }: { texts?: PlaceTexts | undefined }) {
  useScrollToHash();
  return (
    <Article
      title="Kebijakan privasi"
      intro="Data apa yang kami simpan, untuk apa, siapa yang melihatnya, berapa lama, dan apa hak Anda. Ditulis agar dapat dibaca."
      below={<TextVersion version={texts?.version ?? consentPurposes.privacy.version} />}
      chapters={[...chapters(), ...clauseChapters(texts)]}
    />
  );
}
