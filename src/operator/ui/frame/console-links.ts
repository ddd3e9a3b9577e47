import type { OperatorPermission } from "#accounts/operators/rules.ts";
import { hrefs } from "#hrefs.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { WorkKind } from "../../worklist/rules.ts";

type ConsoleLink = {
  part: string;
  label: string;
  href: string;
  /** What a role needs to open the part; null for every operator. A test compares it with the page's calls. */
  permission: OperatorPermission | null;
  /** What waits in this part. */
  kinds?: readonly WorkKind[];
  /** Other words by which the console's search finds the part. */
  words?: string;
};

/** The parts of the console by group, in the order of its navigation. */
export const consoleGroups = [
  {
    title: "Pekerjaan",
    links: [
      { part: "home", label: "Perlu keputusan", href: hrefs.operator(), permission: null, words: "beranda antrean" },
      {
        part: "orders",
        label: "Pesanan",
        href: hrefs.operator("orders"),
        permission: "orders.read",
        kinds: ["deadlines", "correction"],
        words: "invoice resi koreksi kompensasi",
      },
      {
        part: "complaints",
        label: "Komplain",
        href: operatorHrefs.complaints(),
        permission: "complaints.read",
        kinds: ["complaint", "claim"],
        words: "mediasi putusan banding",
      },
      {
        part: "reviews",
        label: "Ulasan",
        href: operatorHrefs.reviews(),
        permission: "reviews.read",
        kinds: ["review"],
        words: "tanya jawab laporan",
      },
      {
        part: "parcels",
        label: "Paket",
        href: operatorHrefs.parcels(),
        permission: "parcels.read",
        kinds: ["parcel"],
        words: "kurir pindaian",
      },
    ],
  },
  {
    title: "Orang dan barang",
    links: [
      {
        part: "people",
        label: "Pengguna",
        href: operatorHrefs.people(),
        permission: "people.read",
        words: "orang akun blokir",
      },
      {
        part: "shops",
        label: "Toko",
        href: operatorHrefs.shops(),
        permission: "shops.read",
        words: "penjual hentikan",
      },
      {
        part: "products",
        label: "Produk",
        href: operatorHrefs.products(),
        permission: "products.read",
        words: "barang turunkan",
      },
      {
        part: "reports",
        label: "Laporan",
        href: operatorHrefs.reports(),
        permission: "products.read",
        kinds: ["report"],
        words: "pelaporan penurunan merek palsu terlarang",
      },
      {
        part: "held",
        label: "Antrean produk",
        href: operatorHrefs.held(),
        permission: "products.read",
        kinds: ["held"],
        words: "ditahan barang terlarang aturan foto mirip",
      },
      {
        part: "verifications",
        label: "Verifikasi",
        href: operatorHrefs.verifications(),
        permission: "verifications.read",
        kinds: ["verification"],
        words: "penjual identitas ktp npwp nib dokumen",
      },
      {
        part: "appeals",
        label: "Banding",
        href: operatorHrefs.appeals(),
        permission: "measures.decide",
        kinds: ["appeal"],
        words: "blokir keberatan",
      },
      {
        part: "signals",
        label: "Tanda penipuan",
        href: operatorHrefs.signals(),
        permission: "signals.read",
        kinds: ["signal"],
        words: "fraud curang perangkat sama rekening ulasan palsu voucher",
      },
      {
        part: "legal",
        label: "Meja hukum",
        href: operatorHrefs.legal(),
        permission: "legal.read",
        kinds: ["data_request", "breach"],
        words: "kebocoran kegagalan data pribadi pdp akses hapus permintaan surat privasi",
      },
    ],
  },
  {
    title: "Uang",
    links: [
      {
        part: "payouts",
        label: "Pencairan",
        href: operatorHrefs.payouts(),
        permission: "payouts.read",
        kinds: ["payout", "payout_check", "payout_transfer", "hold"],
        words: "penarikan saldo",
      },
      {
        part: "transfers",
        label: "Mutasi bank",
        href: operatorHrefs.transfers(),
        permission: "transfers.read",
        kinds: ["transfer"],
        words: "transfer rekening",
      },
      {
        part: "payments",
        label: "Pembayaran",
        href: hrefs.operator("payments"),
        permission: "payments.read",
        words: "tagihan",
      },
      {
        part: "reconciliation",
        label: "Pencocokan",
        href: operatorHrefs.reconciliation(),
        permission: "reconciliation.read",
        kinds: ["difference"],
        words: "rekonsiliasi penyedia",
      },
      {
        part: "cod",
        label: "COD",
        href: operatorHrefs.cod(),
        permission: "cod.read",
        kinds: ["cod"],
        words: "bayar di tempat tunai",
      },
      {
        part: "ledger",
        label: "Buku besar",
        href: hrefs.operator("ledger"),
        permission: "ledger.read",
        words: "jurnal akun",
      },
      {
        part: "tax",
        label: "Pajak",
        href: operatorHrefs.tax(),
        permission: "tax.read",
        kinds: ["certificate"],
        words: "pph ppn skb",
      },
    ],
  },
  {
    title: "Pasar",
    links: [
      {
        part: "categories",
        label: "Kategori",
        href: operatorHrefs.categories(),
        permission: "categories.read",
        words: "pohon menu tautan rincian gabung",
      },
      { part: "fees", label: "Biaya", href: operatorHrefs.fees(), permission: "fees.read", words: "komisi" },
      {
        part: "vouchers",
        label: "Voucher",
        href: operatorHrefs.vouchers(),
        permission: "vouchers.read",
        words: "promo",
      },
      {
        part: "tariffs",
        label: "Tarif kurir",
        href: operatorHrefs.tariffs(),
        permission: "tariffs.read",
        words: "ongkir ongkos kirim zona",
      },
      {
        part: "searches",
        label: "Pencarian kosong",
        href: operatorHrefs.searches(),
        permission: "searches.read",
        words: "sinonim kata tidak ditemukan",
      },
      {
        part: "holidays",
        label: "Hari libur",
        href: operatorHrefs.holidays(),
        permission: "holidays.read",
        words: "kalender lebaran cuti bersama hari kerja",
      },
    ],
  },
  {
    title: "Sistem",
    links: [
      {
        part: "overview",
        label: "Ringkasan",
        href: hrefs.operator("overview"),
        permission: "ledger.read",
        words: "saldo angka penyedia",
      },
      {
        part: "audits",
        label: "Pemeriksaan",
        href: operatorHrefs.audits(),
        permission: "audits.read",
        kinds: ["audit"],
        words: "audit invarian",
      },
      {
        part: "jobs",
        label: "Pekerjaan latar",
        href: operatorHrefs.jobs(),
        permission: "jobs.read",
        words: "antrean job gagal ulangi email",
      },
      {
        part: "incidents",
        label: "Gangguan",
        href: operatorHrefs.incidents(),
        permission: "incidents.write",
        words: "status pemeliharaan insiden",
      },
      {
        part: "exports",
        label: "Ekspor",
        href: operatorHrefs.exports(),
        permission: "exports.make",
        words: "unduh berkas csv excel laporan",
      },
      {
        part: "auditLog",
        label: "Log audit",
        href: operatorHrefs.auditLog(),
        permission: "audit-log.read",
        words: "riwayat jejak",
      },
      {
        part: "home_page",
        label: "Beranda dan banner",
        href: operatorHrefs.homePreview(),
        permission: "settings.read",
        words: "pratinjau jadwal promosi",
      },
      {
        part: "pages",
        label: "Halaman informasi",
        href: operatorHrefs.pages(),
        permission: "pages.read",
        words: "syarat privasi tentang kami kontak teks footer draf terbitkan",
      },
      {
        part: "settings",
        label: "Pengaturan",
        href: operatorHrefs.settings(),
        permission: "settings.read",
        words: "merek nama perusahaan kontak konfigurasi",
      },
      {
        part: "team",
        label: "Tim operator",
        href: operatorHrefs.team(),
        permission: "team.manage",
        words: "peran undang",
      },
    ],
  },
] as const satisfies readonly { title: string; links: readonly ConsoleLink[] }[];

export type ConsolePart = (typeof consoleGroups)[number]["links"][number]["part"] | "search";

/** All parts of the console. */
export const consoleLinks: readonly (ConsoleLink & { part: ConsolePart })[] = consoleGroups.flatMap(
  ({ links }) => links as readonly (ConsoleLink & { part: ConsolePart })[],
);

/** The part that decides what waits of a kind. */
export function linkOfKind(kind: WorkKind): ConsoleLink | undefined {
  return consoleLinks.find(({ kinds }) => kinds?.includes(kind));
}

/** The part of the console to which an address belongs: the one with the longest beginning of it. */
export function partAt(address: string): (ConsoleLink & { part: ConsolePart }) | undefined {
  const at = (href: string) => address === href || ["?", "&", "/"].some((next) => address.startsWith(`${href}${next}`));
  return consoleLinks
    .filter(({ href, part }) => part !== "home" && at(href))
    .sort((one, other) => other.href.length - one.href.length)[0];
}

/** The title of a page of the console. */
export function consoleTitle(part: ConsolePart): string {
  return `${consoleLinks.find((one) => one.part === part)?.label ?? "Cari"} · Konsol operator`;
}
