import { redirect } from "react-router";
import { hrefs } from "#hrefs.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { pageApi, type ApiResponse, type FormFailure } from "#lib/api-client.ts";
import type { SectionArgs } from "#lib/page.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { WithdrawalAnswer, WithdrawalApi } from "../contract.ts";
import { PayoutBadge } from "./payout-badge.tsx";
import styles from "./payouts.module.css";
import { WithdrawalTable } from "./withdrawal-table.tsx";

export type Withdrawals = ApiResponse<WithdrawalApi["GET /v1/seller/withdrawals"]>["result"];

/** All withdrawals of the shop, a page of them. */
export async function loadWithdrawals(args: SectionArgs, search: URLSearchParams): Promise<Withdrawals> {
  const asked = search.get("n") ?? "1";
  const page = /^[1-9]\d{0,3}$/.test(asked) ? asked : "1";
  const { result } = await pageApi<WithdrawalApi>(args)("GET /v1/seller/withdrawals", { query: { page } });
  if (page !== "1" && result.rows.length === 0) throw redirect(sellerHrefs.sellerWithdrawals());
  return result;
}

export function WithdrawalsView({ data }: { data: Withdrawals }) {
  return (
    <div className={styles.stack}>
      <BackLink href={hrefs.manageMerchant("balance")}>Saldo</BackLink>
      <h1>Penarikan</h1>
      {data.rows.length === 0 ? (
        <EmptyState>Belum ada penarikan.</EmptyState>
      ) : (
        <Panel flush>
          <WithdrawalTable rows={data.rows} zone={data.zone} />
        </Panel>
      )}
      <Pagination page={data.page} last={data.page + (data.more ? 1 : 0)} href={sellerHrefs.sellerWithdrawals} />
    </div>
  );
}

export type OneWithdrawal = {
  withdrawal: ApiResponse<WithdrawalApi["GET /v1/seller/withdrawals/:payoutId"]>["result"];
  notice: "requested" | "cancelled" | null;
};

/** One withdrawal; an unknown one shows the 404 page. */
export async function loadWithdrawal(args: SectionArgs, search: URLSearchParams): Promise<OneWithdrawal> {
  const payoutId = search.get("id") ?? "";
  const { result } = await pageApi<WithdrawalApi>(args)("GET /v1/seller/withdrawals/:payoutId", {
    params: { payoutId },
  });
  const notice = search.get("notice");
  return { withdrawal: result, notice: notice === "requested" || notice === "cancelled" ? notice : null };
}

/** What an open withdrawal waits for, as the seller reads it. */
const waits: Partial<Record<WithdrawalAnswer["status"], string>> = {
  requested: "Operator kami memeriksanya dulu. Sampai disetujui, Anda bisa membatalkannya.",
  approved: "Sudah disetujui. Kami mengirimnya ke bank Anda.",
  sent: "Sudah kami serahkan ke bank. Biasanya sampai dalam hari kerja yang sama.",
};

export function WithdrawalView({ data, failure }: { data: OneWithdrawal; failure: FormFailure | undefined }) {
  const { withdrawal, notice } = data;
  const wait = waits[withdrawal.status];
  const isReturned = withdrawal.status !== "paid" && !wait;
  return (
    <div className={styles.stack}>
      <BackLink href={hrefs.manageMerchant("balance")}>Saldo</BackLink>
      <div className={styles.head}>
        <h1>Penarikan {formatRupiah(withdrawal.amount)}</h1>
        <PayoutBadge payout={withdrawal} />
      </div>
      {notice === "requested" && wait && (
        <Notice tone="success" title="Permintaan Anda kami terima">
          {wait}
        </Notice>
      )}
      {notice === "cancelled" && <Notice tone="success">Penarikan dibatalkan. Uangnya kembali ke saldo.</Notice>}
      {notice === null && wait && <Notice>{wait}</Notice>}
      {withdrawal.reason && (
        <Notice tone="warning" title={`${formatRupiah(withdrawal.amount)} kembali ke saldo Anda`}>
          {withdrawal.reason}
        </Notice>
      )}
      <Panel title="Rincian">
        <dl className={styles.facts}>
          <Fact name="Nomor" value={withdrawal.reference} />
          <Fact name="Dari saldo" value={formatRupiah(withdrawal.amount)} />
          {isReturned ? (
            <Fact name="Kembali ke saldo" value={formatRupiah(withdrawal.amount)} />
          ) : (
            <>
              <Fact name="Biaya penarikan" value={withdrawal.fee === 0 ? "Gratis" : formatRupiah(withdrawal.fee)} />
              <Fact name="Masuk ke rekening" value={formatRupiah(withdrawal.received)} />
            </>
          )}
          <Fact name="Rekening" value={`${withdrawal.bank_name} ${withdrawal.number}`} />
          <Fact name="Atas nama" value={withdrawal.holder_name} />
          {withdrawal.is_automatic && <Fact name="Diminta" value="Otomatis, sesuai jadwal Anda" />}
        </dl>
      </Panel>
      <Panel title="Riwayat">
        <ol className={styles.rows}>
          {withdrawal.events.map(({ label, at }) => (
            <li key={`${at} ${label}`}>
              <div>{label}</div>
              <p className={styles.small}>{formatDateTime(new Date(at), withdrawal.zone)}</p>
            </li>
          ))}
        </ol>
      </Panel>
      {withdrawal.status === "requested" && (
        <div className={styles.form}>
          <ConfirmForm
            intent="cancel"
            label="Batalkan penarikan"
            question={`${formatRupiah(withdrawal.amount)} kembali ke saldo Anda. Batalkan penarikan ini?`}
            confirm="Ya, batalkan"
            look="danger"
            failure={failure}
          >
            <input type="hidden" name="id" value={withdrawal.id} />
          </ConfirmForm>
        </div>
      )}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
