import { Form, useNavigation } from "react-router";
import { pageApi, type FormFailure } from "#lib/api-client.ts";
import { brandName } from "#lib/brand.ts";
import type { SectionArgs } from "#lib/page.ts";
import { formatTime, spanInWords } from "#lib/time.ts";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { TextField } from "#ui/field.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { PhoneApi, PhoneState } from "../../phone/contract.ts";
import { phoneCode } from "../../phone/rules.ts";
import { sectionSuccess } from "../section-success.ts";
import styles from "../sections.module.css";

/** The intents of the panel's forms. */
export const phoneIntents = ["phone-code", "phone-verify"] as const;

/** Carries out the intent of {@link PhonePanel}; throws the refusals of the API. */
export async function actOnPhone(args: SectionArgs, form: FormData) {
  const api = pageApi<PhoneApi>(args);
  if (form.get("intent") === "phone-code") return sectionSuccess((await api("POST /v1/users/phone/code")).message);
  const body = { code: String(form.get("code") ?? "") };
  return sectionSuccess((await api("POST /v1/users/phone/verify", { body })).message);
}

/**
 * Requests a one-time code and takes it, with plain forms. Shows nothing when the number is missing or already
 * confirmed.
 */
export function PhonePanel({ state, failure }: { state: PhoneState; failure: FormFailure | undefined }) {
  const asked = useNavigation().formData?.get("intent");
  if (state.phone === null || state.verified) return null;
  const { code } = state;
  const again = (
    <Form method="post">
      {code === null && <FormNotice failure={failure} />}
      <input type="hidden" name="intent" value="phone-code" />
      <Button variant={code ? "outline" : "primary"} busy={asked === "phone-code"}>
        {code ? "Kirim kode baru" : "Kirim kode"}
      </Button>
    </Form>
  );
  if (code === null)
    return (
      <Panel title="Verifikasi nomor telepon" id="phone-code">
        <div className={styles.form}>
          <p>
            Kami mengirim kode {phoneCode.digits} angka ke <b className={styles.whole}>{state.phone}</b>. Nomor yang
            terverifikasi membantu kurir dan penjual menghubungi orang yang benar.
          </p>
          {again}
        </div>
      </Panel>
    );
  return (
    <Panel title="Masukkan kode verifikasi" id="phone-code">
      <div className={styles.form}>
        <p>
          Kode {phoneCode.digits} angka sudah dikirim ke <b className={styles.whole}>{state.phone}</b> dan berlaku
          sampai <time dateTime={code.expires_at}>{formatTime(new Date(code.expires_at))}</time>. Jangan berikan kode
          ini kepada siapa pun, termasuk yang mengaku dari {brandName()}.
        </p>
        <Form method="post" className={styles.form} key={code.expires_at}>
          <FormNotice failure={failure} />
          <input type="hidden" name="intent" value="phone-verify" />
          <TextField
            label="Kode verifikasi"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            className={`${styles.code} ${styles.short}`}
            errors={failure?.fields.code}
          />
          <div>
            <Button busy={asked === "phone-verify"}>Verifikasi</Button>
          </div>
        </Form>
        <div className={styles.again}>
          <p className="muted">
            Tidak menerima kode? Kode baru bisa diminta setelah {spanInWords(phoneCode.resendDelay)}.
          </p>
          {again}
        </div>
      </div>
    </Panel>
  );
}
