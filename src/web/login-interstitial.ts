/**
 * Design note. A session may end while somebody fills in a form. In a browser with scripts the call that is refused asks for
 * the login over the page (lib/api-client.ts). Without them the server answers the form with a page that asks for the login
 * and carries what was typed, hidden; it posts to the same address, logs in, and shows the form again, filled in. It is not
 * sent on by itself: nothing tells the server who typed it, and whoever has logged in must see what they send, and as whom.
 */
import { data, redirect, type ActionFunction, type ActionFunctionArgs, type RouteObject } from "react-router";
import type { secondFactorRefusals } from "#accounts/second-factor/contract.ts";
import {
  hasFiles,
  interstitialFields,
  carriedFields,
  type LoginInterstitialData,
} from "#accounts/ui/login-interstitial-fields.ts";
import { callContext, loginRequiredHeader, submittedValues, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import type { CodeOf } from "#lib/refusal.ts";

/** A personal page whose forms wait for the login instead of losing what was typed. For the server. */
export function withLoginInterstitial<P extends Partial<RouteObject>>(page: P): P {
  const { action } = page;
  if (typeof action !== "function") return page;
  const { resumeAt } = (page.handle ?? {}) as PageHandle;
  const run: ActionFunction = async (args, ...rest) => {
    const kept = args.request.clone();
    const resumed = await afterLogin(args, resumeAt);
    if (resumed) return resumed;
    try {
      return await action(args, ...rest);
    } catch (error) {
      if (!(error instanceof Response && error.headers.has(loginRequiredHeader))) throw error;
      const form = await kept.formData();
      throw renderInterstitial({ fields: carriedFields(form), asks: "password", hadFiles: hasFiles(form) });
    }
  };
  return { ...page, action: run };
}

function renderInterstitial(shown: LoginInterstitialData) {
  return data({ step: shown }, { status: 401 });
}

/** Logs in with what the step's page has sent and gives the form back as it was typed; undefined for any other form. */
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
    ...(email === "" ? {} : { email }),
    ...(needsCode ? {} : { message: answer.data?.code?.[0] ?? answer.message ?? "Terjadi kesalahan" }),
  });
}

/** What the form shows of itself after the login, as after a refusal. */
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
