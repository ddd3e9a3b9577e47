import { axis, family } from "./draft.ts";
import type { Draft } from "./draft.ts";

/** Plants and garden, sports, motorcycles and cars. */
export const luarProducts: Draft[] = [
  ...family({ shop: "kebun-bukit-kaba", category: "tanaman-hias", pictures: ["monstera"], weight: 2_200 }, [
    [
      "Monstera Deliciosa Pot Putih 40 cm Daun Belah",
      145_000,
      "Lima sampai tujuh daun dengan belahan yang jelas. Suka cahaya tidak langsung dan siram sepekan sekali. Pot plastik putih 18 sentimeter sudah termasuk.",
      { axes: [axis("Tinggi", "40 cm, 60 cm")], extraPrice: { "60 cm": 75_000 }, extraWeight: { "60 cm": 1_200 } },
    ],
    [
      "Bibit Monstera Deliciosa 2 Daun Berakar",
      38_000,
      "Bibit dari stek batang yang akarnya sudah penuh. Dikirim dengan lumut basah tanpa pot. Daun belah muncul setelah daun kelima.",
      { weight: 350, category: "benih-bibit" },
    ],
    [
      "Monstera Adansonii Gantung Jendela Pot 15 cm",
      65_000,
      "Daun berlubang kecil yang menjuntai. Tumbuh cepat di dekat jendela. Cocok untuk pemula yang sabar menyiram.",
      { weight: 900 },
    ],
  ]),
  ...family({ shop: "kebun-bukit-kaba", category: "tanaman-hias", pictures: ["lidah-mertua"], weight: 1_500 }, [
    [
      "Lidah Mertua Sansevieria Pot Terakota 35 cm",
      79_000,
      "Tahan lupa disiram sampai tiga pekan. Tepi kuning yang tegas. Baik untuk kamar ber-AC.",
    ],
    [
      "Sansevieria Cylindrica Batang Bulat Pot 12 cm",
      55_000,
      "Daunnya bulat seperti tombak. Lambat tumbuh sehingga rapi di meja. Jauhkan dari air menggenang.",
      { weight: 800 },
    ],
    [
      "Paket 3 Lidah Mertua Mini untuk Meja Kerja",
      95_000,
      "Tiga jenis kecil dalam pot terakota delapan sentimeter. Kartu perawatan di setiap pot. Hadiah kantor yang tidak merepotkan.",
      { weight: 1_600 },
    ],
  ]),
  ...family({ shop: "kebun-bukit-kaba", category: "tanaman-hias", pictures: ["kaktus"], weight: 380 }, [
    [
      "Kaktus Mini Pot Keramik 8 cm Aneka Bentuk",
      32_000,
      "Bentuk dipilih acak dari tujuh jenis yang sehat. Siram dua pekan sekali di bawah matahari pagi. Duri dibungkus kertas saat dikirim.",
      {},
    ],
    [
      "Suvenir Kaktus Mini Pernikahan Pot dan Kartu",
      18_500,
      "Kaktus lima sentimeter dengan kartu nama mempelai. Minimal tiga puluh pot. Kirim paling jauh tiga hari perjalanan.",
      {
        minOrder: 30,
        preOrderDays: 10,
        weight: 160,
      },
    ],
  ]),
  ...family({ shop: "kebun-bukit-kaba", category: "tanaman-hias", pictures: ["sukulen"], weight: 320 }, [
    [
      "Sukulen Echeveria Pot Terakota Kecil",
      28_000,
      "Bunga roset abu kehijauan dari udara sejuk Curup. Media porous sudah dicampur. Jangan siram dari atas daun.",
    ],
    [
      "Paket 6 Sukulen Campur Tanpa Pot Akar Bersih",
      95_000,
      "Enam jenis berbeda, akar dibersihkan agar ringan dikirim. Tanam dua hari setelah tiba. Daun lepas bisa menjadi bibit.",
      { weight: 420 },
    ],
  ]),
  ...family({ shop: "kebun-bukit-kaba", category: "tanaman-hias", pictures: ["palem"], weight: 3_800 }, [
    [
      "Palem Kuning Pot Anyaman 80 cm untuk Ruang Tamu",
      165_000,
      "Rumpun lima sampai delapan batang, pot plastik di dalam keranjang anyam. Suka terang dan semprotan air. Dikirim dengan batang disangga bambu.",
      {
        axes: [axis("Tinggi", "60 cm, 80 cm, 100 cm")],
        extraPrice: { "80 cm": 45_000, "100 cm": 110_000 },
        extraWeight: { "80 cm": 900, "100 cm": 2_000 },
        weight: 2_900,
      },
    ],
    [
      "Bibit Palem Kuning Isi 3 Polibag 25 cm",
      48_000,
      "Tiga bibit kuat untuk ditanam di halaman. Polibag jangan disobek sebelum sampai. Tumbuh satu meter dalam dua tahun.",
      { weight: 1_800, category: "benih-bibit" },
    ],
  ]),
  ...family({ shop: "kebun-bukit-kaba", category: "tanaman-hias", pictures: ["sirih-gading"], weight: 750 }, [
    [
      "Sirih Gading Menjuntai Pot Gantung 15 cm",
      45_000,
      "Sulur 30 sentimeter yang terus memanjang. Hidup di air maupun tanah. Pot gantung dan rantainya termasuk.",
      { axes: [axis("Jenis", "Kuning, Hijau neon, Putih")], extraPrice: { Putih: 25_000 } },
    ],
    [
      "Stek Sirih Gading Air Isi 10 Batang",
      25_000,
      "Sepuluh batang berbuku untuk vas air. Akar keluar dalam sepekan. Ganti air tiga hari sekali.",
      { weight: 180, category: "benih-bibit" },
    ],
  ]),
  ...family(
    {
      shop: "kasongan-keramik",
      category: "pot",
      pictures: ["pot-terakota"],
      attributes: { Bahan: "Terakota" },
      weight: 2_900,
    },
    [
      [
        "Set Pot Terakota Tiga Ukuran Kasongan dengan Alas",
        98_000,
        "Diameter 10, 14, dan 18 sentimeter dengan piring alas. Terakota bernapas sehingga akar tidak busuk. Rendam air sebelum dipakai.",
      ],
      [
        "Pot Terakota Polos 20 cm Lubang Drainase",
        42_000,
        "Dinding tebal yang tidak mudah retak. Cocok untuk monstera dan lidah mertua. Bercak putih adalah garam tanah, cukup disikat.",
        {
          weight: 2_300,
        },
      ],
      [
        "Pot Terakota Ukir Kawung Buatan Tangan 16 cm",
        75_000,
        "Lingkaran kawung dikerok saat tanah setengah kering. Setiap pot ditandai inisial perajin. Alas terakota termasuk.",
        { weight: 1_700, origin: true },
      ],
    ],
  ),
  ...family(
    {
      shop: "kebun-bukit-kaba",
      category: "pupuk-media",
      pictures: ["pupuk-organik"],
      weight: 1_050,
      attributes: { Isi: "1 kg" },
    },
    [
      [
        "Pupuk Kascing Organik Tani Lestari 1 Kg",
        22_000,
        "Kotoran cacing yang sudah matang, tidak berbau. Dua genggam per pot setiap bulan. Aman untuk sayur.",
        {
          axes: [axis("Isi", "1 kg, 5 kg")],
          extraPrice: { "5 kg": 68_000 },
          extraWeight: { "5 kg": 4_050 },
          attributes: {},
        },
      ],
      [
        "Media Tanam Siap Pakai Sekam Kascing 1 Kg",
        18_500,
        "Campuran sekam bakar, kompos, dan kascing. Tinggal tuang ke pot. Ringan dan tidak memadat.",
        {},
      ],
      [
        "Pupuk Organik Khusus Aroid Monstera 1 Kg",
        29_500,
        "Ditambah kulit kayu dan arang agar akar leluasa. Untuk monstera, anturium, dan sirih gading. Pakai sebulan sekali.",
      ],
    ],
  ),
  ...family({ shop: "kebun-bukit-kaba", category: "benih-bibit", pictures: ["benih-cabai"], weight: 30 }, [
    [
      "Benih Cabai Rawit Tunas Muda Isi 50 Butir",
      12_000,
      "Daya tumbuh di atas 85 persen menurut label uji. Berbuah 75 hari setelah pindah tanam. Semai di tisu lembap lebih dulu.",
      {},
    ],
    [
      "Benih Cabai Rawit Dataran Rendah Tahan Layu 50 Butir",
      14_500,
      "Dipilih untuk kebun di bawah 300 meter yang panas. Buahnya tegak dan pedasnya tajam. Panduan tanam ada di belakang saset.",
    ],
    [
      "Paket Kebun Dapur 5 Benih Sayur dan Cabai",
      49_000,
      "Cabai, selada, kangkung, bayam, dan tomat. Cukup untuk teras dua meter. Label tancap kayu disertakan.",
      { pictures: ["benih-cabai", "benih-selada"], weight: 90 },
    ],
  ]),
  ...family({ shop: "kebun-bukit-kaba", category: "benih-bibit", pictures: ["benih-selada"], weight: 30 }, [
    [
      "Benih Selada Hidroponik Tunas Muda Isi 200 Butir",
      15_000,
      "Selada keriting hijau yang manis, panen 35 hari. Berlapis pelet sehingga mudah disemai. Cocok untuk rakit apung dan pot.",
      { axes: [axis("Jenis", "Keriting hijau, Keriting merah, Romaine")] },
    ],
    [
      "Paket Belajar Hidroponik Selada Rockwool Netpot",
      89_000,
      "Benih, rockwool, netpot, dan nutrisi untuk dua puluh lubang. Wadah bisa memakai boks bekas. Langkah bergambar disertakan.",
      { weight: 900 },
    ],
  ]),
  ...family({ shop: "kebun-bukit-kaba", category: "alat-kebun", pictures: ["penyiram"], weight: 600 }, [
    [
      "Gembor Penyiram Tanaman Logam 1,5 Liter Leher Panjang",
      89_000,
      "Leher panjang menjangkau pot di rak. Baja dilapis cat tahan karat. Kepala semprot dapat dilepas.",
      { axes: [axis("Warna", "Hijau, Krem, Terakota")] },
    ],
    [
      "Gembor Plastik 5 Liter untuk Kebun Sayur",
      45_000,
      "Muatan lima liter dengan kepala halus. Pegangan ganda agar tidak pegal. Plastik daur ulang yang tidak getas kena panas.",
      { axes: [axis("Warna", "Hijau, Biru")], weight: 750 },
    ],
    [
      "Set Alat Kebun Gembor Sekop Garpu Kecil",
      135_000,
      "Gembor kecil, sekop, dan garpu bergagang kayu. Untuk pot dan bedeng kecil. Gantungan kulit di setiap alat.",
      { weight: 1_200 },
    ],
  ]),
  ...family({ shop: "merauke-bola", category: "bola-raket", pictures: ["bola-sepak"], weight: 480 }, [
    [
      "Bola Sepak Ukuran 5 Jahit Tangan Lapangan Rumput",
      189_000,
      "Tiga puluh dua panel dijahit tangan dengan kandung lateks. Pantulannya rata. Dikirim kempis dengan jarum pompa.",
      { axes: [axis("Ukuran", "3, 4, 5")], extraPrice: { 4: 10_000, 5: 20_000 } },
    ],
    [
      "Bola Sepak Karet Lapangan Pasir dan Semen Ukuran 5",
      85_000,
      "Karet tebal yang tahan semen dan pasir Merauke. Tidak menyerap air hujan. Pilihan sekolah dan kampung.",
      {},
    ],
    [
      "Paket Bola Sepak Latihan Isi 5 dan Jaring",
      695_000,
      "Lima bola ukuran 5 dengan jaring pembawa dan pompa tangan. Satu merek sehingga pantulannya sama. Untuk SSB dan ekstrakurikuler.",
      { weight: 2_600 },
    ],
    [
      "Bola Futsal Pantulan Rendah Ukuran 4",
      165_000,
      "Kandung berisi busa agar tidak memantul tinggi. Panel dilem panas tanpa jahitan. Garansi bentuk tiga bulan.",
      { shop: "khatulistiwa-sport" },
    ],
  ]),
  ...family(
    {
      shop: "khatulistiwa-sport",
      category: "bola-raket",
      pictures: ["bola-basket"],
      attributes: { Isi: "Kempis, dengan jarum pompa" },
      weight: 680,
    },
    [
      [
        "Bola Basket Karet Ukuran 7 Luar Ruang",
        135_000,
        "Alur dalam memudahkan genggaman. Karet tebal untuk lapangan semen. Ukuran 7 untuk putra, 6 untuk putri.",
        { axes: [axis("Ukuran", "5, 6, 7")], extraPrice: { 6: 10_000, 7: 15_000 } },
      ],
      [
        "Bola Basket Kulit Sintetis Dalam Ruang Ukuran 7",
        289_000,
        "Permukaan mikrofiber yang menyerap keringat. Pantulan diuji dari tinggi 180 sentimeter. Jangan dipakai di semen kasar.",
      ],
    ],
  ),
  ...family(
    {
      shop: "khatulistiwa-sport",
      category: "bola-raket",
      pictures: ["bola-voli"],
      attributes: { Ukuran: "5" },
      weight: 420,
    },
    [
      [
        "Bola Voli Sentuhan Lembut Ukuran 5 Latihan",
        149_000,
        "Busa tipis di bawah kulit sintetis sehingga tidak sakit di lengan. Delapan belas panel dilem. Untuk latihan harian dan kampung.",
      ],
      [
        "Bola Voli Pertandingan 18 Panel Ukuran 5",
        265_000,
        "Berat dan lingkar sesuai ukuran pertandingan. Permukaan bertekstur melawan angin. Jarum dan jaring disertakan.",
        {},
      ],
      [
        "Net Voli dan Bola Paket Lapangan Kampung",
        329_000,
        "Net nilon 9,5 meter bersama satu bola latihan. Tali baja di atas agar kencang. Siap untuk lomba tujuh belasan.",
        { shop: "merauke-bola", weight: 2_800 },
      ],
    ],
  ),
  ...family({ shop: "khatulistiwa-sport", category: "kebugaran", pictures: ["matras-yoga"], weight: 1_150 }, [
    [
      "Matras Yoga TPE 6 mm Antiselip dengan Tali",
      165_000,
      "TPE dua lapis tanpa bau menyengat, ukuran 61 x 183 sentimeter. Garis bantu untuk posisi tangan. Lap dengan air sabun encer.",
      { axes: [axis("Warna", "Nila, Hijau, Ungu")] },
    ],
    [
      "Matras Olahraga Rumah 10 mm Tebal Empuk",
      189_000,
      "Tebal sepuluh milimeter untuk pilates dan senam lantai. Melindungi lutut dan siku. Tas jaring disertakan.",
      { axes: [axis("Warna", "Nila, Hitam, Merah")], weight: 1_350 },
    ],
    [
      "Matras Yoga Karet Alam 4 mm Bobot Mantap",
      385_000,
      "Karet alam Kalimantan yang menggenggam lantai. Tidak bergeser saat tangan basah. Jemur teduh sebelum dipakai pertama.",
      { weight: 2_400 },
    ],
  ]),
  ...family({ shop: "khatulistiwa-sport", category: "kebugaran", pictures: ["dumbel"], weight: 6_200 }, [
    [
      "Sepasang Dumbel Vinil 3 Kg Tidak Licin",
      89_000,
      "Vinil matte yang tidak licin karena keringat. Bentuk segi enam sehingga tidak menggelinding. Berat tiap buah tiga kilogram.",
      {
        axes: [axis("Berat sepasang", "2 x 1 kg, 2 x 3 kg, 2 x 5 kg")],
        extraPrice: { "2 x 3 kg": 95_000, "2 x 5 kg": 205_000 },
        extraWeight: { "2 x 3 kg": 4_000, "2 x 5 kg": 8_000 },
        weight: 2_150,
      },
    ],
    [
      "Dumbel Bekas Besi Cor 3 Kg Sepasang Cat Ulang",
      115_000,
      "Dari pusat kebugaran yang pindah, dicat ulang hitam. Berat ditimbang dan pas. Sedikit bintik karat di lubang pegangan.",
      { condition: "used", stock: 3 },
    ],
  ]),
  ...family({ shop: "khatulistiwa-sport", category: "kebugaran", pictures: ["kettlebell"], weight: 8_300 }, [
    [
      "Kettlebell 8 Kg Besi Cor Pegangan Lebar",
      165_000,
      "Pegangan muat dua tangan dan tidak tajam. Alas datar berlapis karet. Cukup satu alat untuk seluruh badan.",
      {
        axes: [axis("Berat", "4 kg, 8 kg, 12 kg")],
        extraPrice: { "8 kg": 100_000, "12 kg": 215_000 },
        extraWeight: { "4 kg": 0, "8 kg": 4_000, "12 kg": 8_000 },
        weight: 4_300,
      },
    ],
    [
      "Kettlebell Kaus Vinil 8 Kg Aman untuk Ubin",
      298_000,
      "Dilapis vinil sehingga ubin tidak pecah. Warna menandai berat. Program latihan dua puluh menit disertakan.",
    ],
  ]),
  ...family({ shop: "khatulistiwa-sport", category: "kebugaran", pictures: ["botol-minum"], weight: 220 }, [
    [
      "Botol Minum Olahraga Gerak 750 ml Bebas BPA",
      48_000,
      "Tutup sekali tekan dan sedotan dapat dilepas. Takaran tercetak di sisi. Muat di tempat botol sepeda.",
      { axes: [axis("Warna", "Nila, Hijau, Bata")] },
    ],
    [
      "Botol Minum Gerak 750 ml Sekolah Nama Stiker",
      55_000,
      "Stiker nama tahan cuci sesuai catatan Anda. Tidak bocor di tas. Tali jinjing lembut.",
      { shop: "si-kecil" },
    ],
  ]),
  ...family(
    {
      shop: "griya-laksono",
      category: "alat-makan",
      pictures: ["tumbler-baja"],
      attributes: { Bahan: "Baja tahan karat 304" },
      weight: 380,
    },
    [
      [
        "Tumbler Baja Tahan Karat Motif Kawung 500 ml",
        145_000,
        "Dinding ganda menjaga dingin dua belas jam dan panas enam jam. Kawung dicetak laser sehingga tidak terkelupas. Tutup rapat dengan segel silikon.",
        {
          axes: [axis("Warna", "Nila, Putih, Hitam"), axis("Isi", "350 ml, 500 ml")],
          extraPrice: { "500 ml": 20_000 },
          extraWeight: { "500 ml": 60 },
        },
      ],
      [
        "Tumbler Kawung Ukir Nama Hadiah Kantor",
        119_000,
        "Nama atau logo diukir laser di sisi belakang. Minimal dua belas buah dengan contoh digital. Kotak kraft satuan.",
        {
          minOrder: 12,
          preOrderDays: 5,
        },
      ],
      [
        "Tumbler Baja Gunung Kawung 750 ml Karabiner",
        165_000,
        "Ukuran besar untuk pendakian, tutup bergelang karabiner. Bilas air panas sebelum diisi. Tidak berbau logam.",
        { shop: "kerinci-jelajah", category: "kemah-jelajah", weight: 480 },
      ],
    ],
  ),
  ...family({ shop: "khatulistiwa-sport", category: "bola-raket", pictures: ["raket"], weight: 520 }, [
    [
      "Raket Bulu Tangkis Karbon Ringan 4U dan Kok",
      245_000,
      "Rangka karbon 82 gram yang sudah disenar 24 lbs. Tas dan tiga kok bulu disertakan. Untuk pemula sampai menengah.",
      { axes: [axis("Tarikan", "24 lbs, 26 lbs")] },
    ],
    [
      "Sepasang Raket Bulu Tangkis Keluarga Aluminium",
      165_000,
      "Dua raket aluminium yang tahan jatuh, enam kok nilon. Untuk halaman dan lapangan RT. Sarung bahu disertakan.",
      { weight: 780 },
    ],
    [
      "Kok Bulu Angsa Isi 12 Kecepatan 77 dengan Raket",
      329_000,
      "Satu tabung kok latihan dan satu raket cadangan. Kecepatan cocok untuk kota panas. Simpan tabung tegak di tempat lembap.",
      { weight: 760 },
    ],
  ]),
  ...family(
    {
      shop: "khatulistiwa-sport",
      category: "kebugaran",
      pictures: ["kaos-lari"],
      weight: 140,
      axes: [axis("Ukuran", "S M L XL XXL")],
    },
    [
      [
        "Kaus Lari Cepat Kering Oranye Pantul Cahaya",
        89_000,
        "Poliester berpori yang kering dalam sejam. Garis pantul di punggung untuk subuh dan malam. Jahitan datar tidak melecetkan.",
      ],
      [
        "Kaus Lari Oranye Sablon Nama Komunitas",
        79_000,
        "Nama dan nomor punggung tanpa tambahan biaya. Minimal dua puluh kaus. Desain kami kirim sebelum dicetak.",
        {
          minOrder: 20,
          preOrderDays: 7,
        },
      ],
    ],
  ),
  ...family({ shop: "khatulistiwa-sport", category: "kebugaran", pictures: ["tali-skipping"], weight: 220 }, [
    [
      "Tali Skipping Bantalan Putar Gagang Busa",
      45_000,
      "Bantalan peluru membuat putaran lancar. Panjang kawat dapat dipotong. Gagang busa menyerap keringat.",
    ],
    [
      "Tali Skipping Anak Warna Gagang Kayu",
      29_000,
      "Gagang kayu kecil dan tali katun yang tidak sakit kena betis. Panjang 220 sentimeter. Mainan istirahat sekolah.",
      { shop: "merauke-bola" },
    ],
  ]),
  ...family(
    {
      shop: "lajur-otomotif",
      category: "motor-mobil",
      pictures: ["oli-motor"],
      weight: 900,
      attributes: { Isi: "0,8 L" },
    },
    [
      [
        "Oli Motor Matik Lajur 10W-30 0,8 Liter",
        48_000,
        "Sintetis sebagian untuk matik 110 sampai 150 cc. Ganti setiap 3.000 kilometer di jalan macet. Nomor segel dapat dicek.",
        {},
      ],
      [
        "Oli Matik Lajur Full Sintetis 10W-30 0,8 Liter",
        72_000,
        "Tarikan lebih halus dan tahan panas. Interval sampai 5.000 kilometer. Cocok untuk ojek daring.",
      ],
      [
        "Paket Servis Matik Oli Mesin dan Oli Gardan",
        65_000,
        "Oli mesin 0,8 liter dan gardan 120 mililiter dengan corong kertas. Cukup untuk satu kali servis. Sebutkan tipe motor di catatan.",
        { weight: 1_080 },
      ],
    ],
  ),
  ...family(
    {
      shop: "lajur-otomotif",
      category: "motor-mobil",
      pictures: ["sampo-mobil"],
      weight: 1_100,
      attributes: { Isi: "1 L" },
    },
    [
      [
        "Sampo Mobil dan Motor Kinclong Busa Lembut 1 L",
        38_000,
        "Busa tebal pH netral tidak mengangkat lapisan lilin. Satu tutup untuk seember air. Wangi apel ringan.",
        {},
      ],
      [
        "Sampo Salju Foam Kinclong untuk Steam 1 L",
        45_000,
        "Busa menempel untuk alat semprot bertekanan. Mengangkat lumpur sebelum diusap. Encer satu banding lima puluh.",
      ],
      [
        "Paket Cuci Motor Sampo Lap dan Sikat Rantai",
        89_000,
        "Sampo, lap mikrofiber, dan sikat rantai tiga sisi. Cukup untuk dua bulan. Dikemas dus tegak agar tidak tumpah.",
        { pictures: ["sampo-mobil", "lap-mikrofiber"], weight: 1_500 },
      ],
    ],
  ),
  ...family(
    { shop: "lajur-otomotif", category: "motor-mobil", pictures: ["helm"], weight: 1_300, attributes: { SNI: "Ya" } },
    [
      [
        "Helm Setengah Wajah SNI Kaca Bening Busa Lepas",
        245_000,
        "Ber-SNI timbul di cangkang belakang. Busa pipi dapat dicuci. Kaca antigores yang mudah dibuka dengan satu tangan.",
        { axes: [axis("Ukuran", "M, L, XL"), axis("Warna", "Hitam, Putih, Nila")] },
      ],
      [
        "Helm Setengah Wajah Retro Klasik SNI Kulit",
        329_000,
        "Tepi kulit sintetis dan kacamata bening bulat. Cangkang ABS 1.100 gram. Tali dua cincin.",
        { axes: [axis("Ukuran", "M, L, XL")] },
      ],
      [
        "Helm Anak Setengah Wajah SNI Usia 5 sampai 9",
        175_000,
        "Lingkar 50 sampai 53 sentimeter dengan busa tebal. Ringan 850 gram. Kaca anti silau.",
        { axes: [axis("Warna", "Biru, Merah muda, Hitam")], weight: 1_000 },
      ],
    ],
  ),
  ...family({ shop: "lajur-otomotif", category: "motor-mobil", pictures: ["pengharum-mobil"], weight: 110 }, [
    [
      "Pengharum Mobil Aroma Kopi Lajur Kaleng 70 g",
      28_000,
      "Gel kopi yang menyerap bau lembap dan rokok. Atur tutupnya untuk tebal tipis wangi. Bertahan 45 hari.",
      { axes: [axis("Aroma", "Kopi, Melati, Jeruk")] },
    ],
    [
      "Pengharum Kabin Biji Kopi Asli dalam Kaleng",
      35_000,
      "Biji kopi sangrai Gayo dan minyak kopi, tanpa parafin. Bisa untuk lemari juga. Jemur sebentar agar wanginya kembali.",
      { shop: "kopi-takengon", weight: 130 },
    ],
  ]),
  ...family({ shop: "lajur-otomotif", category: "motor-mobil", pictures: ["lap-mikrofiber"], weight: 160 }, [
    [
      "Lap Mikrofiber 40 x 40 cm Isi Tiga 350 gsm",
      29_000,
      "Menyerap tanpa meninggalkan gores di cat. Tiga warna untuk bodi, kaca, dan interior. Cuci tanpa pelembut.",
      {},
    ],
    [
      "Lap Mikrofiber Pengering Mobil Tebal 60 x 90 cm",
      65_000,
      "Pilinan panjang yang mengeringkan satu mobil dengan sekali usap. Tepinya satin agar tidak menggores. Peras ringan saja.",
      { weight: 380 },
    ],
    [
      "Lap Serbaguna Mikrofiber Dapur dan Kaca Isi Tiga",
      27_000,
      "Tanpa bulu dan tanpa sabun untuk kaca dan kompor. Warna dibedakan agar tidak tertukar. Tahan 200 kali cuci.",
      { shop: "rumah-bais", category: "kebersihan" },
    ],
  ]),
  ...family({ shop: "lajur-otomotif", category: "motor-mobil", pictures: ["ban-motor"], weight: 3_100 }, [
    [
      "Ban Luar Motor Matik 80/90-14 Tubeless Alur Hujan",
      189_000,
      "Alur dalam membuang air di jalan banjir. Kompon sedang yang awet. Tahun produksi tertera di dinding ban dan selalu terbaru.",
      {
        axes: [axis("Ukuran", "80/90-14, 90/90-14, 100/80-14")],
        extraPrice: { "90/90-14": 30_000, "100/80-14": 75_000 },
        extraWeight: { "90/90-14": 300, "100/80-14": 700 },
      },
    ],
    [
      "Ban Motor Bebek 70/90-17 Depan Alur Tengah",
      165_000,
      "Untuk motor bebek harian, memakai ban dalam. Dinding kuat menahan lubang. Harga satuan tanpa pasang.",
      { weight: 2_600 },
    ],
    [
      "Ban Motor Bekas Vulkanisir Becak Barang 80/90-17",
      75_000,
      "Divulkanisir untuk gerobak dan becak motor barang. Tidak disarankan untuk kecepatan tinggi. Diperiksa kawatnya satu per satu.",
      { condition: "used", stock: 6, weight: 2_900 },
    ],
  ]),
];
