import { useCallback, useEffect, useId, useRef, useState } from "react";
import { Button } from "../button.tsx";
import styles from "./map-field.module.css";
import type { MapSource, OpenMap } from "./open-map.ts";
import { defaultLocation, mapHeight, type Point } from "./point.ts";

/** The box of the map. Opens the map when it scrolls into view. */
export function MapBox({
  point,
  centre,
  source,
  disabled,
  invalid,
  onPin,
  onOpen,
}: {
  point: Point | null;
  centre: Point | null | undefined;
  source: MapSource;
  disabled: boolean;
  invalid: boolean;
  onPin: (point: Point) => void;
  /** Called with the open map, and with undefined when it is closed. */
  onOpen: (map: OpenMap | undefined) => void;
}) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"closed" | "open" | "failed">("closed");
  const map = useRef<OpenMap>(undefined);
  const latest = useRef({ point, centre, source, onPin, onOpen });
  useEffect(() => {
    latest.current = { point, centre, source, onPin, onOpen };
  });

  const open = useCallback(async () => {
    const place = box.current;
    if (!place || map.current) return;
    try {
      const { openMap } = await import("./open-map.ts");
      if (map.current || !place.isConnected) return;
      const { point: pin, centre: around, source: shown } = latest.current;
      const start = pin ?? around ?? defaultLocation;
      map.current = openMap(place, { start, pin, source: shown, onPin: (to) => latest.current.onPin(to) });
      latest.current.onOpen(map.current);
      setState("open");
    } catch {
      setState("failed");
    }
  }, []);

  useEffect(() => {
    const place = box.current;
    if (!place || disabled) return;
    const seen = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && void open(), {
      rootMargin: "200px",
    });
    seen.observe(place);
    return () => {
      seen.disconnect();
      map.current?.close();
      map.current = undefined;
      latest.current.onOpen(undefined);
    };
  }, [open, disabled]);

  const [lat, lng] = [centre?.lat, centre?.lng];
  useEffect(() => {
    if (lat !== undefined && lng !== undefined && !latest.current.point) map.current?.moveTo({ lat, lng }, 11);
  }, [lat, lng]);

  return (
    <div className={`${styles.frame} needs-js`} style={{ height: mapHeight }} data-invalid={invalid || undefined}>
      <div ref={box} className={styles.map} role="application" aria-label="Peta" aria-describedby={`${id}-keys`} />
      {state !== "open" && (
        <div className={styles.waiting}>
          {state === "failed" ? (
            <>
              <p>Peta belum termuat.</p>
              <Button type="button" variant="outline" size="s" onClick={() => void open()}>
                Coba lagi
              </Button>
            </>
          ) : (
            <p>{disabled ? "Peta tidak bisa diubah di sini." : "Memuat peta…"}</p>
          )}
        </div>
      )}
      <p id={`${id}-keys`} className="sr-only">
        Panah menggeser peta, plus dan minus mengubah ukurannya, Enter menaruh pin di tengah. Pin digeser dengan panah,
        lebih jauh bersama Shift.
      </p>
    </div>
  );
}
