import type { z } from "zod";
import { Form, useActionData, useLocation, useNavigation } from "react-router";
import { hrefs } from "#hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import { formatDate } from "#lib/time.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { DateField, TextField } from "#ui/field.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { useResetAfterSave } from "#ui/reset-form-after-save.ts";
import type { AccountApi, biodata } from "../../contract.ts";
import { safeReturnPath } from "../../login/rules.ts";
import type { PhoneApi, PhoneState } from "../../phone/contract.ts";
import type { EmailState } from "../../recovery/contract.ts";
import { maxPersonNameLength, maxTypedPhoneLength, typeLabel } from "../../rules.ts";
import { CurrentPasswordField } from "../password/password-fields.tsx";
import { AvatarForm, avatarIntents, changeAvatar } from "./avatar-form.tsx";
import { loadEmail } from "../email/email-panel.tsx";
import { EmailText } from "../email/email-text.tsx";
import { PhonePanel, phoneIntents, actOnPhone } from "../phone/phone-panel.tsx";
import { sectionSuccess, type SectionSuccess } from "../section-success.ts";
import styles from "../sections.module.css";

type Biodata = z.output<typeof biodata> & { phoneState: PhoneState; emailState: EmailState };

/** The user's own data, in /profile. */
export const biodataSection: Section<Biodata> = {
  title: "Profil",
  load: async (args) => {
    const [biodata, phone, emailState] = await Promise.all([
      pageApi<AccountApi>(args)("GET /v1/users/biodata"),
      pageApi<PhoneApi>(args)("GET /v1/users/phone"),
      loadEmail(args),
    ]);
    return { ...biodata.result, phoneState: phone.result, emailState };
  },
  act: async (args, form) => {
    const typed = (name: string) => String(form.get(name) ?? "");
    const password = typed("password_again");
    try {
      if (isOneOf(avatarIntents, form.get("intent"))) return await changeAvatar(args, form);
      if (isOneOf(phoneIntents, form.get("intent"))) return await actOnPhone(args, form);
      const { message } = await pageApi<AccountApi>(args)("PUT /v1/users", {
        body: {
          name: typed("name"),
          phone: typed("phone"),
          birth_date: typed("birth_date"),
          ...(password === "" ? {} : { current_password: password }),
        },
      });
      return sectionSuccess(message, "biodata");
    } catch (error) {
      return formFailure(error, form);
    }
  },
  View: BiodataView,
};

function isOneOf(intents: readonly string[], intent: unknown): boolean {
  return intents.some((one) => one === intent);
}

function BiodataView({ data, failure }: { data: Biodata; failure: FormFailure | undefined }) {
  const busy = useNavigation().state === "submitting";
  const answer = useActionData() as Partial<SectionSuccess> | undefined;
  const form = useResetAfterSave(answer?.form === "biodata" ? answer : undefined);
  const aboutPicture = isOneOf(avatarIntents, failure?.values.intent);
  const aboutPhone = isOneOf(phoneIntents, failure?.values.intent);
  const wrong = aboutPicture || aboutPhone ? undefined : failure;
  const shown = wrong?.values ?? { name: data.name, phone: data.phone ?? "", birth_date: data.birth_date ?? "" };
  const from = safeReturnPath(new URLSearchParams(useLocation().search).get("from"));
  return (
    <>
      {from !== hrefs.home() && (
        <div id="verify">
          <Notice
            tone={data.phoneState.verified ? "success" : "info"}
            title={data.phoneState.verified ? "Nomor telepon Anda terverifikasi" : "Verifikasi nomor telepon Anda"}
            action={
              <ButtonLink href={from} variant={data.phoneState.verified ? "primary" : "outline"}>
                Kembali ke checkout
              </ButtonLink>
            }
          >
            {data.phoneState.verified
              ? "Lanjutkan checkout Anda."
              : data.phoneState.phone === null
                ? "Isi nomor telepon dan simpan. Setelah itu kami mengirim kode ke nomor itu."
                : "Minta kode di bawah, lalu masukkan kodenya."}
          </Notice>
        </div>
      )}
      <Panel>
        <div className={styles.person}>
          <Avatar name={data.name} image={data.image} size={72} />
          <div>
            <p className={styles.personName}>{data.name}</p>
            <p className={styles.title}>
              <Badge tone="info">{typeLabel(data.type)}</Badge>
              <span className="muted">Bergabung {formatDate(new Date(data.created_at))}</span>
            </p>
          </div>
          <AvatarForm image={data.image} failure={aboutPicture ? failure : undefined} />
        </div>
        <Form ref={form} method="post" className={styles.biodata}>
          {wrong && (
            <div className={styles.wide}>
              <FormNotice failure={wrong} />
            </div>
          )}
          <TextField
            label="Nama"
            name="name"
            autoComplete="name"
            maxLength={maxPersonNameLength}
            defaultValue={shown.name}
            errors={wrong?.fields.name}
          />
          <EmailFact state={data.emailState} />
          <TextField
            label="Nomor telepon"
            name="phone"
            type="tel"
            required={false}
            autoComplete="tel"
            maxLength={maxTypedPhoneLength}
            placeholder="0812-3456-7890"
            hint={
              data.phoneState.verified && shown.phone === data.phone ? (
                <Badge tone="success">Terverifikasi</Badge>
              ) : undefined
            }
            defaultValue={shown.phone}
            errors={wrong?.fields.phone}
          />
          <DateField
            label="Tanggal lahir"
            name="birth_date"
            required={false}
            autoComplete="bday"
            min="1900-01-01"
            defaultValue={shown.birth_date}
            errors={wrong?.fields.birth_date}
          />
          {wrong?.fields.current_password && (
            <CurrentPasswordField
              name="password_again"
              hint="Kami menanyakannya agar nomor telepon Anda tidak diubah orang lain."
              errors={wrong.fields.current_password}
            />
          )}
          <div className={styles.wide}>
            <Button busy={busy}>Simpan</Button>
          </div>
        </Form>
      </Panel>
      <PhonePanel state={data.phoneState} failure={aboutPhone ? failure : undefined} />
    </>
  );
}

/** The e-mail and whether it is confirmed. It is changed in Keamanan. */
function EmailFact({ state }: { state: EmailState }) {
  return (
    <div className={styles.fact}>
      <p className={styles.factName}>Email</p>
      <p className={styles.factValue}>
        <span>
          <EmailText email={state.email} />
        </span>
        {state.verified ? (
          <Badge tone="success">Terkonfirmasi</Badge>
        ) : (
          <Badge tone="warning">Belum dikonfirmasi</Badge>
        )}
      </p>
      <p className={styles.factNote}>
        {state.verified ? "Untuk masuk dan menerima kabar." : "Buka tautan yang kami kirim ke alamat ini."}{" "}
        <a className="link" href={hrefs.profile("security")}>
          {state.verified ? "Ganti email" : "Kirim lagi atau ganti email"}
        </a>
      </p>
    </div>
  );
}
