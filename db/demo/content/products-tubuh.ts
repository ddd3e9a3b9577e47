import { axis, family } from "./draft.ts";
import type { Draft } from "./draft.ts";

/** Skin care, soap, make-up, herbal drinks and health. */
export const tubuhProducts: Draft[] = [
  ...family(
    {
      shop: "ayu-lestari",
      category: "perawatan-wajah",
      pictures: ["serum-bengkuang"],
      weight: 120,
      attributes: { Isi: "30 ml" },
    },
    [
      [
        "Serum Wajah Bengkuang Niacinamide 10% Ayu Lestari 30 ml",
        55_000,
        "Ekstrak bengkuang dan niacinamide untuk meratakan warna kulit. Teksturnya cair dan cepat meresap, tidak lengket di bawah tabir surya. Pakai dua sampai tiga tetes malam hari.",
        {
          axes: [axis("Isi", "15 ml, 30 ml")],
          extraPrice: { "30 ml": 34_000 },
          extraWeight: { "30 ml": 30 },
          attributes: {},
        },
      ],
      [
        "Paket Serum Bengkuang dan Toner Mawar Ayu Lestari",
        129_000,
        "Toner untuk menyegarkan, serum untuk mencerahkan, dipakai berurutan. Cukup untuk dua bulan. Coba dulu di belakang telinga bila kulit Anda sensitif.",
        { pictures: ["serum-bengkuang", "toner-mawar"], weight: 320, attributes: { Isi: "30 ml + 100 ml" } },
      ],
      [
        "Serum Bengkuang Retinol Malam 0,3 Persen 30 ml",
        119_000,
        "Retinol lembut dalam minyak biji bunga matahari. Mulai dua malam sepekan, lalu tambah perlahan. Tidak untuk ibu hamil dan wajib tabir surya di pagi hari.",
      ],
    ],
  ),
  ...family(
    {
      shop: "ayu-lestari",
      category: "perawatan-wajah",
      pictures: ["serum-vitamin-c"],
      weight: 110,
      attributes: { Isi: "20 ml" },
    },
    [
      [
        "Serum Vitamin C Cerah Alami Ayu Lestari 20 ml",
        79_000,
        "Turunan vitamin C yang stabil dan tidak perih. Botol gelap menjaga dari cahaya. Gunakan pagi hari sebelum tabir surya.",
      ],
      [
        "Serum Vitamin C dan Asam Ferulat 15 Persen 20 ml",
        135_000,
        "Kadar tinggi untuk kulit yang sudah terbiasa. Warnanya bening kekuningan, ganti bila sudah cokelat. Habiskan tiga bulan sesudah dibuka.",
      ],
      [
        "Paket Cerah Pagi Serum Vitamin C dan Tabir Surya",
        145_000,
        "Serum pagi dan tabir surya SPF 50 yang saling cocok. Tidak menggumpal bila ditunggu satu menit. Hemat daripada membeli satuan.",
        { pictures: ["serum-vitamin-c", "tabir-surya"], weight: 220, attributes: { Isi: "20 ml + 50 ml" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "jembrana-rasa",
      category: "sabun-lulur",
      pictures: ["sabun-sereh"],
      weight: 110,
      attributes: { Isi: "90 g" },
    },
    [
      [
        "Sabun Batang Sereh Buatan Tangan Wangi Rimba 90 g",
        28_000,
        "Sabun dingin dari minyak kelapa dan zaitun, diperam enam minggu. Wangi sereh suling, busanya lembut. Tiriskan agar tidak cepat habis.",
        {},
      ],
      [
        "Sabun Sereh Kelor Kulit Kering Wangi Rimba 90 g",
        32_000,
        "Bubuk kelor menggosok halus dan minyaknya melembapkan. Tanpa pewarna dan SLS. Cocok untuk mandi setelah dari kebun.",
      ],
      [
        "Set Sabun Alami Bali Isi 4 Kotak Kado",
        118_000,
        "Sereh, kopi, kelapa, dan cendana dalam kotak kertas daur ulang. Tiap sabun dibungkus kain kecil. Pantas untuk tamu dan guru.",
        { pictures: ["sabun-sereh", "sabun-kopi"], weight: 460, attributes: { Isi: "4 x 90 g" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "jembrana-rasa",
      category: "sabun-lulur",
      pictures: ["sabun-kopi"],
      weight: 110,
      attributes: { Isi: "90 g" },
    },
    [
      [
        "Sabun Kopi Lulur Batang Wangi Rimba 90 g",
        29_000,
        "Ampas kopi robusta Pupuan menggosok sel kulit mati. Menghilangkan bau bawang di tangan. Pakai dua kali sepekan untuk badan.",
      ],
      [
        "Sabun Kopi Cokelat Jembrana Lembut 90 g",
        33_000,
        "Kopi halus dan lemak kakao dari kebun yang sama dengan cokelat kami. Wangi seperti moka. Tidak mengandung pewangi sintetis.",
      ],
      [
        "Sabun Kopi Potong Kiloan untuk Spa 1 Kg",
        235_000,
        "Batangan panjang yang dipotong sendiri sesuai kebutuhan spa. Sekitar sebelas potong. Lembar bahan dan tanggal peram disertakan.",
        { weight: 1_080, attributes: { Isi: "1 kg" } },
      ],
    ],
  ),
  ...family(
    { shop: "sari-rimpang", category: "sabun-lulur", pictures: ["lulur"], weight: 250, attributes: { Isi: "200 g" } },
    [
      [
        "Lulur Jawa Kunyit dan Beras Puri Ayu 200 g",
        42_000,
        "Tepung beras, kunyit, dan temu giring seperti lulur calon pengantin. Campur sedikit air mawar, oleskan, lalu gosok setelah setengah kering. Warna kuningnya hilang dengan sabun.",
      ],
      [
        "Lulur Boreh Rempah Hangat Puri Ayu 200 g",
        46_000,
        "Cengkih, jahe, dan pala menghangatkan badan pegal. Dipakai para petani sepulang dari sawah. Hindari kulit yang luka.",
      ],
      [
        "Paket Pengantin Lulur Tujuh Hari Kunyit Kenanga",
        165_000,
        "Lulur, masker, dan minyak kenanga untuk tujuh hari sebelum akad. Panduan harian disertakan. Dikemas kotak anyam.",
        { weight: 900, attributes: { Isi: "3 produk" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "nyiur-manado",
      category: "sabun-lulur",
      pictures: ["body-butter"],
      weight: 200,
      attributes: { Isi: "150 g" },
    },
    [
      [
        "Body Butter Kelapa dan Vanila Nyiur Biru 150 g",
        68_000,
        "VCO dan shea butter yang dikocok sampai ringan. Wangi vanila Sulawesi yang tidak manis berlebihan. Untuk siku, lutut, dan tumit.",
      ],
      [
        "Body Butter Kelapa Tanpa Pewangi Kulit Sensitif 150 g",
        65_000,
        "Hanya tiga bahan dan tanpa pewangi. Aman untuk anak di atas satu tahun. Meleleh di suhu panas, dinginkan agar padat lagi.",
      ],
      [
        "Mentega Tubuh Kelapa Kopi untuk Tumit Pecah 150 g",
        72_000,
        "Ditambah urea lembut dan kopi. Oles malam hari lalu pakai kaus kaki. Hasilnya terasa dalam sepekan.",
      ],
    ],
  ),
  ...family(
    {
      shop: "ayu-lestari",
      category: "perawatan-wajah",
      pictures: ["sabun-muka"],
      weight: 140,
      attributes: { Isi: "100 ml" },
    },
    [
      [
        "Sabun Pembersih Muka Teh Hijau Ayu Lestari 100 ml",
        42_000,
        "Pembersih pH 5,5 dengan teh hijau, kulit tidak kesat. Mengangkat minyak sehabis naik motor. Cukup seukuran kacang.",
      ],
      [
        "Sabun Muka Teh Hijau Asam Salisilat untuk Jerawat",
        52_000,
        "Asam salisilat satu persen membersihkan pori. Pakai malam hari dahulu selama dua pekan. Bilas sampai bersih di garis rambut.",
      ],
      [
        "Sabun Muka Pria Teh Hijau Arang 100 ml",
        45_000,
        "Arang bambu mengangkat minyak tanpa membuat kering. Wangi segar tipis. Bisa untuk janggut pendek.",
      ],
    ],
  ),
  ...family(
    {
      shop: "ayu-lestari",
      category: "perawatan-wajah",
      pictures: ["tabir-surya"],
      weight: 90,
      attributes: { Isi: "50 ml", SPF: "50 PA++++" },
    },
    [
      [
        "Tabir Surya SPF 50 PA++++ Surya Ringan 50 ml",
        65_000,
        "Tidak meninggalkan putih dan tidak perih di mata. Oles dua jari untuk wajah dan leher. Ulangi setiap tiga jam bila di luar.",
        { axes: [axis("Hasil akhir", "Natural, Matte")] },
      ],
      [
        "Tabir Surya Mineral SPF 50 Kulit Sensitif dan Anak",
        89_000,
        "Seng oksida yang duduk di atas kulit. Aman untuk anak mulai enam bulan di area terbuka. Sedikit putih lalu menyatu dalam lima menit.",
      ],
      [
        "Tabir Surya Berwarna SPF 50 Tiga Sawo Matang",
        79_000,
        "Warna untuk kulit Indonesia dari kuning langsat sampai sawo matang. Menutup kemerahan tipis. Pengganti alas bedak harian.",
        { axes: [axis("Warna", "Langsat, Sawo terang, Sawo matang")] },
      ],
    ],
  ),
  ...family({ shop: "ayu-lestari", category: "riasan", pictures: ["lipstik"], weight: 60 }, [
    [
      "Lipstik Matte Merah Bata Tahan Lama Ayu Lestari",
      59_000,
      "Merah bata yang cocok untuk kulit hangat. Matte lembut dengan minyak jojoba agar bibir tidak kering. Tahan makan siang ringan.",
      { axes: [axis("Warna", "Merah bata, Cokelat kayu manis, Mawar tua, Terakota muda")] },
    ],
    [
      "Lipstik Matte Set Mini Isi 3 Warna Nusantara",
      119_000,
      "Tiga warna kecil: bata, kayu manis, dan mawar. Cukup untuk dicoba sebelum memilih. Kotak bercermin.",
      { weight: 110 },
    ],
    [
      "Pelembap Bibir Berwarna Merah Bata Mentega Kakao",
      35_000,
      "Kakao Jembrana melembapkan dengan warna tipis. Wangi cokelat samar. Bisa dipakai ulang tanpa cermin.",
      { shop: "jembrana-rasa", weight: 40 },
    ],
  ]),
  ...family({ shop: "ayu-lestari", category: "riasan", pictures: ["bedak"], weight: 90 }, [
    [
      "Bedak Padat Cermin Ayu Lestari Kulit Berminyak",
      75_000,
      "Serbuk halus yang menahan minyak sampai siang. Spons dapat dicuci dan kotaknya bercermin. Isi ulang tersedia.",
      { axes: [axis("Warna", "Gading, Langsat, Sawo terang, Sawo matang")] },
    ],
    [
      "Isi Ulang Bedak Padat Ayu Lestari 10 g",
      45_000,
      "Hanya isi tanpa kotak, lebih hemat dan kurang sampah. Tekan keluar isi lama dari lubang kecil. Warna sama dengan bedak utama.",
      { axes: [axis("Warna", "Gading, Langsat, Sawo terang, Sawo matang")], weight: 40 },
    ],
    [
      "Bedak Dingin Beras Saripohatji Cermin Kotak",
      38_000,
      "Resep lama dari beras dan kunyit putih, mendinginkan kulit berjerawat. Basahi sedikit sebelum dioles. Boleh untuk malam hari.",
      { shop: "sari-rimpang" },
    ],
  ]),
  ...family(
    {
      shop: "griya-laksono",
      category: "wewangian",
      pictures: ["parfum-melati"],
      weight: 220,
      attributes: { Isi: "50 ml" },
    },
    [
      [
        "Parfum Melati Rasa Sore Eau de Parfum 50 ml",
        65_000,
        "Melati, teh hitam, dan kayu cendana yang mengingatkan sore di keraton. Tahan enam sampai delapan jam. Diracik di Jogja dalam jumlah kecil.",
        {
          axes: [axis("Isi", "10 ml, 50 ml")],
          extraPrice: { "50 ml": 124_000 },
          extraWeight: { "50 ml": 140 },
          weight: 80,
          attributes: {},
        },
      ],
      [
        "Parfum Melati Kenanga Pengantin Jawa 50 ml",
        215_000,
        "Campuran kembang setaman untuk hari pernikahan. Manis bunga yang tidak pening. Botol dapat diukir nama mempelai.",
      ],
      [
        "Parfum Rambut dan Badan Melati Ringan 50 ml",
        89_000,
        "Tanpa alkohol kering sehingga aman di rambut berhijab. Segar tiga jam. Semprot dari jarak dua puluh sentimeter.",
        { shop: "ayu-lestari" },
      ],
    ],
  ),
  ...family(
    {
      shop: "sari-rimpang",
      category: "perawatan-rambut",
      pictures: ["sampo-urang-aring"],
      weight: 380,
      attributes: { Isi: "300 ml" },
    },
    [
      [
        "Sampo Urang-aring Rambut Kuat Puri Ayu 300 ml",
        48_000,
        "Urang-aring dan lidah buaya untuk rambut yang mudah rontok. Busa sedang dan tanpa silikon. Pijat dua menit sebelum dibilas.",
      ],
      [
        "Sampo Urang-aring Hijab Segar Mentol Puri Ayu 300 ml",
        52_000,
        "Mentol dingin mengurangi gatal di bawah hijab. Wangi daun mint. Bisa dipakai setiap hari.",
      ],
      [
        "Paket Sampo dan Minyak Kemiri Rambut Puri Ayu",
        85_000,
        "Minyak kemiri dioles malam, sampo dipakai pagi. Cara lama ibu-ibu di Jawa. Pemakaian rutin dua bulan baru terlihat.",
        { weight: 520, attributes: { Isi: "300 ml + 60 ml" } },
      ],
    ],
  ),
  ...family(
    { shop: "sari-rimpang", category: "sabun-lulur", pictures: ["losion"], weight: 480, attributes: { Isi: "400 ml" } },
    [
      [
        "Losion Badan Beras Putih Puri Ayu Pompa 400 ml",
        55_000,
        "Sari beras dan gliserin yang melembapkan tanpa lengket. Cepat kering di udara lembap. Pompa dapat dikunci untuk bepergian.",
      ],
      [
        "Losion Beras Putih SPF 15 Harian Tangan Badan",
        62_000,
        "Perlindungan ringan untuk tangan di atas setang motor. Bukan pengganti tabir surya wajah. Wangi bedak beras yang lembut.",
      ],
      [
        "Losion Badan Beras Putih Niacinamide Malam 400 ml",
        62_000,
        "Ditambah niacinamide untuk siku dan lutut yang gelap. Pakai malam setelah mandi. Perubahan tampak setelah kira-kira sebulan.",
        { shop: "ayu-lestari" },
      ],
    ],
  ),
  ...family(
    {
      shop: "ayu-lestari",
      category: "perawatan-wajah",
      pictures: ["toner-mawar"],
      weight: 160,
      attributes: { Isi: "100 ml" },
    },
    [
      [
        "Toner Air Mawar Ayu Lestari Tanpa Alkohol 100 ml",
        35_000,
        "Air mawar suling dari kebun Bandungan. Menyegarkan setelah cuci muka dan sebelum serum. Simpan di kulkas untuk sensasi dingin.",
      ],
      [
        "Air Mawar Semprot Wajah Saat Perjalanan 100 ml",
        38_000,
        "Semprotan kabut halus untuk kabin pesawat dan kantor. Tidak merusak riasan. Boleh juga untuk masker bubuk.",
      ],
    ],
  ),
  ...family(
    {
      shop: "ayu-lestari",
      category: "perawatan-wajah",
      pictures: ["masker-wajah"],
      weight: 40,
      attributes: { Isi: "25 ml" },
    },
    [
      [
        "Masker Lembar Bengkuang Mencerahkan 25 ml",
        12_500,
        "Lembar selulosa tipis yang menempel rapat. Diamkan lima belas menit lalu tepuk sisanya. Tidak perlu dibilas.",
        {},
      ],
      [
        "Masker Lembar Bengkuang Isi 10 Perawatan Sebulan",
        99_000,
        "Untuk dua kali sepekan selama sebulan. Cocok sebelum acara penting. Simpan mendatar di tempat sejuk.",
        { weight: 320, attributes: { Isi: "10 lembar" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "sari-rimpang",
      category: "jamu-herbal",
      pictures: ["jamu-kunyit"],
      weight: 320,
      attributes: { Isi: "250 ml" },
    },
    [
      [
        "Jamu Kunyit Asam Segar Mbok Jamu Botol 250 ml",
        18_000,
        "Kunyit segar, asam jawa, dan gula aren direbus pagi hari. Asamnya segar dan tidak langu. Tahan lima hari di kulkas.",
        {
          minOrder: 2,
        },
      ],
      [
        "Jamu Kunyit Asam Sirih Haid Lancar 250 ml",
        19_500,
        "Ditambah daun sirih dan sedikit garam. Diminum dua hari sebelum haid menurut kebiasaan ibu kami. Bukan untuk ibu hamil.",
        { minOrder: 2 },
      ],
      [
        "Paket Jamu Sepekan 7 Botol Kunyit Asam dan Beras Kencur",
        122_000,
        "Tujuh botol untuk tujuh pagi, selang-seling dua rasa. Dikirim dengan gel es layanan sehari. Botol kaca kosong kami terima kembali di Semarang.",
        { pictures: ["jamu-kunyit", "jamu-beras-kencur"], weight: 2_300, attributes: { Isi: "7 x 250 ml" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "sari-rimpang",
      category: "jamu-herbal",
      pictures: ["jamu-beras-kencur"],
      weight: 320,
      attributes: { Isi: "250 ml" },
    },
    [
      [
        "Jamu Beras Kencur Penghangat Badan Botol 250 ml",
        17_000,
        "Beras disangrai, digiling bersama kencur dan jahe. Manisnya lembut, disukai anak. Endapan beras perlu dikocok.",
        { minOrder: 2 },
      ],
      [
        "Jamu Beras Kencur Anak Tanpa Pedas 250 ml",
        16_000,
        "Jahe dikurangi sehingga tidak pedas untuk anak tiga tahun ke atas. Menambah nafsu makan menurut pengalaman pelanggan kami. Gula aren secukupnya.",
        { minOrder: 2 },
      ],
    ],
  ),
  ...family(
    {
      shop: "sari-rimpang",
      category: "jamu-herbal",
      pictures: ["temulawak"],
      weight: 240,
      attributes: { Isi: "200 g" },
    },
    [
      [
        "Serbuk Temulawak Instan Sari Rimpang 200 g",
        32_000,
        "Temulawak dikristalkan dengan sedikit gula. Larut di air hangat tanpa ampas. Dua sendok makan untuk satu gelas.",
        {
          axes: [axis("Gula", "Gula tebu, Gula aren, Tanpa gula")],
          extraPrice: { "Gula aren": 3_000, "Tanpa gula": 8_000 },
        },
      ],
      [
        "Temulawak Kunyit Putih Serbuk Minuman 200 g",
        36_000,
        "Dua rimpang dengan rasa pahit ringan. Diminum sebelum makan. Hentikan bila Anda sedang minum obat pengencer darah dan tanyakan dokter.",
      ],
    ],
  ),
  ...family(
    {
      shop: "sari-rimpang",
      category: "jamu-herbal",
      pictures: ["wedang-jahe"],
      weight: 280,
      attributes: { Isi: "10 saset" },
    },
    [
      [
        "Wedang Jahe Merah Instan Kotak Isi 10 Saset",
        28_000,
        "Jahe merah, serai, dan gula aren dalam saset. Pedasnya hangat sampai tenggorokan. Seduh 150 mililiter air panas.",
        { axes: [axis("Rasa", "Original, Susu, Kurang manis")] },
      ],
      [
        "Wedang Uwuh Jahe Merah Celup Isi 10 Imogiri",
        32_000,
        "Secang, cengkih, kayu manis, dan jahe dari Imogiri. Warnanya merah alami. Boleh diseduh dua kali.",
        { shop: "griya-laksono", origin: true },
      ],
      [
        "Wedang Jahe Merah Karton Isi 12 Kotak",
        310_000,
        "Satu karton untuk kantor atau warung. Kedaluwarsa 18 bulan. Stiker rapat agar sampai utuh.",
        { weight: 3_300, attributes: { Isi: "120 saset" } },
      ],
    ],
  ),
  ...family(
    {
      shop: "minyak-buru",
      category: "minyak-balur",
      pictures: ["minyak-kayu-putih"],
      weight: 130,
      origin: true,
      attributes: { Isi: "60 ml" },
    },
    [
      [
        "Minyak Kayu Putih Asli Pulau Buru Suling 60 ml",
        28_000,
        "Sulingan ketel Namlea dengan kadar sineol di atas 60 persen. Hangatnya tidak membakar kulit. Cocok untuk masuk angin dan gigitan nyamuk.",
        {
          axes: [axis("Isi", "30 ml, 60 ml, 120 ml")],
          extraPrice: { "60 ml": 20_000, "120 ml": 58_000 },
          extraWeight: { "60 ml": 40, "120 ml": 120 },
          weight: 90,
          attributes: {},
        },
      ],
      [
        "Minyak Kayu Putih Buru Roll On Praktis 10 ml Isi 3",
        55_000,
        "Bola gulir kecil untuk tas dan saku. Tidak tumpah ketika naik kapal. Isi tiga agar satu di rumah, satu di kantor.",
        { attributes: { Isi: "3 x 10 ml" } },
      ],
      [
        "Minyak Kayu Putih Bayi Encer Buru Lembut 60 ml",
        45_000,
        "Diencerkan minyak kelapa untuk bayi di atas tiga bulan. Oleskan di punggung dan telapak kaki. Hindari wajah dan dada bayi.",
      ],
      [
        "Minyak Kayu Putih Buru Jeriken 1 Liter untuk Refill",
        520_000,
        "Untuk apotek, klinik, dan isi ulang keluarga besar. Jeriken tebal bersegel dan hasil uji disertakan. Hanya dikirim dengan kurir darat dan laut.",
        { weight: 1_150, attributes: { Isi: "1 liter" } },
      ],
    ],
  ),
  ...family(
    { shop: "minyak-buru", category: "minyak-balur", pictures: ["balsem"], weight: 50, attributes: { Isi: "20 g" } },
    [
      [
        "Balsem Hangat Pegal Cap Angsoka Kaleng 20 g",
        15_000,
        "Kayu putih, cengkih, dan mentol dalam lilin lebah. Hangat bertahan sejam. Kaleng kecil muat di saku.",
        {},
      ],
      [
        "Balsem Cengkih Pala Ternate Kaleng 20 g",
        19_500,
        "Minyak cengkih dan pala dari Ternate, wanginya seperti dapur. Untuk tengkuk dan betis. Jangan dekat mata.",
        { shop: "kapal-rempah", origin: true },
      ],
      [
        "Balsem Otot Panas Ekstra Olahraga 20 g",
        17_500,
        "Panasnya lebih kuat untuk sehabis main bola. Cuci tangan sesudah memakai. Tidak untuk anak di bawah enam tahun.",
        { shop: "merauke-bola" },
      ],
    ],
  ),
  ...family(
    {
      shop: "ayu-lestari",
      category: "perawatan-diri",
      pictures: ["vitamin"],
      attributes: { Isi: "60 tablet" },
      weight: 120,
    },
    [
      [
        "Vitamin C 500 mg Sehatika Isi 60 Tablet",
        58_000,
        "Tablet salut yang tidak perih di lambung. Satu tablet sehari setelah makan. Botol bersegel dengan tanggal kedaluwarsa di dasar.",
      ],
      [
        "Vitamin C dan Zinc Sehatika 60 Tablet Sebulan Dua",
        79_000,
        "Ditambah zinc 10 miligram. Cocok saat musim pancaroba. Baca peringatan bagi penderita batu ginjal.",
      ],
    ],
  ),
  ...family({ shop: "sari-rimpang", category: "jamu-herbal", pictures: ["kapsul-herbal"], weight: 130 }, [
    [
      "Kapsul Daun Kelor Sehatika Isi 100",
      65_000,
      "Daun kelor kering digiling halus tanpa campuran. Dua kapsul sehari bersama makan. Cangkang kapsul halal.",
    ],
    [
      "Kapsul Daun Kelor Sehatika Paket 2 Botol",
      119_000,
      "Dua botol untuk persediaan tiga bulan lebih. Daun kelornya dari kebun di Sumenep, dikeringkan tanpa sinar langsung. Konsultasikan dahulu bila sedang hamil.",
      { weight: 240 },
    ],
  ]),
  ...family(
    {
      shop: "si-kecil",
      category: "alat-kesehatan",
      pictures: ["masker-medis"],
      attributes: { Isi: "50 helai", Lapis: "3" },
      weight: 220,
    },
    [
      [
        "Masker Medis 3 Lapis Sehatika Isi 50",
        32_000,
        "Tiga lapis dengan penyaring lelehan di tengah. Tali telinga lembut dan kawat hidung panjang. Izin edar alat kesehatan tercetak di kotak.",
        { axes: [axis("Warna", "Hijau, Biru, Putih")] },
      ],
      [
        "Masker Medis Hijab Tali Kepala Isi 50",
        36_000,
        "Tali melingkar kepala sehingga tidak perlu kait telinga. Nyaman seharian di bawah hijab. Dikemas sepuluh helai per plastik.",
      ],
      [
        "Masker Anak Medis 3 Lapis Gambar Isi 50",
        35_000,
        "Ukuran untuk usia empat sampai sepuluh tahun. Gambar binatang laut yang tidak luntur. Bahan lembut di pipi.",
      ],
    ],
  ),
  ...family(
    {
      shop: "hutan-sumbawa",
      category: "jamu-herbal",
      pictures: ["madu-hitam"],
      weight: 480,
      attributes: { Isi: "250 ml" },
    },
    [
      [
        "Madu Hitam Pahit Hutan Sumbawa 250 ml",
        98_000,
        "Madu dari bunga mahoni dan pohon pelawan, rasanya pahit lalu manis. Warnanya hitam alami tanpa campuran herbal. Satu sendok sebelum tidur.",
        { origin: true },
      ],
      [
        "Madu Hitam Habbatussauda Campuran 250 ml",
        85_000,
        "Madu hitam dicampur minyak jintan hitam. Aromanya kuat, minum dengan air hangat. Tidak untuk bayi di bawah satu tahun.",
      ],
    ],
  ),
  ...family(
    {
      shop: "sari-rimpang",
      category: "minyak-balur",
      pictures: ["minyak-urut"],
      weight: 130,
      attributes: { Isi: "50 ml" },
    },
    [
      [
        "Minyak Urut Rempah Hangat Sari Rimpang 50 ml",
        38_000,
        "Jahe, sereh, dan cengkih direndam minyak kelapa sebulan. Hangat untuk urut kaki dan punggung. Pipet memudahkan takaran.",
        { axes: [axis("Isi", "50 ml, 100 ml")], extraPrice: { "100 ml": 27_000 }, extraWeight: { "100 ml": 70 } },
      ],
      [
        "Minyak Urut Terapis Pijat Tanpa Bau Menyengat 50 ml",
        42_000,
        "Licin lebih lama sehingga cocok untuk pijat penuh. Wangi serai yang menenangkan. Noda di seprai hilang dengan sabun cuci piring.",
      ],
      [
        "Minyak Urut Sarang Semut Papua Hangat 50 ml",
        58_000,
        "Racikan dengan ekstrak sarang semut dan minyak kelapa. Dibeli banyak oleh pelari dan petani. Coba sedikit dahulu di lengan.",
        { shop: "merauke-bola" },
      ],
    ],
  ),
  ...family(
    {
      shop: "si-kecil",
      category: "minyak-balur",
      pictures: ["minyak-telon"],
      weight: 150,
      attributes: { Isi: "100 ml" },
    },
    [
      [
        "Minyak Telon Bayi Hangat Lembut Si Kecil 100 ml",
        26_000,
        "Minyak kelapa, kayu putih, dan adas dengan takaran lembut. Oles sesudah mandi di perut dan punggung. Wanginya bertahan sampai siang.",
        {
          axes: [axis("Isi", "60 ml, 100 ml")],
          extraPrice: { "100 ml": 12_000 },
          extraWeight: { "100 ml": 50 },
          weight: 100,
          attributes: {},
        },
      ],
      [
        "Minyak Telon Plus Lavender Anti Nyamuk 100 ml",
        42_000,
        "Ditambah lavender dan serai untuk mengusir nyamuk sampai enam jam. Untuk bayi di atas tiga bulan. Cuci tangan sesudah mengoles.",
      ],
    ],
  ),
];
