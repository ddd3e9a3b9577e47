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
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import type { CodeOf } from "#lib/refusal.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { RecoveryApi, recoveryRefusals } from "../recovery/contract.ts";
import { linkTokenOf } from "../recovery/rules.ts";
import { NewPasswordFields } from "../ui/password/password-fields.tsx";
import { AuthFrame } from "../ui/auth-frame.tsx";

type Data =
  | { state: "open"; email: string; confirmed: boolean; endsWaysIn: boolean }
  | { state: "over" | "done" | "done without ways in" };

export const handle: PageHandle<Data> = {
  layout: "auth",
  head: () => ({ title: "Kata sandi baru", canonical: accountHrefs.resetPassword(), noindex: true }),
};

/**
 * Says whether the mailed link is still valid; opening it does not use it up. The page redirects at once to its address
 * without the token, which the browser stores.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Data> {
  const query = new URL(args.request.url).searchParams;
  if (query.has("done")) return { state: query.get("done") === "1" ? "done" : "done without ways in" };
  const api = pageApi<RecoveryApi>(args);
  const token = linkTokenOf(query);
  if (token !== null) {
    await api("POST /v1/auth/email-link", { body: { token, kind: "password" } });
    throw redirect(accountHrefs.resetPassword());
  }
  // Confirming the e-mail has just revoked the old password.
  const confirmed = query.has("confirmed");
  const { result } = await api("GET /v1/auth/email-link", { query: { kind: "password" } });
  if (result.purpose !== "reset") return { state: "over" };
  return { state: "open", email: result.email ?? "", confirmed, endsWaysIn: result.ends_ways_in };
}

/** Loads a whole new document, because sessions have ended. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const typed = (name: string) => String(form.get(name) ?? "");
  let revoked: boolean;
  try {
    const { data } = await pageApi<RecoveryApi>(args)("POST /v1/auth/reset-password", {
      body: {
        password: typed("password"),
        password_confirmation: typed("password_confirmation"),
      },
    });
    revoked = data.ended_ways_in;
  } catch (error) {
    return formFailure(error, form);
  }
  return redirectDocument(`${accountHrefs.resetPassword()}?done=${revoked ? "all" : "1"}`);
}

export function Component() {
  const data = useLoaderData() as Data;
  const failure = useActionData() as FormFailure | undefined;
  const busy = useNavigation().state !== "idle";
  if (data.state === "done" || data.state === "done without ways in") {
    return (
      <AuthFrame
        title="Kata sandi sudah diganti"
        lead={
          data.state === "done"
            ? "Semua perangkat sudah dikeluarkan. Silakan masuk dengan kata sandi yang baru."
            : "Semua perangkat sudah dikeluarkan. Passkey dan cara masuk lain yang dibuat sebelum email Anda dikonfirmasi sudah dihapus. Silakan masuk dengan kata sandi yang baru."
        }
        foot="Kami juga mengabarkannya ke email Anda."
      >
        <ButtonLink wide href={hrefs.login()}>
          Masuk
        </ButtonLink>
      </AuthFrame>
    );
  }
  if (data.state !== "open" || failure?.code === ("accounts.link_over" satisfies CodeOf<typeof recoveryRefusals>)) {
    return (
      <AuthFrame
        title="Tautan tidak berlaku lagi"
        lead="Tautan ini sudah dipakai, terlalu lama, atau digantikan yang lebih baru. Kata sandi Anda tidak berubah."
        foot={
          <>
            Sudah ingat kata sandi Anda?{" "}
            <a className="link" href={hrefs.login()}>
              Masuk
            </a>
          </>
        }
      >
        <ButtonLink wide href={accountHrefs.forgotPassword()}>
          Minta tautan baru
        </ButtonLink>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={data.confirmed ? "Email sudah dikonfirmasi" : "Kata sandi baru"}
      lead={
        data.confirmed
          ? `Cara masuk lama ke akun ${data.email} sudah dihapus. Pilih kata sandi baru untuk masuk.`
          : `Untuk akun ${data.email}. Setelah ini semua perangkat dikeluarkan${data.endsWaysIn ? ", dan passkey serta cara masuk lain yang dibuat sebelumnya dihapus" : ""}.`
      }
      foot={
        !data.confirmed && (
          <>
            Sudah ingat?{" "}
            <a className="link" href={hrefs.login()}>
              Masuk
            </a>
          </>
        )
      }
    >
      <Form method="post">
        <FormNotice failure={failure} />
        {/* Tells password managers to which account the password belongs. */}
        <input type="email" name="account" autoComplete="username" value={data.email} readOnly hidden />
        <NewPasswordFields failure={failure} />
        <Button wide busy={busy}>
          Simpan kata sandi
        </Button>
      </Form>
    </AuthFrame>
  );
}
