import { useCallback, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime, longMonthNames, span, spanInFullDays } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { CheckboxField, SelectField, TextareaField } from "#ui/field.tsx";
import { DraftForm, useFormDraft, type FormDraft } from "#ui/form-draft.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { appealDuration, mediatorReminderDuration, messageLength } from "../rules.ts";
import { decisionReasonLength } from "../mediation/rules.ts";
import { type Problem, problemNames, problems } from "../opening/rules.ts";
import { decisionText } from "./amounts.ts";
import { sentMessages } from "./case-actions.tsx";
import { CaseView } from "./case-view.tsx";
import styles from "./case.module.css";
import { ClaimForm } from "./claim-form.tsx";
import list from "./complaint-list.module.css";
import { ComplaintList } from "./complaint-list.tsx";
import type {
  CaseDone,
  ComplaintStatistics,
  MediatedCase,
  MediatorData,
  Precedents,
  Queue,
  QueueView,
} from "./mediator-requests.ts";
import { ReturnAddress } from "./return-address.tsx";
import { SolutionFields } from "./solution-fields.tsx";

/** The mediators' page: queue, precedents and statistics, or one case. */
export function MediatorView({ data, failure }: { data: MediatorData; failure: FormFailure | undefined }) {
  if (data.page === "case") return <MediatedCaseView {...data} failure={failure} />;
  const current = data.page === "queue" ? data.view : data.page;
  const waiting = data.page === "queue" ? data.queue.waiting : undefined;
  const views = [
    ["waiting", "Perlu diputuskan", waiting],
    ["open", "Berjalan", undefined],
    ["closed", "Selesai", undefined],
    ["precedents", "Preseden", undefined],
    ["statistics", "Statistik", undefined],
  ] as const;
  return (
    <div className={list.place}>
      <h1>Komplain</h1>
      <Tabs
        label="Komplain"
        tabs={views.map(([name, label, count]) => ({
          href: operatorHrefs.complaints(name),
          label,
          count,
          current: name === current,
        }))}
      />
      {data.page === "queue" && <QueueList {...data} />}
      {data.page === "precedents" && <PrecedentList {...data} />}
      {data.page === "statistics" && <Statistics statistics={data.statistics} />}
    </div>
  );
}

/** Links that show one kind of problem only. */
function ProblemFilter({ problem, href }: { problem: Problem | undefined; href: (problem?: Problem) => string }) {
  return (
    <Tabs
      label="Masalah"
      tabs={[
        { href: href(), label: "Semua masalah", current: problem === undefined },
        ...problemNames.map((name) => ({ href: href(name), label: problems[name].label, current: name === problem })),
      ]}
    />
  );
}

function QueueList({ queue, view, problem }: { queue: Queue; view: QueueView; problem: Problem | undefined }) {
  return (
    <>
      {queue.urgent > 0 && (
        <Notice
          tone="warning"
          title={`${formatCount(queue.urgent)} komplain harus diputuskan dalam ${span(mediatorReminderDuration)}.`}
        />
      )}
      <ProblemFilter problem={problem} href={(name) => operatorHrefs.complaints(view, { problem: name })} />
      {queue.complaints.length === 0 ? (
        <EmptyState>
          {view === "waiting" ? "Tidak ada komplain yang menunggu putusan." : "Tidak ada komplain di sini."}
        </EmptyState>
      ) : (
        <ComplaintList complaints={queue.complaints} zone="WIB" href={({ id }) => operatorHrefs.complaint(id)} />
      )}
      <Pagination page={queue.page} last={queue.pages} href={(n) => operatorHrefs.complaints(view, { problem, n })} />
    </>
  );
}

function PrecedentList({ list: found, problem }: { list: Precedents; problem: Problem | undefined }) {
  return (
    <>
      <ProblemFilter problem={problem} href={(name) => operatorHrefs.complaints("precedents", { problem: name })} />
      {found.precedents.length === 0 ? (
        <EmptyState>Belum ada putusan yang ditandai sebagai preseden.</EmptyState>
      ) : (
        <PrecedentItems precedents={found.precedents} />
      )}
      <Pagination
        page={found.page}
        last={found.pages}
        href={(n) => operatorHrefs.complaints("precedents", { problem, n })}
      />
    </>
  );
}

