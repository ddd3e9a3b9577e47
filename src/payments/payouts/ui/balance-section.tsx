import { Form, redirect, useNavigation } from "react-router";
import { hrefs } from "#hrefs.ts";
import { accountHrefs } from "#account-hrefs.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { ApiError, formFailure, pageApi, type ApiResponse, type FormFailure } from "#lib/api-client.ts";
import type { Section, SectionArgs } from "#lib/page.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { SelectField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { WithdrawalAnswer, WithdrawalApi } from "../contract.ts";
import { minAutomaticWithdrawal, weekdays, withdrawalFee } from "../rules.ts";
import type { BalanceApi } from "../statement/contract.ts";
import styles from "./payouts.module.css";
import { askAboutEqual, loadWithdraw, WithdrawView, type Withdraw } from "./withdraw-view.tsx";
import { loadWithdrawal, loadWithdrawals, WithdrawalsView, WithdrawalView } from "./withdrawal-views.tsx";
import type { OneWithdrawal, Withdrawals } from "./withdrawal-views.tsx";
import { WithdrawalTable } from "./withdrawal-table.tsx";

type Api = BalanceApi & WithdrawalApi;
type Overview = {
  balance: ApiResponse<BalanceApi["GET /v1/seller/balance"]>["result"];
  options: ApiResponse<WithdrawalApi["GET /v1/seller/withdrawals/options"]>["result"];
  withdrawals: WithdrawalAnswer[];
  months: ApiResponse<BalanceApi["GET /v1/seller/statements"]>["result"];
  saved: boolean;
};
type Data =
  | { view: "overview"; data: Overview }
  | { view: "withdraw"; data: Withdraw }
  | { view: "withdrawal"; data: OneWithdrawal }
  | { view: "withdrawals"; data: Withdrawals };

const unknownWithdrawal =
  "Sambungan terputus saat mengirim, jadi kami belum tahu apakah penarikan ini sampai. Coba lagi di sini: penarikan yang sama tidak dibuat dua kali.";

const shownWithdrawals = 5;

/** `/manageMerchant?page=balance`: the balance, withdrawals, and what changed the balance. */
export const sellerBalanceSection: Section<Data> = {
  title: "Saldo",
  load: async (args) => {
    const search = new URL(args.request.url).searchParams;
    switch (search.get("view")) {
      case "withdraw":
        return { view: "withdraw", data: await loadWithdraw(args, search) };
      case "withdrawal":
        return { view: "withdrawal", data: await loadWithdrawal(args, search) };
      case "withdrawals":
        return { view: "withdrawals", data: await loadWithdrawals(args, search) };
      default:
        return { view: "overview", data: await loadOverview(args, search) };
    }
  },
  act: async (args, form) => {
    try {
      const asked = form.get("intent") === "withdraw" ? await askAboutEqual(args, form) : null;
      if (asked) return asked;
      return redirect(await actOnBalance(args, form));
    } catch (error) {
      // The request may have arrived: the form keeps its key, so that a second press does not withdraw twice.
      if (error instanceof ApiError && error.status === 0 && form.get("intent") === "withdraw") {
        const unknown = formFailure(new ApiError(0, { ...error.body, message: unknownWithdrawal }), form);
        unknown.data.values.answer_lost = "1";
        return unknown;
      }
      return formFailure(error, form);
    }
  },
  View: ({ data: loaded, failure }) => {
    switch (loaded.view) {
      case "withdraw":
        return <WithdrawView data={loaded.data} failure={failure} />;
      case "withdrawal":
        return <WithdrawalView data={loaded.data} failure={failure} />;
      case "withdrawals":
        return <WithdrawalsView data={loaded.data} />;
      case "overview":
        return <OverviewView data={loaded.data} failure={failure} />;
    }
  },
};

