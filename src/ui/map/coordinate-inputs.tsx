import type { useField } from "../field.tsx";
import { Icon } from "../icon.tsx";
import styles from "./map-field.module.css";
import { defaultLocation, mapBounds } from "./point.ts";

/** The point as two numbers, for typing and for browsers without scripts. Folded unless `open`. */
export function CoordinateInputs({
  field,
  names,
  required,
  disabled,
  open,
  values,
  onType,
}: {
  field: ReturnType<typeof useField>;
  /** Names of the form's fields. */
  names: { lat: string; lng: string };
  required: boolean;
  disabled: boolean;
  open: boolean;
  values: { lat: string; lng: string };
  onType: (which: "lat" | "lng", text: string) => void;
}) {
  const shared = { type: "number", step: "any", inputMode: "decimal", required, disabled } as const;
  return (
    <details className={styles.numbers} open={open || undefined}>
      <summary>
        <Icon name="chevron-right" small />
        Tulis koordinat sendiri
      </summary>
      <div className={styles.pair}>
        <label className={styles.words}>
          <span>Lintang</span>
          <input
            {...shared}
            {...field}
            name={names.lat}
            min={mapBounds.south}
            max={mapBounds.north}
            placeholder={String(defaultLocation.lat)}
            value={values.lat}
            onChange={(event) => onType("lat", event.currentTarget.value)}
          />
        </label>
        <label className={styles.words}>
          <span>Bujur</span>
          <input
            {...shared}
            aria-invalid={field["aria-invalid"]}
            name={names.lng}
            min={mapBounds.west}
            max={mapBounds.east}
            placeholder={String(defaultLocation.lng)}
            value={values.lng}
            onChange={(event) => onType("lng", event.currentTarget.value)}
          />
        </label>
      </div>
    </details>
  );
}
