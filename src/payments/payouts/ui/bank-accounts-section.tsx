import { Form, redirect, useNavigation } from "react-router";
import type { IdentityAnswer, OauthApi } from "#accounts/providers/contract.ts";
import type { PasskeyApi } from "#accounts/passkeys/contract.ts";
import type { SecondFactorApi } from "#accounts/second-factor/contract.ts";
import { freshLoginDuration } from "#accounts/session/rules.ts";
import { ConfirmPanel } from "#accounts/ui/session/session-confirm-panel.tsx";
import { hrefs } from "#hrefs.ts";
import { accountHrefs } from "#account-hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section, SectionArgs } from "#lib/page.ts";
import { formatDateTime, span } from "#lib/time.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { BankAccountAnswer, BankAccountApi } from "../bank-accounts/contract.ts";
import { accountHoldDuration, holderNameLength, maxBankAccounts } from "../bank-accounts/rules.ts";
import styles from "./payouts.module.css";

type Data = {
  of: "seller" | "buyer";
  accounts: BankAccountAnswer[];
  banks: { value: string; label: string }[];
  isFresh: boolean;
  hasPassword: boolean;
  hasPasskey: boolean;
  identities: IdentityAnswer[];
  saved: string | null;
};

const notices: Readonly<Record<string, string>> = {
  added: "Rekening Anda sudah tersimpan. Kami mengirim email tentang perubahan ini.",
  main: "Rekening utama sudah diganti.",
  removed: "Rekening itu sudah dihapus.",
  confirmed: "Terima kasih. Sekarang Anda bisa mengubah rekening.",
};

function bankAccountsSection(of: "seller" | "buyer"): Section<Data> {
  return {
    title: "Rekening bank",
    load: async (args) => {
      const api = pageApi<BankAccountApi & SecondFactorApi & PasskeyApi & OauthApi>(args);
      const [accounts, banks, security, passkeys, identities] = await Promise.all([
        api("GET /v1/users/bank-accounts"),
        api("GET /v1/banks"),
        api("GET /v1/users/security"),
        api("GET /v1/users/passkeys"),
        api("GET /v1/users/identities"),
      ]);
      return {
        of,
        accounts: accounts.result,
        banks: banks.result.map(({ code, name }) => ({ value: code, label: name })),
        isFresh: security.result.is_fresh,
        hasPassword: security.result.has_password,
        hasPasskey: passkeys.result.length > 0,
        identities: identities.result,
        saved: notices[new URL(args.request.url).searchParams.get("saved") ?? ""] ?? null,
      };
    },
    act: async (args, form) => {
      try {
        return redirect(`${accountHrefs.bankAccounts(of)}&saved=${await change(args, form)}`);
      } catch (error) {
        return formFailure(error, form);
      }
    },
    View: BankAccountsView,
  };
}

/** `/manageMerchant?page=bankAccounts`. */
export const sellerBankAccountsSection = bankAccountsSection("seller");
/** `/profile?page=bankAccounts`: the same for a buyer, who gets refunds there. */
export const buyerBankAccountsSection = bankAccountsSection("buyer");

async function change(args: SectionArgs, form: FormData): Promise<string> {
  const api = pageApi<BankAccountApi & SecondFactorApi>(args);
  const text = (name: string) => String(form.get(name) ?? "");
  const params = { accountId: text("id") };
  switch (text("intent")) {
    case "confirm":
      await api("POST /v1/users/confirm", { body: { current_password: text("confirm_password") } });
      return "confirmed";
    case "main":
      await api("PUT /v1/users/bank-accounts/:accountId/main", { params });
      return "main";
    case "remove":
      await api("DELETE /v1/users/bank-accounts/:accountId", { params });
      return "removed";
    default:
      await api("POST /v1/users/bank-accounts", {
        body: { bank_code: text("bank_code"), number: text("number"), holder_name: text("holder_name") },
      });
      return "added";
  }
}