async function loadOverview(args: SectionArgs, search: URLSearchParams): Promise<Overview> {
  const api = pageApi<Api>(args);
  const asked = search.get("halaman") ?? "1";
  const page = /^[1-9]\d{0,3}$/.test(asked) ? asked : "1";
  const [balance, options, withdrawals, months] = await Promise.all([
    api("GET /v1/seller/balance", { query: { page } }),
    api("GET /v1/seller/withdrawals/options"),
    api("GET /v1/seller/withdrawals"),
    api("GET /v1/seller/statements"),
  ]);
  if (page !== "1" && balance.result.entries.length === 0) throw redirect(hrefs.manageMerchant("balance"));
  return {
    balance: balance.result,
    options: options.result,
    withdrawals: withdrawals.result.rows.slice(0, shownWithdrawals),
    months: months.result,
    saved: search.get("saved") === "schedule",
  };
}

/** Handles a form of any view. Returns where to go next. */
async function actOnBalance(args: SectionArgs, form: FormData): Promise<string> {
  const api = pageApi<Api>(args);
  const text = (name: string) => String(form.get(name) ?? "");
  switch (text("intent")) {
    case "withdraw": {
      const { data } = await api("POST /v1/seller/withdrawals", {
        headers: { "idempotency-key": text("key") },
        body: {
          amount: Number(text("amount")),
          bank_account_id: text("account"),
          ...(text("password_pin") === "" ? {} : { pin: text("password_pin") }),
          ...(text("code") === "" ? {} : { code: text("code") }),
        },
      });
      return sellerHrefs.sellerWithdrawal(data.id, "requested");
    }
    case "cancel": {
      const params = { payoutId: text("id") };
      await api("POST /v1/seller/withdrawals/:payoutId/cancel", { params });
      return sellerHrefs.sellerWithdrawal(params.payoutId, "cancelled");
    }
    default: {
      const weekday = text("weekday") === "" ? null : Number(text("weekday"));
      await api("PUT /v1/seller/withdrawals/schedule", { body: { weekday } });
      return `${hrefs.manageMerchant("balance")}&saved=schedule`;
    }
  }
}

function OverviewView({ data, failure }: { data: Overview; failure: FormFailure | undefined }) {
  const { balance, options, withdrawals, months } = data;
  return (
    <div className={styles.stack}>
      <h1>Saldo</h1>
      {data.saved && !failure && <Notice tone="success">Pilihan penarikan otomatis sudah tersimpan.</Notice>}
      {options.is_held && (
        <Notice tone="warning" title="Penarikan sedang dihentikan sementara">
          Kami sedang memeriksa pembukuan. Saldo Anda aman.
        </Notice>
      )}
      {options.debt > 0 && (
        <Notice tone="warning" title={`Kewajiban toko ${formatRupiah(options.debt)}`}>
          Pengembalian dana setelah pesanan selesai melebihi saldo. Penjualan berikutnya melunasinya dulu, lalu
          penarikan bisa lagi.
        </Notice>
      )}
      <Panel>
        <p className={styles.small}>Saldo toko</p>
        <p className={styles.balance}>{formatRupiah(balance.balance)}</p>
        <dl className={styles.numbers}>
          <div>
            <dt>Menunggu pesanan selesai</dt>
            <dd>{formatRupiah(balance.pending)}</dd>
          </div>
          <div>
            <dt>Sedang ditarik</dt>
            <dd>{formatRupiah(balance.withdrawing)}</dd>
          </div>
        </dl>
        <div className={styles.actions}>
          {balance.balance > 0 && options.debt === 0 && !options.is_held && (
            <ButtonLink href={sellerHrefs.sellerWithdraw()}>Tarik saldo</ButtonLink>
          )}
          <ButtonLink variant="outline" icon="bank" href={accountHrefs.bankAccounts("seller")}>
            Rekening bank
          </ButtonLink>
          <ButtonLink variant="outline" icon="receipt" href={sellerHrefs.sellerTax()}>
            Pajak
          </ButtonLink>
        </div>
      </Panel>
      {withdrawals.length > 0 && (
        <Panel
          title="Penarikan"
          flush
          action={
            <a className="link" href={sellerHrefs.sellerWithdrawals()}>
              Semua
            </a>
          }
        >
          <WithdrawalTable rows={withdrawals} zone={balance.zone} />
        </Panel>
      )}
      <SchedulePanel weekday={options.weekday} failure={failure} />
      {months.length > 0 && <MonthsPanel months={months} />}
      <Entries balance={balance} />
    </div>
  );
}

const shownMonths = 3;

