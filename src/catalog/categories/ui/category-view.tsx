import { Form } from "react-router";
import { hrefs } from "#hrefs.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatCount } from "#lib/rupiah.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { CheckboxField, SelectField, TextField } from "#ui/field.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { ListedCategory } from "../contract.ts";
import { SetForm } from "../../attributes/ui/set-form.tsx";
import { categoryIcons, categoryLimits } from "../rules.ts";
import styles from "./categories.module.css";
import type { Categories, MergeAnswer } from "./category-requests.ts";
import { below, DoneNotice } from "./tree-view.tsx";

type ViewProps = { data: Categories; failure: FormFailure | undefined };

const iconOptions = Object.entries(categoryIcons).map(([value, label]) => ({ value, label }));
const urlHint = "Halaman situs ini, misalnya /merchant, atau alamat https://.";

/** The intent of a form, whatever version of the category it was made for. */
const isOf = (failure: FormFailure | undefined, intent: string) =>
  failure?.values.intent?.startsWith(intent) ? failure : undefined;

/** The form of a new category, or of a new link in the menu. */
export function NewCategoryView({ data, failure, isLink }: ViewProps & { isLink: boolean }) {
  const values = failure?.values;
  const errors = failure?.fields ?? {};
  return (
    <div className={styles.stack}>
      <BackLink href={operatorHrefs.categories()}>Kategori</BackLink>
      <h1>{isLink ? "Tambah tautan" : "Tambah kategori"}</h1>
      <Panel>
        <Form method="post" className={styles.fields}>
          <input type="hidden" name="intent" value="add" />
          <FormNotice failure={failure} />
          <div className={styles.two}>
            <NameField value={values?.name} errors={errors.name} />
            {isLink ? (
              <UrlField value={values?.url} errors={errors.url} />
            ) : (
              <ParentField data={data} value={values?.parent_id ?? ""} errors={errors.parent_id} />
            )}
            <IconField value={values?.icon ?? "leaf"} errors={errors.icon} />
          </div>
          <div>
            <Button>Tambah</Button>
          </div>
        </Form>
      </Panel>
    </div>
  );
}

function NameField({ value, errors }: { value: string | undefined; errors: string[] | undefined }) {
  const { min, max } = categoryLimits.name;
  return <TextField label="Nama" name="name" minLength={min} maxLength={max} defaultValue={value} errors={errors} />;
}

function UrlField({ value, errors }: { value: string | undefined; errors: string[] | undefined }) {
  const { url: max } = categoryLimits;
  return <TextField label="Alamat" name="url" maxLength={max} hint={urlHint} defaultValue={value} errors={errors} />;
}

function IconField({ value, errors }: { value: string; errors: string[] | undefined }) {
  const known = iconOptions.some((one) => one.value === value);
  return (
    <SelectField
      label="Ikon"
      name="icon"
      required={false}
      hint="Tampil untuk kategori utama di beranda dan menu."
      options={known ? iconOptions : [{ value: "", label: "Seperti sekarang" }, ...iconOptions]}
      defaultValue={known ? value : ""}
      errors={errors}
    />
  );
}

function ParentField({
  data,
  value,
  errors,
  except,
}: {
  data: Categories;
  value: string;
  errors: string[] | undefined;
  except?: string;
}) {
  const roots = below(data.rows, null).filter(({ id, url }) => url === null && id !== except);
  return (
    <SelectField
      label="Di bawah"
      name="parent_id"
      required={false}
      empty="Tingkat utama"
      options={roots.map(({ id, name }) => ({ value: id, label: name }))}
      defaultValue={value}
      errors={errors}
    />
  );
}

/** One category: its name and look, its place, and what it may be merged into; of a link, also its address. */
export function CategoryView({
  data,
  row,
  failure,
  merge,
}: ViewProps & { row: ListedCategory; merge: MergeAnswer | undefined }) {
  const isLink = row.url !== null;
  return (
    <div className={styles.stack}>
      <BackLink href={operatorHrefs.categories()}>Kategori</BackLink>
      <h1>{row.name}</h1>
      <DoneNotice done={failure || merge ? null : data.done} />
      <Look row={row} failure={isOf(failure, `change ${row.id}`)} />
      {isLink ? (
        <ConfirmForm
          intent={`remove ${row.id} ${row.version}`}
          label="Hapus tautan"
          question="Tautan hilang dari menu. Halaman yang ditujunya tidak berubah."
          confirm="Ya, hapus tautan"
          look="danger"
          failure={failure}
        />
      ) : (
        <>
          <SetForm
            row={row}
            above={data.rows.find(({ id }) => id === row.parent_id)?.attributes ?? []}
            failure={isOf(failure, `attributes ${row.id}`)}
          />
          <Place data={data} row={row} failure={isOf(failure, `place ${row.id}`)} />
          <Merge data={data} row={row} failure={failure} merge={merge} />
        </>
      )}
    </div>
  );
}

