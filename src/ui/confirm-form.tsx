import type { ReactNode } from "react";
import { Form } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { Button } from "./button.tsx";
import styles from "./confirm-form.module.css";
import { TextareaField } from "./field.tsx";
import { useFormDraft } from "./form-draft.tsx";
import { FormNotice } from "./notice.tsx";

/**
 * An action that needs a confirmation: a button that opens the question, an optional field for the reason, and the
 * button that confirms. Works without scripts. Opens by itself when the API refused the action, and with the reason
 * that was typed before the page was left.
 */
export function ConfirmForm({
  intent,
  label,
  question,
  confirm,
  look = "plain",
  reason,
  failure,
  action,
  children,
}: {
  intent: string;
  label: string;
  question: ReactNode;
  confirm: string;
  look?: "plain" | "primary" | "danger";
  /** The field for a reason; `length` in characters. */
  reason?: { label: string; optional?: boolean; length: { min: number; max: number } };
  failure: FormFailure | undefined;
  /** The address that the form is sent to, when it is another one than the page's. */
  action?: string;
  /** More fields. A function is called with what was typed before, so that a draft is kept. */
  children?: ReactNode | ((typed: FormFailure | undefined) => ReactNode);
}) {
  const own = failure?.values.intent === intent ? failure : undefined;
  const draft = useFormDraft({ failure: own, name: intent, subject: action, isRepeated: true });
  const hasFields = reason !== undefined || typeof children === "function";
  return (
    <details className={`${styles.confirm} ${look === "plain" ? "" : styles[look]}`} open={own !== undefined}>
      <summary>{label}</summary>
      <Form key={draft.key} {...(hasFields ? draft.form : {})} method="post" action={action}>
        <input type="hidden" name="intent" value={intent} />
        {draft.notice}
        <FormNotice failure={own} />
        <p>{question}</p>
        {typeof children === "function" ? children(draft.typed) : children}
        {reason && (
          <TextareaField
            label={reason.label}
            name="reason"
            rows={2}
            required={!reason.optional}
            minLength={reason.length.min}
            maxLength={reason.length.max}
            defaultValue={draft.typed?.values.reason}
            errors={own?.fields.reason}
          />
        )}
        <Button variant={look === "danger" ? "danger" : "primary"} wide>
          {confirm}
        </Button>
      </Form>
    </details>
  );
}

/** An action that needs one press. */
export function ActionForm({
  intent,
  label,
  variant = "primary",
  failure,
}: {
  intent: string;
  label: string;
  variant?: "primary" | "outline";
  failure: FormFailure | undefined;
}) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <FormNotice failure={failure?.values.intent === intent ? failure : undefined} alone />
      <Button variant={variant} wide>
        {label}
      </Button>
    </Form>
  );
}
