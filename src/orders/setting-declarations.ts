import { declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import { codOfferedSetting } from "#shipping/rules.ts";
import { codLimitsSetting } from "./checkout/cod-rules.ts";

export const orderDeclarations: readonly Declaration[] = [
  declareSetting({
    setting: codOfferedSetting,
    group: "features",
    tags: ["catalog"],
    label: "Bayar di tempat (COD)",
    help: "Bila mati, tidak ada pesanan COD baru di toko mana pun. Pesanan COD yang sudah dibuat berjalan terus.",
    field: { kind: "switch" },
  }),
  declareSetting({
    setting: codLimitsSetting,
    group: "orders",
    label: "Batas COD",
    help: "Siapa yang boleh membayar di tempat, dan sampai berapa. Berlaku untuk pembelian baru; tertulis juga di syarat dan panduan.",
    field: {
      kind: "record",
      fields: {
        maxTotal: { label: "Pembelian paling banyak", field: { kind: "rupiah", min: 10_000, max: 20_000_000 } },
        maxRefused: {
          label: "Paket yang tidak jadi dibayar",
          help: "Sejumlah ini, pembeli membayar di muka.",
          field: { kind: "number", min: 1, max: 10, unit: "paket" },
        },
        window: { label: "Dihitung dalam", field: { kind: "duration", unit: "days", min: 1, max: 365 } },
        maxOpen: {
          label: "Pesanan COD yang belum tiba, paling banyak",
          field: { kind: "number", min: 1, max: 50, unit: "pesanan" },
        },
      },
    },
    isPublic: true,
  }),
];
