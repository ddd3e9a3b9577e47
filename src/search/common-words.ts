import { knownWords } from "./synonyms.ts";

/**
 * Everyday Indonesian words that are no typing errors, even if no product has them. Correcting one would show other
 * goods than the user searched for: jiwa is not Jawa, and gram is not garam.
 */
const everyday = `
ada adalah adik agar akan akhir akibat akun alam alamat alat alasan ambil aman anda aneh angka antara antar apa apel api
arah arti asal asam asap asing asuransi atap atas awal awan ayah ayam ayo badan bagi bagian bagus bahan bahasa bahwa baik
bajak baja bak bakal bakar balai balap balik ban banding bangun bank banyak bapak barang baris baru basah batas batal batu
bawa bawah bayar beasiswa beban beberapa beda bekal bela belah belajar belakang belanja beli belum benar bentuk berapa berat
berita bersih berani berdiri bersama besar besok betul biar biasa biaya bicara bidang bila bingkai bintang bisa bodoh bola
boleh bom botol buah buat budaya bukan buka bukti bulan bulat bulu bumi bunga bunyi burung buruk buta butuh cahaya cair
campur canggih cantik capek cara cari catat cek cepat cerai cerita cerah cicil cinta cipta coba cocok cuaca cuci cukup curang
daerah daftar dalam damai dan dana dapat dapur dari darah darat dasar datang data daun daya debu dekat demi dengan depan
desa desain detik dewa dewasa di dinding dingin diri doa dokter dosa duduk dukung dulu dunia dua duka elang emas empat enak
enam energi faktur film foto gadis gagal gaji gambar ganda gang ganti garasi garis gaya gedung gelap gelar gembira gempa gerak
gereja gigi gigit goreng gram gratis gudang gula guna gunung gurih guru habis hadir hak hal halal halaman halus hamil hampir
hancur hangat hanya hapus harap hari harga harus hasil hati hebat hemat hewan hias hidup hidung hilang hingga hitung hotel
hubung hujan hukum hutan ibu ikan ikat ikut ilmu impian ingat ingin inti isi istri izin jadi jaga jahat jahit jalan jam janda
jangan jantung jarak jarang jari jarum jasa jatuh jauh jawab jelas jelek jemur jenis jiwa jual jumlah juta kabar kaca kaki kakak
kalah kali kalori kamar kami kampung kamus kanan kapal kapan kapas kapsul karena kartu karya kasar kasih kasir kata kawan kawat
kaya kayu kebun kecil kelas keluar keluarga kembali kepala kerja keras kering kertas khusus kiri kirim kita kode kolam kolor
kompor konser kontrak kopling kosong kota kotak kotor kuat kuda kuku kulkas kuku kuliah kumpul kunci kuning kura kurang kursus
kurus laci lagu lahan lahir lain laku lalu lama lambat lampau lancar langit langsung lantai lapis lapor larang lari laut lawan
layak layar lebah lebar lebih leher lelah lelang lemah lembar lembut lemari lengan lengkap lepas lewat licin lihat lima lingkar
lipat lisan listrik lokal lompat luar luas lubang lucu luka lulus lumpur lupa lurus lusin maaf mahal main makan malam malas malu
mana manis mandi mangga masa masak masalah masih masuk masyarakat mata mati mau mayat meja mekar melati menang mesin mesin mewah
mimpi minggu minta minum minyak miring miskin mobil modal model mogok mudah muka mulai mulut mundur murah murid murni musim musik
musuh mutu naik nama nanti napas nasi negara nenek nilai nyala nyaman nyata obat olah orang otak otot pabrik pacar padat padi
pagar pagi paha pahit pajak pakai paksa paling panas pandai panen panggil panjang pantai papan paru pasang pasar pasir pasti
patah payung pecah pedas pegang pelan pelajar peluk pemain pendek pening penjara penting penuh perah peran perang pergi periksa
perlu perut pesan pesawat pesta peta petani pijat pikir pindah pinggir pinjam pintar pintu pipa pisah piring pisang pisau plastik
pohon pokok polisi pompa pondok populer potong program puas puasa pukul pulang pulau pulsa puncak pusat putar putih putus racun
radio ragu raja rajin rakyat ramah ramai rambut rantai rapat rapi rasa rata ratus rawat rekam rempah renang rendah resmi resep
ribu ribuan rokok roda rumah rumput rusak sabar saja sakit saku salah salam sama sambung sampah samping sandi sangat sapi satu
sawah sawit saya sayap sayur sebab sebar sedang sedih sedikit segar segera sehat sejak sejuk sekarang sekolah selamat selatan
selesai seluruh semangat semen semua sendiri sendi sendok sentuh sepi sering serius sewa siap siapa sikat simpan singkat sisa
sisi siswa sopan sore suara suami subur sudah sudut suhu suka sulit sumber sumur sungai surat susah susun tabung tahan tahap tahu
tahun tajam takut tali taman tambah tamu tanah tanda tangan tangga tanpa tari tarif tawar teduh tegak telat teman tempat tempel
tengah tentang tepi tepat terang terbang terbit teriak terima terlalu tertawa tetap tetangga tiang tiap tiba tidak tidur tiga
tiket timbang timur tinggal tinggi tinta tipis tiram tiup tokek tolong tombol ton topik total tua tuang tubuh tugas tukang tukar
tulang tulis tunggu turun tutup uang ubah udara uji ukir ukur ular umum umur unik untuk upah urat urus usaha usia utama utara
voli waktu wajah wangi warga warna warni wilayah wujud zaman
baju beasiswa drone tiket konser iphone samsung xiaomi oppo vivo realme asus lenovo acer canon nikon sony lg sharp polytron
philips cosmos miyako maspion yamaha honda suzuki kawasaki toyota daihatsu adidas nike puma converse vans eiger consina wardah
emina somethinc scarlett skintific indomie aqua telkomsel indosat axis token pulsa kuota voucher game diamond steam netflix
playstation nintendo xbox lego barbie gundam kucing anjing hamster kelinci aquarium akuarium kandang pasir makanan vaksin sewa
rumah tanah apartemen kontrakan kost mobil motor traktor pompa genset kulkas televisi mesin setrika dispenser komputer printer
monitor proyektor router modem kamera tripod lensa semen cat paku palu bor gergaji obeng tang kabel paralon genteng keramik
`;

/** Words that praise a thing or say what it is for. They name nothing, so a search loses little without them. */
const praise = new Set(
  `nyaman enak adem hangat sejuk awet kuat kokoh empuk lembut halus ringan tebal tipis lucu imut gemes unik mewah elegan
  modern simpel sederhana praktis aman sehat segar wangi bersih rapi cepat mudah gampang suka senang biar supaya agar bisa
  bikin membuat memakai pakai dipakai digunakan menyimpan simpan santai acara main pergi harian sendiri kerja susah
  sering selalu pas ideal tahan anti rumahan premium official estetik aesthetic`.split(/\s+/),
);

/** Whether this word only praises a thing or says what it is for. */
export function isPraise(word: string): boolean {
  return praise.has(word);
}

const english = `gaming game gamer smart android windows office home fashion style casual sport outdoor indoor official store
electric electronic digital automatic portable mini micro super ultra black white blue green yellow pink gold silver`;

const common = new Set([...everyday.split(/\s+/), ...english.split(/\s+/), ...praise, ...knownWords]);

/** Whether this is a word of everyday language, which is never corrected. */
export function isCommonWord(word: string): boolean {
  return common.has(word);
}