function Look({ row, failure }: { row: ListedCategory; failure: FormFailure | undefined }) {
  const values = failure?.values;
  const errors = failure?.fields ?? {};
  const isLink = row.url !== null;
  return (
    <Panel title="Nama dan tampilan">
      <Form method="post" className={styles.fields}>
        <input type="hidden" name="intent" value={`change ${row.id} ${row.version}`} />
        <FormNotice failure={failure} />
        <div className={styles.two}>
          <NameField value={values?.name ?? row.name} errors={errors.name} />
          {isLink && (
            <UrlField
              value={values?.url ?? row.url ?? ""}
              errors={
                errors.url ??
                (row.is_dead ? ["Tautan ini mati: halamannya tidak ada lagi. Tulis alamat lain."] : undefined)
              }
            />
          )}
          {row.parent_id === null && <IconField value={values?.icon ?? row.icon} errors={errors.icon} />}
        </div>
        {!isLink && (
          <p className={styles.small}>
            Alamatnya tetap{" "}
            <a className="link" href={hrefs.category(row.slug)}>
              {hrefs.category(row.slug)}
            </a>
            .
          </p>
        )}
        <CheckboxField
          label="Sembunyikan dari menu"
          hint={
            isLink
              ? undefined
              : "Penjual juga tidak bisa memilihnya lagi. Produknya tetap dijual dan ditemukan lewat pencarian."
          }
          name="is_hidden"
          defaultChecked={values ? values.is_hidden === "1" : row.is_hidden}
        />
        <div>
          <Button>Simpan</Button>
        </div>
      </Form>
    </Panel>
  );
}

function Place({ data, row, failure }: ViewProps & { row: ListedCategory }) {
  return (
    <Panel title="Letak">
      <Form method="post" className={styles.fields}>
        <input type="hidden" name="intent" value={`place ${row.id} ${row.version}`} />
        <FormNotice failure={failure} />
        <ParentField
          data={data}
          value={failure?.values.parent_id ?? row.parent_id ?? ""}
          errors={failure?.fields.parent_id}
          except={row.id}
        />
        <p className={styles.small}>
          Produknya ikut pindah, bila komisinya sama di sana. Masa berubah pikirannya tetap{" "}
          {changedMindText(row.changed_mind_days)}. Voucher dan aturan kategori utama yang baru berlaku untuk pembelian
          berikutnya.
        </p>
        <div>
          <Button variant="outline">Pindahkan</Button>
        </div>
      </Form>
    </Panel>
  );
}

function Merge({ data, row, failure, merge }: ViewProps & { row: ListedCategory; merge: MergeAnswer | undefined }) {
  const hasChildren = below(data.rows, row.id).length > 0;
  // Each main category is followed by its own, so that the list has one heading for each.
  const ordered = below(data.rows, null).flatMap((root) => [root, ...below(data.rows, root.id)]);
  const targets = ordered.filter(
    (one) =>
      one.url === null &&
      one.id !== row.id &&
      one.parent_id !== row.id &&
      (hasChildren ? one.parent_id === null : below(data.rows, one.id).length === 0),
  );
  const nameOf = (id: string | null) => data.rows.find((one) => one.id === id)?.name;
  const own = isOf(failure, `preview ${row.id}`) ?? isOf(failure, `merge ${row.id}`);
  return (
    <Panel title="Gabungkan ke kategori lain">
      <div className={styles.stack}>
        <Form method="post" className={styles.fields}>
          <input type="hidden" name="intent" value={`preview ${row.id} ${row.version}`} />
          <FormNotice failure={own} />
          <SelectField
            label="Kategori tujuan"
            name="into"
            empty="Pilih kategori"
            options={targets.map(({ id, name, parent_id: parent }) => ({
              value: id,
              label: name,
              ...(parent !== null && { group: nameOf(parent) ?? "" }),
            }))}
            defaultValue={merge?.into ?? own?.values.into ?? ""}
            errors={own?.fields.into}
          />
          <div>
            <Button variant="outline">Lihat akibatnya</Button>
          </div>
        </Form>
        {merge && <MergeQuestion row={row} answer={merge} into={nameOf(merge.into) ?? ""} />}
      </div>
    </Panel>
  );
}

function changedMindText(days: number): string {
  return days === 0 ? "tidak ada" : `${days} hari kerja`;
}

function MergeQuestion({ row, answer, into }: { row: ListedCategory; answer: MergeAnswer; into: string }) {
  const { products, sub_categories: children, has_own_fee: hasFee, vouchers, rules, changed_mind: days } = answer.merge;
  const isBlocked = vouchers + rules > 0;
  return (
    <Form method="post" className={styles.fields}>
      <input type="hidden" name="intent" value={`merge ${row.id} ${row.version}`} />
      <input type="hidden" name="into" value={answer.into} />
      <FormNotice failure={answer} sentence={`${formatCount(products)} produk pindah ke ${into}.`} alone>
        {children.length > 0 && `Sub-kategori yang ikut pindah: ${children.join(", ")}. `}
        {children.length > 0
          ? "Masa berubah pikiran sub-kategori itu ikut dan tidak berubah. "
          : days.before === days.after
            ? `Masa berubah pikiran tetap ${changedMindText(days.after)}. `
            : `Masa berubah pikiran produk yang pindah menjadi ${changedMindText(days.after)}, sekarang ${changedMindText(days.before)}; pesanan yang sudah dibuat tidak berubah. `}
        {hasFee && "Komisi yang diumumkan nanti untuk kategori tujuan berlaku juga untuk produk yang pindah. "}
        Alamat {row.name} selamanya membuka {into}. Ini tidak bisa dibatalkan.
        {isBlocked &&
          ` Belum bisa digabungkan: ${vouchers} voucher yang berjalan dan ${rules} aturan barang terlarang memakai kategori ini.`}
      </FormNotice>
      {!isBlocked && (
        <div>
          <Button variant="danger">Ya, gabungkan ke {into}</Button>
        </div>
      )}
    </Form>
  );
}
