import { axis, family } from "./draft.ts";
import type { Draft } from "./draft.ts";

/** Tableware, kitchen, decoration and furniture. */
export const rumahProducts: Draft[] = [
  ...family(
    {
      shop: "griya-laksono",
      category: "alat-makan",
      pictures: ["mug-kawung"],
      weight: 480,
      attributes: { Bahan: "Keramik", Isi: "320 ml" },
    },
    [
      [
        "Mug Keramik Motif Kawung Biru Buatan Tangan 320 ml",
        79_000,
        "Diputar di Kasongan, motif kawungnya dilukis satu per satu di bawah glasir. Aman untuk gelombang mikro dan mesin cuci piring. Bibirnya tipis, enak untuk kopi hitam.",
        {
          origin: true,
        },
      ],
      [
        "Mug Kawung Custom Nama Suvenir Pernikahan Keramik",
        58_000,
        "Nama mempelai dan tanggal dibakar di sisi belakang sehingga tidak luntur. Contoh digital kami kirim sebelum produksi. Kotak kraft satuan sudah termasuk.",
        {
          minOrder: 24,
          preOrderDays: 21,
        },
      ],
      [
        "Set Mug Kawung Sepasang dalam Kotak Besek",
        165_000,
        "Dua mug kawung biru disusun dalam besek bambu beralas jerami kertas. Kado pindah rumah atau pernikahan yang sederhana. Kartu ucapan ditulis tangan sesuai catatan Anda.",
        { weight: 1_100 },
      ],
      [
        "Mug Kawung Biru Sortir Cacat Kecil Glasir 320 ml",
        45_000,
        "Ada bintik atau tetesan glasir kecil di luar, tidak bocor dan tetap aman. Dijual lebih murah daripada dibuang. Letak cacat tiap mug berbeda dan tidak dapat dipilih.",
        { stock: 20 },
      ],
    ],
  ),
  ...family(
    {
      shop: "kasongan-keramik",
      category: "alat-makan",
      pictures: ["mug-parang"],
      weight: 470,
      attributes: { Bahan: "Keramik", Isi: "300 ml" },
    },
    [
      [
        "Mug Keramik Motif Parang Sogan Cokelat 300 ml",
        72_000,
        "Garis parang melilit badan mug, dikerok halus sebelum diglasir. Warna sogan hangat seperti kain batik. Gagangnya muat tiga jari.",
      ],
      [
        "Mug Parang Sogan dengan Tutup dan Tatakan Kayu",
        115_000,
        "Tutup kayu sonokeling menjaga teh tetap hangat sekaligus menjadi tatakan. Bersihkan kayunya dengan lap lembap saja. Cocok untuk meja kerja.",
        { weight: 620, shop: "griya-laksono" },
      ],
      [
        "Cangkir Kopi Parang Sogan 180 ml Set Isi 4",
        210_000,
        "Cangkir kecil untuk kopi tubruk tamu, empat buah seragam. Dibakar pada 1.200 derajat sehingga padat dan tidak menyerap air. Dikemas sekat karton tebal.",
        { weight: 1_400, attributes: { Isi: "4 x 180 ml" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "kasongan-keramik",
      category: "alat-makan",
      pictures: ["mug-terakota"],
      attributes: { Bahan: "Tanah liat bakar" },
      weight: 450,
    },
    [
      [
        "Mug Keramik Polos Terakota Matte 300 ml",
        58_000,
        "Glasir luar matte seperti tanah, bagian dalam bening agar mudah dicuci. Warnanya sedikit berbeda tiap bakaran. Berat mantap di tangan.",
        { axes: [axis("Warna", "Terakota, Krem, Abu batu")] },
      ],
      [
        "Gelas Gerabah Terakota Wedangan Tanpa Gagang 250 ml",
        32_000,
        "Gelas tanah untuk wedang dan jahe, menyimpan panas lebih lama. Rendam semalam sebelum dipakai pertama kali. Aroma tanahnya muncul saat dituang air panas.",
      ],
      [
        "Mug Terakota Sepasang Ukir Inisial",
        149_000,
        "Dua inisial ditekan ke tanah liat sebelum dibakar sehingga permanen. Tulis huruf di catatan pesanan. Dibuat sesudah pesanan masuk, sekitar dua minggu.",
        { axes: [axis("Warna", "Terakota, Krem")], preOrderDays: 14, weight: 950 },
      ],
    ],
  ),
  ...family(
    {
      shop: "kerinci-jelajah",
      category: "kemah-jelajah",
      pictures: ["cangkir-enamel"],
      attributes: { Bahan: "Baja enamel" },
      weight: 220,
    },
    [
      [
        "Cangkir Enamel Hijau Bintik 350 ml untuk Kemah",
        45_000,
        "Baja berlapis enamel dua kali, boleh langsung di atas kompor gas kecil. Bibirnya dilapisi baja tahan karat. Cuil kecil tidak memengaruhi keamanan, cukup jaga tetap kering.",
      ],
      [
        "Cangkir Blirik Hijau Jadul 12 cm Jumbo",
        38_000,
        "Blirik seperti di dapur simbah, isi 700 mililiter untuk teh satu keluarga. Ringan dan tidak pecah jatuh. Jangan digosok sabut logam.",
        { shop: "griya-laksono", weight: 260 },
      ],
      [
        "Set Cangkir Enamel Hijau Isi 6 untuk Angkringan",
        195_000,
        "Enam cangkir seragam untuk warung, angkringan, atau keluarga besar. Dapat ditumpuk. Dikemas kertas per buah supaya enamel tidak saling gores.",
        { shop: "griya-laksono", weight: 1_350 },
      ],
    ],
  ),
  ...family(
    {
      shop: "kasongan-keramik",
      category: "alat-makan",
      pictures: ["mangkuk-keramik"],
      attributes: { Bahan: "Keramik glasir", Suhu: "Aman untuk gelombang mikro" },
      weight: 520,
    },
    [
      [
        "Mangkuk Keramik Glasir Biru Diameter 15 cm",
        48_000,
        "Biru kobalt dengan tepi cokelat besi yang muncul alami saat dibakar. Cukup untuk semangkuk soto atau mi kuah. Tahan panas dan mesin cuci piring.",
        {
          axes: [axis("Ukuran", "12 cm, 15 cm, 20 cm")],
          extraPrice: { "15 cm": 17_000, "20 cm": 45_000 },
          extraWeight: { "15 cm": 150, "20 cm": 450 },
          weight: 370,
        },
      ],
      [
        "Mangkuk Saji Keramik Biru Besar 24 cm",
        145_000,
        "Untuk sayur berkuah di tengah meja, muat dua liter. Kaki mangkuk diamplas agar tidak menggores meja. Glasir bebas timbal sudah diuji.",
        { weight: 1_300 },
      ],
      [
        "Set 6 Mangkuk Sup Keramik Glasir Biru",
        325_000,
        "Enam mangkuk dari satu bakaran sehingga birunya serasi. Ukuran 14 sentimeter, isi 400 mililiter. Cadangan satu mangkuk kami kirim bila ada yang pecah di jalan.",
        { weight: 2_900 },
      ],
    ],
  ),
  ...family(
    {
      shop: "jepara-jati",
      category: "alat-makan",
      pictures: ["mangkuk-kayu"],
      attributes: { Bahan: "Kayu jati", Pelapis: "Minyak kelapa dan lilin lebah" },
      weight: 380,
    },
    [
      [
        "Mangkuk Kayu Jati Bulat 15 cm Halus Food Grade",
        48_000,
        "Dibubut dari satu potong jati, dilapisi minyak kelapa dan lilin lebah. Aman untuk salad, nasi, dan camilan. Cuci cepat dan keringkan, jangan direndam.",
        {
          axes: [axis("Diameter", "12 cm, 15 cm, 20 cm")],
          extraPrice: { "15 cm": 20_000, "20 cm": 55_000 },
          extraWeight: { "15 cm": 130, "20 cm": 380 },
          weight: 250,
        },
      ],
      [
        "Set Mangkuk Kayu Jati dan Sendok Kayu Isi 2",
        129_000,
        "Dua mangkuk dengan dua sendok kayu senada. Serat jati tiap potong berbeda. Olesi minyak kelapa sebulan sekali agar tidak kusam.",
        { weight: 620 },
      ],
      [
        "Mangkuk Buah Kayu Jati Tepi Alami 28 cm",
        189_000,
        "Tepinya dibiarkan mengikuti bentuk kulit pohon. Wadah buah di meja makan yang tahan bertahun-tahun. Kaki karet kecil menjaga meja tidak tergores.",
        { weight: 1_200 },
      ],
    ],
  ),
  ...family(
    {
      shop: "kasongan-keramik",
      category: "alat-makan",
      pictures: ["piring-keramik"],
      attributes: { Bahan: "Keramik glasir" },
      weight: 1_500,
    },
    [
      [
        "Set Piring Keramik Dua Ukuran Isi 4",
        198_000,
        "Dua piring makan 26 sentimeter dan dua piring kue 18 sentimeter. Glasir krem bertepi cokelat. Dapat ditumpuk rapat di rak sempit.",
      ],
      [
        "Piring Makan Keramik Krem 26 cm Satuan",
        38_000,
        "Piring datar dengan tepi naik sedikit sehingga kuah tidak tumpah. Tahan microwave sampai tiga menit. Tersedia satuan untuk mengganti yang pecah.",
        {
          weight: 750,
          axes: [axis("Ukuran", "18 cm, 26 cm")],
          extraPrice: { "26 cm": 24_000 },
          extraWeight: { "26 cm": 350 },
        },
      ],
      [
        "Set Makan Keramik 12 Potong untuk 4 Orang",
        585_000,
        "Empat piring makan, empat piring kue, dan empat mangkuk dari tungku yang sama. Hadiah rumah baru yang lengkap. Peti karton bersekat dengan garansi pecah.",
        { weight: 6_800, pictures: ["piring-keramik", "mangkuk-keramik"] },
      ],
    ],
  ),
  ...family({ shop: "anyam-tasik", category: "alat-makan", pictures: ["piring-rotan"], weight: 160 }, [
    [
      "Piring Saji Anyaman Rotan Bulat 25 cm",
      22_000,
      "Rotan kupas dianyam rapat, dialasi kertas nasi atau daun pisang. Ringan dan tidak berisik di warung lesehan. Cuci dengan sikat dan jemur kering.",
      {},
    ],
    [
      "Piring Rotan Ingke Lidi Bali Set Isi 12",
      135_000,
      "Ingke dari lidi lontar yang dianyam melingkar, satu lusin seragam. Dipakai rumah makan dan upacara. Dipernis bahan aman makanan.",
      { shop: "tenganan-ata", weight: 1_300 },
    ],
    [
      "Piring Rotan Katingan Halus 28 cm Dua Lapis",
      35_000,
      "Dua lapis rotan Katingan sehingga tidak melengkung memuat nasi panas. Tepinya dililit kulit rotan. Tahan bertahun-tahun bila disimpan kering.",
      { shop: "rotan-palangka" },
    ],
  ]),
  ...family(
    {
      shop: "kasongan-keramik",
      category: "alat-makan",
      pictures: ["teko-keramik"],
      attributes: { Bahan: "Keramik glasir seladon" },
      weight: 1_100,
    },
    [
      [
        "Teko Keramik Hijau Seladon 800 ml Saringan Halus",
        165_000,
        "Hijau seladon yang retak rambutnya hanya pada glasir. Saringan lubang menyatu di pangkal cucuk. Tutupnya berkait sehingga tidak jatuh ketika dituang.",
      ],
      [
        "Set Teko Keramik Seladon dan 4 Cangkir",
        295_000,
        "Satu teko dan empat cangkir tanpa gagang untuk poci. Bentuknya bulat rendah dan mudah digenggam. Dikemas kotak berbusa.",
        {
          axes: [axis("Cangkir", "4 cangkir, 6 cangkir")],
          extraPrice: { "6 cangkir": 55_000 },
          extraWeight: { "6 cangkir": 420 },
          weight: 2_200,
        },
      ],
      [
        "Teko Poci Teh Nasgitel Seladon 500 ml",
        119_000,
        "Ukuran untuk dua orang, pas dengan gula batu dan teh melati. Tanahnya padat sehingga panas bertahan setengah jam. Bilas air panas dahulu sebelum menyeduh.",
      ],
    ],
  ),
  ...family(
    { shop: "wong-musi", category: "alat-makan", pictures: ["gelas-kopi"], attributes: { Bahan: "Kaca" }, weight: 380 },
    [
      [
        "Gelas Kopi Kaca Borosilikat 350 ml Tahan Panas",
        35_000,
        "Kaca borosilikat tahan beda suhu dari es ke air mendidih. Bening sehingga lapisan kopi susu terlihat. Ringan tetapi dindingnya tidak tipis.",
        {
          axes: [axis("Isi set", "1 buah, 2 buah, 6 buah")],
          extraPrice: { "2 buah": 30_000, "6 buah": 148_000 },
          extraWeight: { "2 buah": 330, "6 buah": 1_700 },
        },
      ],
      [
        "Gelas Kaca Es Kopi Susu Lurus 400 ml Set Isi 4",
        98_000,
        "Bentuk lurus yang mudah ditumpuk dan dicuci. Dipakai banyak kedai di Palembang. Boleh masuk mesin cuci piring.",
        { weight: 1_500 },
      ],
      [
        "Gelas Kopi Tarik Kaca Tebal Warung 200 ml Isi 12",
        115_000,
        "Gelas warung klasik berdinding tebal, satu lusin. Tahan dipakai berulang setiap hari. Alas datar yang tidak mudah terguling.",
        { shop: "rumah-bais", weight: 3_200 },
      ],
    ],
  ),
  ...family({ shop: "wong-musi", category: "alat-masak", pictures: ["wajan"], weight: 1_200 }, [
    [
      "Wajan Antilengket Gagang Kayu 28 cm Cekung",
      189_000,
      "Aluminium cor dengan lapisan antilengket lima lapis bebas PFOA. Gagang kayu jati tidak panas dan dapat dilepas. Pakai sutil kayu agar lapisannya awet.",
      {
        axes: [axis("Diameter", "24 cm, 28 cm, 32 cm")],
        extraPrice: { "28 cm": 30_000, "32 cm": 70_000 },
        extraWeight: { "28 cm": 250, "32 cm": 550 },
        weight: 950,
      },
    ],
    [
      "Wajan Besi Tempa Gagang Kayu 32 cm Tumis Panas",
      165_000,
      "Besi tempa yang perlu diminyaki dahulu, makin lama makin licin. Kuat untuk api besar nasi goreng. Keringkan di atas kompor sesudah dicuci.",
      { shop: "griya-laksono", weight: 1_700, origin: false },
    ],
    [
      "Wajan Induksi 28 cm dengan Tutup Kaca",
      245_000,
      "Dasar besi untuk kompor induksi dan gas. Tutup kaca dengan lubang uap. Garansi lapisan satu tahun.",
      { shop: "suroboyo-elektronik", weight: 1_900 },
    ],
  ]),
  ...family(
    {
      shop: "jepara-jati",
      category: "alat-masak",
      pictures: ["talenan-jati"],
      attributes: { Bahan: "Kayu jati" },
      weight: 900,
    },
    [
      [
        "Talenan Kayu Jati Utuh 35 x 22 cm Tebal 2,5 cm",
        95_000,
        "Satu bilah jati tanpa sambungan, sisi belakang berlekuk untuk menampung air daging. Lubang gantungan berlapis kulit. Gosok jeruk nipis dan garam untuk menghilangkan bau.",
        {
          axes: [axis("Ukuran", "28 x 18 cm, 35 x 22 cm, 42 x 28 cm")],
          extraPrice: { "35 x 22 cm": 30_000, "42 x 28 cm": 75_000 },
          extraWeight: { "35 x 22 cm": 350, "42 x 28 cm": 900 },
          weight: 550,
        },
      ],
      [
        "Talenan Jati End Grain Kotak Catur Tebal 4 cm",
        385_000,
        "Potongan serat berdiri disusun seperti papan catur, ramah mata pisau. Direkatkan lem aman pangan. Berat dan tidak bergeser saat mencincang.",
        { weight: 3_200, stock: 7 },
      ],
      [
        "Papan Saji Jati Gagang untuk Roti dan Steik",
        79_000,
        "Papan tipis dengan gagang untuk menyajikan roti, martabak, atau steik. Minyak kelapa menonjolkan serat emasnya. Jangan masuk mesin cuci piring.",
        { weight: 600 },
      ],
    ],
  ),
  ...family({ shop: "jepara-jati", category: "alat-masak", pictures: ["sutil-kayu"], weight: 750 }, [
    [
      "Set Sutil dan Sendok Kayu Isi 5 dengan Wadah Keramik",
      145_000,
      "Lima alat masak kayu mahoni dan wadah keramik krem. Tidak menggores wajan antilengket. Ujungnya sudah diamplas bulat.",
    ],
    [
      "Set Alat Masak Kayu Sonokeling Isi 6 Tanpa Wadah",
      119_000,
      "Kayu sonokeling gelap yang tahan minyak panas. Sutil, sendok sayur, irus, dan garpu pasta. Gantung agar cepat kering.",
      { weight: 480 },
    ],
    [
      "Wadah Sendok Keramik dan Sutil Bambu Isi 4",
      98_000,
      "Bambu petung yang dipanaskan sehingga cokelat dan anti bubuk. Wadahnya berlubang di dasar untuk meniriskan air. Pasangan dapur kontrakan yang rapi.",
      { shop: "anyam-tasik" },
    ],
  ]),
  ...family(
    {
      shop: "trusmi-mega",
      category: "bantal-sprei",
      pictures: ["bantal-megamendung"],
      attributes: { Bahan: "Katun kanvas" },
      weight: 220,
    },
    [
      [
        "Sarung Bantal Sofa Mega Mendung 40 x 40 cm",
        69_000,
        "Batik cap di atas katun kanvas tebal, ritsleting tersembunyi. Belakang polos biru tua. Isi bantal tidak termasuk.",
        {
          axes: [axis("Ukuran", "40 x 40 cm, 45 x 45 cm, 50 x 50 cm")],
          extraPrice: { "45 x 45 cm": 8_000, "50 x 50 cm": 16_000 },
        },
      ],
      [
        "Bantal Sofa Mega Mendung Lengkap Isi Dakron",
        115_000,
        "Sudah berisi dakron silikon yang tidak menggumpal. Sarungnya dapat dilepas dan dicuci. Dikirim dalam plastik vakum lalu mengembang sendiri.",
        {
          axes: [axis("Ukuran", "40 x 40 cm, 45 x 45 cm")],
          extraPrice: { "45 x 45 cm": 20_000 },
          extraWeight: { "45 x 45 cm": 120 },
          weight: 650,
        },
      ],
      [
        "Set 4 Sarung Bantal Mega Mendung Gradasi Biru",
        249_000,
        "Empat sarung dengan kedalaman biru berbeda, dari langit sampai laut. Mengubah sofa polos tanpa biaya besar. Cuci dingin dan balik kainnya.",
        { weight: 720 },
      ],
    ],
  ),
  ...family({ shop: "pekalongan-canting", category: "bantal-sprei", pictures: ["bantal-kawung"], weight: 210 }, [
    [
      "Sarung Bantal Sofa Batik Kawung Nila 40 x 40 cm",
      59_000,
      "Kawung nila dicap di atas katun belacu yang kuat. Jahitan dobel di sudut sehingga tidak mudah sobek. Warna makin lembut dengan pemakaian.",
      {},
    ],
    [
      "Sarung Bantal Kawung Indigo Alam Tulis 45 x 45 cm",
      175_000,
      "Indigo alam dan kawung tulis, dikerjakan pembatik Bantul. Sisi belakang lurik tenun. Hanya sedikit yang selesai setiap bulan.",
      { shop: "griya-laksono", stock: 9, origin: true },
    ],
    [
      "Bantal Lantai Kawung Nila 60 x 60 cm Isi Kapuk",
      185_000,
      "Bantal duduk lesehan berisi kapuk randu asli. Pegangan kain di satu sisi agar mudah dipindah. Jemur sebulan sekali supaya kapuk mengembang.",
      { weight: 2_100 },
    ],
  ]),
  ...family({ shop: "rumah-bais", category: "bantal-sprei", pictures: ["bantal-linen"], weight: 200 }, [
    [
      "Sarung Bantal Linen Polos Terakota 45 x 45 cm",
      65_000,
      "Linen campuran yang bertekstur dan tidak licin. Terakota yang hangat di sofa abu atau krem. Ritsleting tertutup lidah kain.",
      { axes: [axis("Warna", "Terakota, Krem, Hijau zaitun")] },
    ],
    [
      "Bantal Punggung Linen Terakota 30 x 50 cm Isi",
      89_000,
      "Menopang pinggang di kursi kerja atau jok mobil. Isi silikon padat yang kembali ke bentuk semula. Sarung dapat dicuci mesin.",
      { axes: [axis("Warna", "Terakota, Abu, Krem")], weight: 480 },
    ],
    [
      "Set 2 Sarung Bantal Linen Terakota Sulam Garis",
      135_000,
      "Sulaman garis putih tipis di satu sisi, dijahit tangan. Katun linen yang sudah dicuci sehingga lembut. Dua buah dalam satu kemasan.",
      { shop: "griya-laksono", weight: 380 },
    ],
  ]),
  ...family(
    {
      shop: "jepara-jati",
      category: "lampu",
      pictures: ["lampu-meja"],
      attributes: { Tegangan: "220 V", Fiting: "E27" },
      weight: 1_600,
    },
    [
      [
        "Lampu Meja Kap Kain Kaki Kayu Jati 42 cm",
        265_000,
        "Kaki jati bubut dan kap kain katun krem yang menyebarkan cahaya lembut. Fiting E27, bohlam LED tujuh watt disertakan. Kabel dua meter dengan sakelar di tengah.",
        { axes: [axis("Warna kap", "Krem, Putih, Abu")] },
      ],
      [
        "Lampu Tidur Kap Kain Kayu Mahoni Dimmer",
        295_000,
        "Sakelar putar mengatur terang dari redup sampai baca. Kap dapat dilepas untuk dibersihkan. Pakai bohlam LED yang dapat diredupkan.",
        { weight: 1_500 },
      ],
      [
        "Lampu Meja Kap Batik Kaki Kayu Sonokeling",
        320_000,
        "Kap dilapisi batik krem yang motifnya muncul saat menyala. Alas diberi beledu agar tidak menggores nakas. Dikirim tanpa bohlam.",
        { shop: "griya-laksono", weight: 1_550 },
      ],
    ],
  ),
  ...family(
    {
      shop: "anyam-tasik",
      category: "lampu",
      pictures: ["lampu-rotan"],
      attributes: { Bahan: "Rotan", Fiting: "E27" },
      weight: 1_100,
    },
    [
      [
        "Lampu Meja Kap Anyaman Rotan 35 cm",
        198_000,
        "Cahaya menembus anyaman dan membuat pola di dinding. Rangka besi hitam, rotan alami tanpa cat. Bohlam LED hangat lima watt disertakan.",
        { origin: true },
      ],
      [
        "Kap Lampu Rotan Lonceng Diameter 30 cm Tanpa Kabel",
        125_000,
        "Kap saja untuk lampu gantung atau meja berfiting E27. Lubang atas empat sentimeter. Lap kering sepekan sekali.",
        {
          weight: 600,
          axes: [axis("Diameter", "25 cm, 30 cm, 40 cm")],
          extraPrice: { "30 cm": 25_000, "40 cm": 70_000 },
          extraWeight: { "30 cm": 150, "40 cm": 450 },
        },
      ],
      [
        "Lampu Nakas Rotan Kalimantan Bulat Kaki Kayu",
        235_000,
        "Rotan sega Katingan yang kulitnya mengilap. Kaki kayu ulin bekas bongkaran rumah. Setiap lampu sedikit berbeda bentuknya.",
        { shop: "rotan-palangka" },
      ],
    ],
  ),
  ...family(
    {
      shop: "jepara-jati",
      category: "kursi-makan",
      pictures: ["kursi-kayu"],
      weight: 7_500,
      attributes: { Bahan: "Jati Perhutani", Tinggi: "85 cm", "Tinggi dudukan": "45 cm" },
      note: "Dikirim utuh dalam peti kayu, ongkos peti sudah termasuk.",
    },
    [
      [
        "Kursi Makan Kayu Jati Sandaran Lengkung",
        685_000,
        "Sandaran melengkung mengikuti punggung, dudukan sedikit cekung. Sambungan purus dan pasak tanpa paku. Kuat menahan 120 kilogram.",
        { origin: true, axes: [axis("Warna", "Natural, Salak, Walnut")] },
      ],
      [
        "Set 2 Kursi Makan Jati Minimalis Finishing Natural",
        1_290_000,
        "Dua kursi dari log yang sama agar seratnya serasi. Pelapis berbahan air tanpa bau menyengat. Enam kursi dari log yang sama bisa dipesan sekaligus, tulis di catatan pesanan.",
        { weight: 15_000, origin: true },
      ],
      [
        "Kursi Kafe Jati Tua Bekas Bongkaran Restorasi",
        475_000,
        "Jati tua dari kursi sekolah lama yang dibongkar dan dirakit ulang. Bekas paku dan gores dibiarkan sebagai cerita. Sudah diamplas dan diminyaki ulang.",
        { condition: "used", stock: 6 },
      ],
      [
        "Kursi Teras Jati Dudukan Bilah untuk Luar Ruang",
        745_000,
        "Bilah bersela agar air hujan turun, dilapisi minyak jati. Warnanya menjadi abu perak bila dibiarkan di luar. Kaki diberi karet hitam.",
        { category: "kursi-teras", preOrderDays: 10, attributes: { Tinggi: "82 cm" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "rotan-palangka",
      category: "kursi-teras",
      pictures: ["kursi-rotan"],
      weight: 5_200,
      note: "Perlu kurir kargo untuk luar Kalimantan, biayanya terlihat sebelum Anda membayar.",
    },
    [
      [
        "Kursi Teras Anyaman Rotan Alami Katingan",
        850_000,
        "Rangka rotan manau yang dibengkokkan dengan uap, dudukan anyam rapat. Ringan sehingga mudah dipindah. Tahan beban 110 kilogram.",
        { origin: true },
      ],
      [
        "Kursi Rotan Sintetis Teras Tahan Hujan",
        625_000,
        "Serat sintetis bersirkulasi udara di rangka aluminium. Boleh terkena hujan dan matahari. Cukup disemprot air ketika berdebu.",
      ],
      [
        "Kursi Jati Dudukan Rotan Anyam Sandaran Lurus",
        920_000,
        "Rangka jati Jepara dengan dudukan rotan anyam tangan. Rotannya bisa diganti bila kendur. Cocok untuk meja makan maupun meja rias.",
        { shop: "jepara-jati", category: "kursi-makan", weight: 6_500 },
      ],
      [
        "Kursi Rotan Bekas Terawat Ruang Tamu 1990-an",
        395_000,
        "Kursi lawas dari rumah dinas, rangka masih kukuh. Dua lilitan di tangan kanan sudah kami ganti. Satu-satunya, lihat foto dengan saksama.",
        { condition: "used", stock: 1 },
      ],
    ],
  ),
  ...family({ shop: "jepara-jati", category: "bangku-dingklik", pictures: ["bangku-kayu"], weight: 3_200 }, [
    [
      "Bangku Bulat Kayu Jati Tinggi 45 cm",
      245_000,
      "Dudukan bulat 30 sentimeter dengan tiga kaki yang selalu stabil. Bisa menjadi meja samping. Dirakit tanpa alat, cukup diputar.",
      {
        axes: [axis("Tinggi", "30 cm, 45 cm, 65 cm")],
        extraPrice: { "45 cm": 60_000, "65 cm": 130_000 },
        extraWeight: { "45 cm": 700, "65 cm": 1_700 },
        weight: 2_500,
      },
    ],
    [
      "Dingklik Kayu Jati Pendek untuk Dapur dan Mencuci",
      95_000,
      "Bangku rendah 20 sentimeter untuk mengulek, mencuci, atau memancing. Kayunya sisa mebel yang tetap tua. Kuat diinjak orang dewasa.",
      { weight: 1_700 },
    ],
    [
      "Bangku Bar Kayu Mahoni Bulat 70 cm",
      385_000,
      "Pijakan kaki melingkar dari besi hitam. Kayu mahoni oven yang tidak melintir. Tinggi untuk meja bar 100 sentimeter.",
      { weight: 4_800, preOrderDays: 7 },
    ],
    [
      "Meja Samping Bulat Kayu Jati Kaki Tiga 40 cm",
      345_000,
      "Meja kecil bulat untuk kopi dan buku di samping sofa. Tepi atas dibulatkan agar aman bagi anak. Permukaannya tahan lingkar gelas basah.",
      { category: "meja-samping", weight: 3_800 },
    ],
    [
      "Meja Pot Tanaman Kayu Bulat Tinggi 50 cm",
      165_000,
      "Dudukan pot sampai diameter 28 sentimeter di sudut ruang tamu. Permukaannya dilapisi dua kali agar tahan tetesan air siraman. Berat dan tidak goyah dilewati kucing.",
      { category: "meja-samping", weight: 2_900 },
    ],
    [
      "Nakas Bulat Kayu Mahoni Samping Kasur 45 cm",
      295_000,
      "Pengganti nakas di kamar kecil, cukup untuk lampu, gelas, dan ponsel. Warna salak tua yang hangat. Kaki dilepas saat dikirim dan dipasang dengan tangan.",
      { category: "meja-samping", weight: 3_400, axes: [axis("Warna", "Salak, Natural, Hitam")] },
    ],
  ]),
  ...family(
    {
      shop: "kasongan-keramik",
      category: "dekorasi",
      pictures: ["vas-keramik"],
      attributes: { Bahan: "Keramik" },
      weight: 900,
    },
    [
      [
        "Vas Keramik Putih dengan Bunga Kering Setinggi 22 cm",
        135_000,
        "Vas putih bertekstur pasir beserta seikat rumput pampas kecil. Tidak perlu air, cukup dibersihkan debunya. Tinggi keseluruhan sekitar 45 sentimeter.",
        { axes: [axis("Warna bunga", "Krem, Cokelat, Merah muda")] },
      ],
      [
        "Vas Keramik Putih Matte Leher Panjang 26 cm",
        98_000,
        "Leher sempit untuk satu atau dua tangkai. Glasir dalam kedap air sehingga boleh bunga segar. Alasnya diberi lakan.",
        {
          axes: [axis("Tinggi", "18 cm, 26 cm")],
          extraPrice: { "26 cm": 28_000 },
          extraWeight: { "26 cm": 400 },
          weight: 700,
        },
      ],
      [
        "Set 3 Vas Keramik Putih Kasongan Berbeda Bentuk",
        225_000,
        "Bulat, lonjong, dan botol yang saling melengkapi di atas rak. Dibakar dalam satu tungku. Dikemas jerami dan kardus dobel.",
        { weight: 2_400, origin: true },
      ],
    ],
  ),
  ...family(
    {
      shop: "jembrana-rasa",
      category: "dekorasi",
      pictures: ["lilin-aroma"],
      weight: 320,
      attributes: { Isi: "150 g", "Waktu nyala": "30 jam" },
    },
    [
      [
        "Lilin Aroma Melati Rasa Sore Gelas 150 g",
        89_000,
        "Lilin kedelai dengan minyak melati, menyala tenang tanpa jelaga. Gelasnya bisa dipakai lagi untuk wedang. Biarkan meleleh rata saat pertama dinyalakan.",
        { axes: [axis("Aroma", "Melati, Sereh, Cendana, Kopi")] },
      ],
      [
        "Lilin Aroma Sereh Pengusir Nyamuk Gelas 150 g",
        75_000,
        "Minyak sereh wangi suling dari petani Jembrana. Efektif di teras sampai tiga meter. Jauhkan dari jangkauan anak dan hewan.",
        { axes: [axis("Isi", "150 g, 250 g")], extraPrice: { "250 g": 40_000 }, extraWeight: { "250 g": 130 } },
      ],
      [
        "Kotak Hadiah Lilin Rasa Sore Isi 3 Aroma",
        245_000,
        "Tiga lilin kecil melati, cendana, dan sereh dalam kotak kayu pinus. Korek kayu panjang disertakan. Kartu ucapan dapat ditulis sesuai pesan Anda.",
        { shop: "griya-laksono", weight: 950, attributes: { Isi: "3 x 100 g" } },
      ],
    ],
  ),
  ...family({ shop: "rumah-bais", category: "kebersihan", pictures: ["handuk"], weight: 850 }, [
    [
      "Set Handuk Katun Tumpuk Tiga Mandi Muka Tangan",
      145_000,
      "Katun 450 gsm yang menyerap sejak cucian kedua. Satu handuk mandi, satu handuk muka, satu handuk tangan. Benangnya tidak mudah tertarik.",
      { axes: [axis("Warna", "Krem, Biru muda, Abu")] },
    ],
    [
      "Handuk Mandi Katun Tebal 70 x 140 cm Hotel 600 gsm",
      119_000,
      "Tebal seperti di hotel, tepi dijahit ganda. Cuci tanpa pelembut agar daya serapnya terjaga. Putih krem yang tidak cepat kusam.",
      { axes: [axis("Warna", "Krem, Putih, Abu, Biru muda")], weight: 620 },
    ],
    [
      "Handuk Bambu Lembut untuk Bayi dan Kulit Sensitif",
      89_000,
      "Serat bambu dan katun yang sangat halus. Tidak meninggalkan serabut di kulit. Ukuran 60 x 120 sentimeter.",
      { shop: "si-kecil", category: "perlengkapan-bayi", weight: 380 },
    ],
  ]),
  ...family({ shop: "rumah-bais", category: "bantal-sprei", pictures: ["sprei"], weight: 1_600 }, [
    [
      "Set Sprei Katun Biru Muda dengan 2 Sarung Bantal",
      265_000,
      "Katun jepang 40s yang adem dan tidak berbulu. Karet keliling menahan kasur setebal 30 sentimeter. Warna biru muda tidak luntur.",
      {
        axes: [axis("Ukuran", "120 x 200, 160 x 200, 180 x 200")],
        extraPrice: { "160 x 200": 35_000, "180 x 200": 60_000 },
        extraWeight: { "160 x 200": 250, "180 x 200": 450 },
      },
    ],
    [
      "Sprei Katun Rayon Biru Muda Dingin Anti Gerah",
      329_000,
      "Rayon bambu yang dingin disentuh, cocok untuk kamar tanpa pendingin udara. Lembut tetapi kuat di jahitan sudut. Dikemas tas kain dari bahan yang sama.",
      { axes: [axis("Ukuran", "160 x 200, 180 x 200")], extraPrice: { "180 x 200": 30_000 } },
    ],
    [
      "Sprei Tunggal Katun Biru Anak Kos 90 x 200 cm",
      135_000,
      "Ukuran kasur kos dan asrama dengan satu sarung bantal. Bahan mudah kering meski dijemur di dalam. Harga ramah mahasiswa.",
      { weight: 900 },
    ],
  ]),
  ...family(
    {
      shop: "pekalongan-canting",
      category: "dekorasi",
      pictures: ["taplak-batik"],
      attributes: { Bahan: "Katun", Teknik: "Batik cap" },
      weight: 350,
    },
    [
      [
        "Taplak Meja Batik Kawung Hijau 150 x 150 cm",
        125_000,
        "Batik cap hijau di atas katun tebal yang jatuh rapi. Tepi dilipat dua dan dijahit rapat. Noda kuah hilang dengan sabun biasa.",
        {
          axes: [axis("Ukuran", "100 x 100 cm, 150 x 150 cm, 150 x 220 cm")],
          extraPrice: { "150 x 150 cm": 40_000, "150 x 220 cm": 85_000 },
          extraWeight: { "150 x 150 cm": 150, "150 x 220 cm": 300 },
        },
      ],
      [
        "Runner Meja Batik Kawung Hijau 35 x 180 cm",
        79_000,
        "Pemanis meja panjang, dilapisi furing agar tidak bergeser. Ujungnya runcing dengan rumbai benang. Setrika dari sisi dalam.",
        { weight: 220 },
      ],
      [
        "Serbet Makan Batik Kawung Hijau Set Isi 6",
        89_000,
        "Enam serbet 40 x 40 sentimeter pengganti tisu. Sudah dicuci sehingga menyerap. Hadiah arisan yang berguna.",
        { weight: 300 },
      ],
    ],
  ),
  ...family({ shop: "rumah-bais", category: "alat-makan", pictures: ["kotak-makan"], weight: 480 }, [
    [
      "Kotak Makan Dua Susun Baja Tahan Karat 1,2 L",
      98_000,
      "Dua susun dengan pengunci samping dan karet rapat. Baja 304 tidak berbau kunyit. Tutup bisa menjadi alas sendok.",
      {
        axes: [axis("Susun", "1 susun, 2 susun, 3 susun")],
        extraPrice: { "2 susun": 30_000, "3 susun": 62_000 },
        extraWeight: { "2 susun": 160, "3 susun": 340 },
        weight: 320,
      },
    ],
    [
      "Kotak Bekal Anak Dua Susun dengan Sendok",
      75_000,
      "Mudah dibuka anak tanpa bantuan. Sekat dalam memisahkan lauk dan buah. Bebas BPA, tahan sampai 100 derajat.",
      { axes: [axis("Warna", "Hijau, Biru, Merah muda")], shop: "si-kecil", weight: 420 },
    ],
    [
      "Rantang Dua Susun Hampers Nasi Kotak Premium",
      89_000,
      "Pengganti kardus nasi untuk syukuran, dipakai lagi oleh tamu. Bisa diberi stiker nama acara. Minimal sepuluh buah untuk harga grosir.",
      {},
    ],
  ]),
  ...family({ shop: "jepara-jati", category: "dekorasi", pictures: ["jam-dinding"], weight: 1_300 }, [
    [
      "Jam Dinding Kayu Jati Bulat 30 cm Mesin Senyap",
      185_000,
      "Mesin sapu tanpa bunyi detak, cocok untuk kamar tidur. Muka jam dari satu keping jati. Satu baterai AA bertahan setahun.",
    ],
    [
      "Jam Dinding Kayu Angka Jawa Ukir 35 cm",
      265_000,
      "Angka ditulis dengan aksara Jawa yang diukir laser. Kayu mahoni berlapis minyak. Hadiah untuk kantor atau guru.",
      { shop: "griya-laksono", stock: 14 },
    ],
    [
      "Jam Dinding Kayu Pinus Polos 25 cm Ringan",
      119_000,
      "Ringan sehingga cukup satu paku kecil atau perekat. Jarum hitam yang jelas dibaca dari jauh. Garansi mesin setahun.",
      { weight: 800 },
    ],
  ]),
  ...family(
    {
      shop: "wong-musi",
      category: "penyimpanan",
      pictures: ["stoples-kaca"],
      attributes: { Bahan: "Kaca, tutup kayu" },
      weight: 1_500,
    },
    [
      [
        "Set Stoples Kaca Tutup Kayu Isi 3 Pawon",
        129_000,
        "Tiga ukuran untuk gula, kopi, dan teh, tutup kayu berkaret rapat. Kaca bening yang mudah dicuci. Label kapur dan spidolnya disertakan.",
      ],
      [
        "Stoples Kue Lebaran Kaca Tutup Akasia 800 ml",
        48_000,
        "Tutup kayu akasia menjaga nastar tetap renyah. Mulutnya lebar sehingga tangan mudah masuk. Tersedia satuan untuk melengkapi meja tamu.",
        {
          weight: 620,
        },
      ],
      [
        "Toples Kaca Bumbu 200 ml Isi 6 dengan Rak Kayu",
        165_000,
        "Enam toples kecil tersusun di rak kayu mini. Tutup berlubang tabur di dalam. Ukuran rak 40 x 12 sentimeter.",
        { weight: 2_100 },
      ],
    ],
  ),
  ...family(
    {
      shop: "rumah-bais",
      category: "kebersihan",
      pictures: ["sapu-ijuk"],
      attributes: { Bahan: "Ijuk aren" },
      weight: 700,
    },
    [
      [
        "Sapu Ijuk Gagang Kayu Halus Tebal",
        35_000,
        "Ijuk aren hitam diikat rapat dan tidak rontok. Gagang kayu 110 sentimeter yang dihaluskan. Untuk ubin, kayu, dan teras.",
        {},
      ],
      [
        "Sapu Ijuk Purbalingga Anyam Rapat Awet",
        42_000,
        "Dianyam perajin dengan benang nilon warna. Sapuannya lembut sampai debu halus. Gantung terbalik agar ujungnya tidak bengkok.",
        { shop: "anyam-tasik" },
      ],
      [
        "Paket Sapu Ijuk dan Pengki Kayu Rumah Baru",
        68_000,
        "Sapu ijuk dan pengki anyam bambu sebagai pasangan. Ukurannya pas untuk rumah tipe kecil. Kami ikat bersama supaya ongkosnya satu.",
        { weight: 1_300, shop: "anyam-tasik" },
      ],
    ],
  ),
];
