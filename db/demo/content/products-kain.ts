import { axis, family } from "./draft.ts";
import type { Draft } from "./draft.ts";

const baju = axis("Ukuran", "S M L XL XXL");
const bajuWanita = axis("Ukuran", "S M L XL");
const besar = { XL: 10_000, XXL: 20_000 };

/** Batik, woven cloth and clothes. */
export const kainProducts: Draft[] = [
  ...family(
    {
      shop: "batik-laweyan",
      category: "batik-tulis-cap",
      pictures: ["batik-parang"],
      weight: 350,
      origin: true,
      attributes: { Bahan: "Katun primisima", Ukuran: "105 x 225 cm", Pewarna: "Sogan alam" },
      note: "Cuci dengan lerak atau sampo bayi, jemur di tempat teduh, dan setrika dari sisi dalam.",
    },
    [
      [
        "Kain Batik Tulis Parang Rusak Sogan Solo 2,25 Meter",
        1_250_000,
        "Parang Rusak digambar canting penuh pada kedua sisi, garis miringnya lurus dari tepi ke tepi. Warna cokelat didapat dari enam kali celup tingi dan tegeran. Pengerjaannya sekitar dua bulan, disertai kartu nama pembatik.",
        { stock: 4 },
      ],
      [
        "Kain Batik Cap Parang Klitik Sogan untuk Jarik",
        285_000,
        "Parang Klitik bercorak kecil yang lazim dipakai sebagai jarik putri. Dicap dengan cap tembaga lama milik rumah batik kami, lalu disoga. Panjangnya cukup untuk jarik dewasa dengan wiru sepuluh lipat.",
        {},
      ],
      [
        "Kain Batik Kombinasi Parang Barong Cap dan Tulis",
        520_000,
        "Lereng besarnya dicap, isen-isen di dalamnya ditulis dengan canting. Parang Barong memberi kesan gagah untuk kemeja lengan panjang atau bawahan beskap. Satu helai cukup untuk satu kemeja ukuran XL.",
      ],
    ],
  ),
  ...family(
    {
      shop: "pekalongan-canting",
      category: "batik-tulis-cap",
      pictures: ["batik-kawung"],
      weight: 300,
      origin: true,
      attributes: { Bahan: "Katun prima", Ukuran: "110 x 200 cm", Teknik: "Cap" },
      note: "Warna dikunci dengan waterglass sehingga tidak luntur sesudah cucian kedua.",
    },
    [
      [
        "Kain Batik Cap Kawung Biru Indigo Katun Prima 2 Meter",
        145_000,
        "Bulatan kawung berukuran sedang dengan dasar biru indigo. Kainnya lembut sejak awal, nyaman untuk kemeja, rok lilit, atau taplak panjang.",
        {
          axes: [axis("Panjang", "2 meter, 2,5 meter, 3 meter")],
          extraPrice: { "2,5 meter": 36_000, "3 meter": 72_000 },
          extraWeight: { "2,5 meter": 70, "3 meter": 140 },
        },
      ],
      [
        "Bahan Seragam Batik Kawung Biru Minimal 10 Potong",
        118_000,
        "Kami siapkan untuk seragam kantor, sekolah, dan panitia. Semua potong diambil dari satu kali celup agar birunya sama. Tulis jumlah orang di catatan pesanan, kami bantu hitung kebutuhan kain.",
        {
          minOrder: 10,
          preOrderDays: 7,
        },
      ],
      [
        "Kain Batik Kawung Nitik Indigo Dobi Halus 2,2 Meter",
        235_000,
        "Katun dobi memberi tekstur garis tipis di bawah motif. Titik-titik nitik disusun membentuk kawung, terlihat seperti tenun dari jauh. Cocok untuk kebaya kutubaru atau kemeja kerja.",
        { attributes: { Bahan: "Katun dobi", Ukuran: "110 x 220 cm" } },
      ],
      [
        "Batik Tulis Kawung Indigo Alam Jogja Selembar",
        895_000,
        "Biru tua ini berasal dari daun indigofera yang difermentasi pengrajin di Bantul. Kawungnya ditulis tangan tanpa cap, ukurannya sedikit berbeda dari bulatan ke bulatan. Baunya khas nila dan hilang sesudah dua kali cuci.",
        { shop: "griya-laksono", stock: 5, attributes: { Teknik: "Tulis", Ukuran: "105 x 210 cm" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "pekalongan-canting",
      category: "batik-tulis-cap",
      pictures: ["batik-ceplok"],
      weight: 300,
      origin: true,
      attributes: { Bahan: "Katun prima", Ukuran: "110 x 200 cm" },
    },
    [
      [
        "Kain Batik Cap Ceplok Grompol Merah Marun",
        150_000,
        "Ceplok Grompol melambangkan rezeki yang berkumpul, karena itu sering dipilih untuk seragam keluarga. Dasar marun dengan isian kuning gading. Rendam air garam sebentar sebelum cucian pertama agar merahnya tetap pekat.",
      ],
      [
        "Kain Batik Ceplok Marun Satin Silk untuk Kebaya",
        189_000,
        "Kain satin yang jatuh dan berkilau halus, tidak terawang. Biasa dipakai sebagai bawahan kebaya wisuda atau lamaran. Setrika dengan suhu rendah dan alasi kain tipis.",
        { attributes: { Bahan: "Satin silk" } },
      ],
      [
        "Batik Tulis Ceplok Kasatriyan Sogan Merah Solo",
        780_000,
        "Motif keraton yang ditulis tangan di Laweyan, dengan granit halus di sela bunga. Merahnya dari akar mengkudu, dikunci tawas. Simpan terlipat longgar dengan kain putih agar lipatan tidak memutih.",
        { shop: "batik-laweyan", stock: 3, weight: 350 },
      ],
    ],
  ),
  ...family(
    {
      shop: "trusmi-mega",
      category: "batik-tulis-cap",
      pictures: ["batik-megamendung"],
      weight: 320,
      origin: true,
      attributes: { Asal: "Trusmi, Cirebon", Lebar: "110 cm" },
      note: "Keringkan dengan diangin-anginkan, sinar matahari langsung membuat gradasinya cepat pudar.",
    },
    [
      [
        "Batik Tulis Mega Mendung Cirebon Tujuh Gradasi Biru",
        1_450_000,
        "Awan mega mendung dengan tujuh lapis biru, setiap lapis satu kali tutup malam dan satu kali celup. Garis luarnya ditulis canting klowong ukuran kecil sehingga tegas dan rapi. Panjang 2,3 meter, dikerjakan Ibu Karsinah selama tiga bulan.",
        { stock: 2 },
      ],
      [
        "Kain Batik Cap Mega Mendung Trusmi 2 Meter",
        165_000,
        "Mega mendung lima gradasi dengan cap tembaga, pilihan harian yang tetap halus. Cukup untuk satu kemeja lengan pendek dan masih tersisa untuk masker atau dompet kecil.",
        { axes: [axis("Warna", "Biru laut, Merah hati, Hijau lumut, Ungu")] },
      ],
      [
        "Kain Mega Mendung Katun Viscose Adem untuk Daster",
        98_000,
        "Bahan viscose yang ringan dan jatuh, enak untuk daster, piyama, dan celana longgar. Motif dicetak malam dingin, warnanya menembus ke sisi belakang. Menyusut sekitar dua sentimeter pada cucian pertama.",
        {
          axes: [axis("Warna", "Biru, Merah muda, Hijau")],
          attributes: { Bahan: "Katun viscose" },
        },
      ],
      [
        "Paket Dua Kain Mega Mendung Couple Biru Tua",
        310_000,
        "Dua lembar kain berpasangan: satu 2 meter untuk kemeja, satu 2,5 meter untuk gamis atau rok. Keduanya dari celupan yang sama. Kami sertakan kartu cara merawat batik.",
        { weight: 650 },
      ],
    ],
  ),
  ...family(
    {
      shop: "batik-laweyan",
      category: "batik-tulis-cap",
      pictures: ["batik-truntum"],
      weight: 330,
      origin: true,
      attributes: { Bahan: "Katun primisima", Ukuran: "105 x 225 cm" },
    },
    [
      [
        "Kain Batik Truntum Hitam Gading untuk Orang Tua Mempelai",
        310_000,
        "Truntum berarti tumbuh kembali, dipakai orang tua mempelai dalam pernikahan Jawa. Bunga-bunga kecil gading di atas dasar hitam wedel. Sepasang kain dapat dipesan dari celupan yang sama agar warnanya serasi.",
        {
          axes: [axis("Isi", "Satu kain, Sepasang")],
          extraPrice: { Sepasang: 300_000 },
          extraWeight: { Sepasang: 330 },
        },
      ],
      [
        "Batik Tulis Truntum Gurdo Klasik Solo Halusan",
        1_680_000,
        "Gabungan truntum dan sayap gurdo, ditulis canting ukuran nol pada mori halus. Kerapatan titiknya baru terlihat dari dekat. Karya Ibu Painem, pembatik kami sejak 1979, dengan kartu tanda tangan.",
        { stock: 1 },
      ],
      [
        "Jarik Batik Truntum Siap Pakai Sudah Diwiru",
        195_000,
        "Kain cap yang sudah dilipat wiru dan dijahit ikat pinggang, tinggal dilingkarkan. Lingkar pinggang dapat diatur dari 65 sampai 100 sentimeter. Buka jahitan wiru sebelum dicuci.",
        { shop: "pekalongan-canting", attributes: { Bahan: "Katun prima" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "batik-laweyan",
      category: "kain-meteran",
      pictures: ["batik-set"],
      weight: 900,
      attributes: { Isi: "3 lembar", Bahan: "Katun prima" },
    },
    [
      [
        "Paket Tiga Kain Batik Cap Parang Kawung Ceplok",
        399_000,
        "Tiga motif klasik dalam satu paket: Parang sogan, Kawung biru, dan Ceplok marun. Tiap lembar 2 meter, cukup untuk satu kemeja. Dibungkus kertas batik sehingga pantas untuk hantaran.",
        { origin: true },
      ],
      [
        "Kain Perca Batik Katun 1 Kg untuk Quilt dan Masker",
        65_000,
        "Sisa potongan dari meja jahit kami, lebar potongan 15 sampai 40 sentimeter. Semua sudah dicuci dan dipilah, tanpa bahan sintetis. Setiap kiloan berisi sekitar 25 potong dengan tiga corak utama seperti pada foto.",
        {
          shop: "pekalongan-canting",
          weight: 1_050,
          attributes: { Isi: "1 kg" },
        },
      ],
      [
        "Kain Hantaran Batik Solo Isi 3 dalam Kotak Kayu",
        625_000,
        "Tiga kain halus dalam kotak kayu mahoni dengan tutup kaca, siap menjadi hantaran. Kami dapat menuliskan nama kedua mempelai pada kartu. Beri tahu kami tanggal acara di catatan pesanan.",
        { weight: 2_200, preOrderDays: 4, origin: true },
      ],
    ],
  ),
  ...family(
    {
      shop: "ikat-sumba",
      category: "tenun-ikat",
      pictures: ["tenun-ikat"],
      weight: 900,
      origin: true,
      attributes: { Bahan: "Katun", Teknik: "Ikat lungsi" },
      note: "Cukup dicuci tangan dengan air dingin dan dijemur terbalik.",
    },
    [
      [
        "Kain Tenun Ikat Sumba Hinggi Kombu Merah Mengkudu",
        2_750_000,
        "Hinggi dua panel yang disambung tangan, motif kuda dan pohon tengkorak. Merahnya dari akar mengkudu yang dicelup berulang selama beberapa bulan. Panjang 240 sentimeter dengan rumbai yang dipilin tangan.",
        { stock: 2, weight: 1_500 },
      ],
      [
        "Selimut Tenun Ikat Sumba Motif Papanggang 130 x 230 cm",
        1_150_000,
        "Kain tebal yang biasa dipakai sebagai selimut atau hiasan dinding. Motif papanggang menggambarkan iring-iringan raja. Benangnya benang toko, pewarnanya campuran alam dan sintetis sehingga harganya lebih ringan.",
        { stock: 5, weight: 1_400 },
      ],
      [
        "Tenun Ikat Sumba Meteran Merah Bata Lebar 60 cm",
        225_000,
        "Dijual per meter untuk rompi, tas, atau sampul kursi. Corak mamuli berulang setiap 40 sentimeter. Tepi kain sudah rapat sehingga tidak perlu diobras.",
        {
          category: "kain-meteran",
          weight: 350,
          axes: [axis("Panjang", "1 meter, 2 meter, 3 meter")],
          extraPrice: { "2 meter": 220_000, "3 meter": 435_000 },
          extraWeight: { "2 meter": 350, "3 meter": 700 },
        },
      ],
      [
        "Kain Tajung Palembang Tenun ATBM Merah Bata",
        485_000,
        "Tajung adalah sarung lelaki Palembang yang dulu dipakai ke undangan. Kami menenunnya dengan alat tenun bukan mesin di Tuan Kentang, pakan sutra di atas lungsi katun. Ukuran 105 x 190 sentimeter, belum dijahit.",
        { shop: "wong-musi", weight: 500, attributes: { Bahan: "Sutra dan katun", Teknik: "ATBM" } },
      ],
      [
        "Blongsong Palembang Tenun Ikat Pakan untuk Kebaya",
        525_000,
        "Pasangan tajung untuk perempuan, lengkap dengan selendang sewarna. Kainnya jatuh dan tidak kaku, nyaman untuk acara seharian. Motif limar kecil tersebar di badan kain.",
        { shop: "wong-musi", weight: 600, attributes: { Bahan: "Sutra dan katun", Teknik: "Ikat pakan" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "griya-laksono",
      category: "kain-meteran",
      pictures: ["kain-lurik"],
      weight: 380,
      origin: true,
      attributes: { Bahan: "Katun", Lebar: "70 cm", Asal: "Pedan, Klaten", "Khas daerah": "Jawa Tengah" },
    },
    [
      [
        "Kain Lurik Klaten ATBM Garis Cokelat Nila per Meter",
        62_000,
        "Ditenun kaki di Pedan dengan benang katun 40/2. Garis cokelat dan nila berselang rapat, cocok untuk surjan, rok, dan sampul bantal. Dipotong utuh bila Anda membeli lebih dari satu meter.",
        {},
      ],
      [
        "Kain Lurik Tenun Tuluh Watu Halus 3 Meter",
        210_000,
        "Tuluh watu adalah corak lurik kuno yang berarti batu bersinar. Benangnya lebih halus daripada lurik biasa sehingga jatuh dan tidak gatal. Tiga meter cukup untuk satu outer panjang.",
        { weight: 700 },
      ],
      [
        "Lurik Klaten untuk Seragam Sekolah Potongan 2 Meter",
        108_000,
        "Dipakai banyak sekolah di Klaten dan Jogja untuk hari Kamis Pahing. Warna tahan cuci mesin, menyusut kurang dari dua persen. Sampel kain dapat diminta sebelum memesan banyak.",
        {
          shop: "pekalongan-canting",
          weight: 500,
          origin: false,
        },
      ],
    ],
  ),
  ...family(
    {
      shop: "batik-laweyan",
      category: "kemeja",
      pictures: ["kemeja-parang"],
      weight: 320,
      axes: [baju],
      extraPrice: besar,
      attributes: { Bahan: "Katun prima", Furing: "Tricot" },
      note: "Lebar dada ukuran L 55 sentimeter, panjang badan 75 sentimeter.",
    },
    [
      [
        "Kemeja Batik Pria Parang Sogan Lengan Panjang Furing",
        289_000,
        "Kemeja resmi dengan furing penuh sehingga tidak menerawang dan jatuh rapi. Motif parang disambung tepat di saku dan plaket kancing. Potongannya lurus, nyaman untuk duduk lama di rapat atau hajatan.",
      ],
      [
        "Kemeja Batik Parang Slim Fit Katun Stretch Sogan",
        259_000,
        "Potongan badan lebih ramping dengan katun yang sedikit melar. Kerah tegak memakai kain keras yang tidak menggulung. Dipakai tanpa furing agar lebih adem.",
        { attributes: { Bahan: "Katun stretch", Furing: "Tanpa" } },
      ],
      [
        "Kemeja Batik Kerja Parang Cap Lengan Panjang Solo",
        215_000,
        "Pilihan untuk hari Jumat di kantor, dari batik cap yang tidak licin. Manset dengan dua kancing agar bisa digulung. Jahitan samping dobel supaya tidak mudah lepas.",
        { shop: "pekalongan-canting" },
      ],
    ],
  ),
  ...family(
    {
      shop: "griya-laksono",
      category: "kemeja",
      pictures: ["kemeja-kawung"],
      weight: 260,
      axes: [baju],
      extraPrice: besar,
      attributes: { Bahan: "Katun primisima", Motif: "Kawung" },
    },
    [
      [
        "Kemeja Batik Pria Lengan Pendek Kawung Biru Jogja",
        198_000,
        "Kawung biru dari pembatik Wijirejo, dijahit longgar untuk cuaca panas. Satu saku dada dengan motif yang bertemu rapi. Kancing batok kelapa, dua kancing cadangan disertakan.",
      ],
      [
        "Kemeja Kawung Indigo Kerah Shanghai Lengan Pendek",
        225_000,
        "Kerah shanghai pendek membuatnya ringan dipakai santai maupun ibadah. Biru indigonya melembut seiring dicuci, seperti jins. Panjang badan menutup pinggang, belahan samping empat sentimeter.",
      ],
      [
        "Kemeja Batik Kawung Biru Seragam Kantor Lengan Pendek",
        159_000,
        "Disiapkan untuk seragam dengan nomor ukuran lengkap dan warna seragam antarbatch. Batik cap di atas katun prima yang mudah disetrika. Nama instansi dapat dibordir di atas saku, tanyakan dulu biayanya.",
        {
          shop: "pekalongan-canting",
          attributes: { Bahan: "Katun prima" },
          axes: [axis("Ukuran", "S M L XL")],
          extraPrice: {},
        },
      ],
    ],
  ),
  ...family(
    {
      shop: "trusmi-mega",
      category: "kemeja",
      pictures: ["kemeja-megamendung"],
      weight: 260,
      axes: [baju],
      extraPrice: besar,
      origin: true,
    },
    [
      [
        "Kemeja Batik Mega Mendung Cirebon Lengan Pendek Pria",
        185_000,
        "Awan besar di bagian bawah, mengecil ke arah bahu. Katun primanya menyerap keringat dan tidak perlu disetrika lama. Jahitan pundak diberi pita agar bentuknya tidak turun.",
      ],
      [
        "Kemeja Mega Mendung Biru Katun Dobi Lengan Pendek",
        215_000,
        "Katun dobi bertekstur kotak kecil, terasa lebih tebal tetapi tetap adem. Kerah kemeja biasa dengan penyangga yang bisa dilepas. Dipakai untuk acara resmi siang hari di luar ruang.",
      ],
      [
        "Kemeja Anak Batik Mega Mendung Usia 2 sampai 10 Tahun",
        95_000,
        "Serasi dengan kemeja ayahnya, dari kain yang sama. Kancing jepret tersembunyi di balik kancing hias agar anak bisa memakainya sendiri. Kain dicuci dahulu sebelum dijahit sehingga tidak menyusut lagi.",
        {
          category: "pakaian-anak",
          weight: 150,
          axes: [axis("Usia", "2-3 tahun, 4-5 tahun, 6-7 tahun, 8-10 tahun")],
          extraPrice: { "8-10 tahun": 10_000 },
        },
      ],
    ],
  ),
  ...family(
    {
      shop: "batik-laweyan",
      category: "kemeja",
      pictures: ["kemeja-ceplok-hijau"],
      weight: 310,
      axes: [baju],
      extraPrice: besar,
    },
    [
      [
        "Kemeja Batik Ceplok Hijau Botol Lengan Panjang Pria",
        265_000,
        "Hijau botol yang jarang ada di batik Solo, dengan ceplok emas pudar. Katun primisima berfuring, plaket kancing tersembunyi. Cocok dipadukan celana hitam untuk resepsi.",
      ],
      [
        "Kemeja Batik Pria Ceplok Hijau Sutra Katun Premium",
        495_000,
        "Campuran sutra 40 persen membuat kainnya ringan dan berkilau tipis. Dijahit oleh satu penjahit dari awal sampai akhir. Kami sarankan cuci kering untuk menjaga kilapnya.",
        { attributes: { Bahan: "Sutra 40 %, katun 60 %" }, stock: 6 },
      ],
      [
        "Seragam Keluarga Batik Ceplok Hijau Kemeja Ayah",
        205_000,
        "Bagian dari seri seragam keluarga, kain hijau yang sama tersedia untuk ibu dan anak. Potongan longgar, nyaman untuk foto bersama dan duduk lesehan. Warna hijau dikunci dua kali agar tidak menodai pakaian lain.",
        { shop: "pekalongan-canting" },
      ],
    ],
  ),
  ...family(
    {
      shop: "langkah-bandung",
      category: "kemeja",
      pictures: ["kemeja-putih"],
      weight: 280,
      axes: [baju],
      extraPrice: besar,
    },
    [
      [
        "Kemeja Putih Katun Oxford Lengan Panjang Pria",
        179_000,
        "Katun oxford 140 gram yang tidak menerawang meski putih. Kerah kancing, satu saku dada, panjang badan bisa dimasukkan. Setelah dicuci cukup dikibas dan digantung, kusutnya sedikit.",
      ],
      [
        "Kemeja Putih Kantor Poplin Anti Kusut Slim Fit",
        165_000,
        "Poplin campuran yang tetap rapi seharian di kantor maupun magang. Dua kupnat belakang membuat pinggang lebih pas. Kancing dijahit silang agar tidak mudah lepas.",
        { attributes: { Bahan: "Katun 60 %, poliester 40 %" } },
      ],
      [
        "Kemeja Putih Katun Wanita Longgar Lengan Panjang",
        169_000,
        "Potongan longgar dengan bahu turun, bisa menjadi luaran. Kainnya katun rayon yang lembut di kulit. Panjang depan 68 sentimeter dan belakang 72 sentimeter.",
        { shop: "losari-gaya", axes: [axis("Ukuran", "M L XL")], extraPrice: {} },
      ],
    ],
  ),
  ...family(
    {
      shop: "langkah-bandung",
      category: "kemeja",
      pictures: ["kemeja-linen"],
      weight: 230,
      axes: [baju],
      extraPrice: besar,
    },
    [
      [
        "Kemeja Linen Lengan Pendek Terakota Pria Santai",
        219_000,
        "Linen rami 55 persen yang adem dan makin lembut sesudah dicuci. Warna terakota dari celup garmen, setiap helai sedikit berbeda. Cocok untuk liburan di pantai atau sore di teras.",
      ],
      [
        "Kemeja Linen Kerah Kuba Terakota Unisex",
        235_000,
        "Kerah kuba terbuka tanpa kancing atas, potongan kotak yang longgar. Saku kiri cukup untuk kacamata. Kusut adalah sifat linen, gantung di kamar mandi beruap untuk merapikannya.",
      ],
      [
        "Kemeja Katun Linen Polos Lengan Pendek Warna Tanah",
        149_000,
        "Campuran katun dan linen yang lebih mudah disetrika. Jahitan bahu diperkuat pita agar tidak melar digantung. Ukuran mengikuti standar Asia, naik satu ukuran bila suka longgar.",
        { shop: "losari-gaya" },
      ],
    ],
  ),
  ...family(
    {
      shop: "langkah-bandung",
      category: "kaus",
      pictures: ["kaos-hitam"],
      weight: 200,
      axes: [baju],
      extraPrice: { XXL: 10_000 },
    },
    [
      [
        "Kaus Polos Hitam Cotton Combed 24s Lengan Pendek",
        65_000,
        "Combed 24s dengan berat 180 gram, pas tebalnya dan tidak panas. Leher memakai rib yang kembali rapat sesudah dicuci. Hitamnya celup reaktif sehingga tidak cepat abu-abu.",
        {},
      ],
      [
        "Kaus Hitam Oversize Cotton 16s Tebal 230 gsm",
        119_000,
        "Kain tebal dengan jatuh yang kokoh, bahu turun dan lengan sampai siku. Jahitan rantai di leher dan bahu. Enak dipakai sendiri maupun sebagai lapisan luar.",
      ],
      [
        "Kaus Polos Hitam Paket Isi 3 Katun Combed 30s",
        165_000,
        "Tiga kaus tipis yang ringan untuk dalaman kemeja atau olahraga ringan. Combed 30s, 140 gram, cepat kering. Dikemas dalam kantong kain yang bisa dipakai lagi.",
        { weight: 480, axes: [axis("Ukuran", "S M L XL")], extraPrice: {} },
      ],
      [
        "Kaus Hitam Lengan Pendek Modal Lembut Wanita",
        89_000,
        "Campuran modal membuat kaus ini licin dan tidak berbulu. Potongannya mengikuti badan tanpa ketat. Leher bulat yang cukup tinggi untuk dipakai dengan blazer.",
        { shop: "losari-gaya", axes: [bajuWanita], extraPrice: {} },
      ],
    ],
  ),
  ...family(
    {
      shop: "griya-laksono",
      category: "kaus",
      pictures: ["kaos-kawung"],
      attributes: { Bahan: "Katun combed" },
      weight: 200,
      axes: [baju],
      extraPrice: { XXL: 10_000 },
    },
    [
      [
        "Kaus Putih Gambar Kawung Oleh-oleh Jogja Katun 24s",
        89_000,
        "Lingkaran kawung di dada disablon dengan tinta air, terasa menyatu dengan kain. Digambar oleh ilustrator Jogja, bukan gambar unduhan. Bahan katun combed yang nyaman untuk jalan kaki di Malioboro.",
      ],
      [
        "Kaus Kawung Sablon Cukil Kayu Edisi Prawirotaman",
        129_000,
        "Gambar dicetak satu per satu dengan cukilan kayu, jadi tidak ada dua kaus yang sama. Tintanya dipanaskan agar tahan cuci. Edisi ini dibuat bersama bengkel cetak di Prawirotaman.",
        { stock: 12 },
      ],
      [
        "Kaus Anak Motif Kawung Putih Katun Lembut",
        69_000,
        "Versi kecil kaus kawung untuk anak umur dua sampai sepuluh tahun. Katun 30s yang halus, label dicetak sehingga tidak menggaruk. Gambar tetap terang setelah puluhan kali cuci.",
        {
          category: "pakaian-anak",
          weight: 130,
          axes: [axis("Usia", "2-4 tahun, 5-7 tahun, 8-10 tahun")],
          extraPrice: {},
        },
      ],
    ],
  ),
  ...family(
    {
      shop: "langkah-bandung",
      category: "kaus",
      pictures: ["kaos-hijau"],
      weight: 200,
      axes: [baju],
      extraPrice: { XXL: 10_000 },
    },
    [
      [
        "Kaus Polos Hijau Sage Cotton Combed 24s Unisex",
        65_000,
        "Hijau sage yang kalem dan mudah dipadukan dengan krem atau hitam. Katun combed 24s yang sudah melewati bio-polish agar tidak berbulu. Jahitan pundak ke pundak diperkuat pita.",
      ],
      [
        "Kaus Hijau Sage Katun Organik Celup Garmen",
        145_000,
        "Katun organik yang dicelup sesudah dijahit, warnanya memudar cantik. Terasa lembut sejak pemakaian pertama. Cuci terpisah dua kali pertama karena masih ada sisa warna.",
      ],
      [
        "Kaus Seragam Komunitas Hijau Sage Sablon Custom",
        78_000,
        "Harga sudah termasuk sablon satu warna ukuran A4 di dada atau punggung. Tulis alamat berkas gambar di catatan pesanan, kami kirimkan contoh digital sebelum dicetak. Pengerjaan enam hari sejak gambar disetujui.",
        {
          minOrder: 12,
          preOrderDays: 6,
          axes: [axis("Ukuran", "S M L XL")],
          extraPrice: {},
        },
      ],
    ],
  ),
  ...family(
    {
      shop: "batik-laweyan",
      category: "gaun-tunik",
      pictures: ["dress-batik"],
      weight: 350,
      axes: [bajuWanita],
      extraPrice: { XL: 15_000 },
    },
    [
      [
        "Dress Batik Wanita Selutut Truntum Marun Solo",
        275_000,
        "Gaun selutut berpotongan A dengan ritsleting belakang. Motif truntum marun di atas katun primisima, berfuring sampai pinggang. Panjang 98 sentimeter, lengan tiga perempat.",
      ],
      [
        "Dress Batik Truntum Marun Kerah Sabrina Pesta",
        345_000,
        "Kerah sabrina yang bisa dinaikkan ke bahu, pinggang berkaret di belakang. Kain dobi halus yang sedikit berkilau di bawah lampu. Tersedia saku tersembunyi di kedua sisi.",
      ],
      [
        "Tunik Batik Marun Lengan Panjang Busui Friendly",
        229_000,
        "Bukaan kancing depan sampai dada memudahkan ibu menyusui. Panjang menutup paha, nyaman dengan celana lurus. Cap warna marun yang tidak luntur ke hijab terang.",
        { shop: "pekalongan-canting" },
      ],
    ],
  ),
  ...family(
    { shop: "losari-gaya", category: "gaun-tunik", pictures: ["dress-linen"], weight: 330, axes: [bajuWanita] },
    [
      [
        "Dress Linen Kuning Kunyit Polos Selutut Kasual",
        239_000,
        "Linen lembut berwarna kuning kunyit, potongan lurus dengan tali pinggang lepas. Dua saku depan yang cukup dalam untuk ponsel. Bahan menyerap keringat, pas untuk cuaca Makassar.",
      ],
      [
        "Midi Dress Katun Rami Kuning Tanpa Lengan",
        199_000,
        "Gaun tanpa lengan dengan garis leher persegi. Kain rami yang dicuci enzim sehingga tidak kaku. Bisa dilapisi kaus putih atau kardigan.",
      ],
      [
        "Dress Linen Wanita Kuning Kancing Depan Bandung",
        265_000,
        "Kancing batok dari atas sampai bawah, dapat dipakai sebagai luaran panjang. Dijahit di rumah produksi kami dengan obras tertutup. Model mengenakan ukuran M, tinggi 165 sentimeter.",
        { shop: "langkah-bandung" },
      ],
    ],
  ),
  ...family(
    {
      shop: "trusmi-mega",
      category: "selendang-syal",
      pictures: ["selendang-sutra"],
      attributes: { Bahan: "Sutra", Ukuran: "50 x 200 cm" },
      weight: 150,
      origin: true,
    },
    [
      [
        "Selendang Sutra Mega Mendung Ungu Batik Tulis",
        425_000,
        "Sutra ATBM lembut dengan mega mendung ungu bergradasi. Ukuran 50 x 200 sentimeter, kedua ujungnya dipilin. Cuci dengan sampo bayi dan gulung dengan handuk, jangan diperas.",
        { stock: 8 },
      ],
      [
        "Pasmina Batik Cirebon Mega Mendung Sutra Baron",
        185_000,
        "Sutra baron lebih ringan dan tidak licin di kepala. Motif awan besar di kedua ujung, bagian tengah dibuat polos agar mudah dipadukan. Bisa dipakai sebagai hijab maupun bahu gaun.",
        { axes: [axis("Warna", "Ungu, Biru, Merah muda, Hijau toska")] },
      ],
      [
        "Selendang Batik Sutra Solo untuk Kado Ibu",
        365_000,
        "Dibatik di Laweyan dengan malam tipis agar sutranya tidak kaku. Datang dalam kotak karton bermotif dan kartu ucapan kosong. Warna lembayung yang pantas untuk segala usia.",
        { axes: [axis("Warna", "Lembayung, Merah marun, Hijau tua")], shop: "batik-laweyan", stock: 9 },
      ],
    ],
  ),
  ...family({ shop: "rumah-tondi", category: "songket-ulos", pictures: ["syal-tenun"], weight: 200, origin: true }, [
    [
      "Ulos Selendang Sadum Garis Merah Tenun Toba",
      275_000,
      "Ulos sadum bergaris merah yang diberikan sebagai tanda suka cita. Ditenun ibu-ibu Muara di tepi danau selama lima hari. Ukuran 30 x 190 sentimeter dengan rambu di kedua ujung.",
    ],
    [
      "Syal Ulos Mangiring Merah untuk Tamu dan Wisuda",
      95_000,
      "Mangiring melambangkan kesuburan dan kerukunan, dalam bentuk syal ringan. Sering dikalungkan kepada tamu kehormatan. Pesanan untuk acara dapat diberi label nama di ujung kain.",
      {},
    ],
    [
      "Syal Tenun Lurik Merah Katun Hangat Unisex",
      79_000,
      "Tenun bergaris merah yang cukup hangat untuk Lembang atau kabin pesawat. Katun 100 persen sehingga tidak gatal di leher. Panjang 180 sentimeter, rumbai pendek.",
      { axes: [axis("Warna", "Merah, Biru, Hijau")], shop: "griya-laksono", category: "selendang-syal", origin: false },
    ],
    [
      "Selendang Tenun Mandar Garis Merah Katun Sutra",
      240_000,
      "Garis lurus merah dan hitam khas tenun Mandar, campuran sutra lokal. Ringan untuk penutup bahu ketika memakai baju bodo. Setiap helai ditandai inisial penenun di sudut.",
      { shop: "mandar-sutra", category: "selendang-syal" },
    ],
  ]),
  ...family(
    {
      shop: "losari-gaya",
      category: "aksesori-pakaian",
      pictures: ["topi-bucket"],
      attributes: { Bahan: "Kanvas katun" },
      weight: 120,
      axes: [axis("Ukuran", "M (56-58 cm), L (59-61 cm)")],
    },
    [
      [
        "Topi Bucket Kanvas Krem Polos Bisa Dilipat",
        59_000,
        "Kanvas katun 10 oz yang kaku seperlunya, tidak melorot ketika kena angin. Jahitan keliling pada tepi menjaga bentuknya. Bisa dilipat ke dalam saku tas.",
      ],
      [
        "Bucket Hat Krem Dua Sisi Kanvas dan Batik",
        89_000,
        "Satu sisi kanvas krem, sisi lain batik yang bisa dibalik sesuai suasana. Lubang angin dari logam antikarat di kedua samping. Cuci tangan supaya tepinya tidak bergelombang.",
        { shop: "langkah-bandung" },
      ],
      [
        "Topi Rimba Krem Kanvas Tali Dagu untuk Mendaki",
        75_000,
        "Tepi tujuh sentimeter menahan matahari di jalur terbuka. Tali dagu bisa dilepas, kait samping untuk melipat tepi. Cepat kering setelah hujan di jalur Kerinci.",
        { shop: "kerinci-jelajah", category: "kemah-jelajah" },
      ],
    ],
  ),
];
