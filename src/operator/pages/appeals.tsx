import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { pageApi, type ApiResponse, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formatDateTime } from "#lib/time.ts";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { RadioGroup, TextareaField } from "#ui/field.tsx";
import type { ModerationApi } from "../moderation/contract.ts";
import { answerLength } from "../moderation/rules.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";
import styles from "../ui/moderation/moderation.module.css";
import { actOnList } from "../ui/moderation/moderation-requests.ts";

type Data = { appeals: ApiResponse<ModerationApi["GET /v1/operator/appeals"]>["result"] };

async function load(args: LoaderFunctionArgs): Promise<Data> {
  return { appeals: (await pageApi<ModerationApi>(args)("GET /v1/operator/appeals")).result };
}

export const loader = withFrame(load);

export const action = (args: ActionFunctionArgs) => actOnList(args);

export const handle: PageHandle<Data> = {
  layout: "console",
  head: () => ({ title: consoleTitle("appeals"), noindex: true }),
};

const titles = { user: "Akun diblokir", shop: "Toko dihentikan", product: "Produk diturunkan" } as const;

/** Appeals against blocks, suspensions and takedowns. */
export function Component() {
  const { appeals } = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | undefined;
  const failure = answer?.failed ? answer : undefined;
  return (
    <ConsoleFrame part="appeals">
      <h1>Banding</h1>
      {appeals.length === 0 ? (
        <EmptyState>Tidak ada banding yang menunggu jawaban.</EmptyState>
      ) : (
        appeals.map((one) => {
          const intent = `appeal ${one.id}`;
          const own = failure?.values.intent === intent ? failure : undefined;
          return (
            <Panel key={one.id} title={one.about ? `${titles[one.kind]}: ${one.about}` : titles[one.kind]}>
              <div className={styles.stack}>
                <p>
                  <b>{one.rule}.</b> {one.text}
                </p>
                <p>
                  {one.taken_by} · {formatDateTime(new Date(one.taken_at))}
                </p>
                <p>
                  <b>Banding:</b> {one.appeal}
                </p>
                <dl className={styles.facts}>
                  <div>
                    <dt>Orang</dt>
                    <dd>
                      {one.reads_people ? (
                        <a className="link" href={operatorHrefs.person(one.person_id)}>
                          {one.person_name}
                        </a>
                      ) : (
                        one.person_name
                      )}
                    </dd>
                  </div>
                  {one.kind !== "user" && (
                    <div>
                      <dt>{one.kind === "shop" ? "Toko" : "Produk"}</dt>
                      <dd>
                        <a
                          className="link"
                          href={
                            one.kind === "shop"
                              ? operatorHrefs.shops(one.subject_id)
                              : operatorHrefs.products(one.subject_id)
                          }
                        >
                          {one.about}
                        </a>
                      </dd>
                    </div>
                  )}
                  <div>
                    <dt>Tindakan sebelumnya</dt>
                    <dd>{one.earlier}</dd>
                  </div>
                  <div>
                    <dt>Banding masuk</dt>
                    <dd>{formatDateTime(new Date(one.appealed_at))}</dd>
                  </div>
                  <div>
                    <dt>Dijawab paling lambat</dt>
                    <dd>{formatDateTime(new Date(one.due_at))}</dd>
                  </div>
                </dl>
                {one.is_own ? (
                  <p>Anda yang mengambil tindakan ini, jadi operator lain menjawab bandingnya.</p>
                ) : (
                  <ConfirmForm
                    intent={intent}
                    label="Jawab banding"
                    question="Jawaban ini dibaca orangnya."
                    confirm="Kirim jawaban"
                    look="primary"
                    failure={failure}
                  >
                    {(typed) => (
                      <>
                        <RadioGroup
                          label="Putusan"
                          name="ends"
                          defaultValue={typed?.values.ends}
                          options={[
                            { value: "1", label: "Banding diterima, tindakan dicabut" },
                            { value: "0", label: "Banding ditolak, tindakan tetap berlaku" },
                          ]}
                          errors={own?.fields.ends}
                        />
                        <TextareaField
                          label="Jawaban"
                          name="answer"
                          rows={3}
                          minLength={answerLength.min}
                          maxLength={answerLength.max}
                          defaultValue={typed?.values.answer}
                          errors={own?.fields.answer}
                        />
                      </>
                    )}
                  </ConfirmForm>
                )}
              </div>
            </Panel>
          );
        })
      )}
    </ConsoleFrame>
  );
}
