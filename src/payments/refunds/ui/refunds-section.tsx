import { Form, useNavigation } from "react-router";
import { sectionSuccess } from "#accounts/ui/section-success.ts";
import { hrefs } from "#hrefs.ts";
import { accountHrefs } from "#account-hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDate, formatDateTime, span } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { SelectField } from "#ui/field.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { BankAccountAnswer, BankAccountApi } from "../../payouts/bank-accounts/contract.ts";
import { accountHoldDuration } from "../../payouts/bank-accounts/rules.ts";
import { payoutStatuses } from "../../payouts/rules.ts";
import type { RefundAnswer, RefundApi } from "../contract.ts";
import { accountRefundDuration } from "../rules.ts";
import styles from "./refunds-section.module.css";

type Data = { refunds: RefundAnswer[]; accounts: BankAccountAnswer[] };

/** Where the user's refunds are, and the choice of a bank account for those that need one; in /profile. */
export const refundsSection: Section<Data> = {
  title: "Pengembalian dana",
  load: async (args) => {
    const api = pageApi<RefundApi & BankAccountApi>(args);
    const [refunds, accounts] = await Promise.all([api("GET /v1/refunds"), api("GET /v1/users/bank-accounts")]);
    return { refunds: refunds.result, accounts: accounts.result };
  },
  act: async (args, form) => {
    const api = pageApi<RefundApi>(args);
    const refundId = String(form.get("refund_id") ?? "");
    const bank_account_id = String(form.get("bank_account_id") ?? "");
    try {
      const { message } = await api("PUT /v1/refunds/:refundId/account", {
        params: { refundId },
        body: { bank_account_id },
      });
      return sectionSuccess(message);
    } catch (error) {
      return formFailure(error, form);
    }
  },
  View: RefundsView,
};

function RefundsView({ data, failure }: { data: Data; failure: FormFailure | undefined }) {
  if (data.refunds.length === 0)
    return (
      <EmptyState title="Belum ada pengembalian dana">
        Bila pesanan batal atau pembayaran Anda berlebih, uangnya tercatat di sini sampai Anda terima.
      </EmptyState>
    );
  return (
    <ul className={styles.list}>
      {data.refunds.map((refund) => (
        <li key={refund.id}>
          <Refund
            refund={refund}
            accounts={data.accounts}
            failure={failure?.values.refund_id === refund.id ? failure : undefined}
          />
        </li>
      ))}
    </ul>
  );
}

function Refund({
  refund,
  accounts,
  failure,
}: {
  refund: RefundAnswer;
  accounts: BankAccountAnswer[];
  failure: FormFailure | undefined;
}) {
  return (
    <Panel
      title={formatRupiah(refund.amount)}
      action={
        refund.waits_for_approval ? (
          <Badge tone="warning">{payoutStatuses.requested}</Badge>
        ) : (
          <Badge tone={tones[refund.status]}>{statusLabels[refund.status]}</Badge>
        )
      }
    >
      <p className={styles.why}>
        {reasons[refund.reason]}
        {refund.order_id !== null && (
          <>
            {" · "}
            <a className="link" href={hrefs.buyerTransaction(refund.order_id)}>
              {refund.invoice}
            </a>
          </>
        )}
        {" · "}
        {formatDate(new Date(refund.created_at))}
      </p>
      {refund.seller_reason !== "" && <p>Alasan penjual: {refund.seller_reason}</p>}
      {refund.correction_reason !== "" && <p>Alasan: {refund.correction_reason}</p>}
      <p>{whereItIs(refund)}</p>
      {refund.status === "needs_account" && <AccountChoice refund={refund} accounts={accounts} failure={failure} />}
    </Panel>
  );
}

function AccountChoice({
  refund,
  accounts,
  failure,
}: {
  refund: RefundAnswer;
  accounts: BankAccountAnswer[];
  failure: FormFailure | undefined;
}) {
  const isSending = useNavigation().formData?.get("refund_id") === refund.id;
  const more = (
    <ButtonLink href={accountHrefs.bankAccounts("buyer")} variant="outline" size="s">
      {accounts.length === 0 ? "Tambah rekening bank" : "Rekening lain"}
    </ButtonLink>
  );
  if (accounts.length === 0)
    return (
      <>
        <p>
          Tambahkan rekening bank atas nama Anda, lalu pilih di sini. Rekening baru bisa dipakai{" "}
          {span(accountHoldDuration)} setelah disimpan.
        </p>
        <p>{more}</p>
      </>
    );
  return (
    <Form method="post" className={styles.choice} preventScrollReset>
      <FormNotice failure={failure} alone />
      <input type="hidden" name="refund_id" value={refund.id} />
      <SelectField
        label="Kirim ke rekening"
        name="bank_account_id"
        defaultValue={accounts.find(({ is_main }) => is_main)?.id}
        options={accounts.map(({ id, bank_name, number, holder_name, is_usable, usable_from }) => ({
          value: id,
          label: `${bank_name} ${number}, ${holder_name}${is_usable ? "" : ` (mulai ${formatDateTime(new Date(usable_from), "WIB")})`}`,
        }))}
        required
      />
      <p className={styles.buttons}>
        <Button busy={isSending}>Kirim ke rekening ini</Button>
        {more}
      </p>
    </Form>
  );
}

const tones = { needs_account: "warning", pending: "neutral", sent: "neutral", done: "success" } as const;

const statusLabels: Record<RefundAnswer["status"], string> = {
  needs_account: "Perlu rekening",
  pending: "Disiapkan",
  sent: "Sedang dikirim",
  done: "Selesai",
};

const reasons: Record<RefundAnswer["reason"], string> = {
  order_cancelled: "Pesanan dibatalkan",
  order_refunded: "Dana pesanan dikembalikan",
  order_part_refunded: "Sebagian dana pesanan dikembalikan",
  late_payment: "Pembayaran masuk setelah batas waktunya atau dua kali",
  overpayment: "Pembayaran berlebih",
  underpayment: "Pembayaran yang tidak lengkap",
  chargeback: "Pembayaran ditarik kembali oleh bank Anda",
  goodwill: "Kompensasi dari kami",
};

/** Where the money is, and until when it should arrive. */
function whereItIs(refund: RefundAnswer): string {
  const { status, way, account, method_name, expected_at, done_at, has_failed } = refund;
  const until = expected_at ? ` Perkiraan sampai: ${formatDate(new Date(expected_at))}.` : "";
  const destination = account ?? "rekening Anda";
  if (way === "chargeback") return "Bank Anda sudah menarik uang ini kembali.";
  if (status === "done")
    return `Dikirim ${way === "provider" ? `lewat cara bayar asal (${method_name})` : `ke ${destination}`}${done_at ? ` pada ${formatDate(new Date(done_at))}` : ""}.`;
  if (status === "needs_account")
    return has_failed
      ? "Pengiriman sebelumnya tidak berhasil, jadi uangnya kembali ke kami. Pilih rekening tujuan."
      : `Uang ini tidak bisa dikembalikan lewat ${method_name}, jadi kami perlu rekening bank Anda. Uangnya kami simpan sampai Anda memilih.`;
  if (way === "provider") return `Dikembalikan lewat cara bayar asal (${method_name}).${until}`;
  if (refund.waits_for_approval)
    return `Operator kami memeriksanya dulu. Setelah disetujui, kami mengirimnya ke ${destination}, biasanya sampai dalam ${span(accountRefundDuration)}.`;
  return status === "pending"
    ? `Dikirim ke ${destination} begitu rekeningnya bisa dipakai.${until}`
    : `Sedang dikirim ke ${destination}.${until}`;
}
