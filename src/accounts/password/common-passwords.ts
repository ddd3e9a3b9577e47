// Passwords that attackers try first, worldwide and in Indonesia. The comparison ignores digits and punctuation before
// and after, so one word covers all its years and exclamation marks.
const words = `
password passwords passw0rd p4ssword p@ssword p@ssw0rd pass passwd kata sandi katasandi rahasia sandi sandiku
qwerty qwertyu qwertyui qwertyuiop qwerty1 asdf asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc 1qaz2wsx
1q2w3e4r 1q2w3e4r5t q1w2e3r4 qweasd qweasdzxc qweasdzx poiuytrewq lkjhgfdsa mnbvcxz abcd abcdef abcdefg abcdefgh
abc123 abcd1234 a1b2c3d4 aa123456 admin administrator adminadmin root rootroot superuser superadmin user username
guest test tester testing test1234 demo default changeme letmein welcome login masuk daftar secret trustno1 access
monkey dragon master shadow sunshine princess football baseball basketball superman batman spiderman ironman pokemon
naruto sasuke doraemon onepiece iloveyou loveyou ilovegod iloveu lovely forever whatever starwars michael jordan
jennifer jessica ashley daniel andrew joshua matthew anthony thomas charlie george william computer internet google
facebook instagram twitter youtube whatsapp telegram tiktok samsung xiaomi oppo iphone android windows microsoft
mustang corvette ferrari porsche mercedes yamaha honda suzuki kawasaki ninja harley killer hunter ranger cowboy
soccer hockey tennis golfer chelsea arsenal liverpool barcelona realmadrid juventus manchester manutd persib persija
arema persebaya bonek viking aremania jakmania bobotoh garuda merahputih pancasila merdeka bhinneka indonesia
indonesiaku indonesiaraya nusantara jakarta bandung surabaya semarang yogyakarta jogja medan makassar palembang
denpasar bali malang bogor bekasi depok tangerang padang pekanbaru lampung pontianak banjarmasin balikpapan manado
papua jayapura ambon kupang lombok aceh sumatera kalimantan sulawesi bismillah alhamdulillah allahuakbar allah
subhanallah assalamualaikum astaghfirullah muhammad muhammadsaw ahmad abdullah ibrahim yesus yesuskristus kristus
haleluya tuhan tuhanyesus jesus jesuschrist insyaallah masyaallah ramadhan sayang sayangku sayangmu cinta cintaku
cintamu akucintakamu akusayangkamu kamu kamuaku akukamu kesayangan kekasih pacarku mantan rindu kangen selamanya
bahagia semangat sukses berhasil mandiri gemilang bintang bulan matahari pelangi mawar melati anggrek kupu kupukupu
kucing kucingku anjing kelinci harimau macan singa elang rajawali naga keluarga keluargaku mama papa mamapapa
mamaku papaku ibuku ayahku bapakku bunda ayah bundaku anakku adikku kakakku sahabat teman temanku jomblo ganteng
gantengbanget cantik cantikku imut manis manja gembul lucu oke mantap mantul anjay wkwkwk hahaha halo hallo
apakabar terserah bodoamat gatau gaktau tidaktahu lupa lupakata lupasandi passwordku passwordbaru akun akunku
rumah rumahku sekolah kuliah kampus universitas kerja kantor usaha jualan dagang toko tokoku belanja pasar
bukalapak tokopedia shopee lazada blibli gojek grab traveloka bca mandiri bni bri dana ovo gopay linkaja
pembeli penjual kawung kawungpasar pasarkawung kawungku batik batikku operator kurir ongkir
putra putri putriku putraku agus budi andi dewi sari siti nur nurul fitri wahyu rizky rizki dimas bagus indah ayu
agung eko dwi tri hendra hendri joko bambang slamet sugeng suharto sukarno soekarno jokowi prabowo
summer winter spring autumn monday friday january december passion blink blackpink bts armybts exo kpop
freedom peace angel angels butterfly flower diamond silver golden purple orange yellow cheese cookie chocolate pepper
ginger banana apple mango coffee kopi nasi nasigoreng rendang sate bakso miayam
`;
const exact = `
12345678 123456789 1234567890 0123456789 87654321 987654321 9876543210 11111111 22222222 88888888 00000000 99999999
12341234 11112222 11223344 1122334455 123123123 123321123 12344321 123454321 147258369 159753456 789456123 741852963
963852741 369258147 147852369 112233445566 102030405060 10203040 01020304 19901990 20002000 17081945 08123456789
081234567890 0812345678 123456abc 123456789a 123456789q q123456789 a123456789 1234abcd 1234qwer qwer1234 asdf1234
1q2w3e4r 1qaz2wsx 1qazxsw2 zaq12wsx !qaz2wsx abc12345 a1234567 aa12345678 pass1234 pass@123 p@ss1234 p@ssw0rd1
admin123 admin@123 admin1234 indonesia1 indonesia45 indonesia1945 merdeka45 bismillah1 doraemon1 sayang123 cinta123
`;

let known: ReadonlySet<string> | undefined;

/** Whether a password (in lower case) is among those that attackers try first. */
export function isCommonPassword(text: string): boolean {
  known ??= new Set(`${words} ${exact}`.split(/\s+/).filter(Boolean));
  return known.has(text);
}
