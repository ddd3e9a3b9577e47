import type { ReactNode } from "react";
import {
  measureReasons,
  measureTextLength,
  reasonsAgainst,
  type MeasureKind,
  type MeasureReason,
} from "#accounts/measures/rules.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatDateTime } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { SelectField, TextareaField } from "#ui/field.tsx";
import { endReasonLength } from "../../moderation/rules.ts";

type OpenMeasure = { id: string; rule: string; text: string; at: string; is_appealed: boolean };

/** The form that takes a measure: its rule, and the reason that the person reads. */
export function MeasureForm({
  intent,
  label,
  question,
  rule,
  against,
  failure,
  children,
}: {
  intent: string;
  label: string;
  question: string;
  /** The rule that is chosen at first. */
  rule?: MeasureReason | undefined;
  against: MeasureKind;
  failure: FormFailure | undefined;
  children?: ReactNode;
}) {
  const own = failure?.values.intent === intent ? failure : undefined;
  return (
    <ConfirmForm intent={intent} label={label} question={question} confirm={label} look="danger" failure={failure}>
      {(typed) => (
        <>
          <SelectField
            label="Alasan"
            name="rule"
            empty="Pilih alasan"
            defaultValue={typed?.values.rule ?? rule ?? ""}
            options={reasonsAgainst(against).map((rule) => ({ value: rule, label: measureReasons[rule] }))}
            errors={own?.fields.rule}
          />
          <TextareaField
            label={`Penjelasan untuk ${against === "user" ? "orangnya" : "penjual"}`}
            name="text"
            rows={3}
            minLength={measureTextLength.min}
            maxLength={measureTextLength.max}
            defaultValue={typed?.values.text}
            errors={own?.fields.text}
          />
          {children}
        </>
      )}
    </ConfirmForm>
  );
}

/** A measure in force, and the form that ends it. */
export function OpenMeasureCell({
  measure,
  label,
  failure,
  acts,
}: {
  measure: OpenMeasure;
  label: string;
  failure: FormFailure | undefined;
  acts: boolean;
}) {
  return (
    <>
      <Badge tone="error">{label}</Badge>
      {measure.is_appealed && (
        <>
          {" "}
          <Badge tone="warning">Banding</Badge>
        </>
      )}
      <small>
        {measure.rule} · {formatDateTime(new Date(measure.at))}
      </small>
      {acts && (
        <ConfirmForm
          intent={`end ${measure.id}`}
          label="Cabut"
          question="Tindakan ini berakhir sekarang juga, dan orangnya diberi tahu. Tindakan lain terhadap orang itu tetap berlaku."
          confirm="Cabut tindakan"
          reason={{ label: "Alasan (untuk log audit)", length: endReasonLength }}
          failure={failure}
        />
      )}
    </>
  );
}
