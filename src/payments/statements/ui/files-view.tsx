import { Form, useNavigation } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatCount } from "#lib/rupiah.ts";
import { formatDate, formatDateTime } from "#lib/time.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { RadioGroup, SelectField, TextField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { StatementAccountJson } from "../contract.ts";
import { dayFormatNames, dayFormats, decimalMarks, statementLimits } from "../rules.ts";
import type { FilesData, Preview } from "./statement-requests.ts";
import { moneyOf } from "./line-badge.tsx";
import styles from "./statements.module.css";

const megabytes = statementLimits.bytes / 1024 / 1024;

/** The upload of statements, the columns of each bank's file, and earlier files. */
export function FilesView({
  data,
  failure,
  preview,
}: {
  data: FilesData;
  failure: FormFailure | undefined;
  preview: Preview | undefined;
}) {
  const { accounts, decides } = data;
  if (accounts.length === 0)
    return (
      <Notice title="Belum ada rekening untuk transfer bank">
        Isi pengaturan MANUAL_BANK_ACCOUNTS, lalu mulai ulang. Cara bayar transfer muncul setelahnya.
      </Notice>
    );
  return (
    <>
      {decides && <UploadPanel accounts={accounts} failure={failure} preview={preview} />}
      {accounts.map((account) => (
        <LayoutPanel key={account.key} account={account} decides={decides} failure={failure} />
      ))}
      <EarlierFiles data={data} />
    </>
  );
}

const accountName = ({ bank_name, number }: StatementAccountJson) => `${bank_name} ${number}`;

