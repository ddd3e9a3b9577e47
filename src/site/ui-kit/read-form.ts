/** Reads the form of the page /ui for its echo call. */
import { checkboxValue } from "#ui/checkbox-value.ts";
import { readAmount } from "#ui/currency.ts";
import { mapFieldNames, mapValue } from "#ui/map/point.ts";

/** Builds the body of `POST /v1/ui-kit/echo` from a submitted form, with or without scripts. */
export async function echoBody(form: FormData) {
  const typed = (name: string) => String(form.get(name) ?? "");
  const number = (name: string) => (typed(name) === "" ? Number.NaN : Number(typed(name).replace(/[^\d.-]/g, "")));
  const pictures = form.getAll("pictures").filter((one): one is File => one instanceof File && one.size > 0);
  const names = mapFieldNames("place");
  const place = mapValue(form, "place");
  return {
    name: typed("name"),
    courier: typed("courier") as "reguler",
    agreed: checkboxValue(form, "agreed"),
    price: readAmount(typed("price")),
    story: typed("story"),
    pictures: await Promise.all(
      pictures.map(async (one) => ({ name: one.name, size: one.size, head: await headOf(one) })),
    ),
    // An invalid point is passed on, so that the schema says what is wrong with it.
    place:
      place ??
      (typed(names.lat) === "" && typed(names.lng) === ""
        ? null
        : { lat: Number(typed(names.lat)), lng: Number(typed(names.lng)), address: typed(names.address) }),
    password: typed("password"),
    payment: typed("payment") as "va",
    quantity: number("quantity"),
    rating: number("rating"),
    size: typed("size") as "s",
    colours: form.getAll("colours") as "nila"[],
    born: typed("born"),
  };
}

async function headOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}
