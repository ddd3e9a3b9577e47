import { useState, type ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { Answer, FormFailure } from "#lib/api-client.ts";
import type { CatalogApi, EditedProduct } from "#catalog/contract.ts";
import { pictureLimits, preorderLimits, productTexts, weightLimits } from "#catalog/rules.ts";
import { hrefs } from "#hrefs.ts";
import { AskForm } from "#orders/ui/order-parts.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { CheckboxField, FieldNotes, RadioGroup, SelectField, TextareaField, TextField, useField } from "#ui/field.tsx";
import { FormNotice } from "#ui/notice.tsx";
import { Picture } from "#ui/picture.tsx";
import styles from "./seller-product.module.css";
import { ProductOffer } from "./seller-product-offer.tsx";

export type KnownPicture = { id: string; key: string; color: string };
export type ProductToEdit = {
  product: EditedProduct | null;
  categories: Answer<CatalogApi["GET /v1/categories"]>["result"];
};

/** Everything of a product in one form; what was refused keeps what was typed. */
export function ProductForm({ data, failure }: { data: ProductToEdit; failure: FormFailure | undefined }) {
  const { product, categories } = data;
  const { state } = useNavigation();
  const own = failure?.values.intent === "remove" ? undefined : failure;
  const values = own?.values;
  const errors = own?.fields ?? {};
  const pictures: KnownPicture[] = values?.known
    ? (JSON.parse(values.known) as KnownPicture[])
    : (product?.pictures ?? []);
  return (
    <div className={styles.stack}>
      <header className={styles.head}>
        <a className={styles.back} href={hrefs.manageMerchant("products")}>
          Semua produk
        </a>
        <h1>{product ? "Ubah produk" : "Tambah produk"}</h1>
      </header>
      <Form method="post" encType="multipart/form-data" className={styles.stack}>
        <FormNotice failure={own} />
        <Panel title="Foto">
          <Pictures key={values?.known} pictures={pictures} errors={errors.picture_ids} />
        </Panel>
        <Panel title="Tentang produk">
          <div className={styles.fields}>
            <TextField
              label="Nama produk"
              name="name"
              minLength={productTexts.name.min}
              maxLength={productTexts.name.max}
              hint="Jenis barang, merek atau bahan, lalu ukuran. Contoh: Teko Tanah Liat Plered 1 Liter."
              defaultValue={values?.name ?? product?.name}
              errors={errors.name}
            />
            <SelectField
              label="Kategori"
              name="category"
              empty="Pilih kategori"
              defaultValue={values?.category ?? product?.category ?? ""}
              options={categories.flatMap((root) =>
                (root.categories.length > 0 ? root.categories : [root]).map(({ slug, name }) => ({
                  value: slug,
                  label: root.name === name ? name : `${root.name} › ${name}`,
                })),
              )}
              errors={errors.category}
            />
            <TextareaField
              label="Deskripsi"
              name="description"
              rows={7}
              minLength={productTexts.description.min}
              maxLength={productTexts.description.max}
              hint="Bahan, ukuran, isi paket, dan cara merawat. Paling sedikit 20 karakter."
              defaultValue={values?.description ?? product?.description}
              errors={errors.description}
            />
            <TextareaField
              label="Rincian"
              name="attributes"
              rows={3}
              required={false}
              hint="Satu per baris, misalnya Bahan: tanah liat."
              defaultValue={
                values?.attributes ?? product?.attributes.map(({ name, value }) => `${name}: ${value}`).join("\n")
              }
              errors={errors.attributes}
            />
            <RadioGroup
              label="Kondisi"
              name="condition"
              look="tiles"
              defaultValue={values?.condition ?? product?.condition ?? "new"}
              options={[
                { value: "new", label: "Baru" },
                { value: "used", label: "Bekas" },
              ]}
              errors={errors.condition}
            />
            <CheckboxField
              label="Produk asli daerah"
              name="is_regional"
              hint="Dibuat di daerah asalnya, misalnya batik tulis atau kopi kebun sendiri."
              defaultChecked={values ? values.is_regional === "1" : (product?.is_regional ?? false)}
            />
          </div>
        </Panel>
        <ProductOffer product={product} values={values} errors={errors} />
        <Panel title="Pengiriman dan penjualan">
          <div className={styles.three}>
            <TextField
              label="Berat dengan kemasan (gram)"
              name="weight_g"
              inputMode="numeric"
              hint={`1 sampai ${weightLimits.max / 1000} kg.`}
              defaultValue={values?.weight_g ?? product?.weight_g}
              errors={errors.weight_g}
            />
            <TextField
              label="Pembelian minimum"
              name="min_order"
              inputMode="numeric"
              defaultValue={values?.min_order ?? product?.min_order ?? 1}
              errors={errors.min_order}
            />
            <TextField
              label="Hari pembuatan (pre-order)"
              name="preorder_days"
              inputMode="numeric"
              required={false}
              hint={`${preorderLimits.min} sampai ${preorderLimits.max} hari. Kosongkan bila stok siap.`}
              defaultValue={values?.preorder_days ?? product?.preorder_days ?? ""}
              errors={errors.preorder_days}
            />
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
          <ButtonLink variant="ghost" href={hrefs.manageMerchant("products")}>
            Batal
          </ButtonLink>
        </div>
      </Form>
      {product && (
        <AskForm
          intent="remove"
          label="Hapus produk"
          question="Produk hilang dari toko. Pesanan yang sudah ada tidak berubah. Ini tidak dapat dibatalkan; untuk berhenti sebentar, pilih Disembunyikan."
          confirm="Ya, hapus produk"
          look="danger"
          failure={failure}
        />
      )}
    </div>
  );
}

function Pictures({
  pictures,
  errors,
}: {
  pictures: readonly KnownPicture[];
  errors: string[] | undefined;
}): ReactNode {
  const hint = `JPEG, PNG, WebP, atau AVIF, paling besar 8 MB per foto, paling banyak ${pictureLimits.max}. Foto persegi tampil paling baik.`;
  const field = useField(undefined, { hint, errors });
  const [chosen, setChosen] = useState<{ name: string; url: string }[]>([]);
  return (
    <div className={styles.fields}>
      {pictures.length > 0 && (
        <ul className={styles.pictures}>
          {pictures.map((picture, at) => (
            <li key={picture.id}>
              <input type="hidden" name="picture" value={`${picture.id} ${picture.key} ${picture.color}`} />
              <Picture pictureKey={picture.key} color={picture.color} alt={`Foto ${at + 1}`} sizes="112px" size={112} />
              <label>
                <input type="radio" name="cover" value={picture.id} defaultChecked={at === 0} /> Foto utama
              </label>
              <label>
                <input type="checkbox" name="remove_picture" value={picture.id} /> Hapus
              </label>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.upload}>
        <label htmlFor={field.id}>{pictures.length > 0 ? "Tambah foto" : "Pilih foto"}</label>
        <input
          {...field}
          type="file"
          name="pictures"
          multiple
          accept="image/jpeg,image/png,image/webp,image/avif"
          required={pictures.length === 0}
          onChange={(event) => {
            for (const { url } of chosen) URL.revokeObjectURL(url);
            const files = [...(event.currentTarget.files ?? [])];
            setChosen(files.map((file) => ({ name: file.name, url: URL.createObjectURL(file) })));
          }}
        />
        <FieldNotes {...{ field, hint, errors }} />
      </div>
      {chosen.length > 0 && (
        <ul className={styles.pictures} aria-label="Foto yang akan diunggah">
          {chosen.map(({ name, url }) => (
            <li key={url}>
              <img src={url} alt={name} width={112} height={112} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
