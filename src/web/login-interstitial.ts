/**
 * Design note. A session may end while a user fills in a form. With scripts, the refused call opens a login dialog over
 * the page (lib/api-client.ts). Without scripts, the server responds to the form with a page that asks for the login
 * and carries the input in hidden fields. That page posts to the same URL, logs the user in, and shows the form again
 * with the input. The form is not submitted automatically: the server cannot know who filled it in, so the user who has
 * logged in must see what will be sent, and under which account.
 */
import { data, redirect, type ActionFunction, type ActionFunctionArgs, type RouteObject } from "react-router";
import type { secondFactorRefusals } from "#accounts/second-factor/contract.ts";
import {
  hadSessionHeader,
  hasFiles,
  interstitialFields,
  carriedFields,
  type LoginInterstitialData,
} from "#accounts/ui/login/login-interstitial-fields.ts";
import { callContext, loginRequiredHeader, submittedValues, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import type { CodeOf } from "#lib/refusal.ts";

/** Wraps a personal page's action so that a form outlives the end of the session. For the server only. */
export function withLoginInterstitial<P extends Partial<RouteObject>>(page: P): P {
  const { action } = page;
  if (typeof action !== "function") return page;
  const { resumeAt } = (page.handle ?? {}) as PageHandle;
  const run: ActionFunction = async (args, ...rest) => {
    const copy = args.request.clone();
    const resumed = await afterLogin(args, resumeAt);
    if (resumed) return resumed;
    try {
      return await action(args, ...rest);
    } catch (error) {
      if (!(error instanceof Response && error.headers.has(loginRequiredHeader))) throw error;
      const form = await copy.formData();
      throw renderInterstitial({
        fields: carriedFields(form),
        asks: "password",
        hadFiles: hasFiles(form),
        hadSession: copy.headers.has(hadSessionHeader),
      });
    }
  };
  return { ...page, action: run };
}

function renderInterstitial(shown: LoginInterstitialData) {
  return data({ step: shown }, { status: 401 });
}

/** Logs in with the input of the interstitial and returns the form with its fields; undefined for any other form. */
async function afterLogin({ request, context }: ActionFunctionArgs, resumeAt: PageHandle["resumeAt"]) {
  const form = await request.clone().formData();
  const byCode = form.has(interstitialFields.code);
  if (!byCode && !form.has(interstitialFields.email)) return undefined;
  const typed = (name: string) => String(form.get(name) ?? "");
  const call = context.get(callContext);
  const { status, body } = byCode
    ? await call("POST", "/v1/auth/second-factor", { body: { code: typed(interstitialFields.code) } })
    : await call("POST", "/v1/auth/login", {
        body: { email: typed(interstitialFields.email), password: typed(interstitialFields.password) },
      });
  const answer = (body ?? {}) as {
    code?: string;
    message?: string;
    data?: { code?: string[] };
    user?: { name: string };
  };
  const fields = carriedFields(form);
  if (status === 200 && resumeAt) return redirect(resumeAt(fields));
  if (status === 200) return resumeForm(fields, answer.user?.name ?? "", form.has(interstitialFields.hadFiles));
  const needsCode = answer.code === ("accounts.second_factor_needed" satisfies CodeOf<typeof secondFactorRefusals>);
  const email = typed(interstitialFields.email);
  throw renderInterstitial({
    fields,
    asks:
      needsCode ||
      (byCode && answer.code !== ("accounts.login_step_over" satisfies CodeOf<typeof secondFactorRefusals>))
        ? "code"
        : "password",
    hadFiles: form.has(interstitialFields.hadFiles),
    hadSession: form.has(interstitialFields.hadSession),
    ...(email === "" ? {} : { email }),
    ...(needsCode ? {} : { message: answer.data?.code?.[0] ?? answer.message ?? "Terjadi kesalahan" }),
  });
}

/** The values that the form shows after the login. */
function resumeForm(fields: [string, string][], name: string, hadFiles: boolean) {
  const form: FormFailure = {
    failed: true,
    code: "session.resumed",
    message: `Anda masuk sebagai ${name}. Isian Anda masih ada: ${hadFiles ? "pilih lagi fotonya" : "periksa"}, lalu kirim sekali lagi.`,
    fields: {},
    ...submittedValues(fields),
  };
  return data(form);
}
