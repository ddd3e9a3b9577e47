import { useState, type ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { submittedList, type ApiResponse, type FormFailure } from "#lib/api-client.ts";
import type { AttributeApi } from "../../attributes/contract.ts";
import { effectiveSet, splitAttributes } from "../../attributes/rules.ts";
import { AttributeFields } from "../../attributes/ui/attribute-fields.tsx";
import type { CatalogApi } from "../../contract.ts";
import type { EditedProduct } from "../../selling/contract.ts";
import { isBelowMinOrder, pictureLimits } from "../../rules.ts";
import { hrefs } from "#hrefs.ts";
import { publishedCommission, type PublishedFees } from "#payments/fees/rules.ts";
import type { TaxOfSeller } from "#payments/tax/sellers/contract.ts";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { BackLink } from "#ui/back-link.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { RadioGroup, SelectField, TextareaField } from "#ui/field.tsx";
import { useFormDraft, type FormDraft } from "#ui/form-draft.tsx";
import { ImageField } from "#ui/image-field/image-field.tsx";
import type { SendPicture } from "#ui/image-field/use-pictures.ts";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { unsentPictures } from "#ui/image-field/unsent-pictures.ts";
import { uploadForm } from "#ui/upload-form.ts";
import styles from "./product-form.module.css";
import { BelowMinOrder } from "./below-min-order.tsx";
import { labelOfField } from "./form-values.ts";
import { PlainFields } from "./plain-fields.tsx";
import { PriceAndStock } from "./price-and-stock.tsx";

export type KnownPicture = { id: string; key: string; color: string };
export type ProductToEdit = {
  product: EditedProduct | null;
  categories: ApiResponse<CatalogApi["GET /v1/categories"]>["result"];
  /** The attributes of categories that have some of their own. */
  sets: ApiResponse<AttributeApi["GET /v1/categories/attributes"]>["result"];
  fees: PublishedFees;
  /** What is withheld from the shop, and the PPN of its prices. */
  tax: Pick<TaxOfSeller, "vat_per_mille" | "withheld_per_mille" | "categories">;
};

type FormProps = { data: ProductToEdit; failure: FormFailure | undefined };

/** The form of a new or existing product. After a refusal, or when the page was left, what was typed is there again. */
export function ProductForm({ data, failure }: FormProps) {
  const { product } = data;
  const draft = useFormDraft({
    failure: failure?.values.intent === "remove" ? undefined : failure,
    // Without stock, which a sale changes meanwhile: each row of the form says which stock the seller saw.
    base: JSON.stringify(product, (name, value: unknown) => (/^(?:stock|version)$/.test(name) ? undefined : value)),
  });
  return <ProductFields key={draft.key} {...{ data, failure, draft }} />;
}

function ProductFields({ data, failure, draft }: FormProps & { draft: FormDraft }) {
  const { product, categories, sets, fees, tax } = data;
  const { state } = useNavigation();
  const [sending, setSending] = useState(false);
  const own = failure?.values.intent === "remove" ? undefined : failure;
  const { typed, form } = draft;
  const values = typed?.values;
  const errors = own?.fields ?? {};
  const pictures: KnownPicture[] = values?.known
    ? (JSON.parse(values.known) as KnownPicture[])
    : (submittedList(typed, "picture")?.flatMap(knownPicture) ?? product?.pictures ?? []);
  const [choices, setChoices] = useState<readonly KnownPicture[]>(pictures);
  const [category, setCategory] = useState(values?.category ?? product?.category ?? "");
  const rootOf = (of: string) => categories.find((one) => one.categories.some(({ slug }) => slug === of));
  const root = rootOf(category);
  const ownSet = (of: string | undefined) => sets.find(({ slug }) => slug === of)?.attributes ?? [];
  const setOf = (of: string) => effectiveSet(ownSet(rootOf(of)?.slug), ownSet(of));
  // Everything that the category of the stored product does not ask for is in the free text.
  const written = splitAttributes(setOf(product?.category ?? ""), product?.attributes ?? []);
  const commission = publishedCommission(fees, root ? [category, root.slug] : [category]);
  const terms = tax.categories.find(({ slug }) => slug === category) ?? tax;
  return (
    <div className={styles.stack}>
      <header className={styles.head}>
        <BackLink href={hrefs.manageMerchant("products")}>Semua produk</BackLink>
        <h1>{product ? "Ubah produk" : "Tambah produk"}</h1>
      </header>
      <Form {...form} method="post" encType="multipart/form-data" className={styles.stack}>
        {draft.notice}
        <FormNotice failure={own} labelOf={labelOfField} />
        {product?.status === "active" && isBelowMinOrder(product) && <BelowMinOrder minOrder={product.min_order} />}
        {product && product.held.length > 0 && (
          <Notice tone="warning" title="Produk ini tayang setelah kami periksa">
            {product.held.join(" ")}
          </Notice>
        )}
        <Panel title="Foto">
          <Pictures
            key={values?.known}
            pictures={pictures}
            refused={own}
            errors={errors.picture_ids}
            send={(picture, options) => sendPicture(picture, nameIn(form.ref.current), options)}
            onBusy={setSending}
            onPictures={(all) => {
              setChoices(all);
              if (idsOf(all) !== idsOf(pictures)) draft.save();
            }}
          />
        </Panel>
        <Panel title="Tentang produk">
          <div className={styles.fields}>
            <PlainFields
              panel="about"
              {...{ product, values, errors }}
              after={{
                name: (
                  <SelectField
                    label="Kategori"
                    name="category"
                    empty="Pilih kategori"
                    defaultValue={values?.category ?? product?.category ?? ""}
                    options={categories.flatMap((root) =>
                      (root.categories.length > 0 ? root.categories : [root]).map(({ slug, name }) => ({
                        value: slug,
                        label: name,
                        group: root.name,
                      })),
                    )}
                    errors={errors.category}
                    onChange={({ currentTarget }) => setCategory(currentTarget.value)}
                  />
                ),
                description: (
                  <>
                    <AttributeFields set={setOf(category)} stored={written.asked} values={values} errors={errors} />
                    <TextareaField
                      label="Rincian"
                      name="attributes"
                      rows={3}
                      required={false}
                      hint="Satu per baris, misalnya Bahan: tanah liat."
                      defaultValue={
                        values?.attributes ?? written.others.map(({ name, value }) => `${name}: ${value}`).join("\n")
                      }
                      errors={errors.attributes}
                    />
                  </>
                ),
              }}
            />
          </div>
        </Panel>
        <PriceAndStock
          product={product}
          deductions={{ ...commission, vatPerMille: terms.vat_per_mille, taxPerMille: terms.withheld_per_mille }}
          pictures={choices}
          values={values}
          errors={errors}
        />
        <Panel title="Pengiriman dan penjualan">
          <div className={styles.three}>
            <PlainFields panel="sale" {...{ product, values, errors }} />
          </div>
          <RadioGroup
            label="Penayangan"
            name="status"
            look="tiles"
            defaultValue={values?.status ?? product?.status ?? "active"}
            options={[
              { value: "active", label: "Dijual", hint: "Langsung terlihat pembeli" },
              { value: "hidden", label: "Disembunyikan", hint: "Tersimpan, tidak dijual" },
            ]}
            errors={errors.status}
          />
        </Panel>
        <div className={styles.send}>
          <Button busy={state === "submitting"}>{product ? "Simpan perubahan" : "Simpan dan tayangkan"}</Button>
          <ButtonLink variant="ghost" href={hrefs.manageMerchant("products")} onClick={draft.cancel}>
            Batal
          </ButtonLink>
          <p role="status">{sending && unsentPictures}</p>
        </div>
      </Form>
      {product && (
        <div className={styles.remove}>
          <ConfirmForm
            intent="remove"
            label="Hapus produk"
            question="Produk hilang dari toko. Pesanan yang sudah ada tidak berubah. Ini tidak bisa dibatalkan; untuk berhenti sebentar, pilih Disembunyikan."
            confirm="Ya, hapus produk"
            look="danger"
            failure={failure}
          />
        </div>
      )}
    </div>
  );
}

/** A picture as the value of a form field, so that a refused form can show it again. */
const pictureValue = ({ id, key, color }: KnownPicture) => `${id} ${key} ${color}`;

/** Parses the value that {@link pictureValue} makes; empty if it is not one. */
export function knownPicture(value: string): KnownPicture[] {
  const [id = "", key = "", color = ""] = value.split(" ");
  return id === "" ? [] : [{ id, key, color }];
}

const idsOf = (pictures: readonly KnownPicture[]) => pictures.map(({ id }) => id).join(" ");

const nameIn = (form: HTMLFormElement | null) => (form ? String(new FormData(form).get("name") ?? "") : "");

async function sendPicture(picture: File, alt: string, options: Parameters<SendPicture>[1]) {
  const sent = new FormData();
  sent.append("alt", alt);
  sent.append("picture", picture);
  const { data } = (await uploadForm("/v1/media/pictures", sent, options)) as { data: KnownPicture };
  return { value: pictureValue(data) };
}

/**
 * The pictures in their order; the first is the main picture. Without scripts there are fields to select the main
 * picture and to remove pictures.
 */
function Pictures({
  pictures,
  refused,
  errors,
  send,
  onBusy,
  onPictures,
}: {
  pictures: readonly KnownPicture[];
  refused: FormFailure | undefined;
  errors: string[] | undefined;
  send: SendPicture;
  onBusy: (busy: boolean) => void;
  onPictures: (pictures: readonly KnownPicture[]) => void;
}): ReactNode {
  const cover = pictures.find(({ id }) => id === refused?.values.cover)?.id ?? pictures[0]?.id;
  return (
    <div className={styles.fields}>
      <ImageField
        label="Foto produk"
        name="picture"
        most={pictureLimits.max}
        hint="Foto pertama tampil di daftar. Foto persegi tampil paling baik; foto lain bisa Anda potong di sini."
        saved={pictures.map((picture, at) => ({
          value: pictureValue(picture),
          src: hrefs.picture(picture.key, 400, "webp"),
          name: `foto ${at + 1}`,
        }))}
        send={send}
        onBusy={onBusy}
        onValues={(all) => onPictures(all.flatMap(knownPicture))}
        errors={errors}
      />
      {pictures.length > 0 && (
        <noscript>
          <fieldset className={styles.plain}>
            <legend>Atur foto</legend>
            {pictures.map((picture, at) => (
              <p key={picture.id}>
                <b>Foto {at + 1}</b>
                <label>
                  <input type="radio" name="cover" value={picture.id} defaultChecked={picture.id === cover} /> Foto
                  utama
                </label>
                <label>
                  <input
                    type="checkbox"
                    name="remove_picture"
                    value={picture.id}
                    defaultChecked={submittedList(refused, "remove_picture")?.includes(picture.id)}
                  />{" "}
                  Hapus
                </label>
              </p>
            ))}
          </fieldset>
        </noscript>
      )}
    </div>
  );
}
