import type { ReactNode } from "react";
import { Form } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { providerNameOf } from "../../reconciliation/rules.ts";
import type { ReviewApi, ReviewedPayout } from "../review/contract.ts";
import { bankReferenceLength, payoutViewNames, payoutViews, type PayoutView } from "../review/rules.ts";
import { payoutAnchor, payoutAttentions, payoutEventText, type payoutEventTexts } from "../rules.ts";
import { ManualPanels } from "./manual-panels.tsx";
import { PayoutBadge } from "./payout-badge.tsx";
import styles from "./payouts.module.css";

/** What a page says after a form. */
export type ReviewNotice = { tone: "success" | "warning"; text: string };

export type Review = ApiResponse<ReviewApi["GET /v1/operator/payouts"]>["result"] & {
  view: PayoutView;
  page: number;
  notice: ReviewNotice | null;
  /** References in an uploaded file that wait for no result. */
  skipped: string[];
};

const at = (moment: string) => formatDateTime(new Date(moment));
const othersDecide = {
  approved_by_you: "Anda sudah menyetujui pencairan ini. Persetujuan kedua dari operator lain.",
  own: "Pencairan ini milik Anda sendiri. Operator lain yang memutuskannya.",
} as const;
const outcomes = { paid: "berhasil", failed: "gagal", returned: "dikembalikan bank" } as const;

/** Payouts for operators. What a role may not do is not offered. */
export function ReviewView({ data, failure }: { data: Review; failure: FormFailure | undefined }) {
  const { counts, view } = data;
  const countOf: Partial<Record<PayoutView, number>> = counts;
  // A payout that was decided meanwhile is in no list of this view any more.
  const about = data.rows.some(({ id }) => id === data.about?.id) ? null : data.about;
  const addressOf = ({ id }: ReviewedPayout) => operatorHrefs.payouts(view, data.page, id);
  return (
    <div className={styles.stack}>
      <h1>Pencairan</h1>
      {data.notice && !failure && <Notice tone={data.notice.tone}>{data.notice.text}</Notice>}
      {data.skipped.length > 0 && (
        <Notice tone="warning" title="Referensi ini tidak menunggu hasil dan dilewati">
          {data.skipped.join(", ")}
        </Notice>
      )}
      {data.hold && <HoldNotice hold={data.hold} decides={data.decides} failure={failure} />}
      {!data.decides && (
        <Notice>Peran Anda bisa melihat pencairan. Keputusannya untuk operator keuangan dan pemilik.</Notice>
      )}
      <Tabs
        label="Pencairan"
        tabs={payoutViewNames.map((one) => ({
          href: operatorHrefs.payouts(one),
          label: payoutViews[one],
          count: countOf[one],
          current: one === view,
        }))}
      />
      {view === "manual" && <ManualPanels data={data} failure={failure} />}
      {about && (
        <section className={styles.cards} aria-label="Pencairan ini sekarang">
          <PayoutCard
            payout={about}
            href={addressOf(about)}
            failure={failure?.values.id === about.id ? failure : undefined}
          />
        </section>
      )}
      {data.rows.length === 0 ? (
        !about && <EmptyState>Tidak ada pencairan di sini.</EmptyState>
      ) : (
        <div className={styles.cards}>
          {data.rows.map((payout) => (
            <PayoutCard
              key={payout.id}
              payout={payout}
              href={addressOf(payout)}
              failure={failure?.values.id === payout.id ? failure : undefined}
            />
          ))}
        </div>
      )}
      <Pagination
        page={data.page}
        last={data.page + (data.more ? 1 : 0)}
        href={(page) => operatorHrefs.payouts(view, page)}
      />
      {!data.hold && data.decides && (
        <div className={styles.form}>
          <ConfirmForm
            intent="hold"
            label="Hentikan semua pencairan"
            question="Penarikan baru ditolak dan tidak ada yang dikirim sampai dijalankan lagi."
            confirm="Hentikan"
            reason={{ label: "Alasan untuk operator lain", length: { min: 5, max: 200 } }}
            failure={failure}
          />
        </div>
      )}
    </div>
  );
}

function HoldNotice({
  hold,
  decides,
  failure,
}: {
  hold: NonNullable<Review["hold"]>;
  decides: boolean;
  failure: FormFailure | undefined;
}) {
  return (
    <Notice tone="warning" title="Semua pencairan dihentikan">
      {hold.note} Sejak {at(hold.since)}.
      {decides && hold.reason === "operator" && (
        <Form method="post">
          <FormNotice failure={failure?.values.intent === "release" ? failure : undefined} />
          <input type="hidden" name="intent" value="release" />
          <Button size="s" variant="outline">
            Jalankan lagi
          </Button>
        </Form>
      )}
    </Notice>
  );
}

