/** What the inputs of the page /ui offer. */
export const couriers = [
  { value: "reguler", label: "Reguler, 2–4 hari" },
  { value: "kilat", label: "Kilat, besok sampai" },
  { value: "kargo", label: "Kargo, untuk barang berat" },
];
export const payments = [
  { value: "va", label: "Virtual account", hint: "Bayar dari aplikasi bank mana pun" },
  { value: "qris", label: "QRIS", hint: "Pindai dengan dompet digital apa pun" },
  { value: "tunai", label: "Tunai di gerai", hint: "Tunjukkan kode di kasir" },
];
export const sizes = [
  { value: "s", label: "S" },
  { value: "m", label: "M" },
  { value: "l", label: "L" },
  { value: "xl", label: "XL", disabled: true },
];
export const colours = [
  { value: "nila", label: "Nila" },
  { value: "soga", label: "Soga" },
  { value: "mengkudu", label: "Mengkudu" },
];
