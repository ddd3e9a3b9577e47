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
import { ApiError, callContext, formFailure, typedApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import type { CodeOf } from "#lib/refusal.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { FormNotice } from "#ui/notice.tsx";
import { safeReturnPath } from "../login/rules.ts";
import type { measureRefusals } from "../measures/contract.ts";
import type { SecondFactorApi, secondFactorRefusals } from "../second-factor/contract.ts";
import { maxTypedCodeLength } from "../second-factor/rules.ts";
import { AuthFrame } from "../ui/auth-frame.tsx";
import { setFlashMessage } from "../ui/flash-message/flash-message.ts";
import styles from "../ui/sections.module.css";

type Data = { from: string; byRecoveryCode: boolean };

export const handle: PageHandle<Data> = { layout: "auth", head: () => ({ title: "Verifikasi", noindex: true }) };

export function loader({ request }: LoaderFunctionArgs): Data {
  const query = new URL(request.url).searchParams;
  return { from: safeReturnPath(query.get("from")), byRecoveryCode: query.get("with") === "recovery" };
}

/** Opens the session with the code. When the first step has expired, the user starts again at /login. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const from = safeReturnPath(String(form.get("from") ?? ""));
  try {
    const body = { code: String(form.get("code") ?? "") };
    const { message } = await typedApi<SecondFactorApi>(context.get(callContext))("POST /v1/auth/second-factor", {
      body,
    });
    setFlashMessage(message);
  } catch (error) {
    if (
      error instanceof ApiError &&
      error.code === ("accounts.login_step_over" satisfies CodeOf<typeof secondFactorRefusals>)
    )
      return redirect(hrefs.login(from, "session-ended"));
    if (error instanceof ApiError && error.code === ("accounts.blocked" satisfies CodeOf<typeof measureRefusals>))
      return redirectDocument(hrefs.blocked());
    return formFailure(error, form);
  }
  return redirectDocument(from);
}

/** Second step of a login: the code of the authenticator app, or a recovery code. */
export function Component() {
  const { from, byRecoveryCode } = useLoaderData() as Data;
  const failure = useActionData() as FormFailure | undefined;
  const busy = useNavigation().state !== "idle";
  const other = hrefs.loginStep(from);
  return (
    <AuthFrame
      title="Satu langkah lagi"
      lead={
        byRecoveryCode
          ? "Masukkan salah satu kode cadangan yang Anda simpan."
          : "Masukkan kode yang sekarang tampil di aplikasi autentikator Anda."
      }
      foot={
        byRecoveryCode ? (
          <a className="link" href={other}>
            Pakai kode dari aplikasi
          </a>
        ) : (
          <>
            Ponsel tidak di dekat Anda?{" "}
            <a className="link" href={`${other}${other.includes("?") ? "&" : "?"}with=recovery`}>
              Pakai kode cadangan
            </a>
          </>
        )
      }
    >
      <Form method="post" replace>
        <FormNotice failure={failure} />
        <input type="hidden" name="from" value={from} />
        <TextField
          key={String(byRecoveryCode)}
          label={byRecoveryCode ? "Kode cadangan" : "Kode verifikasi"}
          name="code"
          inputMode={byRecoveryCode ? "text" : "numeric"}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={maxTypedCodeLength}
          className={byRecoveryCode ? undefined : styles.code}
          errors={failure?.fields.code}
        />
        <Button wide busy={busy}>
          Masuk
        </Button>
      </Form>
    </AuthFrame>
  );
}
