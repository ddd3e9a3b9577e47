import { Form, useNavigation } from "react-router";
import type { PinApi } from "#accounts/pin/contract.ts";
import { AnyCodeField } from "#accounts/ui/second-factor/code-field.tsx";
import { PinField } from "#accounts/ui/pin/pin-panel.tsx";
import { hrefs } from "#hrefs.ts";
import { accountHrefs } from "#account-hrefs.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import {
  ApiError,
  callContext,
  formFailure,
  pageApi,
  typedApi,
  type ApiResponse,
  type FormFailure,
} from "#lib/api-client.ts";
import type { SectionArgs } from "#lib/page.ts";
import type { CodeOf } from "#lib/refusal.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime, type Zone } from "#lib/time.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { CurrencyField } from "#ui/currency-field.tsx";
import { FormWasSubmitted, SelectField } from "#ui/field.tsx";
import { FormNotice, Notice, type FormRefusal } from "#ui/notice.tsx";
import type { BankAccountAnswer, BankAccountApi } from "../bank-accounts/contract.ts";
import type { paymentRefusals } from "../../contract.ts";
import type { payoutRefusals, WithdrawalApi } from "../contract.ts";
import styles from "./payouts.module.css";

type Preview = ApiResponse<WithdrawalApi["GET /v1/seller/withdrawals/preview"]>["result"];

export type Withdraw = {
  options: ApiResponse<WithdrawalApi["GET /v1/seller/withdrawals/options"]>["result"];
  accounts: BankAccountAnswer[];
  pin: ApiResponse<PinApi["GET /v1/users/pin"]>["result"];
  /** What was asked for, if it can be withdrawn, or why not. */
  asked: { amount: number | null; account: string };
  preview: Preview | null;
  refusal: FormRefusal | null;
  /** Makes the withdrawal once, however often the form is sent. */
  key: string;
};

/** The code of the page's own question. It is asked by the page and not by `/v1`. */
const equalCode = "withdrawals.equal_exists";

/** The codes of refusals that are about the amount alone. */
const amountCodes: readonly string[] = [
  "payouts.too_small" satisfies CodeOf<typeof payoutRefusals>,
  "payments.balance_too_low" satisfies CodeOf<typeof paymentRefusals>,
];

/** Loads the form of a withdrawal, and what it would cost when amount and account are chosen. */
export async function loadWithdraw(args: SectionArgs, search: URLSearchParams): Promise<Withdraw> {
  const api = pageApi<WithdrawalApi & BankAccountApi & PinApi>(args);
  const [options, accounts, pin] = await Promise.all([
    api("GET /v1/seller/withdrawals/options"),
    api("GET /v1/users/bank-accounts"),
    api("GET /v1/users/pin"),
  ]);
  const typed = (search.get("amount") ?? "").replaceAll(".", "");
  const amount = /^\d{1,15}$/.test(typed) ? Number(typed) : null;
  const account = search.get("account") ?? "";
  const known = accounts.result.some(({ id }) => id === account);
  let preview: Withdraw["preview"] = null;
  let refusal: Withdraw["refusal"] = null;
  if (typed !== "" && known) {
    try {
      // Not pageApi: a refusal is shown in the form, not as an error page.
      const call = typedApi<WithdrawalApi>(args.context.get(callContext));
      const query = { amount: typed, bank_account_id: account };
      preview = (await call("GET /v1/seller/withdrawals/preview", { query })).result;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const wrong = error.fields.amount ?? (amountCodes.includes(error.code) ? [error.message] : undefined);
      refusal = wrong
        ? { message: "Jumlah ini tidak bisa ditarik.", fields: { amount: wrong } }
        : { message: error.message };
    }
  }
  return {
    options: options.result,
    accounts: accounts.result,
    pin: pin.result,
    asked: { amount, account },
    preview,
    refusal,
    key: crypto.randomUUID(),
  };
}

/** What the seller reads before the same amount goes to the same account once more. */
const equalText = ({ amount, zone }: Preview, equal: NonNullable<Preview["equal"]>) =>
  `${formatRupiah(amount)} ke rekening ini sudah diminta ${formatDateTime(new Date(equal.requested_at), zone)}. Sekali lagi berarti penarikan kedua, dengan biayanya sendiri.`;

