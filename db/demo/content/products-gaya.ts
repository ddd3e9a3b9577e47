import { axis, family } from "./draft.ts";
import type { Draft } from "./draft.ts";

const sepatu = axis("Ukuran", "37 38 39 40 41 42 43");
const sandal = axis("Ukuran", "38 39 40 41 42 43");

/** Bags, shoes, jewellery and wicker. */
export const gayaProducts: Draft[] = [
  ...family(
    {
      shop: "tenganan-ata",
      category: "tas-anyam",
      pictures: ["tas-rotan-bulat"],
      weight: 550,
      origin: true,
      attributes: { Bahan: "Ata", Asal: "Tenganan, Karangasem" },
    },
    [
      [
        "Tas Rotan Bulat Bali Anyaman Ata Kancing Kulit 20 cm",
        245_000,
        "Dianyam rapat dari ata, diasapi kayu kelapa agar keras dan tahan jamur. Furing batik di dalam dan kait kulit di depan. Tali panjang 120 sentimeter yang bisa disampirkan.",
        {
          axes: [axis("Diameter", "18 cm, 20 cm, 22 cm")],
          extraPrice: { "20 cm": 25_000, "22 cm": 50_000 },
          weight: 480,
          extraWeight: { "20 cm": 70, "22 cm": 140 },
        },
      ],
      [
        "Tas Ata Bulat Motif Bintang Dua Warna Tenganan",
        325_000,
        "Ata alami dan ata hitam rendaman lumpur membentuk bintang. Butuh tiga minggu menganyamnya. Nama penganyam tertulis di label dalam.",
        { stock: 7 },
      ],
      [
        "Tas Selempang Ata Oval Furing Endek",
        289_000,
        "Bentuk oval yang lebih rata di badan, furing kain endek. Muat ponsel, dompet panjang, dan kacamata. Jangan disimpan di plastik tertutup.",
        { axes: [axis("Furing", "Endek merah, Endek biru")] },
      ],
      [
        "Tas Rotan Bulat Anak Ata Mini 14 cm",
        165_000,
        "Ukuran kecil untuk anak atau sekadar ponsel. Kait ditarik mudah oleh tangan kecil. Anyaman sama rapatnya dengan tas dewasa.",
        { weight: 300 },
      ],
    ],
  ),
  ...family(
    {
      shop: "pandan-belitong",
      category: "tas-anyam",
      pictures: ["tas-anyam-pandan"],
      weight: 420,
      origin: true,
      attributes: { Bahan: "Pandan laut" },
    },
    [
      [
        "Tas Anyaman Pandan Belitung Jinjing Besar",
        165_000,
        "Pandan laut direbus, dijemur tiga hari, lalu dianyam dobel. Kuat untuk belanja pasar sampai enam kilogram. Pegangan dililit kulit sapi.",
        { axes: [axis("Ukuran", "Sedang, Besar")], extraPrice: { Besar: 35_000 }, extraWeight: { Besar: 120 } },
      ],
      [
        "Tas Pandan Belitong Furing Batik Ritsleting",
        198_000,
        "Bagian dalam dilapisi kain dengan dua kantong. Ritsleting membuatnya aman di angkutan umum. Jemur teduh bila lembap.",
        { axes: [axis("Furing", "Cokelat, Biru, Merah")] },
      ],
      [
        "Tas Pantai Anyam Pandan Rajapolah Lebar 40 cm",
        119_000,
        "Lebar dan lentur, muat handuk dan baju ganti. Anyaman Rajapolah dengan garis cokelat. Bilas air tawar sesudah dari pantai.",
        { axes: [axis("Warna garis", "Cokelat, Hitam, Hijau")], shop: "anyam-tasik" },
      ],
    ],
  ),
  ...family({ shop: "langkah-bandung", category: "tas-jinjing", pictures: ["tote-kanvas"], weight: 260 }, [
    [
      "Tote Bag Kanvas Polos Tebal 12 oz Ritsleting",
      65_000,
      "Kanvas 12 oz yang berdiri sendiri, muat laptop 14 inci. Kantong dalam untuk kunci. Tali dijahit silang empat kali.",
      { axes: [axis("Warna", "Krem, Hitam, Hijau zaitun")] },
    ],
    [
      "Tas Kanvas Belanja Polos Sablon Logo Acara",
      28_000,
      "Tas blacu untuk seminar, suvenir, dan toko. Harga termasuk sablon satu warna. Tulis alamat berkas logo di catatan pesanan, contoh dikirim sebelum cetak.",
      {
        minOrder: 50,
        preOrderDays: 7,
        weight: 110,
      },
    ],
    [
      "Tote Bag Kanvas Krem Kantong Luar untuk Kuliah",
      89_000,
      "Kantong luar untuk botol dan payung. Alas diberi kain ganda agar buku tidak menonjol. Dapat dicuci mesin dengan air dingin.",
    ],
  ]),
  ...family({ shop: "batik-laweyan", category: "tas-jinjing", pictures: ["tote-batik"], weight: 240 }, [
    [
      "Tote Bag Batik Parang Sogan Furing Ritsleting",
      89_000,
      "Batik cap parang dilapis kain keras dan furing polos. Muat map A4 dan tablet. Tali bahu 28 sentimeter nyaman di atas jaket.",
    ],
    [
      "Tas Goodie Bag Batik Parang Suvenir Seminar",
      32_000,
      "Dijahit dari batik cetak malam, cocok untuk tamu kantor. Dapat diberi label acara. Pengerjaan lima hari untuk 100 buah.",
      {
        shop: "pekalongan-canting",
        minOrder: 20,
        preOrderDays: 5,
        weight: 130,
      },
    ],
    [
      "Tas Laptop Batik Parang 14 Inci Berbusa",
      159_000,
      "Busa sepuluh milimeter di semua sisi dan ritsleting dua arah. Kantong depan untuk pengisi daya. Batik parang di depan, kanvas hitam di belakang.",
      { shop: "griya-laksono", weight: 420 },
    ],
  ]),
  ...family({ shop: "trusmi-mega", category: "tas-jinjing", pictures: ["tote-megamendung"], weight: 240 }, [
    [
      "Tote Bag Mega Mendung Biru Kanvas Cirebon",
      85_000,
      "Awan mega mendung dicetak malam di kanvas tebal. Ritsleting kuningan dan kantong dalam. Warna tidak luntur kena hujan.",
    ],
    [
      "Tas Lipat Belanja Mega Mendung Ringan",
      39_000,
      "Dilipat sebesar dompet, kuat membawa sepuluh kilogram. Kain parasut bermotif batik. Pengganti kantong plastik.",
      {
        weight: 90,
      },
    ],
    [
      "Tote Mega Mendung Kombinasi Kulit Domba Garut",
      225_000,
      "Dasar dan tali dari kulit domba Sukaregang. Badannya batik tulis potongan. Setiap tas berbeda letak awannya.",
      { shop: "kulit-sukaregang", stock: 11, weight: 420 },
    ],
  ]),
  ...family(
    {
      shop: "langkah-bandung",
      category: "ransel",
      pictures: ["ransel-nila"],
      attributes: { Bahan: "Kanvas" },
      weight: 850,
    },
    [
      [
        "Ransel Kanvas Nila 18 Liter Laptop 14 Inci",
        265_000,
        "Kanvas lilin yang menahan gerimis, ruang laptop berbusa. Punggung berongga agar tidak berkeringat. Ritsleting besar yang mulus.",
        { axes: [axis("Warna", "Nila, Hitam, Cokelat tanah")] },
      ],
      [
        "Ransel Sekolah Kanvas Nila SMP SMA dengan Jas Hujan",
        189_000,
        "Tiga ruang untuk buku paket dan bekal. Jas hujan tersembunyi di dasar tas. Tali bahu tebal dengan penahan dada.",
        { axes: [axis("Warna", "Nila, Hitam, Merah hati")] },
      ],
      [
        "Ransel Roll Top Nila Tahan Air 25 Liter",
        345_000,
        "Tutup gulung menyesuaikan isi dari 18 sampai 25 liter. Jahitan diplester sehingga tahan hujan di motor. Kantong rahasia di punggung.",
        { axes: [axis("Warna", "Nila, Hitam, Hijau lumut")], weight: 950 },
      ],
      [
        "Ransel Anak TK Kanvas Nila Kecil Nama Bordir",
        129_000,
        "Ukuran 28 sentimeter yang tidak membebani punggung anak. Nama dibordir di depan, tulis di catatan. Tali dada mencegah melorot.",
        { shop: "si-kecil", weight: 380, preOrderDays: 3 },
      ],
    ],
  ),
  ...family(
    {
      shop: "kerinci-jelajah",
      category: "ransel",
      pictures: ["ransel-hijau"],
      attributes: { Bahan: "Kanvas 14 oz" },
      weight: 900,
    },
    [
      [
        "Ransel Kanvas Hijau Lumut 25 Liter Jalan Sehari",
        289_000,
        "Untuk pendakian sehari, tali pinggang membagi beban. Kantong samping muat botol satu liter. Kanvas 14 oz dengan lapisan dalam kedap air.",
        { axes: [axis("Warna", "Hijau lumut, Hitam")] },
      ],
      [
        "Ransel Hijau Lumut Harian Dua Kantong Depan",
        229_000,
        "Gaya lawas dengan dua gesper depan. Muat laptop 15 inci dan sepatu ganti. Gesper logam, bukan plastik.",
        { axes: [axis("Warna", "Hijau lumut, Cokelat, Hitam")], shop: "langkah-bandung" },
      ],
      [
        "Ransel Kanvas Hijau Bekas Pendakian Masih Kuat",
        135_000,
        "Bekas sewaan di pos kami, dicuci dan dijahit ulang di dua titik. Warna memudar di punggung. Ritsleting dan tali semua berfungsi.",
        { condition: "used", stock: 3 },
      ],
    ],
  ),
  ...family(
    {
      shop: "kulit-sukaregang",
      category: "dompet",
      pictures: ["dompet-kulit"],
      weight: 160,
      attributes: { Bahan: "Kulit sapi nabati" },
    },
    [
      [
        "Dompet Lipat Kulit Sapi Cokelat Pria Garut",
        145_000,
        "Kulit sapi samak nabati yang menggelap seiring pakai. Delapan slot kartu dan dua ruang uang. Jahit tangan dengan benang lilin.",
        { origin: true, axes: [axis("Warna", "Cokelat, Tan, Hitam")] },
      ],
      [
        "Dompet Kartu Kulit Tipis 6 Slot Cokelat",
        79_000,
        "Setipis tujuh milimeter, nyaman di saku depan. Lubang dorong memudahkan mengambil kartu. Ukir inisial gratis dua huruf.",
        { axes: [axis("Warna", "Cokelat, Hitam, Tan")] },
      ],
      [
        "Dompet Panjang Kulit Cokelat Wanita Ritsleting",
        219_000,
        "Muat ponsel 6,5 inci, dua belas kartu, dan uang receh. Ritsleting keliling yang halus. Tali pergelangan dapat dilepas.",
        { axes: [axis("Warna", "Cokelat, Merah marun, Hitam")], weight: 240 },
      ],
      [
        "Dompet Kulit Cokelat Ukir Aksara Jawa Kado",
        175_000,
        "Nama ditulis dengan aksara Jawa lalu diukir laser. Kami periksa ejaannya bersama Anda sebelum diukir. Kotak kayu mini disertakan.",
        { shop: "griya-laksono", preOrderDays: 4, weight: 260 },
      ],
    ],
  ),
  ...family(
    {
      shop: "kulit-sukaregang",
      category: "tas-kulit",
      pictures: ["tas-selempang"],
      attributes: { Bahan: "Kulit", Jahitan: "Tangan" },
      weight: 650,
    },
    [
      [
        "Tas Selempang Kulit Sapi Cokelat 24 cm Garut",
        389_000,
        "Kulit pull-up tebal 1,8 milimeter dengan tutup magnet. Satu ruang utama dan dua kantong. Tali kulit dapat diatur sampai 130 sentimeter.",
        { origin: true, axes: [axis("Warna", "Cokelat, Tan, Hitam")] },
      ],
      [
        "Tas Selempang Kulit Mini Wanita Cokelat 18 cm",
        275_000,
        "Ukuran untuk ponsel, dompet kecil, dan lipstik. Kulit domba yang ringan dan lentur. Lap dengan minyak kelapa sebulan sekali.",
        { axes: [axis("Warna", "Cokelat, Hitam, Krem")], weight: 380 },
      ],
      [
        "Tas Kerja Kulit Selempang Dokumen A4 Cokelat",
        685_000,
        "Muat map A4 dan laptop 13 inci berbantalan. Gagang atas dan tali selempang. Jahitan bergaransi seumur pakai.",
        { axes: [axis("Warna", "Cokelat, Hitam")], weight: 1_400, preOrderDays: 7 },
      ],
      [
        "Tas Selempang Kulit Bekas Contoh Pameran",
        245_000,
        "Contoh yang dipajang di pameran Bandung, ada dua gores tipis di tutup. Belum pernah dipakai jalan. Harga di bawah ongkos bahan.",
        { condition: "used", stock: 2 },
      ],
    ],
  ),
  ...family(
    {
      shop: "batik-laweyan",
      category: "dompet",
      pictures: ["pouch-batik"],
      attributes: { Bahan: "Katun batik" },
      weight: 90,
    },
    [
      [
        "Pouch Kosmetik Batik Truntum Ritsleting",
        45_000,
        "Dua lapis kain dengan busa tipis di tengah. Bagian dalam kedap air bila botol bocor. Muat lipstik, bedak, dan sikat gigi.",
        { axes: [axis("Ukuran", "S, M, L")], extraPrice: { M: 10_000, L: 22_000 }, extraWeight: { M: 30, L: 60 } },
      ],
      [
        "Dompet Koin Batik Truntum Suvenir Isi 10",
        95_000,
        "Sepuluh dompet kecil untuk suvenir lamaran atau ulang tahun. Corak tiap dompet sedikit berbeda. Kartu terima kasih dapat dicetak sesuai nama.",
        { weight: 320, shop: "pekalongan-canting" },
      ],
      [
        "Tempat Pensil Batik Truntum Kantong Ganda",
        52_000,
        "Dua ruang terpisah untuk pensil dan penggaris 18 sentimeter. Ritsleting nomor lima yang awet. Dijahit dari sisa kain kemeja kami.",
      ],
    ],
  ),
  ...family({ shop: "rotan-palangka", category: "penyimpanan", pictures: ["keranjang-rotan"], weight: 800 }, [
    [
      "Keranjang Rotan Serbaguna Katingan 30 cm",
      145_000,
      "Rotan sega anyam rapat dengan pegangan lengkung. Untuk buah, roti, atau majalah. Dikeringkan oven sehingga bebas kutu rotan.",
      {
        origin: true,
        axes: [axis("Ukuran", "25 cm, 30 cm, 35 cm")],
        extraPrice: { "30 cm": 25_000, "35 cm": 55_000 },
        extraWeight: { "30 cm": 200, "35 cm": 450 },
      },
    ],
    [
      "Keranjang Hampers Rotan Pita Lebaran",
      89_000,
      "Keranjang kosong untuk menyusun hantaran sendiri. Pegangan kuat mengangkat lima kilogram. Pita dan plastik bening disertakan.",
      {
        shop: "anyam-tasik",
        weight: 600,
      },
    ],
    [
      "Keranjang Rotan Gunung Wamena Anyam Mama",
      175_000,
      "Rotan gunung dari Lembah Baliem, anyaman longgar yang kuat. Biasa dipakai membawa ubi. Pengiriman dari Wamena memerlukan waktu lebih.",
      { shop: "lembah-baliem", origin: true, stock: 9 },
    ],
    [
      "Keranjang Sepeda Rotan Depan Tali Kulit",
      185_000,
      "Dipasang di setang dengan dua sabuk kulit. Muat tas kecil dan belanjaan pagi. Lapisi pernis setahun sekali bila sering kena hujan.",
      { shop: "anyam-tasik" },
    ],
  ]),
  ...family({ shop: "anyam-tasik", category: "penyimpanan", pictures: ["keranjang-cucian"], weight: 1_500 }, [
    [
      "Keranjang Cucian Anyam Tinggi Bertelinga 55 cm",
      165_000,
      "Tinggi 55 sentimeter, muat cucian dua orang selama tiga hari. Dua telinga kuat untuk diangkat. Kantong kain dalam dapat dicuci.",
      {
        axes: [axis("Tinggi", "45 cm, 55 cm, 65 cm")],
        extraPrice: { "55 cm": 30_000, "65 cm": 65_000 },
        extraWeight: { "55 cm": 250, "65 cm": 600 },
      },
    ],
    [
      "Keranjang Mainan Anak Anyam Mendong Tutup",
      139_000,
      "Mendong lembut tanpa ujung tajam, aman untuk jari kecil. Tutupnya ringan. Bentuk bulat yang tidak mudah terguling.",
      { weight: 1_200 },
    ],
    [
      "Keranjang Baju Rotan Palangka dengan Roda",
      325_000,
      "Roda kecil memudahkan membawa ke jemuran. Rotan utuh di kerangka, pitrit di dinding. Tahan beban delapan kilogram.",
      { shop: "rotan-palangka", weight: 2_400 },
    ],
  ]),
  ...family({ shop: "anyam-tasik", category: "penyimpanan", pictures: ["nampan-rotan"], weight: 420 }, [
    [
      "Nampan Rotan Bulat 35 cm dengan Pegangan",
      79_000,
      "Dasar tripleks berlapis anyaman sehingga gelas berdiri tegak. Tepi lima sentimeter menahan tumpahan. Lap dengan kain lembap.",
      {
        axes: [axis("Diameter", "30 cm, 35 cm, 40 cm")],
        extraPrice: { "35 cm": 14_000, "40 cm": 32_000 },
        extraWeight: { "35 cm": 80, "40 cm": 190 },
        weight: 340,
      },
    ],
    [
      "Nampan Rotan Hantaran Seserahan Alas Kaca",
      135_000,
      "Alas kaca bening di atas anyaman untuk seserahan atau kue. Dapat dipakai lagi sebagai baki tamu. Kaca dikemas terpisah.",
      { weight: 1_100 },
    ],
    [
      "Tempeh Anyam Bambu Bulat untuk Hias Dinding",
      45_000,
      "Tampah kecil yang biasa dihias di dinding kafe. Bambu tali yang sudah diasapi. Gantungan tali goni terpasang.",
      { weight: 260 },
    ],
  ]),
  ...family({ shop: "pandan-belitong", category: "aksesori-pakaian", pictures: ["topi-pandan"], weight: 160 }, [
    [
      "Topi Anyaman Pandan Belitung Lebar Pantai",
      89_000,
      "Tepi sebelas sentimeter menaungi wajah dan leher. Ringan dan berangin. Dapat digulung sebentar tetapi jangan dilipat.",
      { origin: true, axes: [axis("Lingkar kepala", "55-57 cm, 58-60 cm")] },
    ],
    [
      "Topi Fedora Pandan Pita Hitam Pria Wanita",
      105_000,
      "Bentuk fedora dengan pita grosgrain hitam. Bagian dalam berkaret agar tidak terbang. Bentuk ulang dengan uap bila penyok.",
      { axes: [axis("Lingkar kepala", "55-57 cm, 58-60 cm")] },
    ],
    [
      "Caping Tani Anyam Bambu Pandan 40 cm",
      48_000,
      "Caping ringan untuk ke sawah, kebun, atau memancing. Tali dagu katun. Anyaman dua lapis yang tidak tembus gerimis.",
      { shop: "anyam-tasik" },
    ],
  ]),
  ...family(
    {
      shop: "langkah-bandung",
      category: "sepatu-kasual",
      pictures: ["sneaker-putih"],
      attributes: { Sol: "Karet" },
      weight: 950,
      axes: [sepatu],
    },
    [
      [
        "Sneaker Kanvas Putih Sol Karet Vulkanisir Unisex",
        285_000,
        "Kanvas 12 oz dan sol vulkanisir yang tidak lepas. Alas dalam busa dapat dikeluarkan dan dicuci. Ukuran pas, ambil ukuran biasa Anda.",
      ],
      [
        "Sepatu Putih Sekolah Kanvas Tali Polos",
        189_000,
        "Putih polos tanpa logo sesuai aturan sekolah. Sol dijahit keliling. Sikat dengan sabun batang lalu jemur dibungkus tisu agar tidak menguning.",
        { axes: [axis("Ukuran", "33 34 35 36 37 38 39 40 41 42")] },
      ],
      [
        "Sneaker Putih Kulit Sintetis Casual Pria",
        249_000,
        "Permukaan mudah dilap untuk kantor yang santai. Sol cup yang empuk. Tali cadangan krem disertakan.",
        { axes: [axis("Ukuran", "39 40 41 42 43 44")] },
      ],
      [
        "Slip On Kanvas Putih Tanpa Tali Wanita",
        199_000,
        "Karet samping membuatnya cepat dipakai. Ringan 220 gram sebelah. Nyaman untuk perawat dan guru yang lama berdiri.",
        { axes: [axis("Ukuran", "36 37 38 39 40")] },
      ],
    ],
  ),
  ...family(
    {
      shop: "langkah-bandung",
      category: "sepatu-kasual",
      pictures: ["sneaker-nila"],
      attributes: { Bahan: "Kanvas", Sol: "Karet vulkanisir" },
      weight: 950,
      axes: [sepatu],
    },
    [
      [
        "Sneaker Kanvas Nila Rendah Jahit Bandung",
        285_000,
        "Kanvas celup nila yang memudar seperti jins. Sol karet mentah berpola tulang ikan. Setiap pasang bernomor produksi.",
      ],
      [
        "Sneaker Kanvas Nila Tinggi Semata Kaki",
        319_000,
        "Leher tinggi dengan lapisan busa tipis. Lubang tali berbahan kuningan antikarat. Cocok dengan celana gulung.",
      ],
      [
        "Sepatu Kanvas Nila Anak Perekat Praktis",
        165_000,
        "Perekat lebar sehingga anak memakainya sendiri. Ujung depan dilapisi karet agar tidak cepat bolong. Sol lentur mengikuti kaki.",
        { weight: 550, axes: [axis("Ukuran", "26 27 28 29 30 31 32")] },
      ],
      [
        "Sneaker Nila Bekas Contoh Foto Ukuran 42",
        159_000,
        "Dipakai dua kali untuk pemotretan, sol masih bersih. Kotak asli lengkap. Hanya satu pasang.",
        { condition: "used", stock: 1, axes: [] },
      ],
    ],
  ),
  ...family(
    {
      shop: "griya-laksono",
      category: "sepatu-kasual",
      pictures: ["sneaker-batik"],
      attributes: { Bahan: "Batik berlapis kanvas", Sol: "Karet" },
      weight: 950,
      axes: [sepatu],
    },
    [
      [
        "Sneaker Kanvas Batik Parang Sogan Jogja",
        325_000,
        "Batik cap parang dari Wijirejo dijadikan badan sepatu di bengkel Wedi. Kainnya dilapis kanvas sehingga tidak melar. Pasangan kanan dan kiri dipotong serasi.",
        { origin: true },
      ],
      [
        "Slip On Batik Parang Wanita Empuk",
        239_000,
        "Tanpa tali dengan alas memori. Bagian tumit dilapisi kain lembut. Bersihkan dengan sikat gigi bekas dan sabun cair.",
        { axes: [axis("Ukuran", "36 37 38 39 40")] },
      ],
      [
        "Sneaker Batik Parang Kerja Hitam Sol Putih",
        345_000,
        "Lidah dan tumit kulit hitam, sisi batik parang. Pantas untuk Jumat batik di kantor. Produksi 40 pasang tiap bulan.",
        { shop: "langkah-bandung" },
      ],
    ],
  ),
  ...family(
    {
      shop: "khatulistiwa-sport",
      category: "sepatu-olahraga",
      pictures: ["sepatu-lari"],
      attributes: { Sol: "EVA dan karet" },
      weight: 780,
      axes: [axis("Ukuran", "38 39 40 41 42 43 44")],
    },
    [
      [
        "Sepatu Lari Ringan Gerak R1 Bantalan EVA",
        379_000,
        "Berat 230 gram pada ukuran 41, bantalan EVA untuk lima sampai sepuluh kilometer. Jala atas yang berangin. Selisih tumit delapan milimeter.",
      ],
      [
        "Sepatu Lari Gerak R3 Latihan Harian Busa Responsif",
        589_000,
        "Busa lebih memantul untuk latihan mingguan di atas 30 kilometer. Pelat tumit menahan gulingan. Ganti setelah kira-kira 600 kilometer.",
      ],
      [
        "Sepatu Jalan Sehat Lansia Ringan Anti Licin",
        269_000,
        "Bukaan lebar dengan tali elastis, mudah dipakai sambil duduk. Sol bergerigi halus tidak selip di ubin basah. Ujung lapang untuk kaki bengkak.",
        { shop: "merauke-bola" },
      ],
    ],
  ),
  ...family(
    {
      shop: "kulit-sukaregang",
      category: "sepatu-kulit",
      pictures: ["sepatu-kulit"],
      attributes: { Bahan: "Kulit" },
      weight: 1_200,
      axes: [axis("Ukuran", "39 40 41 42 43 44")],
    },
    [
      [
        "Sepatu Kasual Kulit Sapi Cokelat Pria Garut",
        465_000,
        "Kulit sapi pull-up yang berubah warna saat ditekuk. Sol karet dijahit dan dilem. Cocok dari kantor sampai kondangan.",
        { origin: true },
      ],
      [
        "Sepatu Kulit Cokelat Semi Formal Sol Kulit Jahit",
        745_000,
        "Konstruksi blake dengan sol kulit yang bisa diganti. Dibuat sesuai pesanan selama dua belas hari. Semir krem cokelat disertakan.",
        { preOrderDays: 12 },
      ],
      [
        "Sepatu Kulit Cokelat Wanita Tali Datar",
        425_000,
        "Potongan ramping dengan hak dua sentimeter. Kulit domba di dalam, tidak lecet sejak hari pertama. Tambahan bantalan tumit gratis.",
        { axes: [axis("Ukuran", "36 37 38 39 40")], weight: 900 },
      ],
    ],
  ),
  ...family(
    {
      shop: "losari-gaya",
      category: "sandal",
      pictures: ["sandal-jepit"],
      attributes: { Bahan: "Karet alam" },
      weight: 420,
      axes: [sandal],
    },
    [
      [
        "Sandal Jepit Karet Alam Empuk Pria Wanita",
        39_000,
        "Karet alam Sulawesi yang lentur dan tidak berbau tajam. Tapak bergelombang menahan licin di kamar mandi. Tali diuji tarik 15 kilogram.",
        {},
      ],
      [
        "Sandal Jepit Tebal 2,5 cm Alas Busa Pijat",
        59_000,
        "Alas busa dua lapis dengan tonjolan pijat halus. Nyaman untuk yang lama berdiri di dapur. Cepat kering.",
      ],
      [
        "Sandal Hotel Karet Jepit Isi 10 Pasang",
        165_000,
        "Untuk masjid, kos, dan penginapan. Diberi nomor di alas agar mudah dicari pasangannya. Ukuran campur 40 dan 42.",
        { shop: "rumah-bais", weight: 3_200, axes: [] },
      ],
    ],
  ),
  ...family(
    {
      shop: "kulit-sukaregang",
      category: "sandal",
      pictures: ["sandal-kulit"],
      attributes: { Bahan: "Kulit sapi" },
      weight: 600,
      axes: [sandal],
    },
    [
      [
        "Sandal Selop Kulit Sapi Pria Cokelat",
        189_000,
        "Satu lembar kulit tebal tanpa sambungan di atas kaki. Alas dalam kulit yang mengikuti bentuk telapak. Sol karet ban yang awet.",
      ],
      [
        "Sandal Kulit Jepit Garut Jahit Tangan",
        145_000,
        "Tali kulit dijahit dua baris, jepitan dibungkus agar tidak melukai. Makin lama makin lembut. Jangan direndam air.",
      ],
      [
        "Selop Kulit Wanita Silang Cokelat Datar",
        175_000,
        "Dua tali bersilang yang menahan kaki dengan mantap. Hak dua sentimeter. Cocok dengan kebaya maupun jins.",
        { axes: [axis("Ukuran", "36 37 38 39 40")] },
      ],
    ],
  ),
  ...family(
    {
      shop: "pandan-belitong",
      category: "sandal",
      pictures: ["sandal-anyam"],
      weight: 320,
      axes: [axis("Ukuran", "36 37 38 39 40 41")],
    },
    [
      [
        "Sandal Selop Anyaman Pandan Wanita",
        95_000,
        "Bagian atas anyaman pandan dilapis kain agar tidak gatal. Sol spons padat. Untuk dalam dan luar rumah yang kering.",
      ],
      [
        "Sandal Anyam Mendong Spa dan Penginapan",
        42_000,
        "Alas mendong yang sejuk di kaki, dipakai banyak penginapan. Tali katun lebar. Dapat dibordir nama penginapan.",
        {
          shop: "anyam-tasik",
        },
      ],
      [
        "Sandal Anyaman Kulit Silang Tasik Klasik",
        165_000,
        "Tali kulit dianyam tangan seperti sandal bapak zaman dulu. Sol ban bekas yang dihaluskan. Longgar dulu satu ukuran karena kulit mengikuti kaki.",
        { shop: "anyam-tasik", weight: 580, axes: [sandal] },
      ],
    ],
  ),
  ...family({ shop: "sarung-samarinda", category: "kalung", pictures: ["kalung-manik"], weight: 140 }, [
    [
      "Kalung Manik Kalimantan Dayak Kenyah Motif Burung Enggang",
      145_000,
      "Manik kaca dirangkai ibu-ibu Pampang membentuk enggang. Tali nilon ganda yang kuat. Panjang 60 sentimeter dengan pengait.",
      { origin: true },
    ],
    [
      "Kalung Manik Bertingkat Tiga Dayak Acara Adat",
      275_000,
      "Tiga tingkat untuk pelengkap tari dan upacara. Warna merah, kuning, dan hitam yang lazim. Dikerjakan delapan hari.",
      { origin: true, stock: 6 },
    ],
    [
      "Kalung Batu Martapura Akik Warna Warni",
      185_000,
      "Batu akik gosok dari Martapura dengan kait perak bakar. Ukuran butir delapan milimeter. Setiap untai berbeda urutan warnanya.",
      { shop: "martapura-berkah" },
    ],
    [
      "Kalung Biji Hutan Papua Manik Alami",
      95_000,
      "Biji hutan kering dan kulit kerang kecil dari Sentani. Ringan dan tidak berkarat. Keringkan bila terkena air.",
      { shop: "sentani-kriya", origin: true },
    ],
  ]),
  ...family(
    {
      shop: "sentani-kriya",
      category: "gelang",
      pictures: ["gelang-manik"],
      attributes: { Bahan: "Kayu" },
      weight: 50,
    },
    [
      [
        "Gelang Manik Kayu Papua Elastis Unisex",
        45_000,
        "Manik kayu besi dan matoa dibulatkan tangan. Tali elastis ganda untuk lingkar 16 sampai 20 sentimeter. Olesi minyak kelapa agar tetap gelap.",
        { origin: true },
      ],
      [
        "Gelang Manik Kayu Wamena Anyam Rotan",
        59_000,
        "Manik kayu diselingi lilitan rotan halus khas lembah. Dibuat di kampung dekat Wamena. Hasil penjualan kembali ke pembuatnya.",
        { shop: "lembah-baliem", origin: true, stock: 15 },
      ],
      [
        "Gelang Kayu Stigi Kokka Pria Martapura",
        65_000,
        "Stigi hitam dan kokka cokelat bergantian, butir sepuluh milimeter. Makin mengilap karena dipakai. Kantong beledu disertakan.",
        { shop: "martapura-berkah" },
      ],
      [
        "Gelang Manik Kayu Suvenir Wisuda Isi 12",
        149_000,
        "Selusin gelang sederhana untuk teman seangkatan. Kartu kecil dapat dicetak nama dan tahun. Warna kayu muda dan tua.",
        { shop: "griya-laksono", weight: 320 },
      ],
      [
        "Gelang Sauh dan Manik Kayu Lembah Baliem",
        52_000,
        "Serat kulit kayu dipilin lalu diberi manik kayu berbakar. Bisa diatur dengan simpul geser. Bau asapnya hilang dalam sepekan.",
        { shop: "lembah-baliem", origin: true, stock: 20 },
      ],
    ],
  ),
  ...family(
    {
      shop: "griya-laksono",
      category: "cincin",
      pictures: ["cincin-perak"],
      weight: 60,
      attributes: { Bahan: "Perak 925" },
    },
    [
      [
        "Cincin Perak 925 Kotagede Polos Ukir Nama",
        185_000,
        "Perak 925 ditempa di Kotagede, nama diukir di sisi dalam. Sertakan ukuran jari atau pesan gelang ukur gratis. Kain pembersih perak disertakan.",
        { origin: true, axes: [axis("Ukuran jari", "14 15 16 17 18 19 20 21 22")], preOrderDays: 4 },
      ],
      [
        "Cincin Perak Filigri Kotagede Bunga Kawung",
        265_000,
        "Benang perak dipilin dan disolder menjadi bunga kawung. Setiap kelopak dikerjakan dengan pinset. Tidak cocok untuk dipakai mencuci.",
        { origin: true, axes: [axis("Ukuran jari", "15 16 17 18 19 20")] },
      ],
      [
        "Sepasang Cincin Kawin Perak Kotagede Lapis Rodium",
        495_000,
        "Dua cincin dengan lapis rodium agar tidak menghitam. Ukir nama dan tanggal sudah termasuk. Kotak kayu jati dua lubang.",
        { preOrderDays: 10, weight: 200 },
      ],
      [
        "Cincin Perak Batu Kecubung Martapura Pria",
        345_000,
        "Kecubung ungu 10 x 12 milimeter dari Martapura, diikat perak bakar. Kartu uji batu disertakan. Ukuran dapat dibesarkan satu nomor.",
        { shop: "martapura-berkah", axes: [axis("Ukuran jari", "18 19 20 21 22")], stock: 3 },
      ],
    ],
  ),
  ...family(
    {
      shop: "mutiara-mataram",
      category: "anting-bros",
      pictures: ["anting-mutiara"],
      attributes: { Bahan: "Mutiara" },
      weight: 60,
      origin: true,
    },
    [
      [
        "Anting Mutiara Lombok Air Tawar Perak 925",
        125_000,
        "Mutiara air tawar tujuh milimeter yang bulat hampir sempurna. Kait perak 925 tidak membuat gatal. Lap dengan kain lembut sesudah dipakai.",
        { axes: [axis("Warna", "Putih, Merah muda, Lembayung")] },
      ],
      [
        "Anting Mutiara Laut Selatan Lombok 9 mm Emas Muda",
        1_850_000,
        "Mutiara laut selatan warna sampanye dengan kilap tinggi. Ikatan emas muda 375 dan kartu keaslian. Setiap pasang dipilih agar serasi.",
        { stock: 2 },
      ],
      [
        "Anting Tusuk Mutiara Mabe Lombok Perak",
        265_000,
        "Setengah mutiara mabe yang lebar dan ringan. Dibingkai perak bakar motif sasak. Panjang tusuk standar sepuluh milimeter.",
      ],
      [
        "Set Anting dan Kalung Mutiara Lombok Kotak Beledu",
        345_000,
        "Anting dan liontin mutiara air tawar dengan rantai perak 45 sentimeter. Kotak beledu biru tua. Hadiah ulang tahun yang aman.",
        { category: "kalung", weight: 160 },
      ],
    ],
  ),
  ...family(
    {
      shop: "losari-gaya",
      category: "jam-tangan",
      pictures: ["jam-tangan-kayu"],
      attributes: { Mesin: "Kuarsa" },
      weight: 180,
    },
    [
      [
        "Jam Tangan Kayu Maple dan Sonokeling Pria",
        385_000,
        "Kepala dan tali kayu, ringan 42 gram. Mesin kuarsa Jepang dengan cadangan baterai. Tali dapat dikurangi ruasnya dengan alat yang disertakan.",
        { axes: [axis("Warna kayu", "Maple, Sonokeling")] },
      ],
      [
        "Jam Tangan Kayu Wanita Kecil Tali Kulit",
        325_000,
        "Kepala kayu 34 milimeter dengan tali kulit Garut. Angka minimal tanpa penuh hiasan. Garansi mesin satu tahun.",
        { axes: [axis("Tali", "Cokelat, Hitam, Krem")] },
      ],
      [
        "Jam Tangan Kayu Ukir Nama Sepasang",
        689_000,
        "Sepasang jam dengan ukiran nama di belakang kepala. Kotak bambu berbantal. Ukiran dikerjakan dua hari.",
        { preOrderDays: 2, weight: 420 },
      ],
    ],
  ),
  ...family(
    {
      shop: "losari-gaya",
      category: "jam-tangan",
      pictures: ["jam-tangan-kulit"],
      attributes: { Mesin: "Kuarsa" },
      weight: 150,
    },
    [
      [
        "Jam Tangan Analog Tali Kulit Cokelat 40 mm",
        289_000,
        "Muka putih gading dengan tanggal, kaca mineral. Tali kulit sapi 20 milimeter mudah diganti. Tahan cipratan air tiga ATM.",
        { axes: [axis("Tali", "Cokelat, Hitam")] },
      ],
      [
        "Jam Tangan Wanita Analog Tali Kulit Ramping 32 mm",
        259_000,
        "Kepala tipis enam milimeter yang tidak tersangkut lengan baju. Jarum emas muda. Kotak karton tebal disertakan.",
        { axes: [axis("Tali", "Cokelat, Hitam, Krem")] },
      ],
      [
        "Jam Analog Tali Kulit Bekas Servis Baterai Baru",
        165_000,
        "Jam tahun 2015 yang mesinnya dibersihkan dan baterainya diganti. Kaca ada satu gores halus. Tali baru dari kulit Garut.",
        { condition: "used", stock: 1 },
      ],
    ],
  ),
  ...family(
    {
      shop: "griya-laksono",
      category: "kerajinan-koleksi",
      pictures: ["gantungan-kunci"],
      attributes: { Bahan: "Kayu" },
      weight: 40,
    },
    [
      [
        "Gantungan Kunci Kayu Ukir Kawung Sonokeling",
        18_000,
        "Kawung diukir laser pada sonokeling tiga milimeter. Cincin baja yang tidak mudah karat. Oleh-oleh ringan dari Jogja.",
        {},
      ],
      [
        "Gantungan Kunci Kayu Nama Suvenir Pernikahan Isi 50",
        425_000,
        "Lima puluh buah dengan nama dan tanggal Anda. Dikemas kantong organza satu per satu. Pengerjaan lima hari kerja.",
        { weight: 900, preOrderDays: 5 },
      ],
      [
        "Gantungan Kunci Kayu Ukir Tifa Sentani",
        25_000,
        "Bentuk kayu bundar dengan ukiran khas Sentani. Dibakar tipis sehingga gambarnya hitam. Dibuat siswa SMK di Abepura.",
        { shop: "sentani-kriya", origin: true },
      ],
    ],
  ),
  ...family(
    {
      shop: "losari-gaya",
      category: "aksesori-pakaian",
      pictures: ["kacamata"],
      attributes: { Lindungan: "UV400" },
      weight: 160,
    },
    [
      [
        "Kacamata Hitam Bingkai Kayu Terpolarisasi UV400",
        285_000,
        "Bingkai kayu jati tipis dengan engsel pegas. Lensa terpolarisasi mengurangi silau laut. Kotak dan kain lap disertakan.",
        { axes: [axis("Lensa", "Hitam, Cokelat")] },
      ],
      [
        "Kacamata Kayu Bundar Unisex Lensa Abu",
        225_000,
        "Bentuk bundar untuk wajah persegi. Gagang dapat dihangatkan dan dibentuk sedikit. Lensa bisa diganti minus di optik.",
        { axes: [axis("Lensa", "Abu, Cokelat")] },
      ],
      [
        "Kacamata Hitam Kayu Bambu Terapung",
        195_000,
        "Bambu ringan yang mengapung bila jatuh ke laut. Cocok untuk memancing dan berlayar. Garansi engsel enam bulan.",
      ],
    ],
  ),
  ...family(
    {
      shop: "kulit-sukaregang",
      category: "aksesori-pakaian",
      pictures: ["ikat-pinggang"],
      attributes: { Bahan: "Kulit" },
      weight: 280,
    },
    [
      [
        "Ikat Pinggang Kulit Sapi Cokelat Pria 3,8 cm",
        149_000,
        "Satu lapis kulit tebal empat milimeter yang tidak mengelupas. Kepala kuningan padat. Lubang tambahan bisa kami buatkan.",
        { axes: [axis("Panjang", "105 cm, 115 cm, 125 cm")] },
      ],
      [
        "Sabuk Kulit Formal Cokelat Tua Kepala Jepit",
        165_000,
        "Lebar tiga sentimeter untuk celana kain. Kepala jepit tanpa lubang, ukurannya bebas. Tepi dicat dan dipoles.",
        { axes: [axis("Panjang", "105 cm, 115 cm, 125 cm")] },
      ],
      [
        "Ikat Pinggang Kulit Wanita Kecil 2 cm",
        98_000,
        "Dua sentimeter untuk gaun dan tunik. Kulit domba lembut dengan kepala bulat. Panjang 100 sentimeter, dapat dipotong.",
        { weight: 140 },
      ],
    ],
  ),
  ...family({ shop: "losari-gaya", category: "aksesori-pakaian", pictures: ["topi-baseball"], weight: 120 }, [
    [
      "Topi Baseball Nila Kanvas Polos Dewasa",
      65_000,
      "Kanvas katun dengan enam lubang angin berbordir. Pengatur logam di belakang. Lidah melengkung yang tidak patah.",
      { axes: [axis("Warna", "Nila, Hitam, Krem")] },
    ],
    [
      "Topi Nila Bordir Custom Komunitas",
      58_000,
      "Bordir sampai delapan sentimeter di depan sudah termasuk. Tulis alamat berkas gambar dan warna benang di catatan pesanan. Contoh foto kami kirim sebelum produksi.",
      {
        minOrder: 12,
        preOrderDays: 6,
      },
    ],
    [
      "Topi Lari Nila Cepat Kering Pantul Cahaya",
      89_000,
      "Kain poliester berpori yang kering dalam sejam. Garis pantul di belakang untuk lari subuh. Berat 60 gram.",
      { shop: "khatulistiwa-sport", category: "kebugaran" },
    ],
  ]),
];
