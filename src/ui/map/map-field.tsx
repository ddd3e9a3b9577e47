import { useCallback, useRef, useState } from "react";
import { FieldNotes, useField, type FieldProps } from "../field.tsx";
import { Finder, type Found } from "../finder.tsx";
import { useHydrated } from "../use-hydrated.ts";
import { Icon } from "../icon.tsx";
import { Button } from "../button.tsx";
import type { MapSource, OpenMap } from "./open-map.ts";
import { CoordinateInputs } from "./coordinate-inputs.tsx";
import { MapBox } from "./map-box.tsx";
import { clampToBounds, defaultLocation, formatPoint, mapFieldNames, parsePoint, type Point } from "./point.ts";
import styles from "./map-field.module.css";

export type FoundOnMap = Found & Point;

/** The sources of a map's content. `near` describes a point in a few words. */
export type MapData = MapSource & {
  search: (text: string, signal: AbortSignal) => Promise<readonly FoundOnMap[]>;
  near: (point: Point) => Promise<string | null>;
};

type Names = { lat: string; lng: string; address?: string };

/**
 * A place on the map: a pin for mouse, touch and keyboard, a search, and a description. The form sends latitude,
 * longitude and address (`mapFieldNames`; read them with `mapValue`). A required field starts at the default location,
 * and a search moves its pin. A field that is not required has no pin until the user sets one: a search and `centre`
 * only move the view, because they may lead to the middle of a city. The map itself (Leaflet) is loaded when the box
 * scrolls into view. Without scripts there are two number inputs.
 */
export function MapField({
  label,
  name,
  names = mapFieldNames(name),
  hint,
  errors,
  required = true,
  disabled = false,
  defaultValue,
  typedBefore,
  centre,
  data,
}: FieldProps & {
  names?: Names;
  required?: boolean;
  disabled?: boolean;
  defaultValue?: (Point & { address?: string }) | null | undefined;
  /** Latitude and longitude as they were sent, when they were not a point in Indonesia. */
  typedBefore?: { lat: string; lng: string } | undefined;
  /** The centre of the view without a pin, such as the middle of a region. It is never sent. */
  centre?: Point | null | undefined;
  data: MapData;
}) {
  const field = useField(undefined, { hint, errors });
  const hydrated = useHydrated();
  const first = defaultValue ?? (required ? defaultLocation : null);
  const [point, setPoint] = useState<Point | null>(first && { lat: first.lat, lng: first.lng });
  const [typed, setTyped] = useState(typedBefore);
  const [address, setAddress] = useState(defaultValue?.address ?? "");
  const [described, setDescribed] = useState<string | null>(null);
  const [located, setLocated] = useState<"asking" | "refused">();
  const ownWords = useRef((defaultValue?.address ?? "") !== "");
  const map = useRef<OpenMap>(undefined);

  const asked = useRef(0);
  const describe = useCallback(
    (of: Point) => {
      asked.current += 1;
      const own = asked.current;
      // When the user moves the pin again, only the last description is shown.
      const showDescription = (words: string | null) => {
        if (own !== asked.current) return;
        setDescribed(words);
        if (words !== null && !ownWords.current) setAddress(words);
      };
      data.near(of).then(showDescription, () => showDescription(null));
    },
    [data],
  );
  function put(to: Point | null, look = false): void {
    field.onInput?.();
    setPoint(to);
    setTyped(undefined);
    map.current?.setPin(to);
    if (to && look) map.current?.moveTo(to);
    if (!to) {
      asked.current += 1;
      setDescribed(null);
      if (!ownWords.current) setAddress("");
      return;
    }
    describe(to);
  }

  function type(which: "lat" | "lng", text: string): void {
    const next = { ...(typed ?? pointToText(point)), [which]: text };
    const to = parsePoint(next.lat, next.lng);
    if (to) put(to, true);
    else if (next.lat === "" && next.lng === "") put(null);
    setTyped(next);
  }

  function locate(): void {
    setLocated("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocated(undefined);
        put(clampToBounds({ lat: coords.latitude, lng: coords.longitude }), true);
      },
      () => setLocated("refused"),
      { enableHighAccuracy: true, timeout: 10_000 },
    );
  }

  return (
    <fieldset className={styles.field} data-field aria-describedby={field["aria-describedby"]} disabled={disabled}>
      <legend className={styles.legend}>
        {label}
        {!required && <span className={styles.optional}> (opsional)</span>}
      </legend>
      {hint !== undefined && (
        <p className={styles.hint} id={`${field.id}-hint`}>
          {hint}
        </p>
      )}
      <div className={styles.tools}>
        <div className={styles.search}>
          <Finder
            label="Cari tempat di peta"
            placeholder="Kecamatan, kota, atau nama tempat"
            search={data.search}
            onChoose={({ name: found, within, lat, lng }) => {
              if (!required && !point) {
                map.current?.moveTo({ lat, lng });
                return;
              }
              put({ lat, lng }, true);
              if (!ownWords.current) setAddress(`${found}, ${within}`);
            }}
          />
        </div>
        <Button
          type="button"
          variant="outline"
          icon="target"
          className="needs-js"
          busy={located === "asking"}
          disabled={disabled}
          onClick={locate}
        >
          Lokasi saya
        </Button>
      </div>
      {located === "refused" && (
        <p className={styles.note} role="alert">
          Lokasi perangkat tidak bisa dibaca. Geser pin di peta, atau cari tempatnya.
        </p>
      )}
      <MapBox
        {...{ point, centre, disabled }}
        source={data}
        invalid={field["aria-invalid"] === true}
        onPin={put}
        onOpen={(opened) => {
          map.current = opened;
          if (opened && point) describe(point);
        }}
      />
      <p className={`${styles.status} needs-js`} role="status">
        <Icon name="pin" small />
        {point ? (
          <span>
            {described !== null && <b>{described}</b>} <span className="num">{formatPoint(point)}</span>
          </span>
        ) : (
          <span>Belum ada titik. Perbesar peta sampai jalannya terlihat, lalu ketuk tempatnya.</span>
        )}
        {point && !required && (
          <button type="button" className={styles.clear} onClick={() => put(null)}>
            Hapus titik
          </button>
        )}
      </p>
      {names.address !== undefined && (
        <label className={styles.words}>
          <span>Keterangan tempat</span>
          <input
            name={names.address}
            value={address}
            maxLength={200}
            disabled={disabled}
            autoComplete="off"
            placeholder="Terisi dari peta; boleh Anda perjelas"
            onChange={(event) => {
              ownWords.current = event.currentTarget.value !== "";
              setAddress(event.currentTarget.value);
            }}
          />
        </label>
      )}
      <CoordinateInputs
        {...{ field, names, required, disabled }}
        open={!hydrated || (errors?.length ?? 0) > 0}
        values={typed ?? pointToText(point)}
        onType={type}
      />
      <FieldNotes field={field} hint={undefined} errors={errors} />
    </fieldset>
  );
}

const pointToText = (point: Point | null) => ({
  lat: point ? String(point.lat) : "",
  lng: point ? String(point.lng) : "",
});
