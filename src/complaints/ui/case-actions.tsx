import { useState, type ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import type { CodeOf } from "#lib/refusal.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { spanInFullDays } from "#lib/time.ts";
import { maxTrackingNumberLength } from "#shipping/rules.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { DraftForm, useFormDraft } from "#ui/form-draft.tsx";
import { FormNotice } from "#ui/notice.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { ComplaintView } from "../case-view/contract.ts";
import type { complaintRefusals } from "../contract.ts";
import { appealLength } from "../mediation/rules.ts";
import { type ComplaintAction, complaintActions, mediatorDuration, messageLength } from "../rules.ts";
import { priceOf, receivedTexts, returnTermsText, returnText } from "./amounts.ts";
import styles from "./case.module.css";
import { EvidenceField } from "./evidence-field.tsx";
import { ReplacementLabel } from "./parcel-label.tsx";
import { ReplaceParcelNumber } from "./replace-number.tsx";
import { ReturnAddress, ShopAddressLink } from "./return-address.tsx";
import { SolutionFields } from "./solution-fields.tsx";

type Props = { complaint: ComplaintView; failure: FormFailure | undefined };

const byLabels = { buyer: "Tawaran pembeli", seller: "Tawaran penjual", mediator: "Putusan mediator" } as const;

/** What the reader may do now: first the offer or decision with its answer, then the other actions. */
export function CaseActions({ complaint, failure }: Props) {
  const can = (action: ComplaintAction) => complaint.actions.includes(action);
  const isSendingExpected = complaint.turn === "buyer";
  const own = complaint.actions.filter((action) => action !== "message" && action !== "decide");
  return (
    <>
      <OutdatedRefusal {...{ complaint, failure }} />
      <ReturnAddress complaint={complaint} />
      <ReplacementLabel complaint={complaint} />
      <ReplaceParcelNumber complaint={complaint} failure={failure} />
      {(complaint.offer || own.length > 0) && complaint.state !== "closed" && (
        <section className={styles.offer} aria-label="Yang bisa Anda lakukan">
          <Offer {...{ complaint }} />
          <div className={styles.acts}>
            {can("accept") && complaint.offer && <Accept {...{ complaint, failure }} />}
            {can("pass_inspection") && <PassInspection {...{ complaint, failure }} />}
            {can("confirm_return") && <ConfirmReturn failure={failure} />}
            {can("confirm_replacement") && <ConfirmReplacement {...{ complaint, failure }} />}
            {can("send_back") && isSendingExpected && <ParcelForm intent="send_back" {...{ complaint, failure }} />}
            {can("send_replacement") && <ParcelForm intent="send_replacement" {...{ complaint, failure }} />}
            {can("offer") && <OfferForm {...{ complaint, failure }} />}
            {can("object") && <ObjectForm {...{ complaint, failure }} />}
            {can("appeal") && <AppealForm {...{ complaint, failure }} />}
            {can("call_mediator") && <CallMediator {...{ complaint, failure }} />}
            {can("send_back") && !isSendingExpected && <UnaskedReturn {...{ complaint, failure }} />}
            {can("withdraw") && <Withdraw {...{ complaint, failure }} />}
          </div>
        </section>
      )}
      {can("message") && <MessageForm key={sentMessages(complaint)} {...{ complaint, failure }} />}
    </>
  );
}

/** The refusal of an action that is not offered any more, because the case has changed meanwhile. */
function OutdatedRefusal({ complaint, failure }: Props) {
  const isOutdated = failure?.code === ("complaints.not_allowed" satisfies CodeOf<typeof complaintRefusals>);
  if (!isOutdated || failure.values.intent === "replace_number") return null;
  const isShown = complaint.actions.some((action) => action === failure.values.intent);
  return <FormNotice failure={isShown ? undefined : failure} alone />;
}

function Offer({ complaint: { offer, side, money, agreed } }: { complaint: ComplaintView }) {
  const shown = offer?.solution ?? agreed;
  if (!shown) return <h2>Langkah Anda</h2>;
  const title = offer ? (offer.by === side ? "Tawaran Anda" : byLabels[offer.by]) : "Disepakati";
  const received = receivedTexts(side, money.division);
  return (
    <>
      <h2>
        {title}: {shown.text}
      </h2>
      {(money.of === "offer" || money.of === "decision" || money.of === "agreed") && (
        <p className={styles.quiet}>
          {received.buyer} · {received.seller}
        </p>
      )}
    </>
  );
}

function Accept({ complaint, failure }: Props) {
  const { offer, side, money, state, lines, has_return_address: hasAddress } = complaint;
  if (!offer) return null;
  const { amount, kind } = offer.solution;
  const price = lines.reduce((all, line) => all + priceOf(line), 0);
  const isPaid = kind === "refund" && amount > 0;
  const sum = formatRupiah(money.division.buyer);
  const paid = side === "buyer" ? `Terima ${sum}` : `Kembalikan ${sum} ke pembeli`;
  const label = state === "decided" ? "Terima putusan" : isPaid ? paid : "Terima tawaran";
  const received = receivedTexts(side, money.division);
  const division = `${received.buyer}, ${received.seller}.`;
  const isReturn = kind === "return_refund";
  const question =
    state === "decided"
      ? `${division} Bila kedua pihak menerima, putusan langsung dijalankan, dan Anda tidak bisa mengajukan banding lagi.`
      : isPaid || kind === "none"
        ? `Komplain selesai. ${division} Ini tidak bisa dibatalkan.`
        : isReturn
          ? returnText(side, price, amount)
          : "Tawaran ini dijalankan dengan batas waktu baru. Uang tetap ditahan sampai selesai.";
  const terms = isReturn ? returnTermsText(side, hasAddress) : "";
  return (
    <ConfirmForm
      intent="accept"
      label={label}
      question={
        <>
          {question} {terms}
          {isReturn && side === "seller" && !hasAddress && (
            <>
              {" "}
              <ShopAddressLink>Isi sekarang di pengaturan toko</ShopAddressLink>.
            </>
          )}
        </>
      }
      confirm={`Ya, ${label.toLocaleLowerCase("id").replace("rp", "Rp")}`}
      look="primary"
      failure={failure}
    >
      <input type="hidden" name="offer_id" value={offer.message_id} />
    </ConfirmForm>
  );
}

/** A folded form with text and files. It opens by itself when its action was refused. */
function FoldedForm({
  intent,
  label,
  submit,
  look,
  complaint,
  failure,
  children,
}: Props & {
  intent: ComplaintAction;
  label: string;
  submit: string;
  look?: "danger";
  children: (typed: FormFailure | undefined) => ReactNode;
}) {
  const own = failure?.values.intent === intent ? failure : undefined;
  const isSending = useNavigation().formData?.get("intent") === intent;
  return (
    <details className={styles.folded} open={own !== undefined}>
      <summary>{label}</summary>
      <DraftForm
        method="post"
        encType="multipart/form-data"
        className={styles.form}
        failure={own}
        base={complaint.state}
        name={intent}
        subject={`complaint ${complaint.id}`}
      >
        {(typed) => (
          <>
            <input type="hidden" name="intent" value={intent} />
            <input type="hidden" name="order_id" value={complaint.order_id} />
            <FormNotice failure={own} />
            {children(typed)}
            <Button variant={look ?? "primary"} busy={isSending}>
              {submit}
            </Button>
          </>
        )}
      </DraftForm>
    </details>
  );
}

function OfferForm(props: Props) {
  return (
    <FoldedForm intent="offer" label="Ajukan tawaran lain…" submit="Kirim tawaran" {...props}>
      {(typed) => (
        <>
          <SolutionFields
            complaint={props.complaint}
            failure={typed}
            question={props.complaint.side === "buyer" ? "Yang Anda minta" : "Yang Anda tawarkan"}
          />
          <TextareaField
            label="Keterangan"
            name="text"
            rows={3}
            required={false}
            maxLength={messageLength.max}
            defaultValue={typed?.values.text}
            errors={typed?.fields.text}
          />
          <EvidenceField errors={typed?.fields.evidence} />
        </>
      )}
    </FoldedForm>
  );
}

function AppealForm(props: Props) {
  return (
    <FoldedForm intent="appeal" label={`${complaintActions.appeal.label}…`} submit="Kirim banding" {...props}>
      {(typed) => (
        <>
          <p>
            Banding bisa diajukan satu kali dalam komplain ini. Mediator lain memutuskannya paling lama{" "}
            {spanInFullDays(mediatorDuration)}, dan putusannya final.
          </p>
          <TextareaField
            label="Yang belum dipertimbangkan putusan ini"
            name="text"
            minLength={appealLength.min}
            maxLength={appealLength.max}
            defaultValue={typed?.values.text}
            errors={typed?.fields.text}
          />
          <EvidenceField errors={typed?.fields.evidence} />
        </>
      )}
    </FoldedForm>
  );
}

function CallMediator(props: Props) {
  return (
    <FoldedForm
      intent="call_mediator"
      label={complaintActions.call_mediator.label}
      submit="Ya, panggil mediator"
      {...props}
    >
      {(typed) => (
        <>
          <p>
            Mediator membaca semua pesan dan bukti, lalu memutuskan secara tertulis paling lama{" "}
            {spanInFullDays(mediatorDuration)}. Sesudah dipanggil, tawaran tidak bisa diterima lagi.
          </p>
          <TextareaField
            label="Pesan untuk mediator"
            name="text"
            rows={3}
            required={false}
            maxLength={messageLength.max}
            defaultValue={typed?.values.text}
            errors={typed?.fields.text}
          />
          <EvidenceField errors={typed?.fields.evidence} />
        </>
      )}
    </FoldedForm>
  );
}

function ObjectForm(props: Props) {
  return (
    <FoldedForm intent="object" label={`${complaintActions.object.label}…`} submit="Kirim keberatan" {...props}>
      {(typed) => (
        <>
          <p>Mediator memeriksa keberatan Anda. Sertakan foto barang yang kembali.</p>
          <TextareaField
            label="Yang tidak sesuai"
            name="text"
            rows={3}
            maxLength={messageLength.max}
            defaultValue={typed?.values.text}
            errors={typed?.fields.text}
          />
          <EvidenceField errors={typed?.fields.evidence} />
        </>
      )}
    </FoldedForm>
  );
}

function ParcelForm({ intent, ...props }: Props & { intent: "send_back" | "send_replacement" }) {
  const isReturn = intent === "send_back";
  return (
    <FoldedForm
      intent={intent}
      label={isReturn ? "Barang sudah saya kirim balik" : "Barang sudah saya kirim"}
      submit="Simpan resi"
      {...props}
    >
      {(typed) => <ParcelFields couriers={props.complaint.couriers} typed={typed} />}
    </FoldedForm>
  );
}

/**
 * While the shop has no address, a buyer who knows one from the seller may have sent the goods. The form says that
 * nobody asks for it.
 */
function UnaskedReturn(props: Props) {
  return (
    <FoldedForm intent="send_back" label="Barang telanjur saya kirim balik…" submit="Simpan resi" {...props}>
      {(typed) => (
        <>
          <p>
            Toko belum memberi alamat, jadi Anda tidak perlu mengirim apa pun. Isi ini hanya bila penjual memberi Anda
            alamatnya lewat pesan dan barangnya sudah Anda kirim ke sana.
          </p>
          <ParcelFields couriers={props.complaint.couriers} typed={typed} />
        </>
      )}
    </FoldedForm>
  );
}

/** Courier and tracking number. Without scripts the server asks for a missing number. */
function ParcelFields({ couriers, typed }: Pick<ComplaintView, "couriers"> & { typed: FormFailure | undefined }) {
  const [courier, setCourier] = useState(typed?.values.courier ?? "");
  const hydrated = useHydrated();
  const isTracked = couriers.find(({ id }) => id === courier)?.tracked ?? true;
  return (
    <>
      <SelectField
        label="Kurir"
        name="courier"
        empty="Pilih kurir"
        options={couriers.map(({ id, name }) => ({ value: id, label: name }))}
        defaultValue={typed?.values.courier}
        errors={typed?.fields.courier}
        onChange={(event) => setCourier(event.currentTarget.value)}
      />
      <TextField
        label="Nomor resi"
        name="resi"
        maxLength={maxTrackingNumberLength}
        autoComplete="off"
        required={hydrated && isTracked}
        optional={hydrated && !isTracked}
        hint={isTracked && hydrated ? undefined : "Kurir toko sendiri tidak memakai resi; kurir lain memerlukannya."}
        defaultValue={typed?.values.resi}
        errors={typed?.fields.resi}
      />
    </>
  );
}

function PassInspection({ complaint, failure }: Props) {
  return (
    <ConfirmForm
      intent="pass_inspection"
      label={complaintActions.pass_inspection.label}
      question={`Pembeli menerima ${formatRupiah(complaint.money.division.buyer)}, dan komplain selesai. Ini tidak bisa dibatalkan.`}
      confirm="Ya, kembalikan uang"
      look="primary"
      failure={failure}
    />
  );
}

function ConfirmReturn({ failure }: { failure: FormFailure | undefined }) {
  return (
    <ConfirmForm
      intent="confirm_return"
      label={complaintActions.confirm_return.label}
      question="Sesudah itu Anda memeriksa barangnya, dan uang belum berpindah."
      confirm="Ya, sudah saya terima"
      look="primary"
      failure={failure}
    />
  );
}

function ConfirmReplacement({ complaint, failure }: Props) {
  return (
    <ConfirmForm
      intent="confirm_replacement"
      label={complaintActions.confirm_replacement.label}
      question={`Komplain selesai, dan penjual menerima ${formatRupiah(complaint.money.division.seller)}. Ini tidak bisa dibatalkan.`}
      confirm="Ya, sudah sesuai"
      look="primary"
      failure={failure}
    />
  );
}

function Withdraw({ complaint, failure }: Props) {
  return (
    <ConfirmForm
      intent="withdraw"
      label={complaintActions.withdraw.label}
      question={complaint.if_withdrawn}
      confirm="Ya, tarik komplain"
      look="danger"
      failure={failure}
    />
  );
}

/**
 * A key that changes only when the reader's own message was sent, so that the form is empty then. Other messages of the
 * case leave in place what the reader is typing.
 */
export function sentMessages({ messages }: Pick<ComplaintView, "messages">): number {
  return messages.filter(({ mine, kind }) => mine && kind === "message").length;
}

function MessageForm({ complaint, failure }: Props) {
  const own = failure?.values.intent === "message" ? failure : undefined;
  const isSending = useNavigation().formData?.get("intent") === "message";
  const draft = useFormDraft({ failure: own, name: "message", subject: `complaint ${complaint.id}` });
  return (
    <Form
      key={draft.key}
      {...draft.form}
      method="post"
      encType="multipart/form-data"
      className={styles.compose}
      preventScrollReset
    >
      <input type="hidden" name="intent" value="message" />
      <input type="hidden" name="order_id" value={complaint.order_id} />
      {/* The reader's next message in this case: sent again, it is the same one. */}
      <input
        type="hidden"
        name="key"
        value={draft.typed?.values.key ?? `${complaint.id}:${sentMessages(complaint) + 1}`}
      />
      {draft.notice}
      <FormNotice failure={own} />
      <TextareaField
        label="Tulis pesan"
        name="text"
        rows={3}
        maxLength={messageLength.max}
        hint="Dibaca kedua pihak dan mediator. Pesan tidak mengubah batas waktu."
        defaultValue={draft.typed?.values.text}
        errors={own?.fields.text}
      />
      {complaint.side !== "mediator" && <EvidenceField errors={own?.fields.evidence} />}
      <div>
        <Button variant="outline" icon="send" busy={isSending}>
          Kirim pesan
        </Button>
      </div>
    </Form>
  );
}
