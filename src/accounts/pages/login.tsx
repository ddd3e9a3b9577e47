import {
  Form,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
  useNavigation,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { hrefs } from "#hrefs.ts";
import { accountHrefs } from "#account-hrefs.ts";
import { ApiError, callContext, formFailure, typedApi, type FormFailure } from "#lib/api-client.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import type { CodeOf } from "#lib/refusal.ts";
import { Button } from "#ui/button.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { AccountApi } from "../contract.ts";
import type { measureRefusals } from "../measures/contract.ts";
import type { OauthApi } from "../providers/contract.ts";
import { oauthFailures, oauthMessage, providers, type Provider } from "../providers/rules.ts";
import { safeReturnPath } from "../login/rules.ts";
import type { secondFactorRefusals } from "../second-factor/contract.ts";
import { EmailField } from "../ui/email/email-field.tsx";
import { CurrentPasswordField } from "../ui/password/password-fields.tsx";
import { AuthFrame } from "../ui/auth-frame.tsx";
import { loginReason } from "../ui/login/login-reason.ts";
import { setFlashMessage } from "../ui/flash-message/flash-message.ts";
import { OauthButtons, OtherWays } from "../ui/providers/oauth-buttons.tsx";
import { PasskeyButton } from "../ui/passkeys/passkey-button.tsx";

/** What has just happened to the session, as written in the address. */
const sessionReasons = ["registered", "logged-out", "session-ended"] as const;
type SessionReason = (typeof sessionReasons)[number];
type Data = {
  from: string;
  notice: SessionReason | null;
  providers: readonly Provider[];
  /** The e-mail of the account that was just registered in this browser. */
  email: string | null;
  /** This browser has been logged in to an account before. */
  known: boolean;
  /** Why a login by provider failed. */
  oauthError: string | null;
};

export const handle: PageHandle<Data> = {
  layout: "auth",
  head: () => ({ title: "Masuk", description: `Masuk ke akun ${brandName()} Anda.`, canonical: hrefs.login() }),
};

/** A user who is logged in already is redirected to where they wanted to go. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Data | Response> {
  const query = new URL(request.url).searchParams;
  const from = safeReturnPath(query.get("from"));
  try {
    await typedApi<AccountApi>(context.get(callContext))("GET /v1/users");
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [methods, greeting] = await Promise.all([
      typedApi<OauthApi>(context.get(callContext))("GET /v1/auth/methods"),
      typedApi<AccountApi>(context.get(callContext))("GET /v1/auth/greeting"),
    ]);
    const notice = sessionReasons.find((one) => one === query.get("notice")) ?? null;
    return {
      from,
      notice,
      providers: methods.result.providers,
      email: notice === "registered" ? greeting.result.email : null,
      known: notice !== "registered" && greeting.result.known,
      oauthError: oauthErrorOf(query),
    };
  }
  return redirect(from);
}

function oauthErrorOf(query: URLSearchParams): string | null {
  const failure = oauthFailures.find((one) => one === query.get("oauth"));
  const provider = providers.find((one) => one === query.get("provider"));
  return failure && provider ? oauthMessage(failure, provider) : null;
}

/** Loads a whole new document, so that nothing of the earlier visitor stays in memory. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const body = { email: String(form.get("email") ?? ""), password: String(form.get("password") ?? "") };
  const from = safeReturnPath(String(form.get("from") ?? ""));
  let isLeaving: boolean;
  try {
    const { message, user } = await typedApi<AccountApi>(context.get(callContext))("POST /v1/auth/login", { body });
    setFlashMessage(message);
    isLeaving = user.deletion_due_at !== undefined;
  } catch (error) {
    if (
      error instanceof ApiError &&
      error.code === ("accounts.second_factor_needed" satisfies CodeOf<typeof secondFactorRefusals>)
    )
      return redirectDocument(hrefs.loginStep(from));
    if (error instanceof ApiError && error.code === ("accounts.blocked" satisfies CodeOf<typeof measureRefusals>))
      return redirectDocument(hrefs.blocked());
    return formFailure(error, form);
  }
  // A user whose account will be deleted is offered to keep it.
  return redirectDocument(isLeaving ? hrefs.profile("privacy") : from);
}

// Loads a whole new document, as the form does. Neither leaves a login page in the history for the Back button.
function finishLogin(message: string, from: string): void {
  setFlashMessage(message);
  location.replace(from);
}

export function Component() {
  const { from, notice, providers: others, email, known, oauthError } = useLoaderData() as Data;
  const failure = useActionData() as FormFailure | undefined;
  const busy = useNavigation().state !== "idle";
  const reason = loginReason(from);
  return (
    <AuthFrame
      title="Masuk"
      lead={known ? "Senang melihat Anda lagi." : "Selamat datang."}
      foot={
        <>
          Belum punya akun?{" "}
          <a className="link" href={hrefs.register(undefined, from)}>
            Daftar
          </a>
        </>
      }
    >
      {notice === "registered" && !failure && (
        <Notice tone="success" title="Berhasil Registrasi">
          Tulis kata sandi Anda untuk masuk dengan akun baru ini.
        </Notice>
      )}
      {notice === "logged-out" && !failure && <Notice tone="info">Anda sudah keluar. Sampai jumpa lagi.</Notice>}
      {notice === "session-ended" && !failure && (
        <Notice tone="info">Waktu untuk langkah kedua sudah habis. Silakan masuk dari awal.</Notice>
      )}
      {reason !== null && !failure && <Notice tone="info">{reason}</Notice>}
      <Form method="post" replace>
        <FormNotice failure={failure} />
        <input type="hidden" name="from" value={from} />
        <EmailField
          defaultValue={failure?.values.email ?? email ?? undefined}
          errors={failure ? failure.fields.email : oauthError ? [oauthError] : undefined}
        />
        <CurrentPasswordField
          name="password"
          errors={failure?.fields.password}
          data-invalid={(failure && Object.keys(failure.fields).length === 0) || undefined}
        />
        <p>
          <a className="link" href={accountHrefs.forgotPassword()}>
            Lupa kata sandi?
          </a>
        </p>
        <Button wide busy={busy}>
          Masuk
        </Button>
      </Form>
      <OtherWays needsJs={others.length === 0}>
        <PasskeyButton act="log-in" label="Masuk dengan passkey" wide done={(message) => finishLogin(message, from)} />
        <OauthButtons providers={others} from={from} verb="Masuk" />
      </OtherWays>
    </AuthFrame>
  );
}
