/**
 * What Indonesian shoppers call things, so that a product is found by any of its names.
 *
 * A line of `spellings` has one word in all its spellings, `kaus kaos koas`: the index stores the first, and the others
 * mean exactly the same. After a change all products are indexed again within a minute.
 *
 * A line of `synonyms` has one of three signs; its words stay apart in the index:
 * - `kaus | t shirt | oblong`: each finds the others;
 * - `hp, gadget > ponsel | tablet 0.6`: hp and gadget find phones and tablets, but not the other way round;
 * - `makanan = zccamilan | kopi 0.5`: exactly this word means what follows, and hardly what its stem says: makan,
 *   "eat", would find a dining set.
 *
 * Each side may have phrases of several words. A number below 1 is the weight of the synonym before it beside the typed
 * word; without one it is 0.9. A word that begins with `zc` is a category: its slug without hyphens. A line costs
 * nothing until its words are typed.
 */
export const spellings = `
kaus kaos koas kaoss
cabai cabe
cokelat coklat coklt
mangkuk mangkok mangkuq
stoples toples
sprei seprai seprei sprai seprey sepre
mukena mukenah
salat sholat solat shalat
kopiah kupiah
sandal sendal
camilan cemilan
keripik kripik kripek
kerupuk krupuk kerupuq
sambal sambel
jin jeans jins
jaket jacket jaquet
kaset cassette
air aer
hitam item itam
putih puteh
abu abuabu
cengkih cengkeh
pasmina pashmina pasmin
hijab hijap
jilbab jilbap
kerudung krudung
kemeja kmeja kemija
lemari almari
lampu lampo
kurma korma
alquran quran qur koran
telepon telpon telfon tlp telefon
ponsel ponsell
sampo shampoo shampo sampoo
sabun sabon
lipstik lipstick lipstic lisptik
losion lotion losyen
parfum perfume parfume farfum
serum seruum
vitamin fitamin
masker maskr
krim cream
boneka bonek
pensil pencil
pulpen bolpoin bolpen ballpoint ballpen bolpoint pulpent
motif motip
aktif aktip
risleting ritsleting resleting retsleting sleting zipper
kanvas kanpas canvas
katun cotton katon
kulit kulet
anyam menganyam anyaman
rajut rajutan
karung sarungan
kain kaen
songket songkit
tenun tenunan
jamu jammu
temulawak temu
kunyit kunir
wajan penggorengan
gelas glas
piring pireng
sendok senduk
garpu garfu
talenan telenan
karpet carpet karpit
gorden gordyn hordeng gordin korden
selimut slimut
handuk anduk
kasur kasor
bantal bantall
guling gulinh
helm helem
oli olie
sepeda spedah
sepatu spatu sepatuh
dompet dompett dompte
ransel rangsel
koper kopor
topi topy
gelang glang
kalung klung
cincin cincing
anting antingan
bros brosh
adaptor adapter
pengisi pengecas
baterai batre baterei batere battery batrai
kabel kable cable
keyboard kibod kyboard
mouse mous
earbud earbuds
headphone hedphone headphones hetpon
headset hedset headsets
speaker spiker spieker speakers
bluetooth blutut bluetut blutooth bloetooth
nirkabel wireless wireles waireles
kamera camera kamra
ukulele ukelele
gitar guitar
angklung anklung
kancil kanchil
novel nopel
jogja yogyakarta yogya djogja jogjakarta yogjakarta jogya
solo surakarta
makassar makasar
belitung belitong
bali balii
aceh atjeh
lombok lombo
sumba sumbah
manado menado
padang padank
sukulen succulent
kaktus cactus
anggrek angrek
monstera monstra
bibit bibid
benih bnih
pupuk pupok
organik organic
granola granolla
vanila vanilla vanili
kecap kecab
sirop sirup syrup syrop
susu susuh
kedelai kedele
yogurt yoghurt
es ess
kopi coffe kopie kopii
arabika arabica
robusta robustah
gayo gajo
luwak luak
madu maduh
gula gulah
garam garem
beras bras
abon abonn
rendang randang
gudeg gudek gudge
bakpia bakpiya
dodol dodoll
pai pie
kue kueh
bolu boluh
roti rotti
mi mie
bihun behun
telur telor
daging dagin
ayam ayem
ikan ikann
udang udan
sapi sapih
bawang bawank
jahe jae
merica mrica
ketumbar tumbar
santan santen
minyak minyk myk
telon tilon
balsem balsam
plester plaster
termometer thermometer
tensimeter tensi
kapsul capsule kapsule
tablet tablett
suvenir souvenir sovenir suvenier cenderamata
hampers hamper hampres
undangan undngan
wisuda wisudah
pernikahan nikahan
syal shal
selendang slendang
gamis gamiss
batik batiq
kebaya kebayak
daster dasteran
piama piyama
blazer blezer
sweter sweater switer
hoodie hudi hoodi hody
kardigan cardigan kardigen
legging leging
rok rokk
celana clana
gaun geun
dress dres
tunik tunic
blus blouse blouss
rompi rompy
atasan atasn
modis modish
elegan elegant
minimalis minimalist
custom kustom costum costume
original ori orisinal orisinil
premium premiun
mini miny
jumbo jumboo
anak anank
bayi bayik
wanita wanitah
pria priah
kayu kayuu
rotan rottan
bambu bamboo
besi bessi
baja bajah
stainless stenlis stainles stenless
plastik plastic
silikon silicone silikone
keramik keramic kramik
kaca kacca
akrilik acrylic
melamin melamine
linen lenin
sutra sutera
wol wool
flanel flannel
rayon rayyon
poliester polyester
spandeks spandex
denim dennim
kulkas kulks
televisi tv tivi teve
setrika strika setlika
kipas kypas
blender blander
mikser mixer
dispenser despenser
oven ofen
kompor kompoor
gas gass
rak raak
meja mejah
kursi korsi
bangku bangko
dipan divan
nakas nakash
cermin cermen
jam jamm
arloji arlogi
dumbel dumbell dumbbell dumbble
matras matrass
yoga yogha
kok kock
bola bolah
renang renag
kemah kamping
tenda tendah
kompas kompass
pancing pancingan
kail kael
mobil mobill
motor motoor montor
ban bann
aki accu
busi bussi
knalpot knalfot
spion sepion
kanebo knebo
tas tass
`;

