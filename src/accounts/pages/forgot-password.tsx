import {
  Form,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { hrefs } from "#hrefs.ts";
import { accountHrefs } from "#account-hrefs.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { ApiError, callContext, formFailure, typedApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { span } from "#lib/time.ts";
import type { OutboxApi } from "#messages/contract.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { RecoveryApi } from "../recovery/contract.ts";
import { resetLinkTtl } from "../recovery/rules.ts";
import { EmailField } from "../ui/email/email-field.tsx";
import { AuthFrame } from "../ui/auth-frame.tsx";

type Data = { sent: boolean; outbox: boolean };

export const handle: PageHandle<Data> = {
  layout: "auth",
  head: () => ({ title: "Lupa kata sandi", canonical: accountHrefs.forgotPassword(), noindex: true }),
};

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Data> {
  const sent = new URL(request.url).searchParams.has("sent");
  if (!sent) return { sent, outbox: false };
  try {
    const { result } = await typedApi<OutboxApi>(context.get(callContext))("GET /v1/simulator/outbox");
    return { sent, outbox: result.open && !result.mailed };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { sent, outbox: false };
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const body = { email: String(form.get("email") ?? "") };
  try {
    await typedApi<RecoveryApi>(context.get(callContext))("POST /v1/auth/forgot-password", { body });
  } catch (error) {
    return formFailure(error, form);
  }
  return redirect(`${accountHrefs.forgotPassword()}?sent=1`);
}

/** Asks for the e-mail. The answer is always the same, so it does not reveal whether an e-mail has an account. */
export function Component() {
  const { sent, outbox } = useLoaderData() as Data;
  const failure = useActionData() as FormFailure | undefined;
  const busy = useNavigation().state !== "idle";
  if (sent) {
    return (
      <AuthFrame
        title="Periksa email Anda"
        lead={`Jika email itu terdaftar, tautan untuk kata sandi baru sedang menuju ke sana. Tautan berlaku ${span(resetLinkTtl)}.`}
        foot={
          <>
            Belum sampai? Periksa folder spam dan email kami yang lebih awal: tautannya masih bisa dipakai selama
            berlaku. Atau{" "}
            <a className="link" href={accountHrefs.forgotPassword()}>
              kirim lagi
            </a>
            .
          </>
        }
      >
        {outbox && (
          <Notice title="Ini pasar percobaan">
            Email tidak benar-benar dikirim. Lihat di{" "}
            <a className="link" href={operatorHrefs.outbox()}>
              kotak keluar
            </a>
            .
          </Notice>
        )}
        <ButtonLink wide variant="outline" href={hrefs.login()}>
          Kembali ke halaman masuk
        </ButtonLink>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Lupa kata sandi"
      lead="Tulis email akun Anda. Kami mengirim tautan untuk memilih kata sandi baru."
      foot={
        <>
          Sudah ingat?{" "}
          <a className="link" href={hrefs.login()}>
            Masuk
          </a>
        </>
      }
    >
      <Form method="post">
        <FormNotice failure={failure} />
        <EmailField defaultValue={failure?.values.email} errors={failure?.fields.email} />
        <Button wide busy={busy}>
          Kirim tautan
        </Button>
      </Form>
    </AuthFrame>
  );
}