function PrecedentItems({ precedents }: { precedents: Precedents["precedents"] }) {
  return (
    <ul className={list.list}>
      {precedents.map((one) => (
        <li key={one.complaint_id} className={styles.bubble}>
          <p>
            <a className="link" href={operatorHrefs.complaint(one.complaint_id)}>
              {one.number}
            </a>{" "}
            · {one.solution_label} · {one.refunded_percent}% kembali
          </p>
          <p className={styles.quiet}>
            {one.problems.map((name) => problems[name].label).join(", ")}
            {one.category_names.length > 0 && ` · ${one.category_names.join(", ")}`} ·{" "}
            {formatDateTime(new Date(one.at))}
          </p>
          <p className={styles.quiet}>{one.rule_title}</p>
          <p className={styles.written}>{one.reason}</p>
        </li>
      ))}
    </ul>
  );
}

function monthName(month: string): string {
  const [year, number] = month.split("-");
  return `${longMonthNames[Number(number) - 1] ?? month} ${year ?? ""}`;
}

/** How the cases of a month ended, in a line. */
function endingsOf(month: ComplaintStatistics["months"][number]): string {
  const endings = [
    ["sepakat", month.agreed],
    ["diputuskan", month.decided],
    ["penjual diam", month.seller_silent],
    ["pembeli diam", month.buyer_silent],
    ["ditarik", month.withdrawn],
  ] as const;
  const shown = endings.filter(([, count]) => count > 0).map(([label, count]) => `${count} ${label}`);
  return shown.length > 0 ? shown.join(", ") : "belum ada yang selesai";
}

const hours = (count: number | null) => (count === null ? "–" : `${count} jam`);

