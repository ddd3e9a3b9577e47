/** @rule A list of people, shops or products in the console has 30 rows a page. */
export const moderationPageSize = 30;

/** @rule A page of a search in the console by name reads at most the 2,000 newest matches. */
export const maxSearchedMatches = 2000;

/** @rule An operator who reads a person's data writes the reason, 10 to 300 characters, which the audit log stores. */
export const viewReasonLength = { min: 10, max: 300 };

/** @rule The reason for ending a measure, which only operators read, has 10 to 300 characters. */
export const endReasonLength = { min: 10, max: 300 };

/** @rule The answer to an appeal has 20 to 1,000 characters. */
export const answerLength = { min: 20, max: 1000 };

/** @rule A search for people, shops or products takes at most 80 characters. */
export const maxModerationSearchLength = 80;

/** What a page says after a measure was taken, ended or answered. */
export const actedSentences: Readonly<Record<string, string>> = {
  block: "Akun diblokir. Semua perangkatnya keluar, dan orangnya diberi tahu lewat email.",
  suspend: "Penjualan toko dihentikan. Pemiliknya diberi tahu lewat email.",
  "take-down": "Produk diturunkan. Penjualnya diberi tahu lewat email.",
  end: "Tindakan dicabut. Orangnya diberi tahu lewat email.",
  breach: "Catatan kejadian disimpan.",
  breach_people: "Orang yang datanya terungkap ditambahkan.",
  breach_letters: "Surat sedang dikirim lewat email dan notifikasi.",
  breach_report: "Laporan kepada lembaga dicatat.",
  dismiss: "Tanda ditutup. Tidak ada akun yang diubah.",
  incident: "Gangguan tampil di halaman status.",
  incident_update: "Kabar tampil di halaman status.",
  letter: "Surat tercatat, dan jamnya berjalan.",
  answered: "Permintaan dijawab. Pengirimnya diberi tahu.",
  appeal: "Banding dijawab. Orangnya diberi tahu.",
};
