import { axis, family } from "./draft.ts";
import type { Draft } from "./draft.ts";

/** Babies, toys, books, stationery and hobbies. */
export const anakProducts: Draft[] = [
  ...family(
    {
      shop: "si-kecil",
      category: "perlengkapan-bayi",
      pictures: ["botol-susu"],
      attributes: { Isi: "240 ml" },
      weight: 160,
    },
    [
      [
        "Botol Susu Bayi 240 ml Antikolik Bebas BPA",
        59_000,
        "Katup udara di dasar mengurangi gelembung yang tertelan. Leher lebar mudah dibersihkan. Tahan direbus dan disterilkan uap.",
        { axes: [axis("Dot", "S (0-3 bulan), M (3-6 bulan), L (6+ bulan)")] },
      ],
      [
        "Botol Susu Kaca 240 ml dengan Selubung Silikon",
        95_000,
        "Kaca borosilikat tidak menyimpan bau susu. Selubung silikon menahan benturan. Dot mengikuti bentuk puting ibu.",
        { axes: [axis("Warna selubung", "Hijau, Biru, Merah muda")], weight: 320 },
      ],
      [
        "Paket Botol Susu 240 ml Isi 3 dan Sikat",
        159_000,
        "Tiga botol untuk sehari dan sikat berputar. Tutup rapat untuk dibawa bepergian. Dus bisa menjadi wadah simpan.",
        { weight: 520 },
      ],
    ],
  ),
  ...family(
    {
      shop: "si-kecil",
      category: "perlengkapan-bayi",
      pictures: ["bedak-bayi"],
      weight: 230,
      attributes: { Isi: "200 g" },
    },
    [
      [
        "Bedak Bayi Tabur Lembut Si Kecil 200 g",
        24_000,
        "Berbahan pati jagung, tanpa talek. Tuang ke tangan dulu agar tidak terhirup bayi. Wangi lembut yang cepat hilang.",
      ],
      [
        "Bedak Bayi Tabur Si Kecil Paket Isi 3 Botol",
        66_000,
        "Tiga botol untuk rumah, tas, dan rumah nenek. Bubuknya halus dan tidak menggumpal di lipatan. Segel di mulut botol jangan dibuka penuh agar keluarnya sedikit.",
        { weight: 680, attributes: { Isi: "3 x 200 g" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "si-kecil",
      category: "pakaian-anak",
      pictures: ["baju-bayi"],
      weight: 90,
      axes: [axis("Usia", "0-3 bulan, 3-6 bulan, 6-12 bulan, 12-18 bulan")],
    },
    [
      [
        "Baju Bayi Katun Kuning Lengan Pendek Kancing Bahu",
        35_000,
        "Katun 100 persen yang sudah dicuci, kancing bahu memudahkan memakaikan. Jahitan obras menghadap luar. Warna kuning lembut untuk anak laki-laki dan perempuan.",
      ],
      [
        "Setelan Bayi Katun Kuning Baju dan Celana Pop",
        59_000,
        "Baju dan celana popok dari kain yang sama. Karet paha lembut tidak meninggalkan bekas. Menyerap keringat saat tidur siang.",
      ],
      [
        "Baju Bayi Baru Lahir Isi 6 Warna Pastel",
        145_000,
        "Enam helai dengan warna kuning dan kawan-kawannya untuk bulan pertama. Tali samping tanpa kancing keras. Sudah dicuci deterjen bayi.",
        { weight: 420, axes: [] },
      ],
    ],
  ),
  ...family({ shop: "si-kecil", category: "perlengkapan-bayi", pictures: ["popok"], weight: 1_050 }, [
    [
      "Popok Bayi Celana Si Kecil M Isi 32",
      62_000,
      "Garis kuning berubah hijau saat penuh. Karet pinggang lentur untuk bayi yang sudah merangkak. Permukaan lembut dengan lubang udara.",
      {
        axes: [axis("Ukuran", "S isi 36, M isi 32, L isi 28, XL isi 26")],
        extraPrice: { "XL isi 26": 4_000 },
      },
    ],
    [
      "Popok Bayi Satu Karton Si Kecil M 4 Bungkus",
      239_000,
      "Empat bungkus untuk sekitar sebulan. Lebih hemat satu bungkusnya. Bungkus tersegel sehingga bisa ditukar ukuran bila belum dibuka.",
      { weight: 4_300 },
    ],
  ]),
  ...family(
    {
      shop: "si-kecil",
      category: "perlengkapan-bayi",
      pictures: ["selimut-bayi"],
      attributes: { Bahan: "Katun" },
      weight: 320,
    },
    [
      [
        "Selimut Bayi Katun Lembut 75 x 100 cm",
        69_000,
        "Katun dua lapis yang hangat tetapi berpori. Tepi dijahit ganda. Menjadi alas ketika bepergian.",
        { axes: [axis("Warna", "Biru muda, Kuning, Merah muda")] },
      ],
      [
        "Bedong Bayi Katun Instan Ritsleting",
        75_000,
        "Bayi terbungkus rapi dalam sepuluh detik. Ritsleting dua arah untuk mengganti popok. Untuk berat tiga sampai enam kilogram.",
        { axes: [axis("Ukuran", "S, M")] },
      ],
      [
        "Selimut Rajut Bayi Katun Benang Nabire",
        165_000,
        "Dirajut tangan dari benang katun tahan luntur. Lubang rajut kecil agar jari tidak tersangkut. Satu selimut sepuluh hari kerja.",
        { shop: "benang-nabire", stock: 5, preOrderDays: 5 },
      ],
    ],
  ),
  ...family(
    {
      shop: "pekalongan-canting",
      category: "perlengkapan-bayi",
      pictures: ["gendongan"],
      attributes: { Bahan: "Katun batik" },
      weight: 420,
    },
    [
      [
        "Kain Gendongan Batik Jarik Panjang 2,75 Meter",
        85_000,
        "Jarik panjang yang kuat menahan bayi sampai 15 kilogram. Batik cap di katun tebal. Panduan simpul bergambar disertakan.",
        { axes: [axis("Motif", "Kawung, Parang, Ceplok")] },
      ],
      [
        "Gendongan Samping Batik Geos Praktis Cincin",
        125_000,
        "Dua cincin aluminium memudahkan mengatur panjang. Bahu lebar dan berbusa. Bayi menghadap ibu dengan posisi kaki huruf M.",
        { shop: "si-kecil" },
      ],
    ],
  ),
  ...family(
    {
      shop: "si-kecil",
      category: "boneka",
      pictures: ["boneka-beruang"],
      attributes: { Isian: "Dakron" },
      weight: 380,
    },
    [
      [
        "Boneka Beruang Cokelat Lembut 30 cm",
        79_000,
        "Bulu pendek yang tidak rontok dan isi dakron baru. Mata dibordir sehingga aman bagi balita. Dapat dicuci mesin dalam kantong.",
        {
          axes: [axis("Tinggi", "20 cm, 30 cm, 45 cm")],
          extraPrice: { "30 cm": 20_000, "45 cm": 75_000 },
          extraWeight: { "30 cm": 120, "45 cm": 420 },
          weight: 260,
        },
      ],
      [
        "Boneka Beruang Wisuda Toga Nama Bordir",
        119_000,
        "Bertoga kain hitam dengan nama di telapak kaki. Tulis nama dan tahun di catatan. Dibuat dua hari.",
        { axes: [axis("Warna toga", "Hitam, Biru, Merah")], shop: "griya-laksono", preOrderDays: 2 },
      ],
      [
        "Boneka Beruang Bekas Layak Dicuci Bersih",
        35_000,
        "Boneka sumbangan yang sudah dicuci dan dijemur dua hari. Satu telinga dijahit ulang. Menunggu teman baru.",
        { shop: "lapak-arfak", condition: "used", stock: 2 },
      ],
    ],
  ),
  ...family(
    {
      shop: "arema-kriuk",
      category: "mainan-kayu",
      pictures: ["menara-cincin"],
      attributes: { Bahan: "Kayu", Cat: "Aman untuk anak" },
      weight: 520,
    },
    [
      [
        "Menara Cincin Kayu Warna Pelangi Balita",
        69_000,
        "Tujuh cincin kayu pinus dengan cat air aman digigit. Melatih urutan besar kecil. Tiangnya lentur agar tidak melukai.",
      ],
      [
        "Menara Cincin Kayu Alami Tanpa Cat Montessori",
        85_000,
        "Kayu mahoni polos berlapis lilin lebah. Perbedaan hanya pada ukuran, sesuai cara Montessori. Mulai umur satu tahun.",
        {
          axes: [axis("Cincin", "5 cincin, 7 cincin")],
          extraPrice: { "7 cincin": 20_000 },
          extraWeight: { "7 cincin": 140 },
          shop: "si-kecil",
        },
      ],
      [
        "Paket Mainan Kayu Balita Menara dan Balok",
        139_000,
        "Menara cincin dan 20 balok susun dalam tas kain. Sudut dihaluskan tangan. Hadiah ulang tahun pertama.",
        { pictures: ["menara-cincin", "balok-kayu"], weight: 1_300 },
      ],
    ],
  ),
  ...family(
    {
      shop: "si-kecil",
      category: "perlengkapan-bayi",
      pictures: ["mangkuk-mpasi"],
      attributes: { Bahan: "Silikon aman pangan" },
      weight: 260,
    },
    [
      [
        "Mangkuk MPASI Silikon Hisap dengan Sendok",
        55_000,
        "Alas hisap menempel di meja kursi makan. Silikon aman pangan tahan 200 derajat. Sendoknya lembut di gusi.",
        { axes: [axis("Warna", "Hijau, Krem, Biru")] },
      ],
      [
        "Set MPASI Silikon Mangkuk Piring Celemek",
        129_000,
        "Mangkuk, piring sekat, sendok, dan celemek penampung. Semua boleh masuk mesin cuci piring. Kotak hadiah berjendela.",
        { weight: 620 },
      ],
    ],
  ),
  ...family(
    {
      shop: "si-kecil",
      category: "pakaian-anak",
      pictures: ["sepatu-bayi"],
      weight: 160,
      axes: [axis("Umur", "6-9 bulan, 9-12 bulan, 12-15 bulan")],
    },
    [
      [
        "Sepatu Bayi Prewalker Kanvas Lembut Antiselip",
        59_000,
        "Sol lunak bertitik karet untuk belajar merambat. Bukaan lebar dengan perekat. Ukur telapak bayi sebelum memilih.",
      ],
      [
        "Sepatu Bayi Prewalker Batik Lucu Kado Lahir",
        69_000,
        "Dihias kain batik di samping. Dalamnya katun, tidak lembap. Dikemas kotak kecil bertali.",
        { shop: "langkah-bandung" },
      ],
    ],
  ),
  ...family(
    {
      shop: "arema-kriuk",
      category: "mainan-kayu",
      pictures: ["truk-kayu"],
      attributes: { Bahan: "Kayu pinus" },
      weight: 780,
    },
    [
      [
        "Mainan Truk Kayu Pinus Roda Besar 28 cm",
        89_000,
        "Bak bisa diangkat dan rodanya berputar halus. Cat bebas timbal. Kuat ditunggangi boneka dan pasir.",
        { axes: [axis("Warna", "Merah, Biru, Kayu alami")] },
      ],
      [
        "Truk Kayu Pengangkut Balok 12 Balok Warna",
        125_000,
        "Truk dengan dua belas balok untuk dimuat dan dibongkar. Belajar warna sambil bermain. Buatan pengrajin Singosari.",
        { weight: 1_100 },
      ],
      [
        "Truk Oleng Kayu Lukis Jawa Timur Pajangan",
        155_000,
        "Bak dilukis tangan seperti truk pantura. Bisa dipasangi lampu kecil. Untuk koleksi, bukan anak di bawah tiga tahun.",
        { category: "kerajinan-koleksi" },
      ],
    ],
  ),
  ...family(
    {
      shop: "arema-kriuk",
      category: "mainan-kayu",
      pictures: ["kereta-kayu"],
      attributes: { Bahan: "Kayu pinus" },
      weight: 620,
    },
    [
      [
        "Mainan Kereta Kayu Tiga Gerbong Magnet",
        95_000,
        "Lokomotif dan dua gerbong yang disambung magnet tertanam. Magnet tidak dapat dicungkil. Rel dibeli terpisah.",
      ],
      [
        "Kereta Kayu Angka 0 sampai 9 Belajar Berhitung",
        115_000,
        "Setiap gerbong membawa satu angka. Dapat ditarik dengan tali. Melatih urutan bilangan.",
        { weight: 820 },
      ],
      [
        "Kereta Kayu Nama Anak Custom per Huruf",
        75_000,
        "Harga untuk empat huruf beserta lokomotif. Tulis nama di catatan, huruf tambahan kami kabari. Hiasan kamar sekaligus mainan.",
        { shop: "griya-laksono", preOrderDays: 5 },
      ],
    ],
  ),
  ...family(
    {
      shop: "arema-kriuk",
      category: "mainan-edukasi",
      pictures: ["balok-kayu"],
      attributes: { Bahan: "Kayu", Umur: "2 tahun ke atas" },
      weight: 950,
    },
    [
      [
        "Balok Susun Kayu Warna-warni 50 Potong",
        99_000,
        "Lima bentuk dan enam warna untuk menyusun istana. Diamplas tiga kali. Kantong kain untuk menyimpan.",
        {
          axes: [axis("Isi", "30 potong, 50 potong, 100 potong")],
          extraPrice: { "50 potong": 30_000, "100 potong": 95_000 },
          extraWeight: { "50 potong": 350, "100 potong": 1_200 },
          weight: 600,
        },
      ],
      [
        "Balok Kayu Alfabet dan Angka 36 Buah",
        85_000,
        "Huruf dan angka dicetak di dua sisi. Mengenalkan bunyi huruf Indonesia. Panduan permainan disertakan.",
        { shop: "pustaka-kawi", weight: 720 },
      ],
      [
        "Balok Keseimbangan Kayu Motif Rumah Adat",
        119_000,
        "Balok bergambar atap rumah adat dari lima pulau. Disusun tanpa jatuh. Untuk anak empat tahun ke atas.",
        { shop: "sentani-kriya" },
      ],
    ],
  ),
  ...family(
    {
      shop: "griya-laksono",
      category: "permainan",
      pictures: ["congklak"],
      attributes: { Bahan: "Kayu" },
      weight: 850,
    },
    [
      [
        "Congklak Kayu Lipat Biji Kerang Tradisional",
        135_000,
        "Papan kayu mahoni lipat berengsel kuningan. Biji dari kerang kecil yang halus. Aturan bermain dalam bahasa Indonesia disertakan.",
        { axes: [axis("Biji", "Kerang, Kayu")], origin: false },
      ],
      [
        "Dakon Jati Ukir Naga Jawa Pajangan Ruang Tamu",
        485_000,
        "Papan panjang 70 sentimeter dengan ujung kepala naga. Dipakai bermain maupun pajangan. Ukiran tangan Jepara.",
        { shop: "jepara-jati", weight: 3_500, stock: 4 },
      ],
    ],
  ),
  ...family({ shop: "anyam-tasik", category: "mainan-kayu", pictures: ["gasing"], weight: 140 }, [
    [
      "Gasing Kayu Tradisional Bubut dengan Tali",
      25_000,
      "Kayu jambu batu yang berat dan berputar lama. Ujung baja kecil. Tali kapas 120 sentimeter.",
      {},
    ],
    [
      "Gasing Bambu Bersuara Panggal Sunda",
      22_000,
      "Lubang di badan bambu membuat suara mendengung. Dimainkan dengan tarikan tali. Untuk halaman yang lapang.",
    ],
  ]),
  ...family({ shop: "pustaka-kawi", category: "permainan", pictures: ["rubik"], weight: 140 }, [
    [
      "Kubus Teka-teki 3 x 3 Licin untuk Pemula",
      29_000,
      "Putaran licin dan tidak macet di sudut. Panduan tujuh langkah disertakan. Warna plastik menyatu, bukan stiker.",
    ],
    [
      "Kubus Teka-teki 3 x 3 Magnet Kecepatan",
      95_000,
      "Magnet di tiap keping menahan posisi lurus. Kekencangan dapat disetel. Dipakai lomba tingkat kota.",
    ],
  ]),
  ...family({ shop: "benang-nabire", category: "kerajinan-koleksi", pictures: ["benang-rajut"], weight: 350 }, [
    [
      "Benang Rajut Katun Tahan Luntur Tiga Gulung 300 g",
      65_000,
      "Katun pintal lembut 8 lapis untuk jarum 3 sampai 4 milimeter. Warna tahan cuci air hangat. Tiap gulung 100 gram, sekitar 170 meter.",
      { axes: [axis("Warna", "Merah kuning hijau, Cokelat krem, Biru abu")] },
    ],
    [
      "Benang Noken Akrilik Warna Papua Isi 6 Gulung",
      89_000,
      "Warna-warna terang yang disukai mama perajut noken. Kuat ditarik dan tidak melar. Pola noken dasar disertakan.",
      {
        weight: 520,
      },
    ],
    [
      "Paket Belajar Merajut Benang Jarum dan Pola",
      115_000,
      "Tiga gulung benang, dua jarum, penanda, dan buku pola kecil. Cukup untuk satu syal dan satu topi. Tautan video tercetak di buku pola.",
      { weight: 480 },
    ],
  ]),
  ...family({ shop: "sentani-kriya", category: "alat-musik", pictures: ["ukulele"], weight: 900 }, [
    [
      "Ukulele Kayu Matoa Sopran Buatan Sentani",
      425_000,
      "Kayu matoa memberi suara hangat dan terang. Dibuat satu per satu di Sentani. Tas kain dan senar cadangan disertakan.",
      { origin: true, stock: 8 },
    ],
    [
      "Ukulele Pemula Sopran 21 Inci dengan Tas",
      229_000,
      "Senar nilon lembut di jari dan penyetel rapat. Buku kunci dasar 20 lagu daerah. Untuk anak delapan tahun ke atas.",
      { axes: [axis("Warna", "Kayu alami, Cokelat tua, Biru")] },
    ],
    [
      "Ukulele Konser 23 Inci Mahoni Suara Penuh",
      495_000,
      "Badan lebih besar dengan suara penuh. Fret dihaluskan agar tidak melukai. Setelan sudah dirapikan sebelum dikirim.",
      { axes: [axis("Warna", "Mahoni, Hitam")], weight: 1_100 },
    ],
  ]),
  ...family(
    {
      shop: "anyam-tasik",
      category: "alat-musik",
      pictures: ["angklung"],
      attributes: { Bahan: "Bambu hitam" },
      weight: 850,
    },
    [
      [
        "Angklung Bambu Satu Oktaf 8 Nada Sunda",
        385_000,
        "Bambu hitam dan temen yang disimpan setahun sebelum dilaras. Delapan nada pada gantungan kayu. Sudah ditala dengan alat.",
        { origin: true, weight: 2_400 },
      ],
      [
        "Angklung Satuan Nada Pilihan Sekolah",
        55_000,
        "Satu angklung sesuai nada yang dibutuhkan kelompok. Tulis nada di catatan. Talaan ulang gratis dalam setahun.",
        { axes: [axis("Nada", "Do, Re, Mi, Fa, Sol, La, Si")] },
      ],
      [
        "Angklung Suvenir Mini Pajangan Meja",
        29_000,
        "Ukuran 18 sentimeter untuk suvenir. Berbunyi tetapi tidak ditala. Nama acara dapat dibakar di bambu.",
        {
          weight: 160,
        },
      ],
    ],
  ),
  ...family({ shop: "lapak-arfak", category: "permainan", pictures: ["layangan"], weight: 220 }, [
    [
      "Layang-layang Hias Parasut 120 cm dengan Benang",
      59_000,
      "Kain parasut tidak sobek kena ranting. Kerangka serat yang bisa dilepas. Benang 50 meter dan gulungan disertakan.",
    ],
    [
      "Layangan Bebean Bali Hias Dinding 60 cm",
      85_000,
      "Bentuk ikan bebean dilukis tangan. Untuk hiasan atau diterbangkan saat angin sedang. Kerangka bambu.",
      { shop: "tenganan-ata" },
    ],
  ]),
  ...family(
    {
      shop: "pustaka-kawi",
      category: "buku",
      pictures: ["novel-nila"],
      weight: 320,
      attributes: { Penerbit: "Pustaka Kawi", Halaman: "286", Bahasa: "Indonesia" },
    },
    [
      [
        "Novel Pulang ke Laut karya Ranu Wibawa",
        89_000,
        "Seorang pelaut pulang ke kampung nelayan yang sudah menjadi dermaga batu bara. Cerita tentang ayah, laut, dan hal yang tak sempat dikatakan. Cetakan ketiga dengan kertas krem.",
        { axes: [axis("Sampul", "Lunak, Keras")], extraPrice: { Keras: 40_000 }, extraWeight: { Keras: 150 } },
      ],
      [
        "Novel Pulang ke Laut Bertanda Tangan Penulis",
        119_000,
        "Lima puluh eksemplar dengan tanda tangan di halaman judul. Nama penerima dapat ditulis sesuai catatan. Pembatas buku kain disertakan.",
        { stock: 21 },
      ],
      [
        "Novel Pulang ke Laut Bekas Layak Baca",
        42_000,
        "Ada coretan pensil di bab dua dan nama pemilik lama. Jilid masih kuat. Halaman lengkap sudah dihitung.",
        { shop: "lapak-arfak", condition: "used", stock: 2 },
      ],
    ],
  ),
  ...family(
    {
      shop: "pustaka-kawi",
      category: "buku",
      pictures: ["novel-bata"],
      weight: 300,
      attributes: { Penerbit: "Pustaka Kawi", Halaman: "248", Bahasa: "Indonesia" },
    },
    [
      [
        "Novel Rumah di Ujung Gang karya Sekar Ayuning",
        85_000,
        "Tiga perempuan dari tiga angkatan tinggal di satu rumah kontrakan. Hangat, lucu, dan kadang getir. Pemenang sayembara penulis muda.",
      ],
      [
        "Paket Dua Novel Pustaka Kawi Laut dan Gang",
        159_000,
        "Pulang ke Laut dan Rumah di Ujung Gang dalam satu paket. Dibungkus kertas cokelat bertali. Lebih hemat lima belas ribu rupiah.",
        { pictures: ["novel-bata", "novel-nila"], weight: 620, attributes: { Halaman: "534" } },
      ],
      [
        "Novel Rumah di Ujung Gang Bekas Mulus",
        45_000,
        "Dibaca sekali oleh pemilik lama, sampul masih mengilap. Tanpa coretan. Dikirim dari Manokwari dengan pos.",
        { shop: "lapak-arfak", condition: "used", stock: 3 },
      ],
    ],
  ),
  ...family(
    {
      shop: "dapur-mbok-sri",
      category: "buku",
      pictures: ["buku-resep"],
      weight: 680,
      attributes: { Penerbit: "Pawon Buku", Halaman: "212", Bahasa: "Indonesia" },
    },
    [
      [
        "Buku 100 Resep Nusantara Masakan Rumahan Mbok Sri",
        125_000,
        "Seratus resep dari Aceh sampai Papua dengan bahan pasar biasa. Takaran sendok dan gelas, bukan timbangan. Halaman berlapis tahan cipratan.",
        { stock: 60 },
      ],
      [
        "Buku 100 Resep Nusantara Bertanda Tangan Mbok Sri",
        149_000,
        "Ditandatangani Mbok Sri di dapur Condongcatur, nama penerima boleh ditulis di catatan. Isinya sama, ditambah kartu resep sambal krecek keluarga. Cocok untuk kado pengantin baru.",
        { stock: 18 },
      ],
      [
        "Buku Resep Nusantara Bekas Dapur Masih Lengkap",
        55_000,
        "Ada noda kunyit di halaman rendang, tanda sering dipakai. Semua halaman ada. Jilid spiral baru kami ganti.",
        { shop: "lapak-arfak", condition: "used", stock: 1 },
      ],
    ],
  ),
  ...family(
    {
      shop: "pustaka-kawi",
      category: "buku",
      pictures: ["buku-anak"],
      weight: 260,
      attributes: { Penerbit: "Pustaka Cilik", Halaman: "32" },
    },
    [
      [
        "Buku Cerita Anak Kancil dan Buaya Bergambar",
        49_000,
        "Cerita rakyat dengan kalimat pendek dan gambar penuh halaman. Kertas tebal yang tidak mudah sobek. Untuk usia empat sampai delapan tahun.",
      ],
      [
        "Paket 5 Buku Cerita Rakyat Nusantara Bergambar",
        215_000,
        "Kancil, Timun Mas, Malin Kundang, Sangkuriang, dan Cenderawasih. Satu kotak bergagang. Pertanyaan obrolan di halaman akhir.",
        { weight: 1_250, attributes: { Halaman: "5 x 32" } },
      ],
      [
        "Buku Cerita Dwibahasa Kancil Indonesia Inggris",
        59_000,
        "Teks dua bahasa berdampingan. Rekaman suara dibuka dengan kode di sampul belakang. Membantu anak belajar mendengar.",
      ],
      [
        "Buku Cerita Anak Bekas Paket 10 Judul Acak",
        95_000,
        "Sepuluh judul anak pilihan kami untuk usia yang Anda sebutkan. Semua lengkap dan bersih. Setiap paket ikut menyumbang satu buku.",
        {
          shop: "lapak-arfak",
          condition: "used",
          weight: 1_600,
          stock: 7,
          attributes: { Penerbit: "Campuran", Halaman: "10 judul" },
        },
      ],
    ],
  ),
  ...family(
    {
      shop: "pustaka-kawi",
      category: "buku",
      pictures: ["buku-motivasi"],
      weight: 280,
      attributes: { Penerbit: "Pustaka Kawi", Halaman: "196" },
    },
    [
      [
        "Buku Pelan tapi Jadi Kebiasaan Kecil Danu Prasetya",
        79_000,
        "Dua puluh satu kebiasaan kecil dengan contoh orang Indonesia biasa. Setiap bab selesai dibaca sepuluh menit. Lembar isian di belakang.",
      ],
      [
        "Buku Kerja Pelan tapi Jadi Jurnal 90 Hari",
        69_000,
        "Pasangan bukunya untuk mencatat harian selama 90 hari. Kertas 80 gram tidak tembus pena gel. Bisa dipakai tanpa bukunya.",
        { category: "alat-tulis", pictures: ["buku-motivasi", "buku-catatan"] },
      ],
    ],
  ),
  ...family({ shop: "lapak-arfak", category: "buku", pictures: ["tumpukan-buku"], weight: 2_200, condition: "used" }, [
    [
      "Paket Buku Bekas Sastra Indonesia Isi 5 Acak",
      149_000,
      "Lima novel dan kumpulan cerpen terbitan 1980 sampai 2015. Kami pilih yang jilidnya kuat. Sebutkan yang sudah Anda miliki.",
      { stock: 5 },
    ],
    [
      "Buku Bekas Kiloan Campur Bacaan 5 Kg",
      175_000,
      "Sekitar dua puluh buku campuran untuk taman baca. Tanpa buku pelajaran kedaluwarsa. Foto isi paket kami kirim sebelum berangkat.",
      { weight: 5_200, stock: 4 },
    ],
    [
      "Paket Taman Baca Anak 30 Buku Baru dan Bekas",
      890_000,
      "Tiga puluh buku untuk memulai taman baca kampung, sepertiganya baru. Daftar judul dan stiker klasifikasi disertakan. Nota untuk laporan dana tersedia.",
      { weight: 7_500, stock: 3, preOrderDays: 5 },
    ],
  ]),
  ...family(
    {
      shop: "batik-laweyan",
      category: "alat-tulis",
      pictures: ["buku-catatan"],
      attributes: { Sampul: "Kain batik" },
      weight: 280,
    },
    [
      [
        "Buku Catatan Sampul Batik Parang A5 160 Halaman",
        48_000,
        "Sampul kain batik asli, kertas krem bergaris 80 gram. Jilid jahit benang sehingga terbuka rata. Karet penutup dan pita pembatas.",
        { axes: [axis("Isi", "Bergaris, Polos, Titik")] },
      ],
      [
        "Buku Tamu Batik Parang Pernikahan 50 Lembar",
        95_000,
        "Kertas tebal untuk nama dan doa tamu. Nama mempelai dicetak emas di sampul. Pulpen kayu disertakan.",
        { axes: [axis("Sampul", "Parang sogan, Kawung biru")], shop: "griya-laksono", preOrderDays: 4, weight: 620 },
      ],
      [
        "Notes Batik Mini A6 Suvenir Rapat Isi 10",
        125_000,
        "Sepuluh notes kecil dengan sampul batik potongan. Logo instansi dapat dicetak. Ringan dibagikan kepada peserta.",
        { shop: "pekalongan-canting", weight: 900 },
      ],
    ],
  ),
  ...family(
    {
      shop: "kulit-sukaregang",
      category: "alat-tulis",
      pictures: ["agenda-kulit"],
      attributes: { Bahan: "Kulit sapi" },
      weight: 420,
    },
    [
      [
        "Agenda Sampul Kulit Cokelat A5 Isi Ulang",
        175_000,
        "Kulit sapi dengan enam cincin kuningan. Isi bisa diganti setiap tahun. Slot pulpen dan kartu.",
        { axes: [axis("Isi", "Bergaris, Agenda harian, Titik")] },
      ],
      [
        "Jurnal Kulit Tali Cokelat Kertas Daur Ulang A6",
        119_000,
        "Diikat tali kulit seperti buku pengembara. Kertas daur ulang buatan Bandung. Makin indah setelah sering dibuka.",
        { weight: 260 },
      ],
    ],
  ),
  ...family(
    {
      shop: "pustaka-kawi",
      category: "alat-tulis",
      pictures: ["pensil-warna"],
      attributes: { Isi: "12 warna" },
      weight: 220,
    },
    [
      [
        "Pensil Warna 12 Buah Kayu Sengon dalam Gelas",
        42_000,
        "Isi lunak yang tidak mudah patah saat diraut. Kayu sengon dari hutan rakyat. Gelas kertas tebal dengan rautan di tutup.",
      ],
      [
        "Pensil Warna Akuarel 12 Warna dengan Kuas",
        68_000,
        "Goresan larut bila disapu kuas basah. Cocok untuk belajar cat air tanpa berantakan. Kertas contoh dua lembar.",
      ],
      [
        "Pensil Warna Isi 12 Paket Kelas 20 Gelas",
        720_000,
        "Dua puluh gelas untuk satu kelas. Sudah diraut. Harga sekolah, nota resmi tersedia.",
        { weight: 4_300 },
      ],
    ],
  ),
  ...family(
    { shop: "pustaka-kawi", category: "alat-tulis", pictures: ["pulpen"], attributes: { Tinta: "Gel" }, weight: 60 },
    [
      [
        "Set Pulpen Gel Tiga Warna 0,5 mm Halus",
        24_000,
        "Hitam, biru, dan merah dengan tinta cepat kering. Genggaman karet lembut. Isi ulang tersedia.",
        { axes: [axis("Ujung", "0,38 mm, 0,5 mm, 0,7 mm")] },
      ],
      [
        "Pulpen Gel Hitam 0,5 mm Isi 12 Kantor",
        54_000,
        "Satu lusin hitam untuk kantor dan ujian. Tinta tidak tembus kertas 70 gram. Tutup klik yang awet.",
        {
          weight: 180,
        },
      ],
    ],
  ),
  ...family(
    {
      shop: "pustaka-kawi",
      category: "alat-tulis",
      pictures: ["cat-air"],
      attributes: { Isi: "12 warna" },
      weight: 240,
    },
    [
      [
        "Cat Air 12 Warna Kotak Palet dengan Kuas",
        58_000,
        "Warna terang yang mudah dicampur dan bersih di kertas. Tutup menjadi palet. Kuas isi air disertakan.",
      ],
      [
        "Cat Air Seniman 12 Warna Pigmen Tahan Cahaya",
        189_000,
        "Pigmen tunggal yang tidak pudar setelah dibingkai. Setengah pan yang bisa diganti satuan. Kotak logam.",
      ],
    ],
  ),
  ...family({ shop: "griya-laksono", category: "alat-tulis", pictures: ["kertas-kado"], weight: 280 }, [
    [
      "Kertas Kado Motif Batik Gulung Isi 5 Lembar",
      35_000,
      "Lima lembar 50 x 70 sentimeter dengan lima motif. Kertas tebal 100 gram tidak mudah robek di sudut. Dikirim dalam tabung karton.",
    ],
    [
      "Kertas Kado Batik Kraft Daur Ulang Tali Goni",
      42_000,
      "Kertas cokelat bercap kawung dan tali goni tiga meter. Bungkus yang bisa didaur ulang. Isi empat lembar.",
    ],
  ]),
];
