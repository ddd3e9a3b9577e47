/** Why a form waits: it sends only pictures that were uploaded. At the field, and beside the button of a long form. */
export const unsentPictures = "Tunggu sampai semua foto terkirim.";