function BankAccountsView({ data, failure }: { data: Data; failure: FormFailure | undefined }) {
  const intent = failure?.values.intent;
  return (
    <div className={styles.stack}>
      {data.of === "seller" && <BackLink href={hrefs.manageMerchant("balance")}>Saldo</BackLink>}
      <h1>Rekening bank</h1>
      {data.saved && !failure && <Notice tone="success">{data.saved}</Notice>}
      {!data.isFresh && (
        <ConfirmPanel
          why={`Mengubah rekening butuh satu pembuktian. Berlaku ${span(freshLoginDuration)}.`}
          from={accountHrefs.bankAccounts(data.of)}
          hasPassword={data.hasPassword}
          identities={data.identities}
          hasPasskey={data.hasPasskey}
          failure={intent === "confirm" ? failure : undefined}
        />
      )}
      <Panel title="Rekening Anda">
        <FormNotice failure={intent === "main" || intent === "remove" ? failure : undefined} alone />
        {data.accounts.length === 0 ? (
          <EmptyState>
            {data.of === "seller"
              ? "Belum ada rekening. Simpan satu untuk menarik saldo."
              : "Belum ada rekening. Simpan satu bila pengembalian dana tidak bisa lewat cara Anda membayar."}
          </EmptyState>
        ) : (
          <ul className={styles.rows}>
            {data.accounts.map((account) => (
              <AccountRow key={account.id} account={account} canChange={data.isFresh} of={data.of} />
            ))}
          </ul>
        )}
      </Panel>
      {data.isFresh && <AddPanel data={data} failure={intent === "add" ? failure : undefined} />}
    </div>
  );
}

function AccountRow({
  account,
  canChange,
  of,
}: {
  account: BankAccountAnswer;
  canChange: boolean;
  of: "seller" | "buyer";
}) {
  const name = `${account.bank_name} ${account.number}`;
  return (
    <li>
      <div>
        <p className={styles.name}>
          <b>{name}</b>
          {account.is_main && <Badge tone="success">Utama</Badge>}
          {!account.is_usable && <Badge tone="warning">Belum bisa dipakai</Badge>}
        </p>
        <p>{account.holder_name}</p>
        <p className={styles.small}>
          {account.is_usable
            ? account.is_verified
              ? "Nama diperiksa di bank."
              : "Nama seperti yang Anda tulis."
            : `Bisa dipakai mulai ${formatDateTime(new Date(account.usable_from))}.`}
        </p>
      </div>
      {canChange && (
        <div className={styles.actions}>
          {!account.is_main && of === "seller" && (
            <IntentForm intent="main" id={account.id} label="Jadikan utama" about={name} />
          )}
          <RemoveForm id={account.id} name={name} />
        </div>
      )}
    </li>
  );
}

function IntentForm({ intent, id, label, about }: { intent: string; id: string; label: string; about: string }) {
  const sent = useNavigation().formData;
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <Button
        variant="outline"
        size="s"
        aria-label={`${label}: ${about}`}
        busy={sent?.get("intent") === intent && sent.get("id") === id}
      >
        {label}
      </Button>
    </Form>
  );
}

/** Removes an account after a question, because the same account stored again has to wait. Works without scripts. */
function RemoveForm({ id, name }: { id: string; name: string }) {
  const sent = useNavigation().formData;
  return (
    <details className={styles.remove}>
      <summary aria-label={`Hapus: ${name}`}>Hapus</summary>
      <Form method="post">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="id" value={id} />
        <p>
          Hapus {name}? Bila Anda menyimpannya lagi, rekening ini baru bisa dipakai {span(accountHoldDuration)}{" "}
          kemudian.
        </p>
        <Button variant="danger" size="s" busy={sent?.get("intent") === "remove" && sent.get("id") === id}>
          Ya, hapus
        </Button>
      </Form>
    </details>
  );
}

function AddPanel({ data, failure }: { data: Data; failure: FormFailure | undefined }) {
  const busy = useNavigation().formData?.get("intent") === "add";
  if (data.accounts.length >= maxBankAccounts)
    return (
      <p className={styles.small}>Paling banyak {maxBankAccounts} rekening. Hapus satu untuk menambah yang lain.</p>
    );
  return (
    <Panel title="Tambah rekening">
      <Form method="post" className={styles.form} key={data.accounts.length}>
        <FormNotice failure={failure} />
        <input type="hidden" name="intent" value="add" />
        <SelectField
          label="Bank"
          name="bank_code"
          empty="Pilih bank"
          options={data.banks}
          defaultValue={failure?.values.bank_code ?? ""}
          errors={failure?.fields.bank_code}
        />
        <TextField
          label="Nomor rekening"
          name="number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          defaultValue={failure?.values.number}
          errors={failure?.fields.number}
        />
        <TextField
          label="Nama pemilik rekening"
          name="holder_name"
          autoComplete="name"
          maxLength={holderNameLength.max}
          hint="Seperti tertulis di buku tabungan atau aplikasi bank."
          defaultValue={failure?.values.holder_name}
          errors={failure?.fields.holder_name}
        />
        <p className={styles.small}>
          Rekening baru bisa dipakai {span(accountHoldDuration)} setelah disimpan, demi keamanan Anda.
        </p>
        <div>
          <Button busy={busy}>Simpan rekening</Button>
        </div>
      </Form>
    </Panel>
  );
}
