import { Form, useNavigation } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { formatDate, formatDateTime, spanInFullDays } from "#lib/time.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { SelectField, TextareaField } from "#ui/field.tsx";
import { FormNotice } from "#ui/notice.tsx";
import { requestAnswerDuration } from "../../rules.ts";
import { PasswordPrompt } from "../../ui/password-prompt.tsx";
import styles from "../../ui/privacy.module.css";
import type { OwnRequest } from "../contract.ts";
import { requestKindNames, requestKinds, requestStates, requestTextLength, type RequestState } from "../rules.ts";

export const requestTones: Record<RequestState, Tone> = {
  open: "warning",
  granted: "success",
  refused: "neutral",
  withdrawn: "neutral",
};

/** The person's requests about their data with the answers, and the form for another one. */
export function RequestPanel({
  requests,
  failure,
}: {
  requests: readonly OwnRequest[];
  failure: FormFailure | undefined;
}) {
  const busy = useNavigation().formData?.get("intent");
  const own = failure?.values.intent === "request" ? failure : undefined;
  return (
    <Panel title="Permintaan tentang data Anda">
      <div className={styles.stack}>
        <p>
          Sesuai UU 27/2022, Anda bisa meminta melihat, membetulkan, menghapus, membatasi, atau memindahkan data Anda,
          dan berkeberatan. Kami menjawab dalam {spanInFullDays(requestAnswerDuration)}.
        </p>
        <FormNotice failure={failure?.values.intent?.startsWith("withdraw") ? failure : undefined} alone />
        {requests.map((request) => (
          <Request key={request.id} request={request} busy={busy === `withdraw ${request.id}`} />
        ))}
        {/* After sending, the new request is the first, and the form is closed and empty: nobody sends it twice. */}
        <details key={requests[0]?.id} className={styles.more} open={own !== undefined}>
          <summary className="link">Buat permintaan</summary>
          <Form method="post" className={styles.form}>
            <FormNotice failure={own} />
            <input type="hidden" name="intent" value="request" />
            <SelectField
              label="Yang Anda minta"
              name="kind"
              empty="Pilih"
              defaultValue={own?.values.kind ?? ""}
              options={requestKindNames.map((kind) => ({ value: kind, label: requestKinds[kind].label }))}
              errors={own?.fields.kind}
            />
            <TextareaField
              label="Penjelasan"
              name="text"
              rows={4}
              minLength={requestTextLength.min}
              maxLength={requestTextLength.max}
              hint="Data mana, dan apa yang Anda inginkan."
              defaultValue={own?.values.text}
              errors={own?.fields.text}
            />
            <PasswordPrompt failure={own} />
            <div>
              <Button variant="outline" busy={busy === "request"}>
                Kirim permintaan
              </Button>
            </div>
          </Form>
        </details>
      </div>
    </Panel>
  );
}

function Request({ request, busy }: { request: OwnRequest; busy: boolean }) {
  const isOpen = request.state === "open";
  return (
    <section className={styles.again} aria-label={`Permintaan ${request.number}`}>
      <p className={styles.name}>
        <b>{requestKinds[request.kind].label}</b>
        <Badge tone={requestTones[request.state]}>{requestStates[request.state]}</Badge>
      </p>
      <p className="muted">
        {request.number} · {formatDate(new Date(request.received_at))}
        {isOpen && ` · dijawab paling lambat ${formatDateTime(new Date(request.due_at))}`}
      </p>
      <p className={styles.text}>{request.text}</p>
      {request.answer && <p className={styles.text}>Jawaban: {request.answer}</p>}
      {isOpen && (
        <Form method="post">
          <input type="hidden" name="intent" value={`withdraw ${request.id}`} />
          <Button variant="ghost" size="s" busy={busy}>
            Tarik kembali
          </Button>
        </Form>
      )}
    </section>
  );
}
