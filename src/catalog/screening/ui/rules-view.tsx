import { Form } from "react-router";
import { hrefs } from "#hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatDate } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { CheckboxField, RadioGroup, SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { ListTable } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { previewedProducts, ruleEffectNames, ruleEffects, ruleLimits } from "../rules.ts";
import { ScreeningTabs } from "./held-view.tsx";
import type { Preview, Previewed, Screening } from "./screening-requests.ts";
import styles from "./screening.module.css";

/** What may not be sold, and what each rule does. */
export function RulesView({ data: { rules, acts, done } }: { data: Extract<Screening, { part: "rules" }> }) {
  return (
    <div className={styles.stack}>
      <h1>Barang terlarang</h1>
      {done && <Notice tone="success">Aturan tersimpan dan berlaku untuk produk yang disimpan mulai sekarang.</Notice>}
      <ScreeningTabs current="rules" />
      {acts && (
        <p>
          <ButtonLink href={operatorHrefs.forbiddenRules("new")}>Tambah aturan</ButtonLink>
        </p>
      )}
      <Panel flush>
        <ListTable head={["Aturan", "Kata", "Akibat"]} label="Aturan barang terlarang" wide>
          {rules.map((rule) => (
            <tr key={rule.id}>
              <th scope="row">
                {acts ? <a href={operatorHrefs.forbiddenRules(rule.id)}>{rule.label}</a> : rule.label}
                <small>{rule.sentence}</small>
                <small>diubah {formatDate(new Date(rule.changed_at))}</small>
              </th>
              <td>
                {rule.words.join(", ")}
                {rule.category && <small>kategori {rule.category}</small>}
                {rule.exceptions.length > 0 && <small>kecuali {rule.exceptions.join(", ")}</small>}
              </td>
              <td>
                {rule.is_active ? ruleEffects[rule.effect].label : <Badge>Tidak berlaku</Badge>}
                {rule.permit_form && (
                  <small>
                    {rule.permit_name} {rule.permit_form}
                  </small>
                )}
              </td>
            </tr>
          ))}
        </ListTable>
      </Panel>
    </div>
  );
}

/** The form of a rule, with the preview of what it would concern. */
export function RuleView({
  data: { rule, categories },
  answer,
}: {
  data: Extract<Screening, { part: "rule" }>;
  answer: FormFailure | Previewed | undefined;
}) {
  const failure = answer && "failed" in answer ? answer : undefined;
  const typed = answer?.values;
  const errors = failure?.fields ?? {};
  const phraseHint = `Satu kata atau frasa setiap baris, paling banyak ${ruleLimits.phrases}. Tanda * di akhir kata berarti akhiran apa saja.`;
  return (
    <div className={styles.stack}>
      <BackLink href={operatorHrefs.forbiddenRules()}>Barang terlarang</BackLink>
      <h1>{rule ? rule.label : "Tambah aturan"}</h1>
      {answer && "preview" in answer && <PreviewPanel preview={answer.preview} />}
      <Panel>
        <Form method="post" className={styles.form}>
          <FormNotice failure={failure} />
          <input type="hidden" name="intent" value={`rule ${rule?.id ?? ""}`} />
          <TextField
            label="Nama aturan"
            name="label"
            minLength={ruleLimits.label.min}
            maxLength={ruleLimits.label.max}
            defaultValue={typed?.label ?? rule?.label}
            errors={errors.label}
          />
          <RadioGroup
            label="Akibat"
            name="effect"
            defaultValue={typed?.effect ?? rule?.effect ?? "hold"}
            options={ruleEffectNames.map((value) => ({
              value,
              label: ruleEffects[value].label,
              hint: ruleEffects[value].about,
            }))}
            errors={errors.effect}
          />
          <TextareaField
            label="Kata dan frasa"
            name="words"
            rows={6}
            required={false}
            hint={phraseHint}
            defaultValue={typed?.words ?? rule?.words.join("\n")}
            errors={errors.words}
          />
          <TextareaField
            label="Kecuali"
            name="exceptions"
            rows={3}
            required={false}
            hint="Frasa yang memuat kata di atas tetapi boleh, misalnya “pistol mainan”."
            defaultValue={typed?.exceptions ?? rule?.exceptions.join("\n")}
            errors={errors.exceptions}
          />
          <SelectField
            label="Hanya di kategori"
            name="category"
            required={false}
            empty="Semua kategori"
            defaultValue={typed?.category ?? rule?.category ?? ""}
            options={categories.map(({ slug, name }) => ({ value: slug, label: name }))}
            errors={errors.category}
          />
          <TextField
            label="Nama nomor izin"
            name="permit_name"
            required={false}
            maxLength={ruleLimits.permitName.max}
            hint="Untuk Wajib izin: rincian produk dengan nama ini, misalnya Nomor BPOM."
            defaultValue={typed?.permit_name ?? rule?.permit_name ?? ""}
            errors={errors.permit_name}
          />
          <TextField
            label="Bentuk nomor izin"
            name="permit_form"
            required={false}
            maxLength={ruleLimits.permitForm.max}
            hint="# berarti angka dan @ berarti huruf, misalnya NA###########."
            defaultValue={typed?.permit_form ?? rule?.permit_form ?? ""}
            errors={errors.permit_form}
          />
          <TextareaField
            label="Kalimat untuk penjual"
            name="sentence"
            rows={2}
            minLength={ruleLimits.sentence.min}
            maxLength={ruleLimits.sentence.max}
            defaultValue={typed?.sentence ?? rule?.sentence}
            errors={errors.sentence}
          />
          <CheckboxField
            label="Berlaku"
            name="is_active"
            defaultChecked={typed ? typed.is_active === "1" : (rule?.is_active ?? true)}
            errors={errors.is_active}
          />
          <div className={styles.buttons}>
            <Button variant="outline" name="preview" value="1">
              Pratinjau
            </Button>
            <Button>Simpan</Button>
          </div>
        </Form>
      </Panel>
    </div>
  );
}

function PreviewPanel({ preview: { checked, found } }: { preview: Preview }) {
  return (
    <Panel title="Pratinjau">
      <p className={styles.small}>
        {found.length === 0 ? "Tidak ada produk yang terkena." : `${found.length} produk terkena.`} Diperiksa {checked}{" "}
        produk terbaru yang dijual dan memuat salah satu katanya, paling banyak {previewedProducts}. Produk yang sudah
        dijual tidak berubah sampai penjualnya menyimpannya lagi; menurunkannya ada di Produk.
      </p>
      <ul>
        {found.map(({ id, name, slug, shop, word }) => (
          <li key={id}>
            <a className="link" href={hrefs.product(slug)}>
              {name}
            </a>{" "}
            · {shop} · “{word}” ·{" "}
            <a className="link" href={operatorHrefs.products(id)}>
              Buka di Produk
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
