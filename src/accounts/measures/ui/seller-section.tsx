import { Form, redirect } from "react-router";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import { formatDateTime, span } from "#lib/time.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TextareaField } from "#ui/field.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { MeasureApi, ShownMeasure } from "../contract.ts";
import { appealOutcomes, appealAnswerDuration, appealRules, appealText, missedAppealText } from "../rules.ts";
import styles from "./seller-section.module.css";

/** What operators did about a shop and its products, with the appeal. */
export const sellerMeasuresSection: Section<ShownMeasure[]> = {
  title: "Tindakan pasar",
  load: async (args) => (await pageApi<MeasureApi>(args)("GET /v1/seller/measures")).result,
  act: async (args, form) => {
    const measureId = String(form.get("measure") ?? "");
    try {
      await pageApi<MeasureApi>(args)("POST /v1/seller/measures/:measureId/appeal", {
        params: { measureId },
        body: { text: String(form.get("text") ?? "") },
      });
      return redirect(sellerHrefs.measures());
    } catch (error) {
      return formFailure(error, form);
    }
  },
  View: ({ data, failure }) => (
    <>
      <h1>Tindakan pasar</h1>
      {data.length === 0 ? (
        <EmptyState>Tidak ada tindakan terhadap toko atau produk Anda.</EmptyState>
      ) : (
        data.map((measure) => <Measure key={measure.id} measure={measure} failure={failure} />)
      )}
    </>
  ),
};

function Measure({ measure, failure }: { measure: ShownMeasure; failure: FormFailure | undefined }) {
  const missed = missedAppealText(measure);
  const own = failure?.values.measure === measure.id ? failure : undefined;
  return (
    <Panel
      title={measure.kind === "shop" ? "Toko dihentikan sementara" : `Produk diturunkan: ${measure.about}`}
      action={measure.ended_at ? <Badge tone="success">Sudah dicabut</Badge> : <Badge tone="warning">Berlaku</Badge>}
    >
      <div className={styles.stack}>
        <p>
          <b>{measure.rule}.</b> {measure.text}
        </p>
        <p className={styles.small}>{formatDateTime(new Date(measure.taken_at))}</p>
        {measure.kind === "product" && measure.can_appeal && (
          <p className={styles.small}>
            Anda boleh memperbaiki produknya dulu, lalu menulis dalam banding apa yang berubah.
          </p>
        )}
        {measure.appealed_at && !measure.answer && !measure.ended_at && (
          <p>Banding Anda sudah kami terima. Operator lain menjawabnya dalam {span(appealAnswerDuration)}.</p>
        )}
        {measure.answer && !measure.ended_at && <p>{appealOutcomes.rejected}</p>}
        {measure.answer && (
          <p>
            <b>Jawaban atas banding:</b> {measure.answer}
          </p>
        )}
        {missed && <p>{missed}</p>}
        {measure.can_appeal && (
          <Form method="post" className={styles.stack}>
            <input type="hidden" name="measure" value={measure.id} />
            <FormNotice failure={own} />
            <TextareaField
              label="Banding Anda"
              name="text"
              minLength={appealRules.min}
              maxLength={appealRules.max}
              hint={appealText(new Date(measure.appeal_until))}
              defaultValue={own?.values.text}
              errors={own?.fields.text}
            />
            <Button>Kirim banding</Button>
          </Form>
        )}
      </div>
    </Panel>
  );
}