function MonthsPanel({ months }: { months: Overview["months"] }) {
  const earlier = months.slice(shownMonths);
  return (
    <Panel title="Mutasi per bulan" flush>
      <MonthTable months={months.slice(0, shownMonths)} label="Mutasi per bulan" />
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary className="link">Bulan sebelumnya</summary>
          <MonthTable months={earlier} label="Mutasi bulan sebelumnya" />
        </details>
      )}
    </Panel>
  );
}

function MonthTable({ months, label }: { months: Overview["months"]; label: string }) {
  const signed = (sign: string, amount: number) => (amount === 0 ? formatRupiah(0) : `${sign}${formatRupiah(amount)}`);
  return (
    <ListTable head={["Bulan", "Masuk", "Keluar", "Saldo akhir"]} label={label}>
      {months.map(({ month, label: name, is_over: isOver, income, outgo, closing }) => (
        <tr key={month}>
          <th scope="row">
            {name}
            <small>
              {isOver && (
                <>
                  <a href={sellerHrefs.statement(month)} aria-label={`Laporan ${name}`}>
                    Laporan
                  </a>{" "}
                  ·{" "}
                </>
              )}
              <a href={sellerHrefs.statementFile(month)} aria-label={`Unduh CSV mutasi ${name}`} download>
                Unduh CSV
              </a>
            </small>
          </th>
          <td data-label="Masuk">{signed("+", income)}</td>
          <td data-label="Keluar">{signed("−", outgo)}</td>
          <td data-label="Saldo akhir">{formatRupiah(closing)}</td>
        </tr>
      ))}
    </ListTable>
  );
}

function SchedulePanel({ weekday, failure }: { weekday: number | null; failure: FormFailure | undefined }) {
  const busy = useNavigation().formData?.get("intent") === "schedule";
  return (
    <Panel title="Penarikan otomatis">
      <Form method="post" className={styles.form}>
        <FormNotice failure={failure} />
        <input type="hidden" name="intent" value="schedule" />
        <p className={styles.small}>
          Seluruh saldo ditarik setiap minggu ke rekening utama Anda, bila saldonya paling sedikit{" "}
          {formatRupiah(minAutomaticWithdrawal)}. Biaya {formatRupiah(withdrawalFee)} dipotong dari setiap penarikan.
        </p>
        <div className={styles.inline}>
          <SelectField
            label="Hari penarikan"
            name="weekday"
            required={false}
            empty="Tidak otomatis"
            options={weekdays.map((label, index) => ({ value: String(index + 1), label }))}
            defaultValue={failure?.values.weekday ?? String(weekday ?? "")}
            errors={failure?.fields.weekday}
          />
          <Button variant="outline" busy={busy}>
            Simpan
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

function Entries({ balance }: { balance: Overview["balance"] }) {
  if (balance.entries.length === 0)
    return <EmptyState>Belum ada pergerakan saldo. Dana masuk begitu pesanan selesai.</EmptyState>;
  return (
    <>
      <Panel title="Riwayat saldo" flush>
        <ListTable head={["Keterangan", "Jumlah"]} label="Riwayat saldo">
          {balance.entries.map((entry) => (
            <tr key={`${entry.at} ${entry.kind} ${entry.order_id ?? entry.payout_id} ${entry.amount}`}>
              <th scope="row">
                {entry.label}
                {entry.order_id && (
                  <small>
                    <a href={hrefs.sellerTransaction(entry.order_id)}>{entry.invoice}</a>
                  </small>
                )}
                {entry.payout_id && (
                  <small>
                    <a href={sellerHrefs.sellerWithdrawal(entry.payout_id)}>{entry.payout}</a>
                  </small>
                )}
                <small className={table.when}>
                  <time dateTime={entry.at}>{formatDateTime(new Date(entry.at), balance.zone)}</time>
                </small>
              </th>
              <td>
                {entry.amount > 0 ? "+" : "−"}
                {formatRupiah(Math.abs(entry.amount))}
              </td>
            </tr>
          ))}
        </ListTable>
      </Panel>
      <Pagination
        page={balance.page}
        last={balance.page + (balance.more ? 1 : 0)}
        href={(page) => `${hrefs.manageMerchant("balance")}&halaman=${page}`}
      />
    </>
  );
}