export const synonyms = `
hp, hape, handphone, hanphone, henpon, smartphone, smart phone, hp android, android > ponsel | telepon genggam
ponsel > handphone | smartphone
ponsel pintar, telepon genggam, telepon seluler > ponsel
iphone, samsung, xiaomi, oppo, vivo, realme > ponsel 0.4
hp lansia, hp orang tua, hp jadul > ponsel lansia
gadget, gawai > ponsel | tablet 0.6
tablet, tab, ipad > tablet
baju > pakaian 0.8 | kemeja 0.8 | kaus 0.7 | blus | tunik 0.7 | dress 0.6 | atasan
pakaian > baju | kemeja 0.8 | kaus 0.8 | dress 0.8 | tunik 0.8 | gaun 0.8 | koko 0.6 | setelan 0.6
busana > pakaian | baju | kemeja 0.7 | dress 0.7
fashion, outfit, ootd > pakaian | kemeja 0.7 | dress 0.7
sandang > pakaian
kaus | t shirt | tshirt | tee | oblong | kaus oblong
shirt, hem > kemeja | kaus 0.6
kemeja > hem
polo shirt > kaus polo | kaus kerah
kaos kaki, kaus kaki > kaus kaki
baju batik > kemeja batik | dress batik | tunik batik 0.9
seragam, uniform > seragam
gaun | dress | terusan | midi dress
gamis, abaya, long dress, maxi dress, maxi > dress 0.7 | tunik 0.6 | gaun 0.7
blus | blouse | atasan wanita
atasan > kemeja 0.8 | blus | tunik 0.8 | kaus 0.7
tunik > blus 0.7
daster, baju tidur, piama > daster | piama
celana | pants | trousers
celana pendek | shorts
rok | skirt
jaket | jacket | hoodie 0.8 | sweter 0.7
sweter | sweater | kardigan 0.8
syal | scarf | selendang 0.8 | pasmina 0.6
selendang > pasmina 0.8 | syal 0.8 | stola | ulos 0.6
hijab | jilbab | kerudung | khimar | bergo 0.9 | pasmina 0.9
bergo | jilbab instan | hijab instan | kerudung instan
pasmina > hijab 0.7 | selendang 0.6
ciput, inner > inner | ciput
mukena | rukuh | alat salat wanita
sajadah | prayer mat | alas salat | prayer rug | tikar salat
alat salat, perlengkapan salat, perlengkapan ibadah, perlengkapan sholat, alat sholat > sajadah | mukena | tasbih 0.8 | zcperlengkapansalat
tasbih | prayer beads
kopiah | peci | songkok
koko > baju koko | kurta
baju muslim, busana muslim, pakaian muslim, moslem wear > koko | hijab 0.8 | mukena 0.8 | zcbusanamuslim 0.8
baju lebaran, baju raya > koko 0.8 | dress 0.7 | tunik 0.8 | kemeja 0.6
alquran, al quran, mushaf, kitab suci > alquran | mushaf
al qur an > alquran
ngaji, mengaji > alquran 0.8
jin > denim 0.7
celana dalam, underwear > pakaian dalam
seragam batik > batik seragam | seragam
kain batik > batik
jarik | kain panjang
bahan kain, bahan baju, kain meteran, fabric, textile, tekstil > kain
batik fabric > kain batik
woven fabric > tenun
tenun | tenunan | woven
ulos > selendang 0.5
sarung > lipa
bahan kebaya > kain 0.7
sepatu | shoe | shoes
sepatu > sneaker 0.85 | slip on 0.8 | selop 0.3
sneaker, sneakers > sepatu kanvas 0.9 | sepatu kasual 0.7 | zcsepatukasual 0.5
sepatu kets, kets, sepatu casual, sepatu santai > sneaker | sepatu kasual | zcsepatukasual 0.8
sepatu olahraga, sport shoes, sepatu sport > sepatu lari | sneaker 0.6 | zcsepatuolahraga
running shoes, sepatu jogging, sepatu joging > sepatu lari
sepatu kerja, sepatu kantor, sepatu formal, pantofel, sepatu pantofel, loafer, oxford shoes > sepatu kulit
leather shoes > sepatu kulit
flat shoes, flatshoes, sepatu flat > slip on | sepatu wanita 0.9 | selop 0.7
slip on | sepatu slip on | slipon
sandal | slipper | slippers | selop | flip flop | flipflop
sandal jepit > sandal jepit | jepit
sandal gunung > sandal
sandals > sandal
heels, high heels, wedges > sepatu wanita 0.8 | selop 0.6
boots, boot > sepatu bot | sepatu 0.4
prewalker > sepatu bayi
baby shoes > sepatu bayi
tas | bag | bags
tas > tote 0.85 | ransel 0.8 | pouch 0.5 | goodie bag 0.6
handbag, hand bag, tas tangan > tas 0.8 | tas jinjing | tas anyam 0.7
ransel | backpack | tas punggung | tas gendong | tas ransel | daypack | rucksack | carrier
tas sekolah, school bag > ransel sekolah | ransel
sling bag, slingbag, tas slempang, tas cangklong, crossbody, shoulder bag > tas selempang
tote bag, totebag, shopping bag, tas belanja > tote | tas belanja
tas kuliah, tas kampus > tote | ransel
tas kerja, tas kantor, briefcase > tas kerja | tas laptop 0.9 | ransel 0.5
laptop bag, backpack laptop, ransel laptop > tas laptop | ransel
waist bag, waistbag, tas pinggang > tas pinggang
woven bag, rattan bag, tas rotan > tas anyam 0.9 | tas rotan
tas cewek, tas wanita, tas perempuan > tas selempang 0.7 | tas wanita
tas pesta, clutch > clutch | dompet panjang 0.7 | tas mini 0.6
pouch | tas kosmetik | tempat kosmetik | dompet kosmetik
dompet | wallet | purse
card holder, cardholder, tempat kartu > dompet kartu
coin purse > dompet koin
koper | suitcase | luggage
ikat pinggang | sabuk | belt | gesper
hat, cap, caps > topi
topi > hat
topi > caping 0.6 | bucket hat 0.9
bucket hat > topi bucket
baseball cap > topi baseball
kacamata | glasses | eyewear
sunglasses, kacamata item, kacamata gaya > kacamata hitam | kacamata
payung | umbrella
sarung tangan | gloves
kaos kaki | socks
jam tangan | arloji | wristwatch
watch > jam tangan
jam tangan > jam analog
smartwatch, smart watch, jam pintar, apple watch, smartband, smart band > jam pintar | jam tangan pintar
wall clock > jam dinding
clock > jam dinding | jam
jam beker, weker, alarm > jam
strap jam > tali jam | tali silikon
perhiasan | jewelry | jewellery
perhiasan > cincin 0.9 | kalung 0.9 | gelang 0.9 | anting 0.9 | bros 0.8 | zcperhiasan 0.8
aksesori, aksesoris, accessories, asesoris > aksesori | aksesoris
aksesoris wanita > kalung 0.9 | gelang 0.9 | anting 0.9 | bros 0.9
aksesoris hp, aksesoris ponsel > casing | zcaksesoriponsel
aksesoris motor > helm | zcotomotif 0.6
aksesoris komputer > mouse | keyboard | papan ketik
ring, rings > cincin
cincin kawin, wedding ring, cincin nikah, cincin couple, cincin pernikahan > cincin kawin | sepasang cincin
kalung | necklace
gelang | bracelet
anting | earring | earrings | giwang | subang
brooch > bros
pearl > mutiara
silver > perak
gold > emas
gemstone, batu akik, akik > batu | akik
manik manik, manik2, beads > manik
gantungan kunci | keychain | key chain | ganci
hair clip > jepit rambut
earbud, earbuds, tws, airpods, airpod, ear bud, true wireless > earbud | earbud nirkabel
earphone, handsfree, hansfree, headsfree > earbud 0.9 | headphone 0.8 | headset
headset > headphone | earbud 0.85
headphone > headset
headset bluetooth, headset wireless, headphone bluetooth, bluetooth headphones > headphone nirkabel | headphone 0.9 | earbud 0.7
speaker | pengeras suara
speaker aktif, sound system, salon > speaker | pengeras suara
speaker bluetooth > speaker bluetooth | pengeras suara | speaker 0.9
mic, mikrofon, microphone > mikrofon
charger | pengisi daya | casan | cas | cas casan | adaptor | charjer | carger | chargeran
fast charging > charger | pengisi daya | power bank 0.5
kepala charger, batok charger > adaptor | charger
kabel charger, kabel cas, kabel data, charging cable, kabel hp > kabel data | kabel usb | kabel 0.8
usb cable > kabel usb
type c, tipe c, usb type c, type-c > usb c | usbc
usbc > usb c
power bank | powerbank | bank daya | baterai cadangan | pb
casing | case | softcase | soft case | hardcase | kesing | sarung hp | pelindung hp
casing hp, case hp, casing handphone, case handphone, phone case, kondom hp, softcase hp > casing ponsel | casing
anti gores, antigores, tempered glass, screen protector, screen guard > kaca pelindung | pelindung layar
papan ketik | keyboard
keyboard wireless, keyboard bluetooth, wireless keyboard > papan ketik nirkabel | papan ketik bluetooth | keyboard 0.9 | papan ketik
mouse | tetikus
wireless mouse > mouse nirkabel
laptop, notebook, macbook, komputer jinjing > laptop
notebook > buku catatan | jurnal | agenda | notes
notebook kulit > jurnal kulit | agenda kulit | agenda sampul kulit
flashdisk, flash disk, usb drive > flashdisk
kipas angin | kipas | fan
kipas angin > kipas
electric fan, standing fan > kipas angin
penanak nasi | rice cooker | magic com | magicom | magic jar | ricecooker | mejikom | mejik com | penanak
lampu | lamp | lampu hias 0.9
lampu meja | desk lamp | table lamp | lampu belajar 0.9 
lampu tidur | night lamp | night light
lampu tidur > lampu nakas 0.8 | lampu meja 0.6
lampu gantung, pendant lamp > kap lampu | lampu gantung
lampu belajar, study lamp > lampu belajar | lampu meja
bohlam, bulb > lampu
murotal, murottal > murotal
elektronik, electronics > zcelektronik
kamera, camera > kamera
televisi > televisi
ac, air conditioner > kipas angin 0.3
gelas > cangkir 0.8 | mug 0.8 | tumbler 0.3
gelas | glass
cangkir > mug 0.9 | gelas 0.7
mug > cangkir 0.9 | gelas 0.6
cup > cangkir | mug | gelas 0.8
cangkir | cup
piring | plate | dinner plate
mangkuk | bowl
sendok | spoon
garpu | fork
pisau | knife
talenan | cutting board | papan potong | chopping board | papan saji 0.7
teko | teapot | tea pot | poci
termos | thermos | tumbler 0.7
tumbler > botol minum 0.8 | termos 0.6
botol minum | water bottle | drinking bottle | tempat minum 
botol minum > tumbler 0.75
wajan | frying pan | frypan | kuali | penggorengan | wok | teflon
panci | pot masak
spatula, sutil, sodet > sutil | spatula
alat masak, peralatan masak, perabot dapur, peralatan dapur, alat dapur, kitchenware, cookware, kitchen utensils > wajan | sutil | talenan 0.8 | zcalatmasak
alat makan, peralatan makan, tableware, dinnerware > piring | mangkuk | gelas 0.8 | sendok 0.8 | zcalatmakan
peralatan masak > alat masak
dapur > zcalatmasak 0.5
dinner set > set makan
kotak makan | lunch box | lunchbox | tempat makan | kotak bekal | bekal | bento | rantang 0.8 | tempat bekal | wadah makan
stoples > wadah 0.7
stoples | jar | tempat kue
tempat bumbu, wadah bumbu, botol bumbu > stoples bumbu
penyimpanan bumbu, rak bumbu > stoples bumbu | stoples 0.8
tempat penyimpanan, storage, storage box, organizer, box penyimpanan, wadah penyimpanan > keranjang | stoples 0.7 | zcpenyimpanan
keranjang | basket | bakul
keranjang baju, keranjang cucian, laundry basket, keranjang laundry, tempat baju kotor, keranjang pakaian kotor > keranjang baju | keranjang cucian
nampan | tray | baki
vas | vas bunga | vase | jambangan | flower vase
pot | plant pot | pot bunga | pot tanaman
flower pot > pot
taplak meja | table cloth | tablecloth | alas meja
runner meja, table runner > runner meja
serbet | napkin | kain lap
lap | kanebo | kain lap
lap microfiber, microfiber, mikrofiber, kain microfiber > lap mikrofiber
tisu | tissue
sapu | broom
pel, alat pel, mop > alat pel
kebersihan rumah, alat kebersihan, alat bersih bersih, cleaning tools, peralatan kebersihan > sapu | lap | sikat 0.8 | zckebersihan
sprei | bed sheet | bedsheet | bed cover 0.8 | bedcover 0.8 | alas kasur
sarung bantal | pillow case | pillowcase | cushion cover | bantal cover
bantal | pillow | cushion
bantal > sarung bantal 0.5
guling | bolster
selimut | blanket | bed cover 0.7
handuk | towel | anduk
bath towel > handuk mandi
gorden | tirai | curtain
karpet | rug | carpet | permadani | tikar 0.8
keset | doormat
hiasan dinding, wall decor, pajangan dinding, dekorasi dinding > hias dinding | jam dinding 0.8 | pajangan
dekorasi, dekor, hiasan rumah, pajangan, home decor, hiasan, dekorasi rumah > pajangan | vas 0.9 | zcdekorasi | lampu 0.4
pajangan meja > pajangan
jam dinding | wall clock
cermin | mirror | kaca rias
lilin | candle | lilin aroma | scented candle | lilin aromaterapi
aromaterapi, aromatherapy, diffuser > lilin | minyak atsiri | pengharum
pengharum ruangan, pewangi ruangan, air freshener > pengharum | lilin 0.7
pengharum mobil, parfum mobil, pewangi mobil, car perfume > pengharum mobil | pengharum kabin
kursi | chair | chairs
kursi > bangku 0.8 | dingklik 0.5
bangku | stool | dingklik | bench
kursi kayu > kursi jati | bangku kayu 0.8
kursi makan, dining chair > kursi makan
kursi teras, kursi taman, outdoor chair, garden chair > kursi teras
meja | table | desk
meja samping, side table, bedside table > meja samping | nakas
coffee table, meja tamu > meja samping
nakas, meja nakas > nakas | meja samping
furniture, furnitur, perabot, mebel, meubel, perabotan, furniture kayu > zcmebel | kursi 0.8 | meja 0.8
rak | shelf | rak buku
lemari | wardrobe
sofa | couch
teak > jati
wood, wooden > kayu
rattan > rotan
bamboo > bambu
leather > kulit
ceramic, tembikar, gerabah > keramik | gerabah
stainless steel, stainless > baja tahan karat | stainless
baja tahan karat | stainless
wooden toys, mainan edukatif kayu > mainan kayu | zcmainankayu
mainan | toy | toys
mainan > boneka 0.8 | balok 0.85 | gasing 0.85 | congklak 0.7 | kereta kayu 0.85 | menara cincin 0.85 | truk kayu 0.85 | zcmainankayu | zcmainanedukasi
mainan anak, mainan bayi, mainan balita, kids toys > mainan | zcmainankayu | zcmainanedukasi | boneka
mainan kayu > zcmainankayu
mainan edukasi, mainan edukatif, educational toys, edutoys > zcmainanedukasi | balok | mainan 0.8
puzzle, teka teki > puzzle | teka teki | kubus
rubik | kubus teka teki | rubiks cube
balok susun, lego, building blocks, balok kayu, blocks > balok
kereta api, train > kereta
teddy bear, boneka teddy, boneka bear > boneka beruang
boneka | doll | dolls | stuffed toy | plushie
congklak | dakon
gasing | gangsing | spinning top
board game, permainan papan > permainan | congklak
permainan tradisional, mainan tradisional, dolanan > gasing | congklak | dakon
buku | book | books
buku > novel 0.7
novel > buku cerita 0.4
buku cerita, dongeng, story book, buku dongeng, buku bacaan anak, cerita rakyat > buku cerita
buku anak, children book, kids book > buku cerita anak | buku cerita | buku anak
buku masak, buku masakan, cookbook, buku resep > buku resep | resep
buku motivasi, buku pengembangan diri, self improvement, self help > buku pelan | buku kebiasaan
buku tulis, buku catatan, notes, agenda, diary, journal, buku diary, buku harian > buku catatan | jurnal | agenda | notes
jurnal | journal | diary
planner > agenda | jurnal
buku tamu | guest book
kamus > kamus
alat tulis, atk, stationery, alat tulis kantor, alat tulis sekolah, perlengkapan sekolah > pulpen | pensil | zcalattulis
pulpen | pena | pen | gel pen
pensil warna | crayon | krayon | colored pencil | color pencil
pensil | pencil
tempat pensil | pencil case | kotak pensil
cat air | watercolor | watercolour | water color
alat lukis, alat gambar, alat melukis, melukis, menggambar, art supplies > cat air | pensil warna | kuas
kertas kado | wrapping paper | bungkus kado | kertas bungkus
gitar kecil, gitar mini, guitar > ukulele 0.9
alat musik, musical instrument, instrumen musik, musik > ukulele | angklung | zcalatmusik
benang | yarn
benang rajut | wol rajut | yarn | benang wol
merajut, knitting, crochet, rajut tangan > rajut | merajut
kerajinan, handicraft, handmade, kerajinan tangan, hand made, craft > kerajinan | buatan tangan | zckerajinankoleksi 0.7
buatan tangan | handmade
antik, vintage, jadul, lawas, kuno, retro > jadul | retro | tua 0.5
koleksi, collectible > koleksi
bekas | second | seken | preloved | used | secondhand | second hand | loak | tangan kedua | thrift | thrifting
baru > baru
hp second, hp bekas, hp seken > ponsel bekas
bayi | baby | newborn | infant
anak | kids | kid | anak anak | bocah | child | children
balita | toddler
anak perempuan > anak | girl
anak laki laki, anak cowok > anak | boy
wanita | perempuan | cewek | cewe | women | woman | ladies | putri | ibu ibu | female | gadis
pria | cowok | cowo | lelaki | laki laki | men | man | mens | male | laki
ibu, mama, mami, bunda, mommy, mom > ibu | wanita 0.6
ayah, papa, bapak, bpk, dad > ayah | pria 0.6
lansia | orang tua | manula | kakek | nenek | elderly
couple, pasangan, sepasang, sejoli > couple | sepasang
keluarga, family > keluarga
perlengkapan bayi, kebutuhan bayi, baby stuff, peralatan bayi > zcperlengkapanbayi | bayi 0.9
perlengkapan bayi baru lahir, kado lahiran, kado bayi, kado lahir, hadiah lahiran, baby gift, kado bayi baru lahir > bayi baru lahir | kado lahir | bayi 0.8 | zcperlengkapanbayi 0.9
popok | pampers | diaper | diapers | pempers | pospak
botol susu | botol dot | dot bayi | baby bottle | dot
gendongan | gendong | baby carrier | kain gendong
gendong bayi > gendongan
bedong | swaddle
bedak bayi | baby powder
bedak | powder
minyak telon | telon
baby oil > minyak telon 0.7
baju bayi, baby clothes, pakaian bayi > baju bayi | setelan bayi 
baby blanket > selimut bayi
mpasi | makanan bayi | makanan pendamping asi
celemek | apron | slabber
kereta bayi, stroller > kereta bayi
tas bayi, diaper bag > tas bayi
susu | milk
susu kedelai | soy milk | soymilk | susu kacang
kopi | coffee | kopi bubuk 0.8 | ngopi
kopi > biji kopi 0.6
biji kopi, coffee beans, coffee bean, biji utuh > kopi biji | biji utuh | kopi
kopi bubuk, ground coffee, kopi tubruk > kopi bubuk | kopi 0.8
kopi susu, es kopi, kopi kekinian, kopi botol, es kopi susu, coffee latte, latte > kopi susu
kopi aceh > kopi gayo
kopi sulawesi > kopi toraja
kopi bali, kopi kintamani > kopi bali
kopi lanang > peaberry
alat kopi > gelas kopi 0.7
teh | tea
teh hijau | green tea | matcha 0.8 | ocha
teh hitam | black tea
teh melati | jasmine tea | teh wangi | teh jasmine
teh celup | tea bag | teabag
wedang | minuman hangat | minuman tradisional
jahe | ginger
minuman, drinks, drink, beverage, aneka minuman = zctehminuman | kopi susu 0.9 | sirop 0.9 | susu kedelai 0.9 | wedang 0.9 | jamu 0.6
minuman segar, minuman dingin, es > sirop | kopi susu 0.9 | jamu 0.4
minuman herbal, minuman kesehatan > jamu | wedang | temulawak
sirop | sirup
jus, juice > sirop 0.7
makanan, food, kuliner, aneka makanan = zccamilan | zclauksiapsaji | zckueoleholeh | zcsambalbumbu 0.7 | zcmakananminuman 0.5
makanan ringan, camilan, snack, jajanan, kudapan, snacks, ciki, jajan, finger food, cemilan > zccamilan | camilan | keripik 0.9 | kerupuk 0.9 | kacang 0.8
makanan kaleng, makanan instan, makanan siap saji, masakan siap saji, lauk siap saji, lauk siap makan, makanan siap santap, ready to eat, frozen food, lauk instan, masakan kaleng > zclauksiapsaji | gudeg 0.9 | rendang 0.9 | kaleng 0.6
lauk, lauk pauk > zclauksiapsaji | rendang | abon | gudeg
makanan sehat, healthy food, diet, makanan diet, sarapan sehat > granola | madu 0.6 | organik 0.6
sarapan, breakfast, cereal, sereal > granola
biji bijian, oats, oatmeal, muesli > granola
makanan khas, masakan padang > rendang 0.7
makanan manis, dessert, manisan > cokelat | dodol | kue
permen, candy > cokelat 0.6 | dodol 0.5
keripik | chips | kripik
kentang goreng > keripik
kerupuk | cracker | crackers | opak | rempeyek 0.6
shrimp cracker, prawn cracker, kerupuk udang, krupuk udang > kerupuk udang
kacang | nuts | peanut | kacang kacangan
kacang mete, mete, mede, kacang mede, cashew, cashew nut, kacang mente > kacang mete | mete
cokelat | chocolate | choco
dark chocolate > cokelat hitam
cokelat batang, chocolate bar > cokelat
kue | cake | cookies | kue kering | biskuit
kue lebaran, kue kering > kue | bakpia 0.6
bakpia | pia | bakpiya
dodol | jenang
sambal | chili sauce | saus sambal | sambal botol | chilli
saus, sauce > sambal | kecap
kecap | soy sauce | kecap manis
bumbu | rempah | spice | spices | seasoning | bumbu dapur | rempah rempah
bumbu dapur, bumbu masak, bumbu masakan, bumbu instan > bumbu | rempah | bawang goreng 0.6
bawang goreng | fried shallot | fried onion
penyedap > bumbu 0.7
cengkih | clove | cloves
pala | nutmeg
kayu manis | cinnamon
kunyit | turmeric
ketumbar | coriander
cabai | chili | lombok 0.3 | rawit 0.8
vanila | vanilla
garam | salt
gula | sugar
gula aren | gula jawa | gula merah | palm sugar | brown sugar | gula semut | gula kelapa
madu | honey
madu hutan, raw honey, madu asli, madu murni > madu hutan | madu
madu klanceng, trigona, kelulut, madu kelulut > madu trigona
beras | rice
beras organik, organic rice > beras organik
sembako, bahan pokok, kebutuhan pokok, bahan makanan > beras | gula | kecap 0.7 | minyak kelapa 0.6 | zcberasbahanpokok
minyak goreng, cooking oil > minyak kelapa 0.8
coconut oil, vco, virgin coconut oil, minyak kelapa > minyak kelapa | vco
coconut > kelapa
kurma | dates | korma
takjil, buka puasa, ramadhan, ramadan > kurma | takjil | sirop 0.7
kismis | raisin
rendang | beef rendang
abon | floss | beef floss
gudeg | nasi gudeg
daging sapi, beef > sapi
ikan asin, teri > teri
oleh oleh | buah tangan | oleholeh
oleh oleh > zckueoleholeh 0.8 | suvenir 0.6
oleh oleh jogja > oleh oleh | bakpia | gudeg
oleh oleh medan > sirop markisa 0.9
oleh oleh haji, oleh oleh umroh, oleh oleh umrah, oleh oleh mekkah > kurma | tasbih | sajadah 0.8 | haji
haji, umroh, umrah > haji | umrah
markisa | passion fruit
jamu | herbal | obat herbal | herbal drink | jamu tradisional
obat tradisional, ramuan > jamu | minyak urut 0.7
kunyit asam, kunir asem > kunyit asam
beras kencur > beras kencur
daya tahan tubuh, imun, imunitas, imun booster, suplemen, supplement > vitamin | madu 0.8 | kelor 0.8
suplemen | supplement | vitamin | multivitamin
kelor | moringa
obat gosok, obat urut, minyak gosok, minyak pijat, massage oil, minyak urut, obat pegal, pegal linu, pegal, pegal pegal > minyak urut | balsem | minyak gosok
masuk angin, perut kembung, kembung, mual > minyak kayu putih | balsem | minyak telon 0.6 | wedang jahe 0.5
minyak angin, minyak kayu putih, eucalyptus oil, cajuput oil, minyak putih > minyak kayu putih
balsem | balm | obat gosok
pijat, massage > pijat | urut
pilek, flu, batuk > jahe 0.7 | minyak kayu putih 0.8 | jamu 0.6
anti nyamuk, nyamuk, mosquito > nyamuk
masker medis, masker wajah medis, face mask, masker mulut > masker medis
masker | mask
alat kesehatan, alkes, kotak p3k, p3k, first aid > zcalatkesehatan | masker medis
tensi, tensimeter, blood pressure > tensimeter
kasa, perban, plester > plester | perban
hand sanitizer, handsanitizer, pembersih tangan > pembersih tangan
sabun | soap
sabun batang, bar soap > sabun batang
hand soap, hand wash, sabun tangan, sabun cuci tangan > sabun
sabun mandi, body wash, body soap > sabun batang | sabun
sabun muka, sabun wajah, facial wash, face wash, sabun cuci muka, cuci muka, pembersih muka, pembersih wajah, facial foam, cleanser, facial cleanser > sabun muka | sabun pembersih muka
jerawat, acne, berjerawat > jerawat | salisilat
sampo | shampo
perawatan rambut, hair care, rambut rontok, haircare > sampo | zcperawatanrambut | minyak kemiri
rambut rontok > sampo | urang aring
kondisioner, conditioner > sampo 0.6
minyak rambut, hair oil > minyak kemiri
perawatan wajah, skincare, skin care, perawatan muka, perawatan kulit > serum | toner | tabir surya | zcperawatanwajah
serum wajah, face serum > serum
pelembab, pelembap, moisturizer, moisturiser > pelembap | losion
pelembab bibir, lip balm, lipbalm > pelembap bibir
tabir surya | sunscreen | sunblock | sun screen | sun block | suncream | sunscren
toner | face toner | air mawar 0.8
air mawar | rose water | rosewater
losion | hand body | handbody | body lotion | hand and body
losion badan > losion
body butter | mentega tubuh
lulur | body scrub | scrub | lulur badan
masker wajah > masker
pemutih, pencerah, brightening, whitening, mencerahkan > cerah | vitamin c | bengkuang
kosmetik, makeup, make up, riasan, alat make up, kosmetika > zcriasan | lipstik | bedak
lipstik | gincu | lip cream | lipcream | pewarna bibir | lip tint | liptint
bedak padat, compact powder, bedak muka > bedak padat | bedak
foundation > bedak 0.6
minyak wangi | parfum | wewangian | fragrance | cologne | eau de parfum | pewangi badan
parfum pria, parfum cowok > parfum | minyak wangi
jasmine > melati
rose > mawar
lavender > lavender
sereh, serai, lemongrass > sereh | serai
perawatan tubuh, body care, bodycare > lulur | losion | body butter | sabun 0.7
spa > lulur | spa
tanaman | plant | plants | tumbuhan | tanaman hias
tanaman > zctanamanhias
tanaman hias, houseplant, indoor plant, tanaman indoor, ornamental plant, tanaman dalam ruangan > zctanamanhias | monstera 0.8 | sukulen 0.8 | kaktus 0.8
bunga > bunga | anggrek
bibit | benih | biji tanam | seed | seeds | bibit tanaman
bibit sayur, benih sayur, sayuran, sayur, sayur sayuran, vegetable seeds > benih sayur | benih selada | benih 0.8 | hidroponik 0.6
hidroponik | hydroponic | hydroponik
pupuk | fertilizer | kompos | pupuk kompos | pupuk organik
media tanam, tanah, soil, potting mix > media tanam | sekam
alat kebun, alat berkebun, berkebun, garden tools, gardening, alat pertanian, perlengkapan berkebun > alat kebun | gembor | zcalatkebun | benih 0.6
gembor | watering can | penyiram tanaman | alat siram | penyiram
lidah mertua | sansevieria | snake plant
sirih gading | pothos | golden pothos
sukulen | succulent
palem | palm
janda bolong > monstera
olahraga, sport, sports, alat olahraga, olah raga, fitness, gym, alat fitness, alat gym > zcolahraga | dumbel 0.8 | matras 0.7 | bola 0.6
dumbel | barbel | barbell | dumbbell | angkat beban
dumbel > kettlebell 0.7
beban > kettlebell | dumbel
kettlebell > dumbel 0.6
matras yoga | yoga mat | matras senam | mat yoga | alas yoga
matras olahraga, matras gym > matras olahraga | matras
lompat tali | skipping | tali skipping | jump rope | skipping rope | tali lompat
bulu tangkis | badminton | bulutangkis
kok | shuttlecock | kok bulu tangkis
raket badminton > raket bulu tangkis
badminton > bulu tangkis | kok bulu 0.9
bola sepak | football | soccer ball | soccer
bola kaki > bola sepak
bola voli | volley ball | volleyball | volley | bola volly
bola basket | basketball
futsal | bola futsal
sepeda | bike | bicycle | gowes
lari, running, jogging, joging > lari
pakaian olahraga, baju olahraga, sportswear, jersey olahraga > kaus lari | zcpakaianolahraga
kemah | camping | berkemah | kemping | hiking | mendaki | naik gunung | pendakian | outdoor
perlengkapan kemah, alat camping, perlengkapan camping, perlengkapan berkemah, perlengkapan outdoor, peralatan camping > kemah | mendaki 0.9 | pendakian 0.9 | gunung 0.7 | tenda
tenda | tent
senter | flashlight | torch
otomotif, automotive > zcotomotif
onderdil, spare part, sparepart, suku cadang, onderdil motor, spare part motor > zcotomotif | ban | oli | suku cadang
otomotif motor, perlengkapan motor > helm | oli | ban
oli | pelumas | engine oil | motor oil | oli mesin
ban | tire | tyre
helm | helmet
sampo mobil, car wash, cuci mobil, shampo mobil, sabun mobil > sampo mobil | sampo salju
cuci motor > cuci motor | sampo motor
mobil | car
motor | motorcycle | motorbike
lap mobil > lap mikrofiber
jas hujan | raincoat | mantel hujan | mantel
kado | hadiah | gift | bingkisan | present | hampers 0.8 | kado ulang tahun 0.9
hadiah > kado | hadiah | kotak hadiah
kado wisuda, hadiah wisuda, graduation gift > boneka wisuda | wisuda | boneka 0.5
kado ulang tahun, kado ultah, hadiah ultah, birthday gift, hadiah ulang tahun, ulang tahun, ultah, birthday > kado | hadiah
kado anak, hadiah anak, kado ulang tahun anak, kado ultah anak, hadiah ulang tahun anak > boneka | mainan 0.9 | zcmainanedukasi 0.8
kado ibu, hadiah ibu, kado mama, hari ibu > kado ibu | selendang 0.5
kado cowok, kado pria, kado suami, kado ayah > dompet 0.7 | jam tangan 0.7 | kado 
kado cewek, kado istri, kado pacar > kalung 0.7 | jam tangan 0.6 | kado
kado nikah, kado pernikahan, hadiah pernikahan, wedding gift, kado nikahan, kado kawinan > kado | sepasang 0.8 | hampers 0.8 | couple 0.7
kado natal, natal, christmas > hampers | kado | ulos 0.3
kado lebaran, parsel, parcel, hampers lebaran, bingkisan lebaran > hampers | lebaran | paket lebaran
lebaran, idul fitri, idulfitri, hari raya > lebaran
suvenir | cinderamata | tanda mata
suvenir pernikahan, souvenir nikah, suvenir nikahan, souvenir wedding, wedding souvenir, suvenir nikah, souvenir pernikahan > suvenir pernikahan | suvenir
pernikahan | nikahan | nikah | wedding | kawinan | perkawinan | resepsi
hantaran | seserahan | hantaran nikah | mahar 0.6
pengantin | mempelai | bride
grosir | borongan | partai | partai besar | kulakan | lusinan
paket hemat, bundling, paket bundling > paket
satuan > satuan
besar, gede, large, big > besar | jumbo
kecil, mini, small > kecil | mini
ringan, lightweight > ringan
tahan air | waterproof | anti air | water resistant | kedap air
anti selip, anti licin, antiselip, non slip > antiselip | anti licin
peredam bising | noise cancelling | anc | noise cancelling headphone
isi ulang | refill | rechargeable
lipat | foldable | folding
lembut | halus | soft
pedas | spicy | hot | pedes
manis | sweet
tanpa gula, sugar free, rendah gula, less sugar > tanpa gula | rendah gula
vegetarian | vegan | nabati
merah | red
merah muda | pink | pinky
hijau | green | ijo
biru | blue | navy 0.8 | dongker 0.8
kuning | yellow
hitam | black
putih | white
cokelat | brown
ungu | purple | violet | lilac
abu | grey | gray
krem | cream | beige
oranye | orange | oren | jingga
emas | gold | golden
perak | silver
nila | indigo | biru tua 0.8
marun | maroon | merah tua | merah marun
warna warni | colorful | rainbow | pelangi 0.5
sage, hijau sage > sage
terakota | terracotta | bata
polos | plain
lengan panjang | long sleeve
lengan pendek | short sleeve
oversize | oversized | longgar 0.8
garis garis, stripe > garis
kotak kotak > kotak
bunga bunga, floral > bunga
tradisional, etnik, ethnic, nusantara > tradisional | etnik
minang, sumatera barat, sumbar, bukittinggi > padang
jawa barat, jabar, sunda, priangan > priangan | bandung | garut
irian > papua
borneo > kalimantan
celebes > sulawesi
kaltim > samarinda
kalsel, banjar, banjarmasin > martapura
ntb > lombok
ntt > sumba
sumut, toba, batak > toba | medan
diy > jogja
dki > jakarta
mandar, sulbar > mandar
gaul > modern
kursi plastik > kursi
jahit tangan, jahitan tangan, hand stitched > jahit tangan
bertanda tangan, tanda tangan, signed, autograph, ttd > bertanda tangan
belajar anak > belajar anak | edukasi 
siap saji, siap santap, siap makan > siap santap | siap saji | kaleng 0.6
untuk kedai, kedai, kafe, cafe, coffee shop, warung > kedai | kafe 0.9 | warung 0.8
kantor, office > kantor
hotel > hotel
masjid, mushola, musholla, musala > masjid
sekolah, school, smp, sma, sd > sekolah
kuliah, kampus, mahasiswa > kuliah
kos, anak kos, kosan, kost > kos
`;