/**
 * Asks once more when an equal withdrawal was requested that this form had not shown, such as one of another tab. Null
 * when there is nothing to ask. The form sends `repeat_of`, the id of the equal withdrawal that it has shown, and
 * `answer_lost` when the answer of its own request was lost.
 */
export async function askAboutEqual(args: SectionArgs, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "");
  // The equal one may be this form's own, whose answer was lost: its key makes no second one.
  if (text("answer_lost") !== "") return null;
  const call = typedApi<WithdrawalApi>(args.context.get(callContext));
  try {
    const query = { amount: text("amount"), bank_account_id: text("account") };
    const { result } = await call("GET /v1/seller/withdrawals/preview", { query });
    if (!result.equal || result.equal.id === text("repeat_of")) return null;
    const message = equalText(result, result.equal);
    const asked = formFailure(new ApiError(409, { code: equalCode, message }), form);
    asked.data.values.repeat_of = result.equal.id;
    return asked;
  } catch (error) {
    // The withdrawal itself is refused in the same words.
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** The form of a withdrawal: first amount and account, then the costs and the PIN. */
export function WithdrawView({ data, failure }: { data: Withdraw; failure: FormFailure | undefined }) {
  const { options, accounts, pin } = data;
  const usable = accounts.filter(({ is_usable: isUsable }) => isUsable);
  const canConfirm = pin.set_at !== null || pin.has_second_factor;
  return (
    <div className={styles.stack}>
      <BackLink href={hrefs.manageMerchant("balance")}>Saldo</BackLink>
      <h1>Tarik saldo</h1>
      <p>
        Saldo Anda <b>{formatRupiah(options.balance)}</b>.
      </p>
      {usable.length === 0 || !canConfirm ? (
        <Preparation accounts={accounts} canConfirm={canConfirm} zone={options.zone} />
      ) : data.preview ? (
        <ConfirmForm data={data} preview={data.preview} failure={failure} />
      ) : (
        // This form is sent by GET, so the page does not know that it answers one.
        <FormWasSubmitted value={data.refusal !== null}>
          <AmountForm data={data} usable={usable} />
        </FormWasSubmitted>
      )}
    </div>
  );
}

/** What is missing before the first withdrawal. */
function Preparation({
  accounts,
  canConfirm,
  zone,
}: {
  accounts: readonly BankAccountAnswer[];
  canConfirm: boolean;
  zone: Zone;
}) {
  const [waiting] = accounts;
  const isAccountUsable = accounts.some(({ is_usable: isUsable }) => isUsable);
  return (
    <Panel title="Sebelum penarikan pertama">
      <ol className={styles.steps}>
        <li>
          {isAccountUsable ? (
            "Rekening bank sudah ada."
          ) : waiting ? (
            `Rekening Anda bisa dipakai mulai ${formatDateTime(new Date(waiting.usable_from), zone)}.`
          ) : (
            <>
              <a className="link" href={accountHrefs.bankAccounts("seller")}>
                Simpan rekening bank
              </a>{" "}
              tujuan penarikan.
            </>
          )}
        </li>
        <li>
          {canConfirm ? (
            "PIN atau verifikasi dua langkah sudah ada."
          ) : (
            <>
              <a className="link" href={accountHrefs.choosePin(sellerHrefs.sellerWithdraw())}>
                Buat PIN
              </a>{" "}
              di Profil, bagian Keamanan.
            </>
          )}
        </li>
      </ol>
    </Panel>
  );
}

function AmountForm({ data, usable }: { data: Withdraw; usable: readonly BankAccountAnswer[] }) {
  const { options, asked, refusal } = data;
  const main = usable.find(({ is_main: isMain }) => isMain) ?? usable[0];
  return (
    <Panel>
      <Form method="get" className={styles.form}>
        <FormNotice failure={refusal ?? undefined} />
        <input type="hidden" name="page" value="balance" />
        <input type="hidden" name="view" value="withdraw" />
        <CurrencyField
          label="Jumlah penarikan"
          name="amount"
          defaultValue={asked.amount ?? options.balance}
          hint={
            options.is_last
              ? "Toko sedang libur, jadi seluruh saldo bisa ditarik tanpa biaya."
              : options.balance < options.min
                ? `Paling sedikit ${formatRupiah(options.min)}. Menutup toko? Liburkan toko di Pengaturan, lalu tarik seluruh saldo tanpa biaya.`
                : `Paling sedikit ${formatRupiah(options.min)}. Biaya ${formatRupiah(options.fee)} dipotong dari jumlah ini.`
          }
          errors={refusal?.fields?.amount}
        />
        <SelectField
          label="Ke rekening"
          name="account"
          options={usable.map(({ id, bank_name: bank, number, holder_name: holder }) => ({
            value: id,
            label: `${bank} ${number}, ${holder}`,
          }))}
          defaultValue={asked.account || main?.id}
        />
        <div>
          <Button>Lanjutkan</Button>
        </div>
      </Form>
    </Panel>
  );
}

function ConfirmForm({
  data,
  preview,
  failure,
}: {
  data: Withdraw;
  preview: Preview;
  failure: FormFailure | undefined;
}) {
  const busy = useNavigation().state === "submitting";
  const account = data.accounts.find(({ id }) => id === data.asked.account);
  const isAnswerLost = (failure?.values.answer_lost ?? "") !== "";
  const repeatOf = isAnswerLost ? "" : (failure?.values.repeat_of ?? preview.equal?.id ?? "");
  return (
    <Panel title="Periksa penarikan Anda">
      <div className={styles.form}>
        <dl className={styles.facts}>
          <div>
            <dt>Dari saldo</dt>
            <dd>{formatRupiah(preview.amount)}</dd>
          </div>
          <div>
            <dt>Biaya penarikan</dt>
            <dd>{preview.fee === 0 ? "Gratis" : `−${formatRupiah(preview.fee)}`}</dd>
          </div>
          <div className={styles.sum}>
            <dt>Masuk ke rekening</dt>
            <dd>{formatRupiah(preview.received)}</dd>
          </div>
          <div>
            <dt>Rekening</dt>
            <dd>
              {account?.bank_name} {account?.number}
              <br />
              {account?.holder_name}
            </dd>
          </div>
        </dl>
        {preview.approvals > 0 && (
          <Notice>
            Operator kami memeriksa penarikan ini dulu, karena{" "}
            {preview.approvals > 1 ? "jumlahnya besar" : "rekeningnya baru atau jumlahnya besar"}. Kami mengabari Anda.
          </Notice>
        )}
        {preview.equal && !isAnswerLost && failure?.code !== equalCode && (
          <Notice tone="warning" title="Anda baru saja meminta penarikan yang sama">
            <p>
              {equalText(preview, preview.equal)}{" "}
              <a className="link" href={sellerHrefs.sellerWithdrawal(preview.equal.id)}>
                Lihat penarikan itu
              </a>
              .
            </p>
          </Notice>
        )}
        <Form method="post" className={styles.form}>
          <FormNotice failure={failure} />
          <input type="hidden" name="repeat_of" value={repeatOf} />
          <input type="hidden" name="answer_lost" value={isAnswerLost ? "1" : ""} />
          <input type="hidden" name="intent" value="withdraw" />
          <input type="hidden" name="key" value={failure?.values.key ?? data.key} />
          <input type="hidden" name="amount" value={preview.amount} />
          <input type="hidden" name="account" value={data.asked.account} />
          {data.pin.set_at ? (
            <PinField label="PIN Anda" name="password_pin" errors={failure?.fields.pin} />
          ) : (
            <AnyCodeField name="code" />
          )}
          <div className={styles.actions}>
            <Button busy={busy}>
              Tarik {formatRupiah(preview.amount)}
              {repeatOf !== "" && " sekali lagi"}
            </Button>
            <ButtonLink variant="outline" href={sellerHrefs.sellerWithdraw()}>
              Ubah
            </ButtonLink>
          </div>
          {data.pin.set_at && (
            <p className={styles.small}>
              Lupa PIN?{" "}
              <a className="link" href={accountHrefs.choosePin(sellerHrefs.sellerWithdraw())}>
                Buat yang baru
              </a>
              .
            </p>
          )}
        </Form>
      </div>
    </Panel>
  );
}
