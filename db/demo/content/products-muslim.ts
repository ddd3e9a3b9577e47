import { axis, family } from "./draft.ts";
import type { Draft } from "./draft.ts";

/** Clothes and things for prayer. */
export const muslimProducts: Draft[] = [
  ...family({ shop: "serindit-melayu", category: "perlengkapan-salat", pictures: ["sajadah-merah"], weight: 700 }, [
    [
      "Sajadah Beludru Merah Motif Mihrab Tebal 70 x 110 cm",
      95_000,
      "Beludru tebal yang empuk di lutut, bulunya tidak mudah rontok. Motif mihrab klasik dengan dasar merah tua. Sedot debu atau jemur di tempat teduh, hindari sikat kasar.",
    ],
    [
      "Sajadah Merah Dewasa Beludru dengan Nama Bordir",
      135_000,
      "Nama dibordir benang emas di sudut bawah, paling banyak 14 huruf. Tulis nama di catatan pesanan dengan ejaan yang benar. Dikemas kotak mika sehingga siap jadi kado.",
      { preOrderDays: 3 },
    ],
    [
      "Sajadah Busa Lipat Merah Empuk 2 cm untuk Lansia",
      165_000,
      "Busa padat dua sentimeter membantu lutut dan pergelangan orang tua. Bagian bawah antiselip untuk lantai keramik. Sarungnya berritsleting dan dapat dicuci mesin.",
      { axes: [axis("Warna", "Merah, Hijau, Cokelat")], weight: 1_200, shop: "rumah-bais" },
    ],
    [
      "Sajadah Masjid Merah Roll Beludru Lebar 105 cm per Meter",
      118_000,
      "Karpet sajadah untuk musala dengan garis saf yang lurus. Ketebalan 11 milimeter, benang polipropilena yang tidak menyerap air. Kami kirim digulung, minimal pembelian tiga meter.",
      {
        minOrder: 3,
        weight: 2_300,
        shop: "rumah-bais",
      },
    ],
  ]),
  ...family({ shop: "serindit-melayu", category: "perlengkapan-salat", pictures: ["sajadah-hijau"], weight: 650 }, [
    [
      "Sajadah Beludru Hijau Motif Kubah 65 x 108 cm",
      85_000,
      "Hijau lumut dengan gambar kubah dan tepi berenda. Kainnya tidak licin di atas ubin. Berat ringan sehingga enak dibawa ke masjid.",
    ],
    [
      "Sajadah Travel Tipis Hijau dengan Kantong Serut",
      55_000,
      "Terlipat sebesar dompet panjang, beratnya hanya 200 gram. Kompas kiblat kecil tersemat di kantongnya. Lapisan bawah kedap air untuk salat di luar ruang.",
      { axes: [axis("Warna", "Hijau, Biru, Merah")], weight: 220 },
    ],
    [
      "Sajadah Anak Hijau Beludru 45 x 80 cm",
      49_000,
      "Ukuran untuk anak empat sampai sembilan tahun. Gambar masjid yang cerah membantu anak mengenali arah sujud. Tepinya dijahit rapat agar tidak terurai dicuci mesin.",
      { axes: [axis("Warna", "Hijau, Biru muda, Merah muda")], weight: 320 },
    ],
    [
      "Sajadah Turki Hijau Tenun Halus dengan Tas",
      245_000,
      "Ditenun rapat dengan gambar yang muncul di kedua sisi. Dua puluh warna benang pada motif bunganya. Termasuk tas tangan bertali untuk oleh-oleh umrah.",
      { shop: "martapura-berkah", weight: 900 },
    ],
  ]),
  ...family({ shop: "serindit-melayu", category: "perlengkapan-salat", pictures: ["mukena"], weight: 550 }, [
    [
      "Mukena Katun Putih Renda Dewasa Adem",
      169_000,
      "Katun Jepang yang tidak menerawang, renda katun di tepi atas dan bawah. Tali belakang ganda agar tidak mudah lepas saat rukuk. Sudah termasuk tas serut dari kain yang sama.",
      { axes: [axis("Ukuran", "Standar, Jumbo")], extraPrice: { Jumbo: 20_000 } },
    ],
    [
      "Mukena Travel Putih Parasut Ringan dengan Pouch",
      99_000,
      "Beratnya 250 gram dan terlipat sebesar telapak tangan. Kain parasut lembut yang cepat kering, cocok untuk umrah. Bagian wajah berkaret dan dapat disesuaikan.",
      { axes: [axis("Warna", "Putih, Krem, Abu muda")], weight: 280 },
    ],
    [
      "Mukena Putih Sulam Karawo Gorontalo Buatan Tangan",
      685_000,
      "Sulaman karawo di dada dan tepi bawah dikerjakan tiga penyulam selama dua minggu. Dasarnya katun halus yang adem. Kami sertakan kartu nama penyulam dan cara mencucinya.",
      { shop: "karawo-gorontalo", origin: true, stock: 4 },
    ],
    [
      "Mukena Anak Putih Katun Renda Usia 5 sampai 10 Tahun",
      119_000,
      "Potongan terusan sehingga anak dapat memakainya sendiri. Karet wajah lembut yang tidak meninggalkan bekas. Panjang dapat dibesarkan lima sentimeter dengan melepas lipatan.",
      { weight: 350, axes: [axis("Usia", "5-6 tahun, 7-8 tahun, 9-10 tahun")], extraPrice: { "9-10 tahun": 10_000 } },
    ],
  ]),
  ...family(
    {
      shop: "serindit-melayu",
      category: "peci-songkok",
      pictures: ["peci-hitam"],
      attributes: { Bahan: "Beludru" },
      weight: 180,
      axes: [axis("Ukuran", "6 7 8 9 10")],
      note: "Ukuran 7 untuk lingkar kepala 54 sentimeter, tiap nomor bertambah sekitar satu sentimeter.",
    },
    [
      [
        "Peci Hitam Beludru Tinggi 9 cm Klasik",
        65_000,
        "Beludru hitam pekat dengan lapisan dalam satin. Karton tebal di dalamnya tahan lembap. Bersihkan dengan sikat halus searah bulu.",
      ],
      [
        "Songkok Hitam Beludru Kaku Lipat Empat Lubang Angin",
        85_000,
        "Empat lubang angin kecil membuat kepala tidak gerah. Dapat dilipat pipih tanpa patah sehingga mudah dibawa dalam tas. Jahitan tepi memakai benang nilon.",
      ],
      [
        "Kopiah Hitam Anak Beludru Ringan Mengaji",
        42_000,
        "Ringan dan empuk untuk anak TPA, nomor kecil tersedia. Lapisan dalam katun yang menyerap keringat. Warna hitam tidak luntur ke dahi.",
        { axes: [axis("Ukuran", "2 3 4 5")], weight: 120 },
      ],
    ],
  ),
  ...family(
    {
      shop: "sarung-samarinda",
      category: "sarung",
      pictures: ["sarung"],
      attributes: { Ukuran: "115-120 x 190-200 cm" },
      weight: 420,
      origin: true,
    },
    [
      [
        "Sarung Samarinda Tenun Gedokan Kotak Hijau Sutra",
        675_000,
        "Ditenun dengan gedokan oleh Hj. Rusmini di Samarinda Seberang selama lima hari. Benang sutra membuat kotak hijaunya berkilau. Jahitan tengah disambung tangan mengikuti corak belang hatta.",
        { stock: 5 },
      ],
      [
        "Sarung Tenun Samarinda Katun Kotak Hijau Harian",
        195_000,
        "Corak sama dengan tenun sutra kami dalam katun 80/2 yang tahan cuci mesin. Ukuran 120 x 200 sentimeter, sudah dijahit. Nyaman untuk salat dan tidur.",
        { axes: [axis("Warna", "Hijau, Merah hati, Biru tua")] },
      ],
      [
        "Lipa Saqbe Mandar Sarung Sutra Kotak Hijau",
        750_000,
        "Lipa saqbe sureq salaka, kotak hijau dengan garis emas tipis. Sutra dipintal dari kepompong lokal. Disarankan cuci kering dan digantung, bukan dilipat.",
        { shop: "mandar-sutra", stock: 4 },
      ],
      [
        "Lipa Mandar Katun Kotak Hijau untuk Acara Adat",
        265_000,
        "Versi katun dari lipa saqbe untuk dipakai lebih sering. Rapat tenunannya 24 lungsi per sentimeter. Ukuran 115 x 190 sentimeter dan sudah dijahit tangan.",
        { shop: "mandar-sutra" },
      ],
      [
        "Sarung Tenun ATBM Pekalongan Kotak Hijau Dewasa",
        125_000,
        "Sarung harian dengan benang 210 yang halus dan jatuh. Kotaknya rapi sampai sambungan. Dikemas kotak karton, sering dibeli untuk bingkisan Lebaran.",
        {
          shop: "pekalongan-canting",
          origin: false,
        },
      ],
      [
        "Sarung Anak Kotak Hijau Instan Karet Pinggang",
        59_000,
        "Pinggang berkaret dan bertali sehingga tidak melorot ketika sujud. Kain katun lembut yang tidak kaku. Cocok untuk anak sekolah dasar.",
        {
          shop: "serindit-melayu",
          origin: false,
          attributes: { Ukuran: "Anak, pinggang karet" },
          weight: 250,
          axes: [axis("Usia", "4-6 tahun, 7-9 tahun, 10-12 tahun")],
          extraPrice: { "10-12 tahun": 8_000 },
        },
      ],
    ],
  ),
  ...family(
    {
      shop: "serindit-melayu",
      category: "baju-koko",
      pictures: ["koko-putih"],
      weight: 300,
      axes: [axis("Ukuran", "S M L XL XXL")],
      extraPrice: { XXL: 15_000 },
    },
    [
      [
        "Baju Koko Putih Lengan Panjang Katun Madinah",
        149_000,
        "Katun madinah yang jatuh dan tidak licin, putihnya hangat. Kerah shanghai dengan bordir putih tipis di plaket. Dua saku bawah cukup untuk ponsel dan tasbih.",
      ],
      [
        "Koko Kurta Putih Polos Selutut Toyobo Adem",
        175_000,
        "Kurta sepanjang lutut dengan belahan samping 20 sentimeter. Bahan toyobo fodu yang tidak mudah kusut. Kancing tersembunyi membuat tampak depannya bersih.",
      ],
      [
        "Baju Koko Putih Anak Lengan Panjang Bordir Tipis",
        98_000,
        "Bordir kecil di dada, sisanya polos agar anak leluasa. Kain dicuci dulu di tempat kami sehingga tidak menyusut. Kancing depan tiga buah yang mudah dibuka.",
        {
          axes: [axis("Usia", "3-4 tahun, 5-6 tahun, 7-8 tahun, 9-10 tahun")],
          extraPrice: {},
          weight: 180,
          category: "pakaian-anak",
        },
      ],
      [
        "Baju Koko Putih Sulam Karawo Kerah Shanghai",
        425_000,
        "Karawo putih di atas putih, sulamannya terasa ketika disentuh. Katun primisima berbenang rapat. Pesan dua minggu sebelum hari raya karena dikerjakan tangan.",
        { shop: "karawo-gorontalo", origin: true, preOrderDays: 10 },
      ],
    ],
  ),
  ...family(
    {
      shop: "martapura-berkah",
      category: "mushaf-tasbih",
      pictures: ["tasbih"],
      attributes: { Bahan: "Kayu" },
      weight: 80,
    },
    [
      [
        "Tasbih Kayu Kokka 99 Butir Asli Turki",
        145_000,
        "Biji kokka keras yang semakin mengilap karena sering dipegang. Diameter butir delapan milimeter, benang nilon dilapis lilin. Kotak kayu kecil disertakan.",
        { axes: [axis("Jumlah butir", "33 butir, 99 butir")], extraPrice: { "99 butir": 60_000 } },
      ],
      [
        "Tasbih Kayu Stigi Laut Hitam 33 Butir",
        75_000,
        "Kayu stigi yang padat dan tenggelam di air. Warna hitamnya alami tanpa cat, cukup diolesi minyak zaitun sesekali. Diameter sepuluh milimeter untuk tangan dewasa.",
      ],
      [
        "Tasbih Kayu Gaharu Kalimantan 99 Butir Wangi",
        320_000,
        "Dari kayu gaharu budidaya di Hulu Sungai, wanginya lembut dan menetap. Butir enam milimeter dibor sendiri di bengkel kami. Simpan dalam kantong agar wanginya tidak cepat habis.",
        { origin: true, stock: 9 },
      ],
    ],
  ),
  ...family({ shop: "martapura-berkah", category: "mushaf-tasbih", pictures: ["al-quran"], weight: 700 }, [
    [
      "Al-Qur’an dan Terjemah A5 Sampul Hijau Emas",
      115_000,
      "Ukuran A5 dengan huruf tebal dan terjemah di sisi halaman. Kertas QPP krem yang tidak menyilaukan. Sudah melalui pentashihan Kementerian Agama.",
    ],
    [
      "Al-Qur’an Hafalan A5 Lima Blok Warna Sampul Hijau",
      99_000,
      "Setiap halaman dibagi lima blok warna untuk memudahkan hafalan. Kata kunci ayat dicetak di tepi halaman. Pita pembatas ganda dan sampul keras.",
      { weight: 650 },
    ],
    [
      "Paket Wakaf Al-Qur’an A5 Isi 10 Mushaf",
      780_000,
      "Sepuluh mushaf standar untuk masjid atau TPA. Kami dapat mengirim langsung ke alamat penerima dan mengirimkan fotonya. Stiker nama pewakaf disertakan bila Anda mengisi catatan.",
      { weight: 6_500 },
    ],
    [
      "Al-Qur’an Bekas Terawat Terjemah Sampul Hijau",
      45_000,
      "Mushaf bekas dari taman baca yang ditutup, halaman lengkap dan jilid kuat. Ada nama pemilik lama di halaman pertama. Sudut sampul sedikit aus seperti wajarnya barang terpakai.",
      { shop: "lapak-arfak", condition: "used", stock: 3 },
    ],
  ]),
  ...family({ shop: "karawo-gorontalo", category: "hijab", pictures: ["hijab-mawar"], weight: 120 }, [
    [
      "Hijab Segi Empat Voal Merah Muda 115 x 115 cm",
      59_000,
      "Voal ultrafine yang tegak di dahi tanpa banyak jarum. Tepinya dipotong laser sehingga tipis dan tidak berjahit tebal. Tidak perlu disetrika bila dijemur rapi.",
      { axes: [axis("Warna", "Merah muda, Krem, Abu muda, Sage")] },
    ],
    [
      "Hijab Voal Merah Muda Sulam Karawo Sudut",
      215_000,
      "Satu sudut disulam karawo motif bunga kecil oleh perajin di Kelurahan Ipilo. Sudut sulam jatuh di dada ketika dipakai. Cuci tangan saja agar sulaman tetap rata.",
      { origin: true, stock: 15 },
    ],
    [
      "Kerudung Segi Empat Jumbo Syari Merah Muda 140 cm",
      79_000,
      "Lebar 140 sentimeter menutup dada dan punggung. Kain katun voal yang tidak terawang meski satu lapis. Jahit tepi neci kecil yang rapi.",
      { shop: "serindit-melayu", axes: [axis("Warna", "Merah muda, Hitam, Putih, Cokelat susu")] },
    ],
    [
      "Bergo Instan Merah Muda Jersey Pet Antem",
      55_000,
      "Langsung pakai dengan pet busa yang lentur dan bisa dicuci. Jersey tebal yang jatuh, tidak membentuk lekuk. Cocok untuk mengantar anak atau belanja pagi.",
      { shop: "serindit-melayu" },
    ],
  ]),
  ...family({ shop: "karawo-gorontalo", category: "hijab", pictures: ["hijab-abu"], weight: 140 }, [
    [
      "Pasmina Ceruti Abu Kebiruan 75 x 180 cm",
      49_000,
      "Ceruti babydoll bertekstur kulit jeruk, jatuh dan tidak licin. Abu kebiruan yang serasi dengan busana kerja. Tepinya jahit neci warna senada.",
      { axes: [axis("Warna", "Abu kebiruan, Hitam, Mocca, Dusty pink")] },
    ],
    [
      "Pasmina Katun Rayon Abu Viscose Tanpa Setrika",
      65_000,
      "Kerut alaminya membuat pasmina ini tidak perlu disetrika. Menyerap keringat dan lembut di telinga. Panjang 185 sentimeter, cukup untuk dua kali lilit.",
      { axes: [axis("Warna", "Abu, Hitam, Krem, Terakota")] },
    ],
    [
      "Pasmina Abu Inner Dua in Satu Instan Katun",
      75_000,
      "Ciput dan pasmina sudah dijahit menjadi satu, tinggal dililit. Lubang telinga tersembunyi untuk kacamata, masker, dan stetoskop. Disukai perawat dan guru.",
      { axes: [axis("Warna", "Abu, Hitam, Biru dongker")], shop: "serindit-melayu" },
    ],
    [
      "Selendang Lebar Abu Pasmina Wol Halus Umrah",
      189_000,
      "Campuran wol halus yang hangat di pesawat dan hotel berpendingin. Ringan, hanya 180 gram. Dapat dipakai sebagai selimut kecil ketika transit.",
      { axes: [axis("Warna", "Abu, Hitam, Marun")], shop: "martapura-berkah", category: "selendang-syal" },
    ],
  ]),
  ...family(
    {
      shop: "martapura-berkah",
      category: "wewangian",
      pictures: ["parfum-attar"],
      weight: 150,
      attributes: { Isi: "30 ml", Alkohol: "Tanpa alkohol" },
    },
    [
      [
        "Minyak Wangi Kasturi Nonalkohol Botol Kaca 30 ml",
        35_000,
        "Kasturi putih yang lembut dan tidak menyengat, nyaman untuk salat berjamaah. Minyak murni tanpa alkohol, cukup dua oles di pergelangan. Tahan sekitar enam jam.",
        {
          axes: [axis("Isi", "10 ml, 30 ml")],
          extraPrice: { "30 ml": 50_000 },
          extraWeight: { "30 ml": 40 },
          weight: 80,
        },
      ],
      [
        "Minyak Wangi Kasturi Gaharu Kalimantan Nonalkohol 30 ml",
        275_000,
        "Kasturi dipadukan gaharu suling dari Hulu Sungai. Aromanya kayu hangat, paling baik satu tetes saja. Simpan tegak dan jauh dari matahari.",
        { origin: true, stock: 11 },
      ],
      [
        "Minyak Wangi Kasturi Nonalkohol Oleh-oleh Haji Grosir",
        78_000,
        "Wangi yang akrab bagi jemaah, dibeli lusinan untuk tetangga dan kerabat. Botol kaca berukir dengan tutup gelas. Dibungkus satu per satu sehingga aman di koper.",
        {},
      ],
    ],
  ),
  ...family(
    {
      shop: "martapura-berkah",
      category: "kue-oleh-oleh",
      pictures: ["kurma"],
      weight: 1_100,
      attributes: { Isi: "1 kg", Simpan: "Sejuk, 12 bulan" },
    },
    [
      [
        "Kurma Sukari Al Qassim Kotak 1 Kg Manis Lembut",
        48_000,
        "Kurma sukari basah yang lumer dan manisnya ringan. Panen terbaru dari Al Qassim, kotak bersegel. Simpan di lemari es agar teksturnya tetap lembut.",
        {
          axes: [axis("Isi", "500 g, 1 kg")],
          extraPrice: { "1 kg": 41_000 },
          extraWeight: { "1 kg": 500 },
          weight: 600,
        },
      ],
      [
        "Kurma Sukari Premium 1 Kg Butir Besar Pilihan",
        139_000,
        "Butir dipilih yang utuh dan besar, kulitnya tidak mengelupas. Cocok untuk hantaran dan jamuan tamu. Dikemas dua lapis agar tidak tertekan dalam perjalanan.",
      ],
      [
        "Paket Takjil Kurma Sukari Isi 10 Kotak untuk Masjid",
        830_000,
        "Sepuluh kotak satu kilogram untuk takjil atau santunan. Kami kirim dalam dua dus kuat. Nota resmi tersedia untuk panitia.",
        { weight: 11_000 },
      ],
      [
        "Kurma Sukari Isi Kacang Mete Panggang 500 g",
        95_000,
        "Bijinya dikeluarkan, diganti mete Muna panggang. Camilan berbuka yang mengenyangkan dan tidak terlalu manis. Habiskan dalam tiga bulan sesudah dibuka.",
        { shop: "muna-mete", weight: 600, pictures: ["kurma", "kacang-mete"], attributes: { Isi: "500 g" } },
      ],
    ],
  ),
];
