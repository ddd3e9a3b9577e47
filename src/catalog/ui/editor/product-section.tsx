import { redirect } from "react-router";
import type { AttributeApi } from "../../attributes/contract.ts";
import type { CatalogApi } from "../../contract.ts";
import type { EditedProduct, SellingApi } from "../../selling/contract.ts";
import { isBelowMinOrder, pictureLimits } from "../../rules.ts";
import { hrefs } from "#hrefs.ts";
import { ApiError, formFailure, pageApi } from "#lib/api-client.ts";
import type { Section, SectionArgs } from "#lib/page.ts";
import type { CodeOf, requestRefusals } from "#lib/refusal.ts";
import type { FeeApi } from "#payments/fees/contract.ts";
import type { SellerTaxApi } from "#payments/tax/sellers/contract.ts";
import type { MediaApi } from "#media/contract.ts";
import { mapErrorsToFields, readProduct, readAxes } from "./form-values.ts";
import { knownPicture, ProductForm, type KnownPicture, type ProductToEdit } from "./product-form.tsx";

/** `/manageMerchant?page=product`: the form of a new product, or of the product `productId`. */
export const sellerProductSection: Section<ProductToEdit> = {
  title: "Produk",
  load: async ({ request, context }) => {
    const api = pageApi<CatalogApi & SellingApi & AttributeApi & FeeApi & SellerTaxApi>({ request, context });
    const id = new URL(request.url).searchParams.get("productId");
    const [{ result: categories }, { result: sets }, { result: fees }, { result: tax }, product] = await Promise.all([
      api("GET /v1/categories"),
      api("GET /v1/categories/attributes"),
      api("GET /v1/fees"),
      api("GET /v1/seller/tax"),
      id === null ? null : api("GET /v1/seller/products/:id", { params: { id } }).then(({ result }) => result),
    ]);
    return {
      product: product as EditedProduct | null,
      categories: categories.filter((one) => one.isCustom === "0"),
      sets,
      fees,
      tax,
    };
  },
  act: async (args, form) => {
    const api = pageApi<SellingApi>(args);
    const id = new URL(args.request.url).searchParams.get("productId");
    const pictures = readKnownPictures(form);
    try {
      if (form.get("intent") === "remove" && id !== null) {
        await api("DELETE /v1/seller/products/:id", { params: { id } });
        return redirect(hrefs.manageMerchant("products"));
      }
      await sendPictures(args, form, pictures);
      const cover = String(form.get("cover") ?? "");
      const ids = pictures.map((picture) => picture.id).sort((a, b) => Number(b === cover) - Number(a === cover));
      const body = readProduct(form, ids);
      const { data } = await (id === null
        ? api("POST /v1/seller/products", { body })
        : api("PUT /v1/seller/products/:id", { params: { id }, body }));
      const isUnbuyable = body.status === "active" && isBelowMinOrder(body);
      const saved = `${hrefs.manageMerchant("products")}&saved=${data.slug}`;
      return redirect(isUnbuyable ? `${saved}&below=${body.min_order}` : saved);
    } catch (error) {
      const answer = formFailure(error, form);
      // Keeps uploaded pictures, so that they need not be sent again, and shows errors at the form's fields.
      answer.data.values.known = JSON.stringify(pictures);
      answer.data.fields = mapErrorsToFields(answer.data.fields, readAxes(form));
      return answer;
    }
  },
  View: ProductForm,
};

// Each picture's field holds its id, key and colour, so that a refused form can show it again.
function readKnownPictures(form: FormData): KnownPicture[] {
  const removed = new Set(form.getAll("remove_picture").map(String));
  return form
    .getAll("picture")
    .filter((value) => typeof value === "string")
    .flatMap(knownPicture)
    .filter(({ id }) => !removed.has(id));
}

// Without scripts the form contains the files; with scripts each file was uploaded when it was selected.
async function sendPictures({ request, context }: SectionArgs, form: FormData, known: KnownPicture[]): Promise<void> {
  const files = form.getAll("picture").filter((file): file is File => typeof file !== "string" && file.size > 0);
  if (known.length + files.length > pictureLimits.max)
    throw refused(`Paling banyak ${pictureLimits.max} foto. Hapus sebagian lebih dulu.`);
  for (const file of files) {
    const sent = new FormData();
    sent.append("alt", String(form.get("name") ?? "").slice(0, 120));
    sent.append("picture", file);
    try {
      const { data } = await pageApi<MediaApi>({ request, context })("POST /v1/media/pictures", { form: sent });
      known.push({ id: data.id, key: data.key, color: data.color });
    } catch (error) {
      throw error instanceof ApiError ? refused(`${file.name}: ${error.message}`) : error;
    }
  }
}

function refused(sentence: string): ApiError {
  return new ApiError(422, {
    code: "request.invalid" satisfies CodeOf<typeof requestRefusals>,
    message: "Ada isian yang perlu diperbaiki.",
    data: { picture_ids: [sentence] },
  });
}
