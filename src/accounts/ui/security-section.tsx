import { Form, redirectDocument, useActionData, useNavigation } from "react-router";
import { hrefs } from "#hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import { brandName } from "#lib/brand.ts";
import type { Section, SectionArgs } from "#lib/page.ts";
import type { CodeOf } from "#lib/refusal.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { AccountApi, SessionAnswer } from "../contract.ts";
import type { IdentityAnswer, OauthApi, providerRefusals } from "../providers/contract.ts";
import { oauthFailures, oauthMessage, providerNames, providers } from "../providers/rules.ts";
import type { PasskeyAnswer, PasskeyApi } from "../passkeys/contract.ts";
import type { PinApi } from "../pin/contract.ts";
import type { EmailState } from "../recovery/contract.ts";
import type { SecondFactorApi, SecurityAnswer } from "../second-factor/contract.ts";
import { CurrentPasswordField, NewPasswordFields } from "./password/password-fields.tsx";
import { actOnEmail, EmailPanel, isAboutEmail, loadEmail } from "./email/email-panel.tsx";
import { OauthPanel } from "./providers/oauth-panel.tsx";
import { PasskeyPanel } from "./passkeys/passkey-panel.tsx";
import { PinPanel, type PinState } from "./pin/pin-panel.tsx";
import { RecoveryCodes, SecondFactorPanel } from "./second-factor/second-factor-panel.tsx";
import { sectionSuccess, type SectionSuccess } from "./section-success.ts";
import styles from "./sections.module.css";
import { ConfirmPanel } from "./session/session-confirm-panel.tsx";
import { SessionPanel } from "./session/session-panel.tsx";

type Data = {
  email: EmailState;
  security: SecurityAnswer;
  pin: PinState;
  sessions: SessionAnswer[];
  passkeys: PasskeyAnswer[];
  identities: IdentityAnswer[];
  /** How a login at a provider ended. */
  oauth: { tone: "success" | "error"; sentence: string } | null;
  /** The console sent an operator here. */
  forConsole: boolean;
};
type SecuritySuccess = SectionSuccess & { codes?: readonly string[] };
type SecurityApi = AccountApi & OauthApi & PasskeyApi & PinApi & SecondFactorApi;

/** The ways to log in and the user's sessions, in /profile. */
export const securitySection: Section<Data> = {
  title: "Keamanan",
  load: async (args) => {
    const api = pageApi<SecurityApi>(args);
    const query = new URL(args.request.url).searchParams;
    const [email, security, pin, sessions, passkeys, identities] = await Promise.all([
      loadEmail(args),
      api("GET /v1/users/security"),
      api("GET /v1/users/pin"),
      api("GET /v1/users/sessions"),
      api("GET /v1/users/passkeys"),
      api("GET /v1/users/identities"),
    ]);
    return {
      email,
      security: security.result,
      pin: pin.result,
      sessions: sessions.result,
      passkeys: passkeys.result,
      identities: identities.result,
      oauth: oauthResult(query),
      forConsole: query.get("from") === hrefs.operator(),
    };
  },
  act: async (args, form) => {
    try {
      return (await actOnEmail(args, form)) ?? (await actOnSecurity(args, form));
    } catch (error) {
      return formFailure(error, form);
    }
  },
  View: SecurityView,
};

function oauthResult(query: URLSearchParams): Data["oauth"] {
  const provider = providers.find((one) => one === query.get("provider"));
  const answer = query.get("oauth");
  if (!provider || !answer) return null;
  const name = providerNames[provider];
  if (answer === "connected") return { tone: "success", sentence: `${name} sudah terhubung dengan akun Anda.` };
  if (answer === "other")
    return { tone: "error", sentence: `Akun ${name} itu sudah terhubung dengan akun ${brandName()} yang lain.` };
  const failure = oauthFailures.find((one) => one === answer);
  if (failure === "refused") return { tone: "error", sentence: `${name} tidak bisa memastikan bahwa ini Anda.` };
  const sentence = failure && oauthMessage(failure, provider);
  return sentence ? { tone: "error", sentence } : null;
}

