/** Each input of the page /ui in each state. */
import type { ReactNode } from "react";
import { mapData } from "#regions/ui/map-data.ts";
import { CurrencyField } from "#ui/currency-field.tsx";
import { DatePickerField } from "#ui/date-picker.tsx";
import { CheckboxField, RadioGroup, SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { Finder } from "#ui/finder.tsx";
import { ImageField } from "#ui/image-field/image-field.tsx";
import type { SendPicture } from "#ui/image-field/use-pictures.ts";
import { MapField } from "#ui/map/map-field.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { QuantityField } from "#ui/quantity-field.tsx";
import { RatingInput } from "#ui/rating.tsx";
import { uploadForm } from "#ui/upload-form.ts";
import { colours, couriers, payments, sizes } from "./choices.ts";

export type State = "empty" | "filled" | "error" | "disabled" | "long";
type Shown = { state: State; name: string; today: string };

/** `wide` examples are below each other, because they need the whole width. */
type Example = { id: string; title: string; about: string; wide?: boolean; show: (shown: Shown) => ReactNode };

const long =
  "Kain batik tulis motif kawung dari Giriloyo, Imogiri, dengan pewarna alam indigo dan soga tingi, dikerjakan enam minggu";

/** The error message of a state that has one. */
const errorsOf = (state: State, sentence: string) => (state === "error" ? [sentence] : undefined);
const filled = (state: State) => state !== "empty" && state !== "long";

/** Uploads a picture at once to a call that does not store it. */
const sendAway: SendPicture = async (picture, options) => {
  const form = new FormData();
  form.set("picture", picture);
  const { data } = (await uploadForm("/v1/ui-kit/pictures", form, options)) as { data: { value: string } };
  return data;
};

export const examples: readonly Example[] = [
  {
    id: "teks",
    title: "Teks",
    about: "Satu baris. Yang tidak wajib ditandai opsional, sebab kebanyakan wajib.",
    show: ({ state, name }) => (
      <TextField
        label={
          state === "long"
            ? `Nama barang seperti yang akan dibaca pembeli di halaman barang dan di struk`
            : "Nama barang"
        }
        name={name}
        placeholder="Kain batik tulis"
        hint={
          state === "long"
            ? "Tulis bahan, motif, dan asalnya; pembeli mencari dengan kata-kata itu, jadi jangan disingkat."
            : undefined
        }
        required={state !== "empty"}
        maxLength={140}
        disabled={state === "disabled"}
        defaultValue={state === "long" ? long : filled(state) ? "Kain batik tulis kawung" : ""}
        errors={errorsOf(state, "Nama ini sudah dipakai barang Anda yang lain.")}
      />
    ),
  },
  {
    id: "pilihan",
    title: "Pilihan",
    about: "Daftar dari sistem sendiri: roda di ponsel, ketik untuk meloncat di komputer.",
    show: ({ state, name }) => (
      <SelectField
        label="Kurir"
        name={name}
        empty="Pilih kurir"
        options={
          state === "long" ? [{ value: "x", label: `Kargo laut dan darat sampai gudang terdekat, ${long}` }] : couriers
        }
        disabled={state === "disabled"}
        defaultValue={state === "long" ? "x" : filled(state) && state !== "error" ? "reguler" : ""}
        errors={errorsOf(state, "Pilih salah satu.")}
      />
    ),
  },
  {
    id: "centang",
    title: "Kotak centang",
    about: "Dikirim sebagai 1 atau 0, juga saat tidak dicentang.",
    show: ({ state, name }) => (
      <CheckboxField
        label={
          state === "long"
            ? "Saya setuju penjual mengganti barang yang rusak di perjalanan dengan barang yang sama, dan saya menyimpan videonya saat membuka paket"
            : "Bungkus sebagai kado"
        }
        hint={state === "long" ? "Berlaku untuk semua barang di pesanan ini." : undefined}
        name={name}
        defaultChecked={state === "filled" || state === "disabled"}
        disabled={state === "disabled"}
        errors={errorsOf(state, "Centang untuk melanjutkan.")}
      />
    ),
  },
  {
    id: "rupiah",
    title: "Rupiah",
    about:
      "Titik ribuan muncul selagi mengetik dan kursor tetap di tempatnya. Tempelan seperti Rp 1.250.000,00 dipahami.",
    show: ({ state, name }) => (
      <CurrencyField
        label="Harga"
        name={name}
        hint={state === "long" ? "Harga untuk satu barang, sebelum ongkos kirim." : undefined}
        disabled={state === "disabled"}
        defaultValue={state === "long" ? 999_999_999_999 : state === "error" ? 500 : filled(state) ? 485_000 : null}
        errors={errorsOf(state, "Paling sedikit Rp1.000.")}
      />
    ),
  },
  {
    id: "teks-panjang",
    title: "Teks panjang",
    about: "Tumbuh bersama isinya, dan menghitung sampai batasnya.",
    show: ({ state, name }) => (
      <TextareaField
        label="Cerita barang"
        name={name}
        rows={3}
        maxLength={400}
        placeholder="Siapa yang membuat, dari bahan apa, berapa lama"
        disabled={state === "disabled"}
        defaultValue={
          state === "long"
            ? `${long}. ${long}. ${long}. Dilipat rapi dalam kotak anyaman.`
            : state === "error"
              ? "Bagus"
              : filled(state)
                ? "Dibuat Bu Sarjuni di Giriloyo dari mori primissima, enam minggu dari gambar sampai lorodan."
                : ""
        }
        errors={errorsOf(state, "Minimal 10 karakter.")}
      />
    ),
  },
  {
    id: "gambar",
    title: "Gambar",
    about:
      "Pratinjau, urutan dengan seret atau tombol, potong bujur sangkar, dan penolakan dini atas yang akan ditolak server.",
    show: ({ state, name }) => (
      <ImageField
        label={
          state === "long" ? "Foto barang dari segala sisi, termasuk label, jahitan, dan kemasannya" : "Foto barang"
        }
        name={name}
        most={state === "filled" ? 1 : 5}
        required={false}
        disabled={state === "disabled"}
        current={state === "filled" ? "/icon-192.png" : undefined}
        saved={
          state === "long"
            ? [
                { value: "1", src: "/icon-192.png", name: "kain-batik-tulis-kawung-giriloyo-tampak-depan-2026.jpg" },
                { value: "2", src: "/icon-512.png", name: "sisi-belakang.jpg" },
              ]
            : undefined
        }
        send={state === "long" ? sendAway : undefined}
        hint={state === "long" ? "Yang pertama menjadi foto utama. Di sini setiap foto langsung dikirim." : undefined}
        errors={errorsOf(state, "Berkas ini bukan foto JPEG, PNG, WebP, atau AVIF.")}
      />
    ),
  },
  {
    id: "peta",
    title: "Peta",
    about:
      "Pin dengan mouse, sentuhan, atau keyboard. Tanpa server peta pun ada peta dasar milik kami; tanpa JavaScript, dua angka.",
    wide: true,
    show: ({ state, name }) => (
      <MapField
        label={state === "long" ? "Titik penjemputan barang oleh kurir setiap hari kerja" : "Titik di peta"}
        name={name}
        required={state !== "empty"}
        disabled={state === "disabled"}
        defaultValue={
          state === "filled"
            ? { lat: -8.5069, lng: 115.2625, address: "Pasar Ubud, sisi timur" }
            : state === "long"
              ? { lat: -2.5337, lng: 140.7181, address: `Gudang di belakang pasar, ${long}` }
              : undefined
        }
        hint={
          state === "long" ? "Geser pin tepat ke pintu masuk gudang, supaya kurir tidak berputar-putar." : undefined
        }
        data={mapData}
        errors={errorsOf(state, "Titik ini di luar wilayah pengiriman kami.")}
      />
    ),
  },
  {
    id: "cari-peta",
    title: "Pencarian peta",
    about: "Wilayah dan tempat dari data kami sendiri; pencari daring bisa ditambahkan dengan satu pengaturan.",
    show: ({ state }) =>
      state === "disabled" || state === "error" ? (
        <p className="muted">Kotak ini bukan isian formulir: tidak pernah salah, dan hilang bila petanya nonaktif.</p>
      ) : (
        <Finder
          label="Cari tempat di peta"
          placeholder={
            state === "long"
              ? "Kecamatan, kelurahan, kota, kabupaten, atau nama tempat di seluruh Indonesia"
              : "Misalnya Coblong, Bandung"
          }
          search={mapData.search}
          onChoose={() => {}}
        />
      ),
  },
  {
    id: "kata-sandi",
    title: "Kata sandi",
    about: "Bisa ditampilkan, dan dinilai kekuatannya saat dipilih.",
    show: ({ state, name }) => (
      <PasswordField
        label="Kata sandi baru"
        name={name}
        autoComplete="new-password"
        strength={state !== "disabled"}
        disabled={state === "disabled"}
        defaultValue={
          state === "long" ? "kebun teh di lereng gunung tujuh pagi hari" : filled(state) ? "kebun-teh-7" : ""
        }
        hint={
          state === "long"
            ? "Empat kata acak lebih kuat, dan lebih mudah diingat, daripada satu kata dengan angka."
            : undefined
        }
        errors={errorsOf(state, "Kata sandi ini terlalu mudah ditebak.")}
      />
    ),
  },
  {
    id: "radio",
    title: "Radio",
    about: "Satu dari beberapa, semua terbaca sekaligus.",
    show: ({ state, name }) => (
      <RadioGroup
        label="Cara membayar"
        name={name}
        options={
          state === "long"
            ? payments.map((one) => ({
                ...one,
                hint: `${one.hint}. Batas waktunya tertulis di halaman pembayaran dan di email Anda.`,
              }))
            : payments.map(({ value, label }) => ({ value, label }))
        }
        disabled={state === "disabled"}
        defaultValue={filled(state) && state !== "error" ? "qris" : undefined}
        errors={errorsOf(state, "Pilih salah satu.")}
      />
    ),
  },
  {
    id: "jumlah",
    title: "Jumlah",
    about: "Paling sedikit 1, paling banyak stoknya. Tahan tombolnya untuk terus menambah.",
    show: ({ state, name }) => (
      <QuantityField
        label={state === "long" ? "Jumlah kain yang dipesan untuk seragam" : "Jumlah"}
        name={name}
        max={state === "long" ? 9999 : 12}
        defaultValue={state === "long" ? 9999 : state === "error" ? 12 : filled(state) ? 3 : 1}
        hint={state === "long" ? "Di atas 100 potong dikerjakan dalam tiga minggu." : "Stok 12"}
        disabled={state === "disabled"}
        errors={errorsOf(state, "Stok tinggal 8.")}
      />
    ),
  },
  {
    id: "nilai",
    title: "Nilai",
    about: "0 sampai 5 bintang utuh; panah menggesernya.",
    show: ({ state, name }) => (
      <RatingInput
        label={state === "long" ? "Seberapa sesuai barang dengan foto dan ceritanya" : "Nilai Anda"}
        name={name}
        defaultValue={state === "long" ? 5 : filled(state) && state !== "error" ? 4 : 0}
        hint={state === "long" ? "Nilai Anda terlihat oleh semua orang setelah pesanan selesai." : undefined}
        disabled={state === "disabled"}
        errors={errorsOf(state, "Beri nilai dahulu.")}
      />
    ),
  },
  {
    id: "petak",
    title: "Petak",
    about: "Varian dan saringan: satu atau beberapa, dibuat dari radio dan kotak centang asli.",
    show: ({ state, name }) => (
      <RadioGroup
        label={state === "filled" || state === "disabled" ? "Pewarna" : "Ukuran"}
        name={name}
        look="tiles"
        multiple={state === "filled" || state === "disabled"}
        options={
          state === "long"
            ? [
                { value: "a", label: "Mori primissima 2,5 meter" },
                { value: "b", label: "Sutra tenun bukan mesin 2 meter" },
                { value: "c", label: "Katun dobi lebar 115 sentimeter" },
              ]
            : state === "filled" || state === "disabled"
              ? colours
              : sizes
        }
        disabled={state === "disabled"}
        defaultValue={
          state === "filled" || state === "disabled" ? ["nila", "soga"] : state === "long" ? "b" : undefined
        }
        errors={errorsOf(state, "Pilih ukuran dahulu.")}
      />
    ),
  },
  {
    id: "tanggal",
    title: "Tanggal",
    about:
      "Ketik 21/11/2026 atau 21 Nov 2026, atau pilih dari kalender berbahasa Indonesia. Di layar sentuh: kalender sistem.",
    show: ({ state, name, today }) => (
      <DatePickerField
        label={state === "long" ? "Tanggal barang diambil kurir dari gudang Anda" : "Tanggal kirim"}
        name={name}
        today={today}
        hint={
          state === "long"
            ? "Senin sampai Sabtu, paling cepat hari ini dan paling lambat akhir tahun depan."
            : undefined
        }
        disabled={state === "disabled"}
        defaultValue={state === "error" ? "31/02/2026" : filled(state) || state === "long" ? "2026-11-28" : undefined}
        errors={errorsOf(state, "Tanggal ini tidak ada.")}
      />
    ),
  },
];
