import { hrefs } from "#hrefs.ts";
import { fileInputName } from "#lib/settings/field.ts";
import type { PictureValue } from "#lib/settings/setting.ts";
import { CheckboxField } from "#ui/field.tsx";
import { ImageField } from "#ui/image-field/image-field.tsx";
import styles from "./settings.module.css";

/** The stored picture, and a field for another one. The form keeps what was uploaded. */
export function PictureField({
  label,
  name,
  hint,
  errors,
  value,
  isLogo,
}: {
  label: string;
  name: string;
  hint?: string | undefined;
  errors: string[] | undefined;
  value: unknown;
  /** Shown on a dark ground too. */
  isLogo: boolean;
}) {
  const picture = typeof value === "object" && value !== null ? (value as PictureValue) : null;
  return (
    <div className={styles.picture}>
      <input type="hidden" name={name} value={picture ? JSON.stringify(picture) : ""} />
      {picture && (
        <p className={styles.shown}>
          <img src={hrefs.picture(picture.picture, 400, "webp")} alt={`${label} yang tersimpan`} />
          {isLogo && <img src={hrefs.picture(picture.picture, 400, "webp")} alt="" data-ground="dark" />}
        </p>
      )}
      <ImageField
        key={picture?.picture}
        label={label}
        name={fileInputName(name)}
        hint={hint}
        required={false}
        errors={errors}
      />
      {picture && <CheckboxField label={`Hapus ${label.toLowerCase()}`} name={`${name}.clear`} />}
    </div>
  );
}