async function actOnSecurity(args: SectionArgs, form: FormData): Promise<SecuritySuccess | Response> {
  const api = pageApi<SecurityApi>(args);
  const typed = (name: string) => String(form.get(name) ?? "");
  const params = { id: typed("id") };
  switch (form.get("intent")) {
    case "confirm":
      return sectionSuccess(
        (await api("POST /v1/users/confirm", { body: { current_password: typed("confirm_password") } })).message,
      );
    case "second-factor-begin":
      return sectionSuccess((await api("POST /v1/users/second-factor")).message);
    case "second-factor-confirm": {
      const body = { code: typed("code") };
      const { message, data } = await api("POST /v1/users/second-factor/confirm", { body });
      return { ...sectionSuccess(message), codes: data.recovery_codes };
    }
    case "second-factor-codes": {
      const { message, data } = await api("POST /v1/users/second-factor/recovery-codes");
      return { ...sectionSuccess(message), codes: data.recovery_codes };
    }
    case "second-factor-cancel":
      await api("DELETE /v1/users/second-factor");
      return sectionSuccess("Verifikasi dua langkah tidak jadi diaktifkan.");
    case "second-factor-end":
      return sectionSuccess((await api("DELETE /v1/users/second-factor")).message);
    case "pin": {
      const body = { pin: typed("password_pin"), pin_confirmation: typed("password_pin_confirmation") };
      const done = sectionSuccess((await api("PUT /v1/users/pin", { body })).message);
      const isForWithdrawal = new URL(args.request.url).searchParams.get("from") === sellerHrefs.sellerWithdraw();
      return isForWithdrawal
        ? { ...done, next: { href: sellerHrefs.sellerWithdraw(), label: "Lanjut tarik saldo" } }
        : done;
    }
    case "passkey-rename":
      return sectionSuccess(
        (await api("PUT /v1/users/passkeys/:id", { params, body: { name: typed("name") } })).message,
      );
    case "passkey-remove":
      return sectionSuccess((await api("DELETE /v1/users/passkeys/:id", { params })).message);
    case "oauth-remove": {
      const provider = typed("provider");
      return sectionSuccess((await api("DELETE /v1/users/identities/:provider", { params: { provider } })).message);
    }
    case "end-session":
      return sectionSuccess((await api("DELETE /v1/users/sessions/:id", { params })).message);
    case "end-others":
      return sectionSuccess((await api("DELETE /v1/users/sessions")).message);
    case "end-all":
      await api("DELETE /v1/users/sessions");
      await api("POST /v1/auth/logout");
      return redirectDocument(hrefs.login(undefined, "logged-out"));
    default: {
      const current = typed("password_current");
      const body = {
        ...(current === "" ? {} : { current_password: current }),
        password: typed("password"),
        password_confirmation: typed("password_confirmation"),
      };
      return sectionSuccess((await api("PUT /v1/users/password", { body })).message);
    }
  }
}

function SecurityView({ data, failure }: { data: Data; failure: FormFailure | undefined }) {
  const answer = useActionData() as SecuritySuccess | undefined;
  const { security, passkeys, identities } = data;
  const isFresh =
    security.is_fresh && failure?.code !== ("accounts.confirm_needed" satisfies CodeOf<typeof providerRefusals>);
  /** The failure, when the intent of the failed form begins with this text. */
  const about = (beginning: string) => (failure?.values.intent?.startsWith(beginning) ? failure : undefined);
  return (
    <>
      {data.oauth && <Notice tone={data.oauth.tone}>{data.oauth.sentence}</Notice>}
      {answer?.codes && <RecoveryCodes codes={answer.codes} />}
      {data.forConsole && (
        <ConsoleNotice isProven={security.second_factor.enabled_at !== null || passkeys.length > 0} />
      )}
      <EmailPanel data={data.email} failure={failure} />
      <PasswordPanel data={data} failure={isAboutEmail(failure) ? undefined : about("password")} />
      {!isFresh && (
        <ConfirmPanel
          hasPassword={security.has_password}
          identities={identities}
          hasPasskey={passkeys.length > 0}
          failure={about("confirm")}
        />
      )}
      <SecondFactorPanel data={{ ...security, is_fresh: isFresh }} failure={about("second-factor")} />
      <PinPanel pin={data.pin} isFresh={isFresh} failure={about("pin")} formKey={data.pin.set_at ?? ""} />
      <PasskeyPanel passkeys={passkeys} isFresh={isFresh} failure={about("passkey")} />
      {identities.length > 0 && <OauthPanel identities={identities} isFresh={isFresh} failure={about("oauth")} />}
      <SessionPanel sessions={data.sessions} failure={about("end-")} />
    </>
  );
}

/** For an operator whom the console sent here: what is missing, or the link back. */
function ConsoleNotice({ isProven }: { isProven: boolean }) {
  return isProven ? (
    <Notice
      tone="success"
      action={
        <a className="link" href={hrefs.operator()}>
          Buka konsol
        </a>
      }
    >
      Langkah kedua Anda sudah ada. Bila konsol masih tertutup, masuk lagi dengannya.
    </Notice>
  ) : (
    <Notice title="Konsol menunggu langkah kedua">
      Aktifkan verifikasi dua langkah atau simpan passkey di bawah ini, lalu buka konsol.
    </Notice>
  );
}

function PasswordPanel({ data, failure }: { data: Data; failure: FormFailure | undefined }) {
  const busy = useNavigation().state === "submitting";
  const has = data.security.has_password;
  // A new session id means that the password was changed, so the form is empty again.
  const formKey = data.sessions.find(({ current }) => current)?.id ?? "";
  return (
    <Panel title="Kata sandi">
      <Form method="post" className={styles.form} key={formKey}>
        <FormNotice failure={failure} />
        <input type="hidden" name="intent" value="password" />
        {has ? (
          <CurrentPasswordField
            label="Kata sandi saat ini"
            name="password_current"
            errors={failure?.fields.current_password}
          />
        ) : (
          <p className="muted">Akun Anda belum punya kata sandi. Buat satu agar Anda juga bisa masuk dengan email.</p>
        )}
        <NewPasswordFields advice="Perangkat lain akan dikeluarkan." failure={failure} />
        <div>
          <Button busy={busy}>{has ? "Ganti kata sandi" : "Buat kata sandi"}</Button>
        </div>
      </Form>
    </Panel>
  );
}
