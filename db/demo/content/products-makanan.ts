import { axis, family } from "./draft.ts";
import type { Draft } from "./draft.ts";

const giling = axis("Gilingan", "Biji utuh, Halus (tubruk), Sedang (V60), Kasar (french press)");

/** Coffee, tea, snacks, sauces, dishes and staples. */
export const makananProducts: Draft[] = [
  ...family(
    {
      shop: "kopi-takengon",
      category: "kopi",
      pictures: ["kopi-gayo"],
      weight: 300,
      origin: true,
      attributes: { Varietas: "Ateng, Tim-tim", Ketinggian: "1.300–1.600 mdpl" },
    },
    [
      [
        "Kopi Arabika Gayo Bubuk Medium Roast 250 g",
        78_000,
        "Rasa cokelat, gula merah, dan sedikit rempah, keasamannya ringan. Disangrai sedang supaya cocok untuk tubruk maupun V60. Kemasan berkatup menjaga aroma sampai tiga bulan.",
        {
          axes: [axis("Isi", "250 g, 500 g, 1 kg")],
          extraPrice: { "500 g": 70_000, "1 kg": 205_000 },
          extraWeight: { "500 g": 260, "1 kg": 780 },
        },
      ],
      [
        "Kopi Gayo Full Wash Bebesen Single Origin 250 g",
        92_000,
        "Dicuci penuh dan difermentasi 18 jam sehingga rasanya bersih dengan keasaman jeruk. Satu lot dari kebun Pak Mahdi di Bebesen. Seduh 15 gram dengan 240 mililiter air 92 derajat.",
        { axes: [giling] },
      ],
      [
        "Kopi Gayo Natural Anaerob Wangi Nangka 200 g",
        125_000,
        "Ceri utuh difermentasi kedap udara 72 jam lalu dijemur 25 hari. Aromanya nangka dan anggur merah, manis di akhir. Produksi terbatas setiap musim panen.",
        { axes: [giling], weight: 250, stock: 14 },
      ],
      [
        "Kopi Gayo Honey Process Pantan Musara 250 g",
        105_000,
        "Lendir buah dibiarkan menempel selama dijemur sehingga manisnya seperti madu. Badan sedang, cocok diseduh dengan susu. Tanggal sangrai paling lama sepekan sebelum kirim.",
        { axes: [giling] },
      ],
      [
        "Kopi Peaberry Gayo Biji Lanang Dark Roast 250 g",
        115_000,
        "Biji tunggal yang dipilah tangan dari panen kami. Disangrai gelap dengan rasa kacang panggang dan karamel pahit. Disukai peminum espreso dan kopi tubruk kental.",
        { axes: [giling] },
      ],
      [
        "Kopi Arabika Gayo Bubuk untuk Kedai Isi 4 Kantong 250 g",
        295_000,
        "Empat kantong dengan tanggal sangrai yang sama agar rasa di kedai tidak berubah-ubah. Digiling sedang, bisa diganti halus lewat catatan. Harga langganan tersedia untuk pesanan mingguan.",
        {
          weight: 1_150,
        },
      ],
    ],
  ),
  ...family(
    {
      shop: "sesean-toraja",
      category: "kopi",
      pictures: ["kopi-toraja"],
      weight: 250,
      origin: true,
      attributes: { Varietas: "Tipika", Ketinggian: "1.500 mdpl" },
    },
    [
      [
        "Kopi Toraja Sesean Biji Utuh Dark Roast 200 g",
        82_000,
        "Giling basah khas Toraja dengan rasa tanah, kayu manis, dan cokelat pekat. Disangrai gelap tanpa gosong. Diamkan lima hari sesudah tanggal sangrai agar gasnya keluar.",
        { axes: [giling] },
      ],
      [
        "Kopi Toraja Sapan Full Wash Medium 200 g",
        95_000,
        "Dari kebun di Sapan yang berkabut sepanjang pagi. Keasaman apel hijau dan manis tebu, bersih di ujung lidah. Paling baik dengan kalita atau V60.",
        { axes: [giling] },
      ],
      [
        "Kopi Toraja Tipika Tua Lot Kecil Pulu-pulu 200 g",
        145_000,
        "Pohon tipika berumur lebih dari 60 tahun di Pulu-pulu, hasilnya sedikit. Aroma bunga dan jeruk bali yang halus. Setiap kantong bernomor lot.",
        { axes: [giling], stock: 9 },
      ],
      [
        "Paket Cicip Tiga Kopi Toraja 3 x 100 g",
        129_000,
        "Tiga sangraian berbeda dari lereng Sesean dalam kemasan kecil. Cocok untuk yang belum tahu kesukaannya. Kartu panduan rasa dan resep seduh disertakan.",
        { weight: 400 },
      ],
    ],
  ),
  ...family(
    {
      shop: "way-kriuk",
      category: "kopi",
      pictures: ["kopi-robusta"],
      weight: 560,
      origin: true,
      attributes: { Asal: "Liwa, Lampung Barat" },
    },
    [
      [
        "Kopi Robusta Lampung Bubuk Halus Tubruk 500 g",
        55_000,
        "Robusta Liwa yang disangrai gelap dan digiling halus untuk kopi tubruk. Pahitnya tebal, cocok dengan gula atau susu kental manis. Tanpa campuran jagung atau beras.",
        {},
      ],
      [
        "Kopi Robusta Petik Merah Liwa Fine Robusta 500 g",
        89_000,
        "Hanya ceri merah yang dipetik sehingga rasanya manis cokelat dan tidak apek. Skor uji cita rasa di atas 80. Cocok sebagai dasar espreso kedai.",
        { axes: [giling] },
      ],
      [
        "Kopi Bubuk Lampung Kemasan Warung 500 g Isi 10",
        475_000,
        "Sepuluh bungkus untuk warung dan kantor. Gilingan halus, langsung larut ampasnya mengendap. Tanggal kedaluwarsa 12 bulan sejak dikemas.",
        { weight: 5_400 },
      ],
    ],
  ),
  ...family(
    {
      shop: "lumbung-priangan",
      category: "teh-minuman",
      pictures: ["kopi-susu"],
      weight: 320,
      attributes: { Isi: "250 ml", Simpan: "Dingin, 7 hari" },
    },
    [
      [
        "Kopi Susu Gula Aren Sudut Senja Botol 250 ml Isi 4",
        88_000,
        "Espreso blend Jawa Barat, susu segar, dan gula aren Lebak. Diseduh pagi hari dan dikirim dengan es batu gel. Sebaiknya hanya dikirim dengan layanan satu hari sampai.",
        { weight: 1_350 },
      ],
      [
        "Kopi Susu Gula Aren Literan 1 L Sudut Senja",
        79_000,
        "Untuk rapat atau keluarga, cukup lima gelas. Gulanya dapat dikurangi, tulis permintaan di catatan. Kocok dahulu karena santan aren mengendap.",
        { weight: 1_150, attributes: { Isi: "1 liter" }, axes: [axis("Manis", "Normal, Kurang manis")] },
      ],
      [
        "Kopi Susu Kelapa Tanpa Susu Sapi Botol 250 ml Isi 4",
        96_000,
        "Santan kelapa segar menggantikan susu sapi, aman untuk yang tidak tahan laktosa. Rasanya gurih dengan manis aren. Tanpa pengawet dan perisa.",
        { weight: 1_350 },
      ],
    ],
  ),
  ...family(
    {
      shop: "lumbung-priangan",
      category: "teh-minuman",
      pictures: ["teh-melati"],
      weight: 120,
      attributes: { Isi: "25 kantong" },
    },
    [
      [
        "Teh Melati Celup Kebun Walini Kotak Isi 25",
        14_500,
        "Teh hijau dan bunga melati segar yang dipetik malam hari. Kantong tanpa staples, aman di gelombang mikro. Seduh tiga menit saja agar tidak sepat.",
        {},
      ],
      [
        "Teh Melati Walini Paket Isi 6 Kotak 150 Kantong",
        82_000,
        "Enam kotak untuk persediaan rumah atau kantor. Wanginya tetap karena tiap kotak dibungkus foil. Kedaluwarsa 24 bulan sejak produksi.",
        { weight: 620, attributes: { Isi: "150 kantong" } },
      ],
      [
        "Teh Hijau Melati Tabur Premium Ciwidey 100 g",
        38_000,
        "Pucuk teh hijau dicampur melati tiga kali semalam lalu bunganya dipisahkan. Warnanya kuning bening, wangi tanpa perisa. Dikemas dalam kotak berlapis aluminium.",
        { attributes: { Isi: "100 g" }, weight: 160, origin: true },
      ],
      [
        "Teh Melati Rendah Kafein Celup Isi 25 Malam Hari",
        19_500,
        "Batang dan daun tua yang kafeinnya rendah, tetap wangi melati. Disukai orang tua dan ibu menyusui. Tidak memakai gula maupun perisa buatan.",
      ],
    ],
  ),
  ...family({ shop: "lumbung-priangan", category: "teh-minuman", pictures: ["teh-hitam"], weight: 220 }, [
    [
      "Teh Hitam Daun Orthodoks Walini Kaleng 100 g",
      48_000,
      "Daun utuh gulung yang mekar perlahan di air panas. Rasa malt dan kayu manis, enak dengan susu. Kaleng rapat yang bisa diisi ulang.",
      { origin: true },
    ],
    [
      "Teh Hitam Daun Kaleng Bekal Pendakian 100 g",
      52_000,
      "Kaleng kecil yang tidak penyok di dalam ransel. Warna tembaga pekat, sepatnya bulat, enak dengan gula aren di ketinggian. Seduh dua sendok teh untuk satu teko.",
      { shop: "kerinci-jelajah" },
    ],
    [
      "Teh Hitam Rempah Jahe Cengkih Kaleng 100 g",
      62_000,
      "Teh hitam dengan jahe kering, cengkih Ternate, dan kayu manis. Tinggal ditambah susu untuk teh tarik berempah. Rempah dapat diseduh dua kali.",
      { shop: "kapal-rempah" },
    ],
  ]),
  ...family(
    {
      shop: "dapur-nini",
      category: "sambal-bumbu",
      pictures: ["sambal-bawang"],
      weight: 340,
      attributes: { Isi: "200 g", "Masa simpan": "6 bulan, 1 bulan setelah dibuka" },
    },
    [
      [
        "Sambal Bawang Pedas Gurih Dapur Nini Toples 200 g",
        32_000,
        "Bawang merah dan putih digoreng perlahan bersama rawit merah sampai minyaknya wangi. Tanpa pengawet dan tanpa MSG. Sendok harus kering agar awet.",
        {
          axes: [axis("Pedas", "Sedang, Pedas, Sangat pedas")],
        },
      ],
      [
        "Sambal Bawang Teri Medan Renyah Toples 200 g",
        39_500,
        "Teri medan goreng dicampur di akhir supaya tetap renyah. Gurih tanpa perlu lauk lain. Dikirim dengan segel plastik dan jaring busa.",
        { axes: [axis("Pedas", "Sedang, Pedas")] },
      ],
      [
        "Sambal Bawang Cumi Asin Pedas Toples 200 g",
        45_000,
        "Cumi asin kecil direndam dulu agar tidak terlalu asin, lalu ditumis kering. Aroma lautnya tegas. Cocok untuk nasi hangat dan bekal perjalanan.",
      ],
      [
        "Paket Hemat Tiga Sambal Dapur Nini 3 x 200 g",
        95_000,
        "Sambal bawang, sambal ijo, dan sambal bawang teri dalam satu dus. Pilihan untuk keluarga yang seleranya berbeda. Dus bersekat sehingga aman dikirim ke luar pulau.",
        { pictures: ["sambal-bawang", "sambal-ijo"], weight: 1_050, attributes: { Isi: "3 x 200 g" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "dapur-nini",
      category: "sambal-bumbu",
      pictures: ["sambal-ijo"],
      weight: 340,
      origin: true,
      attributes: { Isi: "200 g" },
    },
    [
      [
        "Sambal Ijo Khas Padang Cabai Hijau Keriting 200 g",
        34_000,
        "Cabai hijau keriting dikukus, ditumbuk kasar, lalu ditumis dengan minyak kelapa. Pedasnya sopan dan sedikit asam dari tomat hijau. Simpan di lemari es sesudah dibuka.",
      ],
      [
        "Sambal Ijo Teri Padang Ikan Asin Toples 200 g",
        40_000,
        "Teri dan sedikit jengkol muda bagi yang suka. Minyaknya banyak supaya bisa disiramkan ke nasi. Tanggal masak ditulis tangan di tutup toples.",
        { axes: [axis("Isian", "Teri, Teri dan jengkol")], extraPrice: { "Teri dan jengkol": 4_000 } },
      ],
      [
        "Sambal Ijo Kiloan untuk Rumah Makan Kemasan 1 Kg",
        125_000,
        "Kemasan isi ulang untuk rumah makan dan katering. Dibuat sehari sebelum kirim, dibekukan lalu dikemas. Pesan paling lambat pukul sepuluh pagi.",
        {
          weight: 1_100,
          attributes: { Isi: "1 kg" },
          origin: false,
        },
      ],
    ],
  ),
  ...family(
    {
      shop: "nyiur-manado",
      category: "sambal-bumbu",
      pictures: ["sambal-roa"],
      weight: 290,
      origin: true,
      attributes: { Isi: "150 g" },
    },
    [
      [
        "Sambal Roa Manado Tante Meity Pedas Asap 150 g",
        42_000,
        "Ikan roa asap disuwir halus, ditumis dengan rawit, tomat, dan daun jeruk. Aroma asapnya kuat dan rasanya gurih. Enak dengan pisang goreng, seperti di Manado.",
        { axes: [axis("Pedas", "Sedang, Pedas")] },
      ],
      [
        "Sambal Roa Kering Tabur Manado Toples 150 g",
        48_000,
        "Dimasak sampai kering seperti abon sehingga mudah dibawa ke luar negeri. Tahan enam bulan tanpa lemari es. Taburkan di atas mi atau bubur manado.",
      ],
      [
        "Sambal Roa Manado Ekstra Rawit Toples 150 g",
        46_500,
        "Rawitnya dua kali lipat untuk yang tidak gentar pedas. Roanya tetap terasa karena disuwir kasar. Habiskan dua minggu sesudah dibuka.",
      ],
      [
        "Paket Oleh-oleh Sambal Roa Isi 6 Toples",
        238_000,
        "Enam toples dalam dus bersekat, pas untuk buah tangan kantor. Boleh campur tingkat pedas, tulis di catatan. Kami ganti bila ada yang pecah, cukup kirim foto.",
        { weight: 1_800, attributes: { Isi: "6 x 150 g" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "hutan-sumbawa",
      category: "madu-gula",
      pictures: ["madu-hutan"],
      weight: 650,
      origin: true,
      attributes: { Isi: "350 ml", "Kadar air": "21 %" },
      note: "Jangan diberikan kepada bayi di bawah satu tahun.",
    },
    [
      [
        "Madu Hutan Sumbawa Murni Apis Dorsata 350 ml",
        115_000,
        "Madu lebah hutan dari Batudulang, warnanya tembaga dan sedikit asam. Disaring dua kali tanpa pemanasan. Gas dan busa halus di botol adalah tanda enzimnya hidup.",
        { axes: [axis("Isi", "350 ml, 700 ml")], extraPrice: { "700 ml": 95_000 }, extraWeight: { "700 ml": 550 } },
      ],
      [
        "Madu Multiflora Hutan Sumbawa Panen September 350 ml",
        125_000,
        "Panen puncak kemarau ketika pohon bidara dan bungur berbunga. Lebih kental dan manisnya panjang. Nomor panen dapat dilacak pada kartu di leher botol.",
        { stock: 22 },
      ],
      [
        "Madu Trigona Klanceng Lombok Asam Segar 350 ml",
        165_000,
        "Dari lebah tanpa sengat di Lombok Utara, rasanya asam seperti jeruk. Kaya propolis alami. Ambil dua sendok pagi hari dengan air suam.",
      ],
    ],
  ),
  ...family(
    {
      shop: "lebak-manis",
      category: "madu-gula",
      pictures: ["gula-aren"],
      weight: 380,
      origin: true,
      attributes: { Isi: "300 g" },
    },
    [
      [
        "Gula Aren Semut Organik Lebak Toples 300 g",
        36_000,
        "Butirannya halus dan langsung larut, seperti memakai gula pasir. Rasa karamel dan sedikit asap kayu. Cocok untuk kopi susu, kue, dan bubur.",
        { axes: [axis("Isi", "300 g, 1 kg")], extraPrice: { "1 kg": 52_000 }, extraWeight: { "1 kg": 720 } },
      ],
      [
        "Gula Semut Aren Hutan Sobang Butiran Kasar 300 g",
        39_000,
        "Dari nira hutan Sobang yang disadap subuh, warnanya lebih gelap dan wangi asapnya jelas. Butirannya sengaja dibiarkan kasar untuk taburan bubur dan martabak. Tutup rapat karena mudah menyerap lembap.",
      ],
      [
        "Gula Aren Semut untuk Kedai Kopi Isi 6 Toples",
        198_000,
        "Enam toples untuk persediaan kedai, satu toples kira-kira empat puluh gelas kopi susu. Larut di air hangat tanpa ampas sehingga mudah dijadikan sirup. Kami kirim dalam dus bersekat.",
        { weight: 2_300, attributes: { Isi: "6 x 300 g" }, pictures: ["gula-aren", "gelas-kopi"] },
      ],
      [
        "Gula Semut Jahe Merah Lebak Seduh Hangat 300 g",
        44_000,
        "Sari jahe merah dimasak bersama nira sampai mengkristal. Dua sendok makan untuk satu cangkir air panas. Hangatnya terasa, manisnya tidak berlebihan.",
      ],
    ],
  ),
  ...family(
    {
      shop: "dapur-nini",
      category: "camilan",
      pictures: ["keripik-singkong"],
      weight: 220,
      attributes: { Isi: "180 g" },
    },
    [
      [
        "Keripik Singkong Balado Pedas Renyah Raya 180 g",
        22_000,
        "Singkong iris tipis dilumuri balado cabai merah yang digoreng kering. Pedas manis khas Bukittinggi. Kemasan dipompa nitrogen sehingga sampai dalam keadaan utuh.",
        {
          axes: [axis("Rasa", "Balado pedas, Balado manis, Asin bawang")],
        },
      ],
      [
        "Keripik Sanjai Balado Bukittinggi Kemasan 500 g",
        52_000,
        "Keripik sanjai asli, singkongnya tua dan diiris memanjang. Baladonya basah menempel, jadi tangan pasti merah. Tahan dua bulan dalam wadah rapat.",
        { weight: 560, origin: true, attributes: { Isi: "500 g" } },
      ],
      [
        "Keripik Singkong Balado Tidak Pedas untuk Anak 180 g",
        21_000,
        "Balado manis dari cabai merah besar tanpa biji, pedasnya hampir tidak terasa. Warnanya tetap merah tanpa pewarna. Digoreng pada suhu stabil sehingga renyahnya merata.",
        {
          axes: [axis("Isi", "1 bungkus, 5 bungkus")],
          extraPrice: { "5 bungkus": 79_000 },
          extraWeight: { "5 bungkus": 840 },
        },
      ],
    ],
  ),
  ...family(
    {
      shop: "arema-kriuk",
      category: "camilan",
      pictures: ["keripik-tempe"],
      weight: 190,
      attributes: { Isi: "150 g" },
    },
    [
      [
        "Keripik Tempe Sanan Malang Original 150 g",
        15_000,
        "Tempe setipis kartu dari kampung Sanan, dilapis tepung beras dan daun jeruk. Digoreng dua kali sehingga renyah sampai akhir. Kedelainya lokal dan tidak langu.",
        {
          origin: true,
          axes: [axis("Rasa", "Original, Daun jeruk, Balado, Keju, Rumput laut")],
          extraPrice: { Keju: 1_000, "Rumput laut": 1_000 },
        },
      ],
      [
        "Keripik Tempe Sagu Super Tipis Malang 150 g",
        19_500,
        "Lapisan sagu membuatnya lebih tipis dan ringan daripada yang biasa. Enak disandingkan dengan rawon. Kemasan tebal dengan ritsleting.",
        { origin: true },
      ],
      [
        "Keripik Tempe Malang Curah 1 Kg Kaleng Blek",
        98_000,
        "Satu kilogram dalam kaleng blek seperti di toko oleh-oleh lama. Kaleng dapat dipakai lagi untuk kerupuk. Kami bungkus dengan dua lapis kardus.",
        { weight: 1_700, attributes: { Isi: "1 kg" } },
      ],
      [
        "Paket Oleh-oleh Malang Keripik Tempe Isi 10 Bungkus",
        138_000,
        "Sepuluh bungkus aneka rasa untuk dibagi. Rasa dapat dipilih lewat catatan, bila kosong kami campur. Dus berpegangan sehingga mudah ditenteng.",
        { weight: 1_900, attributes: { Isi: "10 x 150 g" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "way-kriuk",
      category: "camilan",
      pictures: ["keripik-pisang"],
      weight: 240,
      origin: true,
      attributes: { Isi: "200 g" },
    },
    [
      [
        "Keripik Pisang Cokelat Lumer Lampung 200 g",
        25_000,
        "Pisang kepok tua diiris tipis lalu diselimuti bubuk cokelat tebal. Manisnya pas dan tidak lengket di gigi. Dibuat setiap pagi di Gang PU, Bandar Lampung.",
        { axes: [axis("Rasa", "Cokelat, Susu, Melon, Moka")] },
      ],
      [
        "Keripik Pisang Cokelat Kurang Manis Lampung 200 g",
        26_000,
        "Cokelatnya 60 persen kakao dan gulanya dikurangi. Renyahnya bersih, cocok untuk teman kopi robusta. Kemasan ritsleting menjaga kerenyahan sebulan.",
      ],
      [
        "Keripik Pisang Lampung Cokelat Kiloan 1 Kg",
        105_000,
        "Satu kilogram dalam plastik tebal untuk acara keluarga atau dijual lagi. Cokelatnya dipisah bila dikirim ke daerah panas, tinggal dikocok. Tahan dua bulan.",
        {
          weight: 1_080,
          attributes: { Isi: "1 kg" },
        },
      ],
    ],
  ),
  ...family(
    {
      shop: "delta-udang",
      category: "camilan",
      pictures: ["kerupuk-udang"],
      weight: 290,
      origin: true,
      attributes: { Isi: "250 g" },
    },
    [
      [
        "Kerupuk Udang Sidoarjo Siap Goreng 250 g",
        38_000,
        "Udang segar 40 persen dari adonan, terasa dan bukan sekadar wangi. Mengembang tiga kali lipat dalam minyak panas. Jemur sebentar sebelum digoreng bila cuaca lembap.",
        { axes: [axis("Ukuran", "Kecil, Besar")], extraPrice: { Besar: 4_000 } },
      ],
      [
        "Kerupuk Udang Matang Siap Makan Sidoarjo 250 g",
        42_000,
        "Sudah digoreng dengan minyak baru dan ditiriskan sampai kering. Kemasan bantal menjaga bentuknya. Habiskan dua pekan setelah dibuka.",
        { weight: 340 },
      ],
      [
        "Kerupuk Udang Super Windu Sidoarjo 500 g Kotak",
        95_000,
        "Memakai udang windu tambak Jabon, warnanya jingga pucat alami. Untuk hantaran atau oleh-oleh, kotak berjendela. Tanpa pewarna dan pemutih.",
        { weight: 620, attributes: { Isi: "500 g" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "dapur-nini",
      category: "lauk-siap-saji",
      pictures: ["rendang-kaleng"],
      weight: 260,
      origin: true,
      attributes: { Isi: "180 g", "Masa simpan": "18 bulan" },
    },
    [
      [
        "Rendang Sapi Kaleng Siap Santap Rumah Gadang 180 g",
        52_000,
        "Daging paha sapi dimasak delapan jam sampai hitam dan kering, lalu disterilkan dalam kaleng. Tidak perlu lemari es. Panaskan lima menit atau langsung disantap.",
        {},
      ],
      [
        "Rendang Sapi Kaleng Pedas Payakumbuh 180 g",
        54_000,
        "Bumbunya memakai cabai rawit dan lebih banyak lengkuas seperti rendang Payakumbuh. Dagingnya dipotong besar sehingga tetap berserat. Pilihan bekal naik haji dan mendaki.",
      ],
      [
        "Rendang Sapi Kering Kaleng Rendah Minyak 180 g",
        55_000,
        "Minyaknya ditiriskan sebelum dikalengkan sehingga tidak membeku di kulkas. Rasanya lebih pekat karena dimasak dua jam lebih lama. Cocok untuk isian roti dan nasi kepal.",
      ],
      [
        "Paket Haji Umrah Rendang Kaleng Isi 6",
        298_000,
        "Enam kaleng rendang sapi dalam tas kain, aman di bagasi karena disegel pabrik. Surat keterangan komposisi dalam bahasa Inggris disertakan. Masa simpan lebih dari setahun.",
        { weight: 1_650, attributes: { Isi: "6 x 180 g" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "dapur-mbok-sri",
      category: "lauk-siap-saji",
      pictures: ["gudeg-kaleng"],
      weight: 290,
      origin: true,
      attributes: { Isi: "210 g", "Masa simpan": "12 bulan" },
    },
    [
      [
        "Gudeg Kaleng Jogja Mbok Sri Lengkap Krecek 210 g",
        38_000,
        "Nangka muda, krecek, telur, dan ayam suwir dalam satu kaleng. Manisnya gurih, bukan manis gula. Rebus kalengnya sepuluh menit sebelum dibuka.",
        {
          axes: [axis("Varian", "Lengkap krecek, Ayam suwir, Pedas mercon")],
          extraPrice: { "Ayam suwir": 2_000, "Pedas mercon": 1_000 },
        },
      ],
      [
        "Gudeg Kaleng Vegetarian Tempe Krecek Nabati 210 g",
        34_000,
        "Tanpa daging dan telur, diganti tempe bacem dan krecek nabati. Santannya dari kelapa tua. Cocok bagi yang sedang mengurangi daging.",
      ],
      [
        "Paket Gudeg Kaleng Isi 5 Oleh-oleh Jogja",
        180_000,
        "Lima kaleng dalam kotak karton bergambar Tugu. Aman dibawa pesawat dan tidak tumpah. Disertai sambal krecek kering dalam saset.",
        { weight: 1_550, attributes: { Isi: "5 x 210 g" } },
      ],
      [
        "Gudeg Kaleng Griya Laksono Isi 2 dan Mug Kawung",
        145_000,
        "Paket rindu Jogja: dua kaleng gudeg dan satu mug kawung biru. Dibungkus besek bambu dan kertas batik. Kami tuliskan pesan Anda dengan tangan.",
        {
          shop: "griya-laksono",
          pictures: ["gudeg-kaleng", "mug-kawung"],
          weight: 1_100,
          attributes: { Isi: "2 kaleng, 1 mug" },
        },
      ],
    ],
  ),
  ...family(
    {
      shop: "muna-mete",
      category: "camilan",
      pictures: ["kacang-mete"],
      weight: 310,
      origin: true,
      attributes: { Isi: "250 g" },
    },
    [
      [
        "Kacang Mete Muna Panggang Madu Toples 250 g",
        68_000,
        "Mete utuh besar dipanggang dengan lapisan tipis madu hutan. Renyah di luar, lembut di dalam. Tanpa minyak goreng.",
        { axes: [axis("Rasa", "Madu, Asin laut, Bawang putih")] },
      ],
      [
        "Kacang Mete Panggang Madu Muna Paket 2 x 250 g",
        129_000,
        "Dua toples untuk meja tamu, dipanggang pada hari yang sama. Disortir tangan, pecahan di bawah tiga persen. Tutupnya bersegel dan bisa dipakai lagi.",
        { weight: 600, attributes: { Isi: "2 x 250 g" } },
      ],
      [
        "Kacang Mete Panggang Madu Wijen Muna Toples 250 g",
        72_000,
        "Madu dan wijen sangrai melapisi mete utuh. Wangi sejak toples dibuka dan tidak lengket di jari. Camilan Lebaran yang cepat habis.",
      ],
    ],
  ),
  ...family(
    {
      shop: "jembrana-rasa",
      category: "camilan",
      pictures: ["cokelat-bali"],
      weight: 110,
      origin: true,
      attributes: { Isi: "80 g" },
    },
    [
      [
        "Cokelat Hitam Bali Jembrana 70 Persen Batang 80 g",
        48_000,
        "Kakao fermentasi Jembrana dengan rasa kismis dan madu. Hanya tiga bahan: kakao, gula, dan lemak kakao. Dikirim dengan gel pendingin ke kota yang panas.",
        { axes: [axis("Kadar kakao", "58 %, 70 %, 85 %")], extraPrice: { "85 %": 5_000 } },
      ],
      [
        "Cokelat Bali Garam Laut Amed 70 Persen 80 g",
        52_000,
        "Serpihan garam palungan dari Amed ditabur di sisi bawah. Asinnya memunculkan manis kakao. Patahkan kecil dan biarkan lumer di lidah.",
      ],
      [
        "Cokelat Hitam Bali Kelapa Panggang 70 Persen 80 g",
        52_000,
        "Kelapa panggang renyah menyeimbangkan pahit kakao. Kelapanya dari kebun yang sama di Melaya. Tanpa susu, cocok untuk vegetarian.",
        { origin: false },
      ],
      [
        "Kotak Hadiah Cokelat Bali Isi 5 Rasa",
        239_000,
        "Lima batang berbeda dalam kotak anyaman daun lontar. Kartu berisi cerita petani kakao di setiap desa. Simpan di bawah 25 derajat.",
        { weight: 600, attributes: { Isi: "5 x 80 g" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "delta-udang",
      category: "sambal-bumbu",
      pictures: ["kecap-manis"],
      weight: 1_050,
      attributes: { Isi: "600 ml" },
    },
    [
      [
        "Kecap Manis Kedelai Hitam Cap Kentongan 600 ml",
        36_000,
        "Kedelai hitam difermentasi empat bulan lalu dimasak dengan gula kelapa. Kental dan menempel di sate. Tanpa pewarna karamel.",
        {},
      ],
      [
        "Kecap Manis Pedas Kedelai Hitam Botol Kaca 600 ml",
        39_000,
        "Kecap yang sama dengan tambahan cabai kering dan jahe. Cocolan tahu tek dan gorengan. Kocok sebelum dituang.",
      ],
      [
        "Kecap Manis Kedelai Hitam Karton Isi 12 Botol",
        396_000,
        "Satu karton untuk warung sate, katering, dan bakso. Botol kaca disekat karton tebal. Tanggal produksi sama sehingga kentalnya seragam.",
        { weight: 12_800, attributes: { Isi: "12 x 600 ml" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "nyiur-manado",
      category: "beras-bahan-pokok",
      pictures: ["minyak-kelapa"],
      weight: 620,
      origin: true,
      attributes: { Isi: "500 ml" },
    },
    [
      [
        "Minyak Kelapa Murni VCO Nyiur Biru Perasan Dingin 500 ml",
        50_000,
        "Diperas dingin dari kelapa tua Minahasa, bening dan wangi. Membeku di bawah 24 derajat, itu wajar. Bisa diminum, dimasak, atau dioleskan ke rambut.",
        {
          axes: [axis("Isi", "250 ml, 500 ml")],
          extraPrice: { "500 ml": 39_000 },
          extraWeight: { "500 ml": 280 },
          weight: 340,
        },
      ],
      [
        "VCO Manado untuk MPASI dan Memasak Botol 500 ml",
        92_000,
        "Dipilih yang kadar asam lemak bebasnya rendah sehingga rasanya ringan. Diuji di laboratorium setiap batch, hasilnya boleh diminta. Teteskan pada bubur bayi mulai enam bulan sesuai saran dokter.",
      ],
      [
        "VCO Kelapa Dalam Mandar Fermentasi Alami 500 ml",
        79_000,
        "Santan kelapa dalam didiamkan semalam sampai minyaknya naik sendiri. Rasanya lebih ringan daripada yang diperas panas. Bening sampai dasar botol, boleh diminum langsung.",
        { shop: "mandar-sutra" },
      ],
    ],
  ),
  ...family(
    {
      shop: "rumah-tondi",
      category: "teh-minuman",
      pictures: ["sirup-markisa"],
      weight: 950,
      origin: true,
      attributes: { Isi: "460 ml" },
    },
    [
      [
        "Sirup Markisa Medan Berastagi Sari Buah Asli 460 ml",
        48_000,
        "Sari markisa ungu dengan biji yang masih utuh. Encerkan satu banding lima dengan air es. Endapan di dasar adalah sari buah, kocok sebelum tuang.",
      ],
      [
        "Sirup Markisa Tanpa Biji Berastagi 460 ml",
        46_000,
        "Disaring halus bagi yang tidak suka biji. Asam manisnya tetap tegas, cocok dicampur teh. Botol kaca dibungkus jerami plastik.",
      ],
      [
        "Paket Sirup Markisa Isi 3 Botol Lebaran",
        135_000,
        "Tiga botol untuk persediaan hari raya. Dus bersekat tebal khusus botol kaca. Nomor produksi tercetak di leher botol.",
        { weight: 2_900, attributes: { Isi: "3 x 460 ml" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "dapur-nini",
      category: "lauk-siap-saji",
      pictures: ["abon-sapi"],
      weight: 190,
      attributes: { Isi: "150 g" },
    },
    [
      [
        "Abon Sapi Original Gurih Dapur Nini 150 g",
        55_000,
        "Dari daging has luar, seratnya panjang dan tidak seperti serbuk. Bawang gorengnya dipisah minyak sehingga kering. Taburan bubur anak dan isi lemper.",
        { axes: [axis("Rasa", "Original, Pedas")] },
      ],
      [
        "Abon Sapi Lembut Rendah Garam untuk Anak 150 g",
        58_000,
        "Daging sapi disuwir lebih halus dan garamnya dikurangi separuh. Cocok untuk anak di atas satu tahun dan orang tua. Kemasan ritsleting yang bisa berdiri.",
        {
          axes: [axis("Isi", "1 kantong, 3 kantong")],
          extraPrice: { "3 kantong": 108_000 },
          extraWeight: { "3 kantong": 360 },
        },
      ],
    ],
  ),
  ...family(
    {
      shop: "lembah-palu",
      category: "sambal-bumbu",
      pictures: ["bawang-goreng"],
      weight: 270,
      origin: true,
      attributes: { Isi: "200 g" },
    },
    [
      [
        "Bawang Goreng Palu Renyah Tanpa Tepung 200 g",
        34_000,
        "Bawang lembah Palu yang kadar airnya rendah, digoreng tanpa tepung. Manis alami dan tidak pahit. Renyah walau tutup toples sering dibuka.",
        {
          axes: [axis("Isi", "100 g, 200 g, 500 g")],
          extraPrice: { "200 g": 28_000, "500 g": 108_000 },
          extraWeight: { "200 g": 110, "500 g": 430 },
          weight: 150,
        },
      ],
      [
        "Bawang Goreng Palu Pedas Cabai Kering 200 g",
        66_000,
        "Irisan cabai kering digoreng bersama bawang. Pedasnya tipis, wangi untuk nasi goreng dan soto. Tanpa penguat rasa.",
      ],
      [
        "Bawang Goreng Palu Kemasan Katering 1 Kg",
        285_000,
        "Untuk katering dan rumah makan, plastik vakum dalam kardus. Pesanan diproses sehari agar digoreng baru. Susut remah di bawah dua persen.",
        {
          weight: 1_100,
          attributes: { Isi: "1 kg" },
        },
      ],
    ],
  ),
  ...family(
    {
      shop: "lumbung-priangan",
      category: "kue-oleh-oleh",
      pictures: ["dodol-garut"],
      weight: 450,
      attributes: { Isi: "400 g" },
    },
    [
      [
        "Dodol Garut Ceu Entin Aneka Rasa Kotak 400 g",
        32_000,
        "Ketan, gula, dan susu diaduk tujuh jam di kawah tembaga. Lembut dan tidak lengket di gigi. Isi campuran susu, kacang, dan wijen.",
        { origin: true, axes: [axis("Rasa", "Campur, Susu, Kacang, Durian")], extraPrice: { Durian: 4_000 } },
      ],
      [
        "Dodol Garut Zebra Cokelat Susu Kotak 400 g",
        34_500,
        "Dua lapis cokelat dan susu yang terlihat bergaris saat dipotong. Manisnya lebih ringan daripada dodol biasa. Tahan dua bulan pada suhu ruang.",
        { origin: true },
      ],
      [
        "Paket Lebaran Dodol dan Teh Melati Priangan",
        62_000,
        "Satu kotak dodol campur dan dua kotak teh melati. Bingkisan sederhana untuk tetangga dan guru. Pita dan kartu kami sertakan.",
        { pictures: ["dodol-garut", "teh-melati"], weight: 700, attributes: { Isi: "3 kotak" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "dapur-mbok-sri",
      category: "kue-oleh-oleh",
      pictures: ["bakpia"],
      weight: 480,
      origin: true,
      attributes: { Isi: "15 butir", "Masa simpan": "7 hari" },
    },
    [
      [
        "Bakpia Jogja Kacang Hijau Pathok Ayu Isi 15",
        38_000,
        "Kulit berlapis tipis dengan kacang hijau kupas yang halus. Dipanggang pagi dan dikirim sore. Hangatkan dua menit di wajan tanpa minyak.",
        {
          axes: [axis("Isi", "Kacang hijau, Cokelat, Keju, Kumbu hitam")],
          extraPrice: { Cokelat: 2_000, Keju: 4_000 },
        },
      ],
      [
        "Bakpia Kering Kacang Hijau Tahan 3 Minggu Isi 15",
        42_000,
        "Dipanggang lebih lama sehingga renyah dan tahan dikirim jauh. Pilihan aman untuk luar Jawa. Isinya sedikit lebih manis.",
        { attributes: { "Masa simpan": "21 hari" } },
      ],
      [
        "Bakpia Oleh-oleh Griya Laksono 3 Kotak Campur",
        119_000,
        "Tiga rasa dari dapur langganan kami di Pathuk, diambil hari itu juga. Disusun dalam besek bambu. Kirim dengan layanan cepat agar tetap lembut.",
        { shop: "griya-laksono", weight: 1_450, attributes: { Isi: "45 butir" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "lumbung-priangan",
      category: "beras-bahan-pokok",
      pictures: ["beras-organik"],
      weight: 5_100,
      attributes: { Isi: "5 kg" },
    },
    [
      [
        "Beras Organik Pandan Wangi Cianjur 5 Kg",
        125_000,
        "Pandan wangi asli Warungkondang, wangi sejak dicuci. Ditanam tanpa pestisida kimia dan bersertifikat organik. Digiling saat Anda memesan.",
        {
          origin: true,
        },
      ],
      [
        "Beras Merah Organik Cianjur Pecah Kulit 5 Kg",
        138_000,
        "Kulit arinya dibiarkan sehingga seratnya tinggi. Rendam 30 menit sebelum dimasak dan tambah air seperempat. Cocok untuk yang menjaga gula darah.",
      ],
      [
        "Beras Sarinah Pulen Sawah Cianjur Karung 5 Kg",
        89_000,
        "Nasi harian yang pulen dan tidak mudah basi. Butir kepala 90 persen, tanpa pemutih. Dikemas karung jahit dengan plastik dalam.",
      ],
      [
        "Beras Hitam Organik Priangan Kaya Antosianin 5 Kg",
        165_000,
        "Warna ungu tua alami yang mewarnai air cucian. Campur satu banding tiga dengan beras putih agar lembut. Panen dua kali setahun sehingga stoknya terbatas.",
        { stock: 16 },
      ],
    ],
  ),
  ...family({ shop: "kapal-rempah", category: "sambal-bumbu", pictures: ["bumbu-rempah"], weight: 520, origin: true }, [
    [
      "Set Tiga Rempah Dapur Kunyit Ketumbar Cabai 3 x 60 g",
      89_000,
      "Tiga toples kaca bersegel berisi bubuk rempah murni. Digiling kecil-kecilan sehingga wanginya penuh. Isi ulang tersedia agar toples tidak terbuang.",
    ],
    [
      "Set Rempah Maluku Pala Cengkih Kayu Manis 3 x 60 g",
      119_000,
      "Pala dan cengkih dari lereng Gamalama, kayu manis dari Halmahera. Untuk semur, kue kering, dan teh. Dipetik dan dijemur oleh petani yang kami kenal namanya.",
    ],
    [
      "Bumbu Dasar Putih Kuning Merah Kering Isi 3 Toples",
      95_000,
      "Bumbu dasar yang dikeringkan, cukup satu sendok untuk satu masakan. Tanpa garam sehingga bisa Anda atur sendiri. Hemat waktu mengulek saat sahur.",
      { origin: false },
    ],
    [
      "Isi Ulang Rempah Bubuk 200 g Aneka Pilihan",
      42_000,
      "Kantong kertas berlapis untuk mengisi ulang toples kami. Berat bersih 200 gram, tanpa campuran tepung. Jauhkan dari uap kompor.",
      {
        weight: 230,
        axes: [axis("Rempah", "Kunyit, Ketumbar, Cabai, Pala, Cengkih")],
        extraPrice: { Pala: 28_000, Cengkih: 33_000 },
      },
    ],
  ]),
  ...family(
    { shop: "jembrana-rasa", category: "camilan", pictures: ["granola"], weight: 350, attributes: { Isi: "300 g" } },
    [
      [
        "Granola Kelapa Mete dan Kismis Pagi Bali 300 g",
        62_000,
        "Oat dipanggang dengan minyak kelapa, madu, dan kelapa parut. Renyah bergumpal, tidak seperti serbuk. Sajikan dengan yoghurt atau susu kedelai.",
        { axes: [axis("Rasa", "Kelapa mete, Cokelat Jembrana, Pisang kayu manis")] },
      ],
      [
        "Granola Tanpa Gula Kelapa Kurma Bali 300 g",
        69_000,
        "Manisnya dari kurma cincang dan pisang kering. Tanpa gula tambahan dan tanpa tepung. Cocok sebagai sarapan cepat sebelum bekerja.",
        { axes: [axis("Isi", "300 g, 1 kg")], extraPrice: { "1 kg": 118_000 }, extraWeight: { "1 kg": 760 } },
      ],
      [
        "Granola Bali Kemasan Keluarga 1 Kg",
        175_000,
        "Kantong besar dengan ritsleting untuk sebulan sarapan. Lebih hemat daripada kemasan kecil. Simpan di tempat sejuk dan tutup rapat.",
        { weight: 1_080, attributes: { Isi: "1 kg" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "arema-kriuk",
      category: "teh-minuman",
      pictures: ["susu-kedelai"],
      weight: 1_080,
      attributes: { Isi: "1 liter" },
    },
    [
      [
        "Susu Kedelai Nusa Soya Original Karton 1 Liter",
        24_500,
        "Kedelai lokal tanpa rekayasa genetika, diproses UHT sehingga tahan di suhu ruang. Tidak langu dan manisnya rendah. Kocok sebelum diminum.",
        { axes: [axis("Rasa", "Original, Cokelat, Tanpa gula")] },
      ],
      [
        "Susu Kedelai Karton 1 Liter Isi 12 Satu Dus",
        275_000,
        "Satu dus penuh untuk sekolah, posyandu, atau toko. Kedaluwarsa sembilan bulan. Dus asli pabrik ditambah pelindung sudut.",
        { weight: 13_200, attributes: { Isi: "12 x 1 liter" } },
      ],
      [
        "Susu Kedelai Barista untuk Kopi Tidak Pecah 1 Liter",
        32_000,
        "Diracik agar berbusa dan tidak pecah di kopi panas. Rasa kedelainya tipis. Dipakai beberapa kedai di Malang.",
      ],
    ],
  ),
];
