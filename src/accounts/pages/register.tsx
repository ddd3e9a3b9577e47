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
import { callContext, formFailure, typedApi, type FormFailure } from "#lib/api-client.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { checkboxValue } from "#ui/checkbox-value.ts";
import { CheckboxField, RadioGroup, TextField } from "#ui/field.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { AccountApi } from "../contract.ts";
import type { OauthApi } from "../providers/contract.ts";
import type { Provider } from "../providers/rules.ts";
import { safeReturnPath } from "../login/rules.ts";
import { isRegistrationOpen } from "../registration/rules.ts";
import { maxPersonNameLength, maxTypedPhoneLength } from "../rules.ts";
import { EmailField } from "../ui/email/email-field.tsx";
import { NewPasswordFields } from "../ui/password/password-fields.tsx";
import { AuthFrame } from "../ui/auth-frame.tsx";
import { loginReason } from "../ui/login/login-reason.ts";
import { OauthButtons, OtherWays } from "../ui/providers/oauth-buttons.tsx";

type Data = { from: string; type: "pembeli" | "penjual"; providers: readonly Provider[] };

export const handle: PageHandle<Data> = {
  layout: "auth",
  head: () => ({
    title: "Daftar",
    description: `Buat akun ${brandName()}: belanja karya Nusantara, atau buka toko Anda sendiri.`,
    canonical: hrefs.register(),
  }),
};

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Data> {
  const query = new URL(request.url).searchParams;
  const { result } = await typedApi<OauthApi>(context.get(callContext))("GET /v1/auth/methods");
  const type = query.get("type") === "penjual" ? "penjual" : "pembeli";
  return { from: safeReturnPath(query.get("from")), type, providers: result.providers };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const typed = (name: string) => String(form.get(name) ?? "");
  try {
    await typedApi<AccountApi>(context.get(callContext))("POST /v1/auth/register", {
      body: {
        name: typed("name"),
        email: typed("email"),
        phone: typed("phone"),
        type: typed("type") === "penjual" ? "penjual" : "pembeli",
        marketing: checkboxValue(form, "marketing"),
        password: typed("password"),
        password_confirmation: typed("password_confirmation"),
      },
    });
  } catch (error) {
    return formFailure(error, form);
  }
  const from = safeReturnPath(typed("from"));
  return redirect(hrefs.login(from, "registered"));
}

const labels: Record<string, string> = {
  type: "Saya ingin",
  name: "Nama",
  email: "Email",
  phone: "Nomor telepon",
  password: "Kata sandi",
  password_confirmation: "Ulangi kata sandi",
};

export function Component() {
  const { from, type, providers } = useLoaderData() as Data;
  const failure = useActionData() as FormFailure | undefined;
  const reason = loginReason(from);
  return (
    <AuthFrame
      title="Buat akun"
      lead="Satu akun untuk berbelanja dan berjualan."
      foot={
        <>
          Sudah punya akun?{" "}
          <a className="link" href={hrefs.login(from === "/" ? undefined : from)}>
            Masuk
          </a>
        </>
      }
    >
      {!isRegistrationOpen() && (
        <Notice
          tone="warning"
          title="Pendaftaran akun baru sedang ditutup"
          action={<ButtonLink href={hrefs.login(from === "/" ? undefined : from)}>Masuk</ButtonLink>}
        >
          Akun yang sudah ada tetap bisa masuk.
        </Notice>
      )}
      {isRegistrationOpen() && reason !== null && !failure && <Notice tone="info">{reason}</Notice>}
      {isRegistrationOpen() && <RegistrationForm from={from} type={type} providers={providers} failure={failure} />}
    </AuthFrame>
  );
}

function RegistrationForm({ from, type, providers, failure }: Data & { failure: FormFailure | undefined }) {
  const busy = useNavigation().state !== "idle";
  return (
    <>
      <Form method="post">
        <FormNotice failure={failure} labelOf={(field) => labels[field]} />
        <input type="hidden" name="from" value={from} />
        <RadioGroup
          label="Saya ingin"
          name="type"
          look="tiles"
          defaultValue={failure?.values.type ?? type}
          errors={failure?.fields.type}
          options={[
            { value: "pembeli", label: "Berbelanja", hint: "Sebagai pembeli" },
            { value: "penjual", label: "Berjualan", hint: "Sebagai penjual" },
          ]}
        />
        <TextField
          label="Nama"
          name="name"
          autoComplete="name"
          maxLength={maxPersonNameLength}
          defaultValue={failure?.values.name}
          errors={failure?.fields.name}
        />
        <EmailField defaultValue={failure?.values.email} errors={failure?.fields.email} />
        <TextField
          label="Nomor telepon"
          name="phone"
          type="tel"
          required={false}
          autoComplete="tel"
          maxLength={maxTypedPhoneLength}
          placeholder="0812-3456-7890"
          defaultValue={failure?.values.phone}
          errors={failure?.fields.phone}
        />
        <NewPasswordFields label="Kata sandi" failure={failure} />
        <CheckboxField
          label="Kirimi saya kabar promo dan ide belanja"
          name="marketing"
          hint="Boleh dikosongkan. Bisa diubah kapan saja di profil."
          defaultChecked={failure?.values.marketing === "1"}
        />
        <Button wide busy={busy}>
          Daftar
        </Button>
        <p className="muted">
          Dengan mendaftar, Anda menyetujui{" "}
          <a className="link" href={hrefs.termCondition()}>
            Syarat dan Ketentuan
          </a>{" "}
          serta{" "}
          <a className="link" href={hrefs.privacy()}>
            Kebijakan Privasi
          </a>
          .
        </p>
      </Form>
      {providers.length > 0 && (
        <OtherWays needsJs={false}>
          <OauthButtons providers={providers} from={from} verb="Daftar" />
        </OtherWays>
      )}
    </>
  );
}
