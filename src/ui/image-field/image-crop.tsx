import { useEffect, useRef, useState } from "react";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import styles from "./image-crop.module.css";

/** Longest side of the result in pixels. The server stores no more. */
const maxSide = 1600;
const maxZoom = 4;

/** The part of a picture in a square: the centre as fractions of width and height, and the zoom. */
export type CropView = { x: number; y: number; zoom: number };

/** The square of a picture that a view shows (left, top, side; in the picture's pixels). Never outside the picture. */
export function cropSquare(view: CropView, width: number, height: number): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / Math.max(1, view.zoom);
  const fit = (middle: number, length: number) => Math.min(length - side, Math.max(0, middle * length - side / 2));
  return { left: fit(view.x, width), top: fit(view.y, height), side };
}

/** Cuts a square out of a picture. Mouse, finger and arrow keys move it; the slider, plus and minus zoom. */
export function CropDialog({
  file,
  onClose,
  onCrop,
}: {
  file: File;
  onClose: () => void;
  onCrop: (square: File) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [image, setImage] = useState<ImageBitmap>();
  const [view, setView] = useState<CropView>({ x: 0.5, y: 0.5, zoom: 1 });
  const [busy, setBusy] = useState(false);
  const hold = useRef<{ x: number; y: number }>(undefined);

  useEffect(() => {
    let gone = false;
    let opened: ImageBitmap | undefined;
    void createImageBitmap(file).then((bitmap) => {
      opened = bitmap;
      if (gone) bitmap.close();
      else setImage(bitmap);
    });
    return () => {
      gone = true;
      opened?.close();
    };
  }, [file]);
  useEffect(() => {
    const place = canvas.current;
    if (!place || !image) return;
    const { left, top, side } = cropSquare(view, image.width, image.height);
    place.getContext("2d")?.drawImage(image, left, top, side, side, 0, 0, place.width, place.height);
  }, [image, view]);

  /** Moves the picture by fractions of the square. */
  function pan(dx: number, dy: number): void {
    if (!image) return;
    setView((now) => {
      const { left, top, side } = cropSquare(now, image.width, image.height);
      const within = (at: number, length: number) => Math.min(length - side, Math.max(0, at));
      return {
        zoom: now.zoom,
        x: (within(left - dx * side, image.width) + side / 2) / image.width,
        y: (within(top - dy * side, image.height) + side / 2) / image.height,
      };
    });
  }
  const zoomTo = (zoom: number) => setView((now) => ({ ...now, zoom: Math.min(maxZoom, Math.max(1, zoom)) }));

  async function crop(): Promise<void> {
    if (!image) return;
    setBusy(true);
    const { left, top, side } = cropSquare(view, image.width, image.height);
    const length = Math.round(Math.min(maxSide, side));
    const square = new OffscreenCanvas(length, length);
    square.getContext("2d")?.drawImage(image, left, top, side, side, 0, 0, length, length);
    const type = file.type === "image/png" ? "image/png" : "image/jpeg";
    const blob = await square.convertToBlob({ type, quality: 0.92 });
    const name = file.name.includes(".") ? file.name.slice(0, file.name.lastIndexOf(".")) : file.name;
    onCrop(new File([blob], `${name}.${type === "image/png" ? "png" : "jpg"}`, { type }));
  }

  return (
    <Dialog
      open
      title="Potong menjadi bujur sangkar"
      onClose={onClose}
      footer={
        <>
          <Button type="button" variant="ghost" onClick={onClose}>
            Batal
          </Button>
          <Button type="button" busy={busy} onClick={() => void (busy || crop())}>
            Potong
          </Button>
        </>
      }
    >
      <div className={styles.crop}>
        <canvas
          ref={canvas}
          width={640}
          height={640}
          className={styles.square}
          tabIndex={0}
          role="img"
          aria-label="Bagian foto yang dipakai. Panah menggeser, plus dan minus memperbesar."
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            hold.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerMove={(event) => {
            if (!hold.current) return;
            const side = event.currentTarget.clientWidth;
            pan((event.clientX - hold.current.x) / side, (event.clientY - hold.current.y) / side);
            hold.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerUp={() => (hold.current = undefined)}
          onPointerCancel={() => (hold.current = undefined)}
          onKeyDown={(event) => {
            const step = event.shiftKey ? 0.2 : 0.05;
            const ways: Record<string, [number, number]> = {
              ArrowLeft: [step, 0],
              ArrowRight: [-step, 0],
              ArrowUp: [0, step],
              ArrowDown: [0, -step],
            };
            const way = ways[event.key];
            if (way) pan(...way);
            else if (event.key === "+" || event.key === "=") zoomTo(view.zoom + 0.2);
            else if (event.key === "-") zoomTo(view.zoom - 0.2);
            else return;
            event.preventDefault();
          }}
        />
        <label className={styles.zoom}>
          <span>Perbesar</span>
          <input
            type="range"
            min={1}
            max={maxZoom}
            step={0.05}
            value={view.zoom}
            onChange={(event) => zoomTo(Number(event.currentTarget.value))}
          />
        </label>
      </div>
    </Dialog>
  );
}
