import { axis, family } from "./draft.ts";
import type { Draft } from "./draft.ts";

/** Devices, chargers, phone cases and small appliances; all brands are invented. */
export const elektronikProducts: Draft[] = [
  ...family(
    {
      shop: "batam-gawai",
      category: "audio",
      pictures: ["headphone-hitam"],
      weight: 480,
      attributes: { Garansi: "12 bulan" },
    },
    [
      [
        "Headphone Nirkabel Senandung H20 Bluetooth 5.3 Hitam",
        349_000,
        "Bantalan busa memori yang menutup telinga tanpa menekan. Baterai 40 jam, isi cepat sepuluh menit untuk tiga jam. Bisa tersambung ke ponsel dan laptop sekaligus.",
        { attributes: { Bluetooth: "5.3", Baterai: "40 jam" } },
      ],
      [
        "Headphone Peredam Bising Senandung H50 ANC Hitam",
        899_000,
        "Peredam bising aktif sampai 38 dB untuk kereta dan pesawat. Mode sadar sekitar bila perlu mendengar pengumuman. Datang dengan tas keras dan kabel 3,5 mm.",
        { attributes: { Bluetooth: "5.3", Baterai: "32 jam" } },
      ],
      [
        "Headphone Nirkabel Hitam Lipat untuk Kelas Daring",
        189_000,
        "Ringan 180 gram dengan mikrofon yang jernih. Bisa dilipat ke dalam tas sekolah. Volume dibatasi 85 dB agar aman bagi anak.",
        { axes: [axis("Warna", "Hitam, Putih, Biru")], attributes: { Bluetooth: "5.1", Baterai: "20 jam" } },
      ],
      [
        "Headphone Hitam Bekas Senandung H20 Baterai 90 Persen",
        195_000,
        "Bekas pakai enam bulan, bantalan sudah kami ganti baru. Baterai diuji tahan 35 jam. Ada gores halus di sisi kiri.",
        { shop: "sorong-seluler", condition: "used", stock: 2, attributes: { Garansi: "30 hari" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "batam-gawai",
      category: "audio",
      pictures: ["headphone-krem"],
      weight: 460,
      attributes: { Garansi: "12 bulan" },
    },
    [
      [
        "Headphone Nirkabel Krem Senandung H20 Edisi Pasir",
        359_000,
        "Warna krem pasir dengan lengan logam matte. Suara hangat dengan bas yang tidak berlebihan. Tombol besar yang mudah dicari tanpa melihat.",
        { attributes: { Bluetooth: "5.3", Baterai: "40 jam" } },
      ],
      [
        "Headphone Krem Kabel Studio Latihan Musik 3,5 mm",
        275_000,
        "Kabel tiga meter yang dapat dilepas, cocok untuk latihan piano dan merekam. Respons datar sehingga suara apa adanya. Adaptor 6,3 mm disertakan.",
        { shop: "suroboyo-elektronik" },
      ],
    ],
  ),
  ...family(
    { shop: "batam-gawai", category: "audio", pictures: ["earbud"], weight: 150, attributes: { Garansi: "12 bulan" } },
    [
      [
        "Earbud Nirkabel Putih Senandung E10 dengan Kotak Pengisi",
        199_000,
        "Pas di telinga kecil, tiga ukuran karet disertakan. Total 28 jam bersama kotaknya. Tahan percikan keringat dan hujan ringan.",
        { axes: [axis("Warna", "Putih, Hitam, Nila")], attributes: { Bluetooth: "5.3", Ketahanan: "IPX4" } },
      ],
      [
        "Earbud TWS Putih Peredam Bising Panggilan ENC 4 Mikrofon",
        289_000,
        "Empat mikrofon memisahkan suara Anda dari suara jalan. Sambungan latensi rendah untuk gim dan rapat. Kotak dapat diisi nirkabel.",
        { axes: [axis("Warna", "Putih, Hitam")], attributes: { Bluetooth: "5.3", Ketahanan: "IPX5" } },
      ],
      [
        "Earbud Putih Olahraga Kait Telinga Tahan Air IPX7",
        249_000,
        "Kait lentur tidak lepas ketika lari. Boleh dibilas air sesudah dipakai. Tombol fisik sehingga tidak salah sentuh.",
        { shop: "khatulistiwa-sport", attributes: { Ketahanan: "IPX7" } },
      ],
      [
        "Kotak Pengisi Pengganti Earbud Senandung E10",
        95_000,
        "Untuk yang kotaknya hilang atau rusak, tanpa earbud. Sambungan mengikuti prosedur di kartu. Kapasitas 400 mAh.",
        { shop: "sorong-seluler", weight: 90 },
      ],
    ],
  ),
  ...family(
    {
      shop: "batam-gawai",
      category: "audio",
      pictures: ["speaker"],
      attributes: { Sambungan: "Bluetooth 5.3" },
      weight: 720,
    },
    [
      [
        "Pengeras Suara Portabel Gaung S1 Nirkabel 12 W",
        279_000,
        "Suara memenuhi ruang keluarga dengan dua radiator pasif. Baterai 14 jam, tahan siraman air. Dua unit dapat disandingkan jadi stereo.",
        { axes: [axis("Warna", "Nila, Hitam, Bata")], attributes: { Garansi: "12 bulan" } },
      ],
      [
        "Speaker Bluetooth Gaung Mini 5 W Gantungan Tas",
        129_000,
        "Sebesar genggaman dengan tali gantung. Enam jam musik untuk piknik. Slot kartu mikro untuk murotal tanpa ponsel.",
        { axes: [axis("Warna", "Nila, Hitam, Kunyit")], weight: 260 },
      ],
      [
        "Speaker Portabel Gaung Max 30 W dengan Mikrofon",
        649_000,
        "Untuk pengajian, senam, dan acara RT. Dua mikrofon nirkabel disertakan. Bobot tiga kilogram dengan pegangan.",
        { shop: "suroboyo-elektronik", weight: 3_400 },
      ],
      [
        "Speaker Murotal Al-Qur’an Nirkabel Lampu Tidur",
        185_000,
        "Berisi bacaan 30 juz oleh beberapa qari dan dapat ditambah. Lampu redup warna hangat. Cocok untuk kamar anak dan orang tua.",
        { shop: "martapura-berkah", weight: 520 },
      ],
    ],
  ),
  ...family(
    {
      shop: "batam-gawai",
      category: "daya-kabel",
      pictures: ["powerbank"],
      attributes: { Kapasitas: "10.000 mAh", Energi: "37 Wh" },
      weight: 280,
    },
    [
      [
        "Power Bank Daya 10.000 mAh USB-C 22,5 W",
        179_000,
        "Mengisi ponsel rata-rata dua kali. Dua keluaran dan satu masukan USB-C. Kapasitas nyata 6.400 mAh pada 5 volt kami cantumkan di kotak.",
        { axes: [axis("Warna", "Putih, Hitam")], attributes: { Garansi: "12 bulan" } },
      ],
      [
        "Power Bank Tipis 10.000 mAh Boleh Masuk Kabin",
        199_000,
        "Setebal ponsel, 37 Wh sehingga diizinkan di kabin pesawat. Bodi aluminium menjaga suhu. Kabel pendek disertakan.",
        { attributes: { Garansi: "12 bulan" } },
      ],
      [
        "Power Bank 10.000 mAh Magnet Nirkabel 15 W",
        289_000,
        "Menempel di belakang ponsel yang mendukung magnet. Ada penyangga lipat untuk menonton. Isi nirkabel dan kabel bersamaan.",
        { weight: 260 },
      ],
      [
        "Power Bank Surya 10.000 mAh Senter untuk Mendaki",
        235_000,
        "Panel surya kecil sebagai cadangan, bukan sumber utama. Senter tiga mode dan karabiner. Karet pelindung tahan jatuh satu meter.",
        { shop: "kerinci-jelajah", weight: 380 },
      ],
    ],
  ),
  ...family({ shop: "batam-gawai", category: "daya-kabel", pictures: ["charger"], weight: 110 }, [
    [
      "Adaptor Pengisi Daya USB-C 30 W GaN Ringkas",
      129_000,
      "Teknologi GaN membuatnya sekecil kotak korek. Cukup untuk ponsel cepat dan laptop ringan. Perlindungan panas dan lonjakan sudah diuji SNI.",
      { attributes: { Garansi: "18 bulan", SNI: "Ya" } },
    ],
    [
      "Charger USB-C 30 W dan Kabel C ke C 1 Meter",
      159_000,
      "Paket adaptor dan kabel anyam dalam satu kotak. Mengisi setengah baterai dalam 30 menit. Kaki tusuk bulat standar Indonesia.",
      { weight: 160, pictures: ["charger", "kabel-usb"] },
    ],
    [
      "Adaptor Pengisi Daya Dua Lubang 35 W USB-C dan USB-A",
      175_000,
      "Mengisi dua perangkat sekaligus dengan pembagian daya otomatis. Lampu kecil yang tidak menyilaukan. Aman dipasang semalaman.",
      { shop: "suroboyo-elektronik" },
    ],
  ]),
  ...family(
    {
      shop: "sorong-seluler",
      category: "daya-kabel",
      pictures: ["kabel-usb"],
      attributes: { Garansi: "3 bulan" },
      weight: 60,
    },
    [
      [
        "Kabel Data USB-C Anyam Nilon 60 W",
        35_000,
        "Anyaman nilon tidak mudah terkelupas di leher kabel. Diuji tekuk 10.000 kali. Transfer data dan isi daya bersamaan.",
        { axes: [axis("Panjang", "0,5 meter, 1 meter, 2 meter")], extraPrice: { "1 meter": 8_000, "2 meter": 20_000 } },
      ],
      [
        "Kabel USB-C ke Lightning Anyam 1 Meter",
        65_000,
        "Untuk ponsel berkonektor Lightning, mendukung isi cepat. Kepala aluminium tipis muat di casing tebal. Garansi ganti baru tiga bulan.",
      ],
      [
        "Kabel Tiga Ujung USB-C Mikro Lightning 1,2 Meter",
        49_000,
        "Satu kabel untuk seisi rumah. Ujungnya bertanda warna. Daya tiga ampere saat dipakai satu ujung.",
        {
          shop: "batam-gawai",
        },
      ],
    ],
  ),
  ...family({ shop: "griya-laksono", category: "aksesori-ponsel", pictures: ["casing-kawung"], weight: 70 }, [
    [
      "Casing Ponsel Motif Kawung Biru Karet Lentur",
      59_000,
      "Motif kawung dicetak di dalam lapisan bening sehingga tidak terkelupas. Tepi naik satu milimeter melindungi layar dan kamera. Pilih tipe ponsel dengan teliti.",
      { axes: [axis("Tipe", "Layar 6,1 inci, Layar 6,5 inci, Layar 6,7 inci")] },
    ],
    [
      "Casing Kayu Ukir Kawung Ponsel 6,5 Inci",
      119_000,
      "Veneer kayu sonokeling diukir laser di atas rangka karet. Serat tiap casing berbeda. Wanginya masih terasa saat dibuka.",
      { stock: 18 },
    ],
    [
      "Casing Kawung Couple Nama Custom Isi 2",
      109_000,
      "Dua casing dengan nama kecil di bawah motif. Tulis nama dan tipe ponsel di catatan. Dibuat tiga hari kerja.",
      { preOrderDays: 3, weight: 120 },
    ],
  ]),
  ...family({ shop: "trusmi-mega", category: "aksesori-ponsel", pictures: ["casing-megamendung"], weight: 70 }, [
    [
      "Casing Ponsel Mega Mendung Biru Cirebon",
      55_000,
      "Diambil dari pola batik tulis kami sendiri dengan izin pembatiknya. Bahan TPU yang tidak menguning cepat. Tombol tetap empuk ditekan.",
      { axes: [axis("Tipe", "Layar 6,1 inci, Layar 6,5 inci, Layar 6,7 inci")] },
    ],
    [
      "Casing Mega Mendung Magnet Tali Selempang",
      89_000,
      "Lubang tali di sudut dan tali nilon yang dapat diatur. Tangan bebas ketika belanja atau naik motor. Kait logam antikarat.",
      { shop: "sorong-seluler" },
    ],
    [
      "Softcase Mega Mendung Tablet 10 Inci Berdiri",
      135_000,
      "Sampul lipat tiga yang menjadi penyangga layar. Bagian dalam mikrofiber. Slot pena di sisi kanan.",
      { weight: 260 },
    ],
  ]),
  ...family({ shop: "sorong-seluler", category: "aksesori-ponsel", pictures: ["casing-polos"], weight: 60 }, [
    [
      "Casing Ponsel Silikon Hijau Polos Lembut",
      39_000,
      "Silikon cair yang tidak licin dan tidak menarik debu. Lapisan dalam mikrofiber mencegah gores. Dapat dicuci dengan sabun.",
      {
        axes: [
          axis("Warna", "Hijau, Hitam, Krem, Merah bata"),
          axis("Tipe", "Layar 6,1 inci, Layar 6,5 inci, Layar 6,7 inci"),
        ],
      },
    ],
    [
      "Casing Hijau Antibentur Sudut Tebal Kerja Lapangan",
      69_000,
      "Sudut berongga menahan jatuh dari dua meter. Dipakai pengemudi dan teknisi. Lubang colokan ditutup karet.",
    ],
    [
      "Paket Casing Silikon dan Kaca Pelindung Layar",
      65_000,
      "Casing hijau polos dan kaca pelindung 9H dalam satu paket. Bingkai pemasang membuat kaca lurus tanpa gelembung. Sebutkan tipe ponsel di catatan.",
      { weight: 140 },
    ],
  ]),
  ...family(
    {
      shop: "batam-gawai",
      category: "ponsel-jam-pintar",
      pictures: ["ponsel"],
      weight: 450,
      attributes: { Layar: "6,5 inci" },
    },
    [
      [
        "Ponsel Pintar Cakra A5 Layar 6,5 Inci Garansi Resmi",
        1_899_000,
        "Layar 90 Hz yang terang di luar ruang dan baterai 5.000 mAh. Kamera 50 megapiksel dengan mode malam. IMEI terdaftar resmi, dapat dicek sebelum diterima.",
        {
          axes: [axis("Memori", "4/64 GB, 6/128 GB, 8/256 GB"), axis("Warna", "Hitam, Biru")],
          extraPrice: { "6/128 GB": 300_000, "8/256 GB": 750_000 },
          attributes: { Baterai: "5.000 mAh", Garansi: "12 bulan" },
        },
      ],
      [
        "Ponsel Cakra S9 5G Layar AMOLED 8/256 GB",
        4_299_000,
        "Layar AMOLED 120 Hz dan pengisian 67 watt, setengah jam sudah penuh. Tahan cipratan IP54. Pembaruan sistem dijanjikan empat tahun.",
        { axes: [axis("Warna", "Hitam, Perak, Hijau")], attributes: { Baterai: "5.000 mAh", Garansi: "12 bulan" } },
      ],
      [
        "Ponsel Bekas Cakra A5 4/64 GB Normal Fullset",
        1_050_000,
        "Bekas pemakaian sepuluh bulan, kesehatan baterai 91 persen. Dus, charger, dan nota lengkap. Bodi mulus, ada bintik kecil di bingkai bawah.",
        { shop: "sorong-seluler", condition: "used", stock: 1, attributes: { Garansi: "30 hari" } },
      ],
      [
        "Ponsel Bekas Layar 6,5 Inci 6/128 Unit Servis Layar Baru",
        1_250_000,
        "Layar kami ganti dengan suku cadang setara asli. Semua fungsi diuji 22 langkah dan hasilnya disertakan. Tanpa dus, dapat kabel baru.",
        { shop: "sorong-seluler", condition: "used", stock: 2, attributes: { Garansi: "30 hari" } },
      ],
      [
        "Ponsel Lansia Cakra Tombol Darurat Huruf Besar",
        1_299_000,
        "Layar utama dengan empat tombol besar dan huruf tebal. Tombol darurat di belakang menelepon tiga kontak. Suara panggilan dikeraskan untuk orang tua.",
        { shop: "suroboyo-elektronik", attributes: { Garansi: "12 bulan" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "batam-gawai",
      category: "komputer-aksesori",
      pictures: ["mouse"],
      attributes: { Garansi: "6 bulan" },
      weight: 160,
    },
    [
      [
        "Mouse Nirkabel Senyap Titik M2 2,4 GHz dan Bluetooth",
        129_000,
        "Klik hampir tanpa suara, cocok di perpustakaan. Berganti tiga perangkat dengan satu tombol. Baterai AA tahan setahun.",
        { axes: [axis("Warna", "Hitam, Putih, Nila")] },
      ],
      [
        "Mouse Ergonomis Tegak Nirkabel Mengurangi Pegal",
        219_000,
        "Posisi tangan seperti berjabat sehingga pergelangan tidak terpelintir. Enam tombol yang dapat diatur. Isi ulang USB-C.",
      ],
      [
        "Mouse Kabel USB Kantor Awet Isi 5",
        185_000,
        "Lima mouse sederhana untuk lab sekolah dan kantor. Kabel 1,5 meter tanpa perlu pemasang. Garansi enam bulan per buah.",
        { shop: "suroboyo-elektronik", weight: 620 },
      ],
    ],
  ),
  ...family(
    {
      shop: "batam-gawai",
      category: "komputer-aksesori",
      pictures: ["papan-ketik"],
      attributes: { Garansi: "12 bulan" },
      weight: 620,
    },
    [
      [
        "Papan Ketik Nirkabel Ringkas Titik K7 75 Persen",
        349_000,
        "Tata letak 75 persen dengan tombol panah, hemat meja. Tombol gunting yang empuk dan senyap. Tersambung ke tiga perangkat.",
        { axes: [axis("Warna", "Putih, Hitam")] },
      ],
      [
        "Keyboard Mekanik Titik K9 Saklar Cokelat Nirkabel",
        689_000,
        "Saklar cokelat terasa tetapi tidak berisik, dapat diganti tanpa solder. Rangka aluminium dengan busa peredam. Tulisan tombol cetak ganda tidak pudar.",
        { axes: [axis("Saklar", "Cokelat, Merah, Biru")], weight: 980 },
      ],
      [
        "Papan Ketik Bluetooth Tipis untuk Tablet",
        189_000,
        "Setipis lima milimeter dan muat di tas kecil. Satu kali isi untuk dua bulan. Tata letak Indonesia dan Inggris.",
        { weight: 280 },
      ],
      [
        "Paket Papan Ketik dan Mouse Nirkabel Kerja Rumah",
        429_000,
        "Satu penerima USB untuk papan ketik dan mouse. Keduanya senyap. Bantalan pergelangan disertakan.",
        { pictures: ["papan-ketik", "mouse"], weight: 820 },
      ],
    ],
  ),
  ...family({ shop: "batam-gawai", category: "ponsel-jam-pintar", pictures: ["jam-pintar"], weight: 190 }, [
    [
      "Jam Tangan Pintar Denyut 2 Tali Silikon Layar 1,8 Inci",
      449_000,
      "Mengukur detak jantung, oksigen, dan tidur. Baterai sepuluh hari pemakaian biasa. Tahan air 5 ATM untuk berenang.",
      { axes: [axis("Warna tali", "Hitam, Nila, Krem")], attributes: { Garansi: "12 bulan" } },
    ],
    [
      "Jam Pintar Denyut GPS untuk Lari dan Sepeda",
      899_000,
      "GPS ganda mencatat rute tanpa membawa ponsel. Data dapat diekspor ke berkas GPX. Layar tetap terbaca di bawah matahari.",
      { shop: "khatulistiwa-sport", attributes: { Garansi: "12 bulan" } },
    ],
    [
      "Jam Pintar Anak Telepon dan Lokasi Kartu SIM",
      389_000,
      "Orang tua dapat menelepon dan melihat lokasi. Hanya nomor yang Anda izinkan bisa masuk. Tahan cipratan dan bentur ringan.",
      { shop: "si-kecil" },
    ],
    [
      "Tali Silikon Pengganti Jam Pintar 22 mm",
      35_000,
      "Silikon lembut yang tidak gatal ketika berkeringat. Pemasangan cepat dengan pin. Cocok untuk jam berlubang tali 22 milimeter.",
      { weight: 50, axes: [axis("Warna", "Hitam, Nila, Bata, Hijau lumut")] },
    ],
  ]),
  ...family(
    {
      shop: "suroboyo-elektronik",
      category: "elektronik-rumah",
      pictures: ["lampu-belajar"],
      attributes: { Daya: "USB-C atau adaptor" },
      weight: 780,
    },
    [
      [
        "Lampu Belajar LED Lipat Tiga Warna Cahaya",
        129_000,
        "Cahaya putih, netral, dan hangat tanpa kedip. Leher dilipat rata saat disimpan. Diisi USB-C, delapan jam pada terang sedang.",
        { axes: [axis("Warna", "Putih, Hitam")] },
      ],
      [
        "Lampu Meja LED Arsitek Jepit Lengan Panjang 12 W",
        215_000,
        "Jepit meja sampai lima sentimeter dan lengan 80 sentimeter. Untuk menggambar, menjahit, dan memasang manik. Indeks warna di atas 90.",
        { weight: 1_400 },
      ],
      [
        "Lampu Belajar Anak LED Jam Digital Isi Ulang",
        159_000,
        "Menampilkan jam, suhu, dan pengatur waktu belajar. Sudut dibulatkan agar aman. Garansi toko satu tahun.",
        { shop: "pustaka-kawi" },
      ],
    ],
  ),
  ...family(
    {
      shop: "suroboyo-elektronik",
      category: "elektronik-rumah",
      pictures: ["penanak-nasi"],
      weight: 3_100,
      attributes: { SNI: "Ya", Garansi: "24 bulan" },
    },
    [
      [
        "Penanak Nasi Tanak 1,8 Liter Panci Antilengket 400 W",
        329_000,
        "Menanak, menghangatkan, dan mengukus. Panci antilengket yang bisa diganti. Listrik 400 watt, hangat hanya 45 watt.",
      ],
      [
        "Rice Cooker Digital Tanak 1,8 L Rendah Gula",
        649_000,
        "Panci berlubang menyisihkan air tajin sehingga pati berkurang. Delapan menu, bisa disetel malam untuk sahur. Tombol berbahasa Indonesia.",
        { weight: 4_200 },
      ],
      [
        "Penanak Nasi Mini Tanak 0,6 Liter Anak Kos 300 W",
        199_000,
        "Cukup untuk dua porsi, aman untuk listrik kos 450 VA. Tutup kaca memperlihatkan nasi. Dapat merebus mi dan telur.",
        { weight: 1_600 },
      ],
    ],
  ),
  ...family(
    {
      shop: "suroboyo-elektronik",
      category: "elektronik-rumah",
      pictures: ["kipas-meja"],
      weight: 2_400,
      attributes: { SNI: "Ya", Garansi: "12 bulan" },
    },
    [
      [
        "Kipas Angin Meja Semilir 10 Inci 35 W Hening",
        189_000,
        "Tiga kecepatan dan menoleh 90 derajat. Motor tembaga dengan pemutus panas. Kisi dilepas tanpa obeng untuk dibersihkan.",
      ],
      [
        "Kipas Meja DC Isi Ulang Semilir 8 Inci Tahan Mati Lampu",
        359_000,
        "Baterai 7.800 mAh bertahan delapan jam saat listrik padam. Bisa menjadi power bank darurat. Suara di bawah 40 dB untuk kamar bayi.",
        { axes: [axis("Warna", "Putih, Hijau muda")], weight: 1_700 },
      ],
      [
        "Kipas Angin Meja Dinding Dua Fungsi 12 Inci",
        249_000,
        "Kaki dapat dilipat dan digantung di dinding. Tali tarik mengatur kecepatan. Baling-baling biru tiga helai yang kuat.",
        { weight: 2_900 },
      ],
    ],
  ),
];
