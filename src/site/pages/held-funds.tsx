import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { pageApi } from "#lib/api-client.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";
import type { AuditApi, FundsAnswer } from "#orders/audit/contract.ts";
import { auditTag, auditTimeText } from "#orders/audit/rules.ts";
import { Article, type Chapter } from "../ui/information/article.tsx";

type Data = { funds: FundsAnswer | null };

export async function loader(args: LoaderFunctionArgs): Promise<Data> {
  return { funds: (await pageApi<AuditApi>(args)("GET /v1/funds")).result };
}

export const handle: PageHandle<Data> = {
  layout: "shop",
  tags: () => [auditTag],
  head: () => ({
    title: "Dana yang kami tahan",
    description: `Berapa uang pembeli dan penjual yang ditahan ${brandName()}, dan apakah jumlah itu tertutup.`,
    canonical: hrefs.heldFunds(),
  }),
};

const chapters = (funds: FundsAnswer | null): readonly Chapter[] => [
  { id: "jumlah", title: "Jumlahnya", body: funds ? <Amounts funds={funds} /> : <NoAudit /> },
  {
    id: "pemeriksaan",
    title: "Bagaimana kami memeriksanya",
    body: (
      <>
        <p>
          Setiap rupiah dicatat dua kali dalam pembukuan berpasangan. Setiap malam pukul {auditTimeText} sebuah program
          memeriksa seluruh pembukuan: apakah setiap catatan berjumlah nol, apakah dana setiap pesanan sama dengan yang
          dibayar pembelinya, dan apakah saldo setiap toko sama dengan hasil penjualannya dikurangi penarikannya.
        </p>
        {funds && <Result funds={funds} />}
        <p>
          Angka di halaman ini adalah angka pemeriksaan pertama pada hari itu. Kalau berubah setiap saat, orang bisa
          membaca nilai belanja seseorang dari perubahannya.
        </p>
      </>
    ),
  },
  {
    id: "batas",
    title: "Yang tidak bisa dibaca dari angka ini",
    body: (
      <>
        <p>
          Uang di penyedia pembayaran dan bank dihitung dari pembukuan kami: dari pembayaran yang mereka laporkan kepada
          kami, dan dari uang yang kami kirim. Angka ini tidak diperiksa oleh akuntan dari luar.
        </p>
        <p>
          Saldo penjual adalah utang kami kepada penjual. Saldo itu bukan simpanan di bank dan tidak dijamin Lembaga
          Penjamin Simpanan. Cara kami menjaga uang Anda dari pembayaran sampai barang diterima ada di{" "}
          <a href={hrefs.aboutUs()}>Tentang kami</a>.
        </p>
      </>
    ),
  },
];

function NoAudit() {
  return <p>Pemeriksaan pertama belum selesai. Pemeriksaan berjalan setiap malam pukul {auditTimeText}.</p>;
}

function Amounts({ funds: { in_orders: inOrders, held, is_covered: isCovered, at } }: { funds: FundsAnswer }) {
  return (
    <>
      <p>
        Pada {formatDateTime(new Date(at))} kami menahan <b>{formatRupiah(held)}</b> yang bukan milik kami. Sebanyak{" "}
        <b>{formatRupiah(inOrders)}</b> dari jumlah itu dibayar pembeli untuk pesanan yang belum selesai. Selebihnya
        saldo penjual, pengembalian dana yang belum sampai ke pembeli, dan pajak yang belum kami setor.
      </p>
      <p>
        {isCovered
          ? "Menurut pembukuan kami, uang di penyedia pembayaran dan bank tidak kurang dari itu. Jadi seluruh dana yang kami tahan tertutup."
          : "Menurut pembukuan kami, uang di penyedia pembayaran dan bank kurang dari itu, misalnya karena voucher dan biaya yang kami tanggung. Kekurangan itu tanggungan kami, bukan tanggungan pembeli atau penjual."}
      </p>
    </>
  );
}

function Result({ funds }: { funds: FundsAnswer }) {
  const { checked, checked_at: checkedAt, is_sound: isSound, is_overdue: isOverdue } = funds;
  const when = formatDateTime(new Date(checkedAt));
  return (
    <p>
      {isSound
        ? `Pemeriksaan terakhir, pada ${when}, menjalankan ${formatCount(checked)} pemeriksaan dan tidak menemukan kesalahan.`
        : `Pemeriksaan terakhir, pada ${when}, menemukan hal yang tidak cocok. Kami menelusurinya, dan selama itu kami tidak mengirim uang ke rekening penjual atau pembeli.`}
      {isOverdue && " Pemeriksaan berikutnya seharusnya sudah selesai, tetapi belum."}
    </p>
  );
}

export function Component() {
  return (
    <Article
      title="Dana yang kami tahan"
      intro="Uang Anda baru menjadi milik penjual setelah barang diterima. Sampai saat itu kami yang menahannya, dan di sini tertulis berapa."
      chapters={chapters(useLoaderData<Data>().funds)}
    />
  );
}
