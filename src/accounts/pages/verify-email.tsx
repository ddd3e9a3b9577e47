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
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { AccountApi } from "../contract.ts";
import type { RecoveryApi, recoveryRefusals } from "../recovery/contract.ts";
import { linkTokenOf } from "../recovery/rules.ts";
import { AuthFrame } from "../ui/auth-frame.tsx";

type Data =
  | { state: "open"; purpose: "verify" | "change"; email: string; endsWaysIn: boolean }
  | { state: "over" | "verified" | "changed" };

export const handle: PageHandle<Data> = {
  layout: "auth",
  head: () => ({ title: "Konfirmasi email", canonical: accountHrefs.verifyEmail(), noindex: true }),
};

/**
 * Only the button confirms, so programs that open every link of a mail use nothing up. A changed e-mail can be
 * confirmed only by its user, logged in. The page redirects at once to its address without the token, which the browser
 * stores.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Data> {
  const query = new URL(args.request.url).searchParams;
  const done = query.get("done");
  if (done === "verified" || done === "changed") return { state: done };
  const api = pageApi<RecoveryApi>(args);
  const token = linkTokenOf(query);
  if (token !== null) {
    await api("POST /v1/auth/email-link", { body: { token, kind: "email" } });
    throw redirect(accountHrefs.verifyEmail());
  }
  const { result } = await api("GET /v1/auth/email-link", { query: { kind: "email" } });
  if (result.purpose !== "verify" && result.purpose !== "change") return { state: "over" };
  if (result.purpose === "change") await pageApi<AccountApi>(args)("GET /v1/users");
  const { purpose, email, ends_ways_in: endsWaysIn } = result;
  return { state: "open", purpose, email: email ?? "", endsWaysIn };
}

export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const api = pageApi<RecoveryApi>(args);
  const body = {};
  const changes = form.get("purpose") === "change";
  try {
    if (changes) await api("POST /v1/users/email/confirm", { body });
    else if ((await api("POST /v1/auth/verify-email", { body })).data.password_needed)
      return redirectDocument(`${accountHrefs.resetPassword()}?confirmed=1`);
  } catch (error) {
    return formFailure(error, form);
  }
  return redirect(`${accountHrefs.verifyEmail()}?done=${changes ? "changed" : "verified"}`);
}

const headings = {
  verified: { title: "Email sudah dikonfirmasi", lead: "Terima kasih. Kabar pesanan sampai ke tempat yang benar." },
  changed: { title: "Email sudah diganti", lead: "Mulai sekarang masuklah dengan email yang baru." },
  over: {
    title: "Tautan tidak berlaku lagi",
    lead: "Tautan ini sudah dipakai, terlalu lama, digantikan yang lebih baru, atau untuk akun lain.",
  },
  verify: { title: "Konfirmasi email", lead: "milik Anda? Tekan tombol di bawah." },
  change: {
    title: "Pakai email ini?",
    lead: "akan menjadi email akun Anda; yang lama tidak lagi dipakai.",
  },
};

export function Component() {
  const data = useLoaderData() as Data;
  const failure = useActionData() as FormFailure | undefined;
  const busy = useNavigation().state !== "idle";
  const isOver =
    failure?.code === ("accounts.link_over" satisfies CodeOf<typeof recoveryRefusals>) ||
    failure?.code === ("accounts.link_not_yours" satisfies CodeOf<typeof recoveryRefusals>);
  const state = isOver ? "over" : data.state === "open" ? data.purpose : data.state;
  const { title, lead } = headings[state];
  const about = data.state === "open" && !isOver && <b>{data.email} </b>;
  return (
    <AuthFrame
      title={title}
      lead={
        <>
          {about}
          {lead}
        </>
      }
      foot={state === "over" && "Jika email Anda sudah terkonfirmasi, semuanya beres."}
    >
      {data.state === "open" && !isOver ? (
        <Form method="post">
          <FormNotice failure={failure} />
          {data.endsWaysIn && (
            <Notice title={data.purpose === "verify" ? "Anda akan memilih kata sandi baru" : "Cara masuk lain dihapus"}>
              Tautan ini dibuka di browser lain dari yang dipakai mendaftar. Demi keamanan, cara masuk yang dibuat
              sebelumnya dihapus: {data.purpose === "verify" && "kata sandi, "}perangkat lain yang masuk, passkey, akun
              Google, Apple, atau Facebook, dan verifikasi dua langkah. Ingin mempertahankannya? Buka tautan ini di
              browser tempat Anda mendaftar.
            </Notice>
          )}
          <input type="hidden" name="purpose" value={data.purpose} />
          <Button wide busy={busy}>
            {data.purpose === "change" ? "Pakai email ini" : "Konfirmasi email"}
          </Button>
        </Form>
      ) : (
        <ButtonLink wide href={state === "over" ? hrefs.profile("security") : hrefs.profile()}>
          {state === "over" ? "Kirim tautan baru dari profil" : "Ke profil saya"}
        </ButtonLink>
      )}
    </AuthFrame>
  );
}