function Statistics({ statistics: { months, problems: counts } }: { statistics: ComplaintStatistics }) {
  if (months.length === 0) return <EmptyState>Belum ada komplain.</EmptyState>;
  return (
    <>
      <Panel title="Per bulan" flush>
        <ListTable
          label="Komplain per bulan"
          head={["Bulan", "Dibuka", "Jawaban pertama", "Selesai dalam", "Kembali ke pembeli"]}
        >
          {months.map((one) => (
            <tr key={one.month}>
              <th scope="row">
                {monthName(one.month)}
                <small>{endingsOf(one)}</small>
              </th>
              <td data-label="Dibuka">{one.opened}</td>
              <td data-label="Jawaban pertama" className={table.when}>
                {hours(one.median_answer_hours)}
              </td>
              <td data-label="Selesai dalam" className={table.when}>
                {hours(one.median_hours)}
              </td>
              <td data-label="Kembali ke pembeli">{formatRupiah(one.refunded)}</td>
            </tr>
          ))}
        </ListTable>
      </Panel>
      <p className={styles.quiet}>Lama waktu adalah nilai tengah (median).</p>
      <Panel title="Menurut masalah">
        <dl className={styles.money}>
          {counts.map(({ problem, count }) => (
            <div key={problem}>
              <dt>{problems[problem].label}</dt>
              <dd>{formatCount(count)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  );
}

const doneTexts: Readonly<Record<CaseDone, string>> = {
  decision: "Putusan terkirim. Kedua pihak diberi tahu.",
  claim: "Klaim dicatat.",
  message: "Pesan terkirim kepada kedua pihak.",
};

function MediatedCaseView({
  complaint,
  precedents,
  done,
  failure,
}: {
  complaint: MediatedCase;
  precedents: Precedents["precedents"];
  done: CaseDone | undefined;
  failure: FormFailure | undefined;
}) {
  return (
    <CaseView
      complaint={complaint}
      failure={failure}
      back={{ href: operatorHrefs.complaints(), label: "Semua komplain" }}
      notice={done && !failure && <Notice tone="success">{doneTexts[done]}</Notice>}
      about={`${complaint.buyer_name} dan ${complaint.shop.name}, pesanan ${complaint.invoice}`}
    >
      {complaint.why_not && <Notice tone="warning" title={complaint.why_not} />}
      <ReturnAddress complaint={complaint} />
      {complaint.actions.includes("decide") && !complaint.why_not && <DecisionForm {...{ complaint, failure }} />}
      {complaint.actions.includes("message") && <MediatorMessage {...{ complaint, failure }} />}
      <ClaimForm {...{ complaint, failure }} />
      {precedents.length > 0 && (
        <Panel title="Putusan untuk masalah yang sama">
          <PrecedentItems precedents={precedents} />
        </Panel>
      )}
    </CaseView>
  );
}

function DecisionForm({ complaint, failure }: { complaint: MediatedCase; failure: FormFailure | undefined }) {
  const own = failure?.values.intent === "decide" ? failure : undefined;
  const draft = useFormDraft({
    failure: own,
    base: `${complaint.state} ${complaint.money.held}`,
    name: "decide",
    subject: `complaint ${complaint.id}`,
  });
  return <DecisionFields key={draft.key} complaint={complaint} typed={draft.typed} draft={draft} />;
}

function DecisionFields({
  complaint,
  typed,
  draft,
}: {
  complaint: MediatedCase;
  typed: FormFailure | undefined;
  draft: FormDraft;
}) {
  const isSending = useNavigation().formData?.get("intent") === "decide";
  const [consequence, setConsequence] = useState<string>();
  const { held } = complaint.money;
  const setTyped = useCallback(
    (kind: string, sum: number | null, byVoucher: number) =>
      // Amounts of "none" are not sent.
      setConsequence(sum === null && kind !== "none" ? undefined : decisionText(kind, sum ?? 0, held, byVoucher)),
    [held],
  );
  const [rule, setRule] = useState(typed?.values.rule ?? "");
  const cited = complaint.rules.find((one) => one.rule === rule);
  const isAppeal = complaint.state === "appealed";
  return (
    <section className={styles.offer} aria-label="Putusan">
      <h2>{isAppeal ? "Putuskan banding" : "Putuskan komplain"}</h2>
      <p className={styles.quiet}>
        {isAppeal
          ? "Putusan ini final dan langsung dijalankan."
          : `Kedua pihak bisa banding selama ${spanInFullDays(appealDuration)}. Sesudah itu putusan dijalankan.`}
      </p>
      <Form {...draft.form} method="post" className={styles.form}>
        <input type="hidden" name="intent" value="decide" />
        {draft.notice}
        <FormNotice failure={draft.refused} />
        <SolutionFields complaint={complaint} failure={typed} question="Putusan" onChange={setTyped} />
        <SelectField
          label="Aturan yang dipakai"
          name="rule"
          empty="Pilih aturan"
          options={complaint.rules.map(({ rule, title, text }) => ({ value: rule, label: `${title}: ${text}` }))}
          defaultValue={typed?.values.rule}
          errors={typed?.fields.rule}
          onChange={(event) => setRule(event.currentTarget.value)}
        />
        {cited && <p className={`${styles.quiet} needs-js`}>{cited.text}</p>}
        <TextareaField
          label="Alasan, dibaca kedua pihak"
          hint="Jangan tulis nama orang. Alasan preseden dibaca mediator lain tanpa batas waktu."
          name="reason"
          rows={6}
          minLength={decisionReasonLength.min}
          maxLength={decisionReasonLength.max}
          defaultValue={typed?.values.reason}
          errors={typed?.fields.reason}
        />
        <CheckboxField
          label="Tandai sebagai preseden"
          hint="Mediator lain melihatnya pada komplain dengan masalah yang sama."
          name="precedent"
          defaultChecked={typed?.values.precedent === "1"}
        />
        <CheckboxField
          // What was checked was another sum.
          key={consequence}
          label="Saya sudah memeriksa siapa menerima apa"
          hint={consequence}
          name="checked"
          required
          errors={typed?.fields.checked}
        />
        <div>
          <Button busy={isSending}>Kirim putusan</Button>
        </div>
      </Form>
    </section>
  );
}

function MediatorMessage({ complaint, failure }: { complaint: MediatedCase; failure: FormFailure | undefined }) {
  const own = failure?.values.intent === "message" ? failure : undefined;
  return (
    <DraftForm
      key={sentMessages(complaint)}
      method="post"
      className={styles.compose}
      preventScrollReset
      failure={own}
      name="message"
      subject={`complaint ${complaint.id}`}
    >
      {(typed) => (
        <>
          <input type="hidden" name="intent" value="message" />
          <FormNotice failure={own} />
          <TextareaField
            label="Tulis pesan untuk kedua pihak"
            name="text"
            rows={3}
            maxLength={messageLength.max}
            defaultValue={typed?.values.text}
            errors={own?.fields.text}
          />
          <div>
            <Button variant="outline" icon="send">
              Kirim pesan
            </Button>
          </div>
        </>
      )}
    </DraftForm>
  );
}
