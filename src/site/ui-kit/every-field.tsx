import type { ReactNode } from "react";
import type { FormFailure } from "#lib/api-client.ts";
import { mapData } from "#regions/ui/map-data.ts";
import { CurrencyField } from "#ui/currency-field.tsx";
import { DatePickerField } from "#ui/date-picker.tsx";
import { CheckboxField, RadioGroup, SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { ImageField } from "#ui/image-field/image-field.tsx";
import { MapField } from "#ui/map/map-field.tsx";
import { mapFieldNames, parsePoint } from "#ui/map/point.ts";
import { PasswordField } from "#ui/password-field.tsx";
import { QuantityField } from "#ui/quantity-field.tsx";
import { RatingInput } from "#ui/rating.tsx";
import { colours, couriers, payments, sizes } from "./choices.ts";

/** A form with one of each input. `failure` restores what the user typed. */
export function everyField({ failure, today }: { failure: FormFailure | undefined; today: string }): ReactNode {
  const typed = failure?.values ?? {};
  const errors = failure?.fields ?? {};
  const names = mapFieldNames("place");
  const pin = failure && parsePoint(typed[names.lat] ?? "", typed[names.lng] ?? "");
  /** The errors of a list's items appear below the field of the list. */
  const within = (name: string) =>
    Object.entries(errors).flatMap(([field, sentences]) =>
      field === name || field.startsWith(`${name}.`) ? sentences : [],
    );
  return (
    <>
      <TextField label="Nama barang" name="name" defaultValue={typed.name} errors={errors.name} />
      <SelectField
        label="Kurir"
        name="courier"
        empty="Pilih kurir"
        options={couriers}
        defaultValue={typed.courier}
        errors={errors.courier}
      />
      <CurrencyField label="Harga" name="price" defaultValue={typed.price} errors={errors.price} />
      <QuantityField
        label="Jumlah"
        name="quantity"
        max={12}
        defaultValue={Number(typed.quantity ?? 1) || 1}
        hint="Stok 12"
        errors={errors.quantity}
      />
      <TextareaField
        label="Cerita barang"
        name="story"
        maxLength={400}
        defaultValue={typed.story}
        errors={errors.story}
      />
      <ImageField label="Foto barang" name="pictures" most={5} required={false} errors={within("pictures")} />
      <MapField
        label="Titik di peta"
        name="place"
        defaultValue={pin ? { ...pin, address: typed[names.address] ?? "" } : undefined}
        typedBefore={failure && !pin ? { lat: typed[names.lat] ?? "", lng: typed[names.lng] ?? "" } : undefined}
        data={mapData}
        errors={within("place")}
      />
      <PasswordField label="Kata sandi" name="password" autoComplete="new-password" strength errors={errors.password} />
      <DatePickerField
        label="Tanggal lahir"
        name="born"
        today={today}
        max={today}
        defaultValue={typed.born}
        errors={errors.born}
      />
      <RadioGroup
        label="Cara membayar"
        name="payment"
        options={payments}
        defaultValue={typed.payment}
        errors={errors.payment}
      />
      <RatingInput label="Nilai Anda" name="rating" defaultValue={Number(typed.rating ?? 0)} errors={errors.rating} />
      <RadioGroup
        label="Ukuran"
        name="size"
        look="tiles"
        options={sizes}
        defaultValue={typed.size}
        errors={errors.size}
      />
      <RadioGroup
        label="Pewarna"
        name="colours"
        look="tiles"
        multiple
        options={colours}
        defaultValue={typed.colours?.split(" ")}
        errors={within("colours")}
      />
      <CheckboxField
        label="Bungkus sebagai kado"
        name="agreed"
        defaultChecked={typed.agreed === "1"}
        errors={errors.agreed}
      />
    </>
  );
}
