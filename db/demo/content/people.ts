import { homes } from "./homes.ts";
import type { Person } from "./types.ts";

const names: [name: string, regencyCode: string][] = [
  ["Sari Dewi", "34.04"],
  ["Cut Meutia Rahma", "11.71"],
  ["Teuku Rizki Maulana", "11.06"],
  ["Ruth Simanjuntak", "12.71"],
  ["Bonar Siregar", "12.02"],
  ["Dewi Sartika Nasution", "12.77"],
  ["Rahmat Chaniago", "13.71"],
  ["Yenni Marlina", "13.75"],
  ["Syafrizal Anwar", "14.71"],
  ["Nurul Hidayah", "14.08"],
  ["Dimas Anggara", "15.71"],
  ["Lia Amelia", "16.71"],
  ["M. Fikri Ramadhan", "16.71"],
  ["Eka Oktaviani", "17.71"],
  ["Ketut Wirawan", "18.02"],
  ["Rini Astuti", "18.71"],
  ["Febriyanti Liem", "19.71"],
  ["Kevin Tanoto", "21.71"],
  ["Aulia Rahman", "31.74"],
  ["Maria Kristina", "31.73"],
  ["Budi Hartono", "31.75"],
  ["Putri Maharani", "31.71"],
  ["Andika Surya", "32.75"],
  ["Neng Siti Aisyah", "32.73"],
  ["Ujang Saepudin", "32.05"],
  ["Tia Rosdiana", "32.78"],
  ["Galih Nugraha", "32.76"],
  ["Fajar Kurniawan", "33.74"],
  ["Wulan Puspitasari", "33.72"],
  ["Slamet Riyadi", "33.02"],
  ["Retno Wijayanti", "33.19"],
  ["Bagus Prakoso", "34.71"],
  ["Ratna Kumalasari", "34.02"],
  ["Yoga Pradana", "35.73"],
  ["Dian Kusuma", "35.78"],
  ["Hj. Siti Fatimah", "35.28"],
  ["Arif Budiman", "35.09"],
  ["Novi Rahmawati", "36.71"],
  ["Ilham Fauzi", "36.73"],
  ["I Wayan Sudiarta", "51.71"],
  ["Ni Made Ayu Lestari", "51.08"],
  ["Lalu Hamdani", "52.71"],
  ["Baiq Nurul Aini", "52.03"],
  ["Yohanes Bria", "53.71"],
  ["Maria Goreti Wea", "53.09"],
  ["Vincentius Lim", "61.71"],
  ["Dayang Suryani", "61.01"],
  ["Agustina Tiwi", "62.71"],
  ["Noor Halimah", "63.71"],
  ["Muhammad Rifani", "63.72"],
  ["Dwi Cahyono", "64.71"],
  ["Erna Wati", "65.71"],
  ["Stevany Mamahit", "71.71"],
  ["Moh. Rizal Lamadjido", "72.71"],
  ["Andi Tenri Ola", "73.71"],
  ["Wa Ode Sarini", "74.71"],
  ["Rahmatia Dunggio", "75.71"],
  ["Abdul Malik", "76.02"],
  ["Grace Latuheru", "81.71"],
  ["Safrudin Djafar", "82.71"],
  ["Yulianus Kogoya", "95.01"],
  ["Debora Wanggai", "91.71"],
  ["Yosephina Mahuze", "93.01"],
  ["Ferdinand Sawaki", "92.02"],
];

/** `Hj. Siti Fatimah` becomes `hj.siti.fatimah@kawung.test`. */
function emailOf(name: string): string {
  return `${name
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, "")
    .replaceAll(" ", ".")}@kawung.test`;
}

// Common names, put together for the many buyers whose orders and reviews make up the past of the marketplace.
const givenNames =
  "Agus Ahmad Aditya Anisa Ayu Bayu Bambang Citra Dian Dwi Eko Endang Fajar Fitri Gilang Hana Hendra Ika Indah Irfan Joko Kartika Lestari Lukman Maya Mega Nadia Nanda Nur Oka Putri Rahma Ratna Reza Rizal Rudi Sinta Slamet Tri Utami Vina Wahyu Widya Yanti Yusuf Zahra".split(
    " ",
  );
const familyNames =
  "Saputra Wijaya Lestari Hidayat Permata Nugroho Kurniawan Setiawan Maharani Prasetyo Anggraini Firmansyah Safitri Susanto Handayani Gunawan Wulandari Ramadhan Puspita Hakim Utomo Damayanti Suryani Pranata Kusuma Hartati Siswanto Melati Santoso Yuliana Purnama".split(
    " ",
  );

/** No two of these buyers have the same name while `at` is below the product of both lists' lengths. */
function personAt(at: number): [name: string, regencyCode: string] {
  const given = givenNames[at % givenNames.length];
  const family = familyNames[(at * 7 + Math.floor(at / givenNames.length)) % familyNames.length];
  const home = homes[(at * 11) % homes.length];
  return [`${given} ${family}`, home?.village.slice(0, 5) ?? "31.71"];
}

/** Buyers from all parts of the country. */
export const people: Person[] = [...names, ...Array.from({ length: 340 }, (_, at) => personAt(at))].map(
  ([name, regencyCode]) => ({ name, email: emailOf(name), regencyCode }),
);
