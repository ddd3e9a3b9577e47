import { Form, useNavigation } from "react-router";
import { pageApi, type FormFailure } from "#lib/api-client.ts";
import type { SectionArgs } from "#lib/page.ts";
import { Button } from "#ui/button.tsx";
import { ImageField } from "#ui/image-field/image-field.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { AvatarApi } from "../../profile/avatar-contract.ts";
import { maxAvatarBytes } from "../../profile/rules.ts";
import { sectionSuccess } from "../section-success.ts";
import styles from "../sections.module.css";

const avatarLimits = { bytes: maxAvatarBytes, pixels: 40_000_000 };

/** The intents of the form's two buttons. */
export const avatarIntents = ["avatar", "remove-avatar"] as const;

/** Carries out the intent of {@link AvatarForm}; throws the refusals of the API. */
export async function changeAvatar(args: SectionArgs, form: FormData) {
  const api = pageApi<AvatarApi>(args);
  if (form.get("intent") === "remove-avatar") return sectionSuccess((await api("DELETE /v1/users/avatar")).message);
  const sent = new FormData();
  const picture = form.get("picture");
  if (picture instanceof File) sent.set("picture", picture);
  return sectionSuccess((await api("PUT /v1/users/avatar", { form: sent })).message);
}

/** Changes or removes the profile picture; a plain multipart form. */
export function AvatarForm({ image, failure }: { image: string | null; failure: FormFailure | undefined }) {
  const asked = useNavigation().formData?.get("intent");
  return (
    // After a change of the picture the form is closed and empty again.
    <details className={`${styles.more} ${styles.avatar}`} open={failure !== undefined} key={image}>
      <summary className="link">{image ? "Ganti foto" : "Tambahkan foto"}</summary>
      <div className={styles.avatarForms}>
        <Form method="post" encType="multipart/form-data" className={styles.form}>
          <FormNotice failure={failure} />
          <input type="hidden" name="intent" value="avatar" />
          <ImageField
            label="Foto profil"
            name="picture"
            hint="Dipotong menjadi bujur sangkar. Lokasi dan data kamera tidak ikut disimpan."
            limits={avatarLimits}
            errors={failure?.fields.picture}
          />
          <div>
            <Button busy={asked === "avatar"}>Simpan foto</Button>
          </div>
        </Form>
        {image && (
          <Form method="post">
            <input type="hidden" name="intent" value="remove-avatar" />
            <Button variant="ghost" icon="trash" busy={asked === "remove-avatar"}>
              Hapus foto
            </Button>
          </Form>
        )}
      </div>
    </details>
  );
}