function UploadPanel({
  accounts,
  failure,
  preview,
}: {
  accounts: readonly StatementAccountJson[];
  failure: FormFailure | undefined;
  preview: Preview | undefined;
}) {
  const isSending = useNavigation().formData?.get("intent");
  const own = failure?.values.intent === "upload" || failure?.values.intent === "preview" ? failure : undefined;
  return (
    <Panel title="Unggah mutasi">
      <Form method="post" encType="multipart/form-data" className={styles.form}>
        <FormNotice failure={own} />
        <SelectField
          label="Rekening"
          name="account"
          options={accounts.map((account) => ({ value: account.key, label: accountName(account) }))}
          defaultValue={own?.values.account ?? preview?.account}
          errors={own?.fields.account}
        />
        <TextField
          label="Berkas CSV dari bank"
          name="statement"
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className={styles.file}
          hint={`Paling besar ${megabytes} MB dan ${formatCount(statementLimits.lines)} baris. Mutasi yang sudah ada tidak disimpan lagi.`}
          errors={own?.fields.statement}
        />
        <div className={styles.actions}>
          <Button name="intent" value="upload" busy={isSending === "upload"}>
            Unggah
          </Button>
          <Button name="intent" value="preview" variant="outline" busy={isSending === "preview"}>
            Periksa dulu
          </Button>
        </div>
        {preview && (
          <Notice title={`${formatCount(preview.preview.lines)} mutasi terbaca, belum disimpan`}>
            <ul className={styles.preview}>
              {preview.preview.first.map((line, index) => (
                <li key={`${index} ${line.day}`}>
                  {formatDate(new Date(line.day))} · <b>{moneyOf(line)}</b> · {line.description}
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </Form>
    </Panel>
  );
}

function LayoutPanel({
  account,
  decides,
  failure,
}: {
  account: StatementAccountJson;
  decides: boolean;
  failure: FormFailure | undefined;
}) {
  const { layout } = account;
  const own = failure?.values.intent === "layout" && failure.values.account === account.key ? failure : undefined;
  const of = (name: string, stored: string | null) => own?.values[name] ?? stored ?? "";
  return (
    <Panel title={`Kolom berkas ${accountName(account)}`}>
      <div className={styles.stack}>
        <p className={styles.small}>
          {account.has_layout
            ? "Susunan kolom tersimpan."
            : "Belum tersimpan. Samakan dengan judul kolom di berkas bank, lalu simpan."}
          {account.last_day && ` Mutasi terakhir ${formatDate(new Date(account.last_day))}.`}
          {!account.is_offered && " Rekening ini tidak lagi ditawarkan kepada pembeli."}
        </p>
        {decides && (
          <details open={own !== undefined || !account.has_layout}>
            <summary className={`link ${styles.fold}`}>{account.has_layout ? "Ubah susunan" : "Isi susunan"}</summary>
            <Form method="post" className={styles.form}>
              <FormNotice failure={own} />
              <input type="hidden" name="intent" value="layout" />
              <input type="hidden" name="account" value={account.key} />
              <p className={styles.small}>
                Tulis judul kolom seperti di berkas, atau nomornya seperti #3 bila kolomnya tanpa judul.
              </p>
              <TextField
                label="Kolom tanggal"
                name="day_column"
                maxLength={100}
                defaultValue={of("day_column", layout.day_column)}
                errors={own?.fields.day_column}
              />
              <SelectField
                label="Bentuk tanggal"
                name="day_format"
                options={dayFormatNames.map((value) => ({ value, label: dayFormats[value] }))}
                defaultValue={of("day_format", layout.day_format)}
                errors={own?.fields.day_format}
              />
              <TextField
                label="Kolom keterangan"
                name="description_columns"
                maxLength={300}
                hint="Beberapa kolom dipisahkan koma"
                defaultValue={of("description_columns", layout.description_columns.join(", "))}
                errors={own?.fields.description_columns}
              />
              <SelectField
                label="Bentuk jumlah"
                name="decimal_mark"
                options={Object.entries(decimalMarks).map(([value, label]) => ({ value, label }))}
                defaultValue={of("decimal_mark", layout.decimal_mark)}
                errors={own?.fields.decimal_mark}
              />
              <RadioGroup
                label="Uang masuk dan keluar"
                name="amounts"
                options={[
                  { value: "two", label: "Di dua kolom" },
                  { value: "one", label: "Di satu kolom, dengan tanda seperti CR dan DB atau minus" },
                ]}
                defaultValue={of("amounts", layout.amount_column === null ? "two" : "one")}
              />
              <fieldset className={styles.group}>
                <legend>Bila di dua kolom</legend>
                <TextField
                  label="Kolom uang masuk"
                  name="credit_column"
                  required={false}
                  maxLength={100}
                  defaultValue={of("credit_column", layout.credit_column)}
                  errors={own?.fields.credit_column}
                />
                <TextField
                  label="Kolom uang keluar"
                  name="debit_column"
                  required={false}
                  maxLength={100}
                  defaultValue={of("debit_column", layout.debit_column)}
                  errors={own?.fields.debit_column}
                />
              </fieldset>
              <fieldset className={styles.group}>
                <legend>Bila di satu kolom</legend>
                <TextField
                  label="Kolom jumlah"
                  name="amount_column"
                  required={false}
                  maxLength={100}
                  defaultValue={of("amount_column", layout.amount_column)}
                  errors={own?.fields.amount_column}
                />
                <TextField
                  label="Kolom tanda, bila terpisah"
                  name="sign_column"
                  required={false}
                  maxLength={100}
                  defaultValue={of("sign_column", layout.sign_column)}
                  errors={own?.fields.sign_column}
                />
              </fieldset>
              <TextField
                label="Kolom saldo, bila ada"
                name="balance_column"
                required={false}
                maxLength={100}
                hint="Dengan saldo, baris yang hilang atau disisipkan ketahuan."
                defaultValue={of("balance_column", layout.balance_column)}
                errors={own?.fields.balance_column}
              />
              <div>
                <Button>Simpan susunan</Button>
              </div>
            </Form>
          </details>
        )}
      </div>
    </Panel>
  );
}

function EarlierFiles({ data }: { data: FilesData }) {
  const { rows, more } = data.statements;
  if (rows.length === 0) return null;
  return (
    <>
      <Panel title="Berkas terakhir" flush>
        <ListTable head={["Berkas", "Mutasi", "Cocok"]} label="Berkas terakhir">
          {rows.map((file) => (
            <tr key={file.id}>
              <th scope="row">
                {file.bank_name} · {formatDate(new Date(file.first_day))}
                {file.first_day !== file.last_day && ` – ${formatDate(new Date(file.last_day))}`}
                <small>{file.file_name}</small>
                <small className={table.when}>
                  {file.uploaded_by}, {formatDateTime(new Date(file.uploaded_at))}
                </small>
              </th>
              <td>
                {formatCount(file.new_count)} baru
                <small>dari {formatCount(file.line_count)}</small>
              </td>
              <td>{formatCount(file.matched_count)}</td>
            </tr>
          ))}
        </ListTable>
      </Panel>
      <Pagination
        page={data.page}
        last={more ? data.page + 1 : data.page}
        href={(n) => operatorHrefs.transfers("files", { n })}
      />
    </>
  );
}
