/**
 * Searches of shoppers with what they want to see, judged by reading the names of the demo catalogue before any was
 * run. A line is `class; search; what is right; what is good`. The last two are parts of names of products in any
 * letter case: several with commas, parts that a name must have together with `+`, and `^` for a beginning. `nothing`
 * is a class of searches that the catalogue has nothing for; the third part may name what is bearable.
 */
export const judgedSearches = `
head; parfum; ^parfum; minyak wangi
head; gelang; ^gelang
head; kalung; ^kalung, anting dan kalung
head; mukena; ^mukena
head; sajadah; ^sajadah
head; ransel; ^ransel
head; teh; ^teh; teh melati, poci teh
head; sambal; ^sambal, oleh-oleh sambal, tiga sambal; bumbu dasar
head; novel; ^novel, dua novel
head; gelas; ^gelas; ^cangkir, ^mug, ^set mug, cangkir enamel
head; keranjang; ^keranjang
head; vitamin; ^vitamin; serum vitamin c
head; bola; ^bola, paket bola, bola paket
head; sabun; ^sabun, set sabun
head; handuk; ^handuk, set handuk
head; tasbih; ^tasbih
head; kurma; ^kurma, takjil kurma
head; oli; ^oli, servis matik oli
multi; jam dinding kayu; ^jam dinding kayu
multi; sandal kulit pria; sandal selop kulit sapi pria, sandal kulit jepit, sandal anyaman kulit; sandal+pria
multi; tas selempang kulit; ^tas selempang kulit, kerja kulit selempang
multi; kopi susu gula aren; ^kopi susu gula aren; ^kopi susu kelapa
multi; dompet kulit pria; dompet lipat kulit sapi; ^dompet+kulit
multi; sneaker putih; ^sneaker+putih; ^slip on kanvas putih, ^sepatu putih sekolah
multi; anting mutiara lombok; ^anting mutiara lombok, ^anting mutiara laut, ^anting tusuk mutiara, mutiara lombok kotak
multi; madu hutan; madu hutan, hutan sumbawa; ^madu
multi; sampo mobil; ^sampo mobil, ^sampo salju; cuci motor
multi; meja samping; ^meja samping, ^nakas
multi; lilin aroma; ^lilin aroma, hadiah lilin
multi; kain batik parang; kain batik+parang; parang kawung ceplok
multi; bola voli; ^bola voli, net voli
multi; lampu meja rotan; lampu meja kap anyaman rotan, lampu nakas rotan; ^lampu meja
multi; sarung bantal batik; sarung bantal+batik, sarung bantal+kawung, sarung bantal+mega mendung
multi; kaus anak; ^kaus anak
multi; celana bayi; popok bayi celana, setelan bayi
unit; madu 350ml; madu+350 ml
unit; kopi 200 gram; kopi+200 g
unit; keripik 1 kilo; keripik+1 kg
unit; tabir surya spf 50; ^tabir surya; 
unit; kettlebell 8kg; ^kettlebell
unit; power bank 10000mah; ^power bank
unit; beras 5 kilo; ^beras
unit; kain 2 meter; kain+2 meter; kain+meter, lurik+2 meter
unit; sirup 460ml; ^sirup
unit; kipas 12 inch; kipas+12 inci; ^kipas
unit; ukulele 21 inch; ukulele+21 inci
unit; bantal 60x60; bantal+60 x 60; ^bantal
unit; gembor 5 ltr; gembor+5 liter; ^gembor
unit; parfum 50ml; ^parfum
region; batik solo; batik+solo; batik tulis truntum, ceplok
region; kopi gayo; kopi+gayo
region; sambal manado; sambal+manado, sambal roa
region; ulos batak; ulos
region; sarung samarinda; sarung+samarinda
region; gudeg jogja; ^gudeg, paket gudeg
region; keripik lampung; keripik+lampung
region; teh walini; teh+walini
region; bakpia jogja; ^bakpia
region; keramik kasongan; kasongan; 
region; dodol garut; ^dodol, dodol dan teh
region; kerajinan papua; papua, wamena, noken, tifa sentani, baliem
typo; gelnag kayu; gelang+kayu
typo; ransle; ^ransel
typo; parfm melati; parfum+melati
typo; sabn sereh; sabun+sereh
typo; lmapu belajar; lampu belajar
typo; kerupk udang; ^kerupuk
typo; mnyak telon; minyak telon
typo; dumbbel; dumbel; kettlebell
typo; keybord; keyboard, papan ketik
typo; sngkok; songkok; kopiah, peci
typo; tabir surja; ^tabir surya
typo; bonkea; ^boneka
typo; gasng kayu; gasing
typo; mozstera; monstera
spelling; madu klanceng; trigona
spelling; kaos lari; ^kaus lari
spelling; minyak kayuputih; ^minyak kayu putih
spelling; pulpen jel; pulpen gel
spelling; batik jogjakarta; batik+jogja
spelling; seprei; sprei
spelling; shampo rambut; sampo urang-aring, paket sampo; parfum rambut
spelling; tahan aer; tahan air
spelling; cengkeh; cengkih
spelling; kopyah; kopiah, peci, songkok
synonym; sepatu kets; ^sneaker
synonym; kabel cas; ^kabel, charger usb-c; 
synonym; kepala charger; adaptor, charger
synonym; gincu; ^lipstik
synonym; tas punggung; ^ransel
synonym; arloji pria; jam tangan+pria, jam tangan analog; ^jam tangan
synonym; pengeras suara bluetooth; speaker bluetooth, pengeras suara, speaker portabel; speaker
synonym; gesper; ikat pinggang, sabuk
synonym; sunblock; ^tabir surya
synonym; pampers; ^popok
synonym; selop wanita; selop kulit wanita, sandal selop anyaman; 
synonym; baju lebaran; koko, ; tunik, dress
synonym; gula jawa; ^gula aren, ^gula semut
synonym; magic com; penanak nasi, rice cooker
synonym; minyak pijat; ^minyak urut; balsem
synonym; anti gores hp; kaca pelindung layar
synonym; ganci; ^gantungan kunci
synonym; penyiram tanaman; gembor
synonym; sprei kasur; sprei
synonym; diary; ^jurnal, ^agenda; buku catatan, buku kerja, notes
synonym; bumbu dapur; bumbu, rempah; bawang goreng
synonym; alat fitness; dumbel, kettlebell; skipping, matras
synonym; tas kosmetik; pouch kosmetik
synonym; kursi taman; ^kursi teras, kursi rotan sintetis teras
synonym; toples kue; stoples kue; stoples, toples
synonym; kado lahiran; kado lahir, baju bayi baru lahir, sepatu bayi; bayi
english; leather bag; ^tas+kulit; kulit domba
english; soy milk; ^susu kedelai
english; dark chocolate; cokelat hitam; ^cokelat bali
english; sunglasses; kacamata hitam; ^kacamata
english; wireless mouse; mouse+nirkabel; ^mouse
english; honey; ^madu
english; earrings; ^anting, set anting
english; pillow case; sarung bantal
english; bath towel; handuk mandi; handuk
english; body lotion; ^losion
english; wall clock; ^jam dinding
english; baby shoes; sepatu bayi
english; hand soap; ^sabun
english; dining chair; kursi makan; kursi jati
english; cookbook; buku 100 resep, buku resep
english; rattan basket; keranjang+rotan; keranjang
english; wooden spoon; sendok kayu; sutil
english; women dress; ^dress, ^midi dress; tunik
english; lip balm; pelembap bibir
english; jump rope; skipping
prefix; sand; ^sandal; 
prefix; kabe; ^kabel
prefix; minyak tel; minyak telon
prefix; headp; ^headphone
prefix; keripik pis; keripik pisang
prefix; lipst; ^lipstik
prefix; kain ten; kain tenun, tenun
prefix; uku; ^ukulele
prefix; jam din; ^jam dinding
prefix; batik tul; ^batik tulis; kombinasi parang barong
price; sandal di bawah 50rb; sandal jepit; sandal
price; kopi 100 ribuan; ^kopi
price; tas murah; ^tas, ^tote; ^ransel
price; helm 200-300 ribu; ^helm
price; kado 50 ribu; kado, hadiah, suvenir
price; madu maksimal 150rb; ^madu
price; kemeja batik seratus sampai dua ratus ribu; kemeja batik+lengan, ^kemeja batik; seragam keluarga batik
price; dompet antara 100 dan 200 ribu; ^dompet
price; jam tangan seratus lima puluh hingga tiga ratus ribu; ^jam tangan
price; sambal lima belas ribuan; ^sambal; oleh-oleh sambal
price; sajadah dua ratus ribu ke atas; ^sajadah
price; ransel 100 - 300rb; ^ransel
price; lampu meja di bawah dua ratus ribu; ^lampu meja; ^lampu
price; hp satu sampai lima juta; ^ponsel
affix; pengharum mobil; ^pengharum
affix; pembersih wajah; sabun pembersih muka, sabun muka; toner
affix; gantungan; ^gantungan kunci
affix; pelembab; pelembap, losion
affix; pendakian; pendakian, mendaki; gunung
affix; pernikahan; pernikahan; kawin, pengantin, mempelai
affix; permainan tradisional; gasing, congklak, dakon; layang
affix; perhiasan perak; cincin perak, perak 925, perak
affix; kecantikan; serum, lipstik, bedak; toner, losion, lulur, masker lembar
affix; peralatan masak; set alat masak, wajan; sutil, talenan, sendok kayu
affix; hiasan dinding; hias dinding, jam dinding; pajangan
plural; sandal2; ^sandal; selop
plural; kacang-kacangan; ^kacang; 
plural; rempah rempah; rempah; cengkih, pala
plural; buku buku anak; buku cerita anak, buku cerita; taman baca anak
long; saya mau beli kopi bubuk yang murah; kopi+bubuk; ^kopi
long; cari tas ransel buat sekolah anak; ransel sekolah, ransel anak; ^ransel
long; minyak buat bayi biar hangat; minyak telon, kayu putih bayi; minyak kayu putih
long; sepatu wanita yang nyaman untuk kerja; sepatu+wanita, slip on+wanita, sneaker batik parang kerja; sepatu kulit
long; lampu untuk belajar anak di meja; lampu belajar; lampu meja
long; keripik pedas oleh oleh khas padang; sanjai; keripik+pedas, keripik singkong
long; tempat untuk menyimpan mainan anak; keranjang mainan; keranjang
long; hadiah untuk ibu yang suka batik; untuk kado ibu; selendang+batik, dress batik, batik+wanita
need; kado anak; boneka; mainan, menara cincin, balok, kereta kayu, cat air, pensil warna
need; kulit kering; kulit kering; losion, body butter, mentega tubuh
need; jerawat; jerawat
need; oleh oleh haji; kurma, haji; tasbih, sajadah
need; kopi untuk kantor; kopi; 
need; hidroponik; hidroponik
need; susah tidur; lampu tidur, malam; aroma, melati
odd; TEH!!!; ^teh; poci teh
odd; madu???; ^madu
odd; 🎁 kado; kado, hadiah; suvenir
odd; jam-tangan; ^jam tangan; jam analog
odd; sabunmuka; ^sabun muka, sabun pembersih muka
odd; ear bud; ^earbud
odd; kain/batik; kain+batik; batik tulis
odd; papanketik; ^papan ketik, papan ketik dan; keyboard
nothing; kulkas dua pintu;
nothing; laptop gaming;
nothing; kucing persia;
nothing; obeng set;
nothing; sepeda listrik;
nothing; cat tembok;
nothing; printer epson;
nothing; sofa minimalis;
nothing; gitar listrik;
nothing; tiket pesawat;
nothing; rokok elektrik;
nothing; mesin jahit;
`;

/**
 * What shoppers have typed so far, and parts of suggestions of which one of the first five must have one. A line is
 * `typed; parts with commas`.
 */
export const judgedSuggestions = `
kop; kopi
kopi ga; kopi gayo
kopi r; kopi robusta
tas sel; tas selempang
tas ro; tas rotan
rans; ransel
power b; power bank
mukena; mukena
saja; sajadah
kerup; kerupuk
samb; sambal
lampu t; lampu tidur
jam tan; jam tangan
dompet k; dompet kulit
sepatu a; sepatu anak
sandal j; sandal jepit
kemeja b; kemeja batik
kain ba; kain batik
madu h; madu hutan
handu; handuk
parf; parfum
gel; gelang, gelas
sabun s; sabun sereh
minyak t; minyak telon
botol m; botol minum
bantal s; bantal sofa
rendan; rendang
dodol; dodol
ulos; ulos
tasbi; tasbih
kurma; kurma
sarung b; sarung bantal
novel; novel
keyb; keyboard, papan ketik
ponse; ponsel
hap; hape, ponsel
ear; earbud
sendel; sandal
kopu; kopi
lmapu; lampu
gelnag; gelang
handk; handuk
`;