/** `href` is where its forms are sent: the page as it is, with this payout also if it leaves the list meanwhile. */
function PayoutCard({
  payout,
  href,
  failure,
}: {
  payout: ReviewedPayout;
  href: string;
  failure: FormFailure | undefined;
}) {
  const { can, entered } = payout;
  const received = payout.amount - payout.fee;
  const intent = failure?.values.intent;
  return (
    <Panel
      id={payoutAnchor(payout.id)}
      title={`${formatRupiah(received)} ke ${payout.bank_name} ${payout.number}`}
      action={<PayoutBadge payout={payout} />}
    >
      <div className={styles.stack}>
        <dl className={styles.facts}>
          <Fact name="Nomor" value={payout.reference} />
          <Fact
            name={payout.purpose === "withdrawal" ? "Toko" : "Pengembalian untuk"}
            value={payout.owner === payout.user_name ? payout.owner : `${payout.owner} · ${payout.user_name}`}
          />
          {payout.order && (
            <Fact
              name="Pesanan"
              value={
                <a className="link" href={operatorHrefs.order(payout.order.id)}>
                  {payout.order.invoice}
                </a>
              }
            />
          )}
          <Fact name="Atas nama rekening" value={payout.holder_name} />
          <Fact
            name="Diminta"
            value={`${formatRupiah(payout.amount)}, biaya ${formatRupiah(payout.fee)}, ${at(payout.requested_at)}`}
          />
          {payout.needed_approvals > 0 && (
            <Fact
              name="Persetujuan"
              value={`${payout.approvals.length} dari ${payout.needed_approvals}${payout.approvals.length > 0 ? `: ${payout.approvals.join(", ")}` : ""}`}
            />
          )}
          {payout.provider && <Fact name="Lewat" value={providerNameOf(payout.provider)} />}
          {payout.bank_reference && <Fact name="Referensi bank" value={payout.bank_reference} />}
        </dl>
        {payout.is_shop_held && (payout.status === "requested" || payout.status === "approved") && (
          <Notice tone="warning">
            Toko ini dihentikan dan penarikannya ditahan. Pencairan ini tidak dikirim sampai tindakan itu dicabut.
          </Notice>
        )}
        {payout.needs_other && !failure && <Notice>{othersDecide[payout.needs_other]}</Notice>}
        {payout.attention && <Notice tone="warning">{payoutAttentions[payout.attention]}</Notice>}
        {entered && (
          <Notice title={`${entered.by} mencatat: ${outcomes[entered.outcome]}`}>
            {entered.bank_reference && `Referensi bank ${entered.bank_reference}. `}
            {can.confirm ? "Cocokkan dengan mutasi bank, lalu pastikan." : "Menunggu operator lain memastikannya."}
          </Notice>
        )}
        <FormNotice
          failure={
            intent === "confirm" || intent === "refuse" || (intent === "approve" && !can.approve) ? failure : undefined
          }
          alone
        />
        {can.approve && (
          <div className={styles.form}>
            <ConfirmForm
              intent="approve"
              action={href}
              label={`Setujui ${formatRupiah(received)}`}
              question={`${formatRupiah(received)} dikirim ke ${payout.bank_name} ${payout.number} atas nama ${payout.holder_name}${payout.needed_approvals - payout.approvals.length > 1 ? ", tetapi satu operator lain juga harus menyetujui" : ""}.`}
              confirm="Ya, setujui"
              look="primary"
              failure={failure}
            >
              <input type="hidden" name="id" value={payout.id} />
            </ConfirmForm>
          </div>
        )}
        <div className={styles.actions} hidden={!can.confirm}>
          {can.confirm && <Decision payout={payout} href={href} intent="confirm" label="Pastikan hasil ini" />}
          {can.confirm && (
            <Decision payout={payout} href={href} intent="refuse" label="Tolak hasil ini" variant="outline" />
          )}
        </div>
        {can.enter && !entered && (
          <ResultForm payout={payout} href={href} failure={intent === "result" ? failure : undefined} />
        )}
        {can.reject && (
          <div className={styles.form}>
            <ConfirmForm
              intent="reject"
              action={href}
              label="Tolak pencairan"
              question={`${formatRupiah(payout.amount)} kembali ke pemiliknya. Ia membaca alasan Anda.`}
              confirm="Tolak"
              look="danger"
              reason={{ label: "Alasan", length: { min: 5, max: 200 } }}
              failure={failure}
            >
              <input type="hidden" name="id" value={payout.id} />
            </ConfirmForm>
          </div>
        )}
        <details className={styles.history}>
          <summary className="link">Riwayat ({payout.events.length})</summary>
          <ol>
            {payout.events.map((event) => (
              <li key={`${event.at} ${event.kind}`}>
                {payoutEventText(event.kind as keyof typeof payoutEventTexts, payout.is_rejected)} ·{" "}
                {event.actor ?? "sistem"} · {at(event.at)}
                {event.note && ` · ${event.note}`}
              </li>
            ))}
          </ol>
        </details>
      </div>
    </Panel>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Decision({
  payout: { id, entered },
  href,
  intent,
  label,
  variant = "primary",
}: {
  payout: ReviewedPayout;
  href: string;
  intent: "confirm" | "refuse";
  label: string;
  variant?: "primary" | "outline";
}) {
  return (
    <Form method="post" action={href}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      {entered && <input type="hidden" name="outcome" value={entered.outcome} />}
      {entered && <input type="hidden" name="bank_reference" value={entered.bank_reference} />}
      <Button variant={variant}>{label}</Button>
    </Form>
  );
}

function ResultForm({
  payout,
  href,
  failure,
}: {
  payout: ReviewedPayout;
  href: string;
  failure: FormFailure | undefined;
}) {
  const options =
    payout.status === "paid"
      ? [{ value: "returned", label: "Dikembalikan bank" }]
      : [
          { value: "paid", label: "Berhasil" },
          { value: "failed", label: "Gagal" },
        ];
  return (
    <Form method="post" action={href} className={styles.form}>
      <FormNotice failure={failure} />
      <input type="hidden" name="intent" value="result" />
      <input type="hidden" name="id" value={payout.id} />
      <div className={styles.inline}>
        <SelectField label="Hasil transfer" name="outcome" options={options} defaultValue={failure?.values.outcome} />
        <TextField
          label="Referensi bank"
          name="bank_reference"
          required={false}
          placeholder="Wajib bila berhasil"
          maxLength={bankReferenceLength.max}
          defaultValue={failure?.values.bank_reference}
          errors={failure?.fields.bank_reference}
        />
        <Button variant="outline">Catat hasil</Button>
      </div>
    </Form>
  );
}
