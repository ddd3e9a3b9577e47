import type { ComponentProps } from "react";
import { classes } from "../class-names.ts";
import { Icon } from "../icon.tsx";
import type { Picture } from "./chosen-picture.ts";
import styles from "./image-field.module.css";

/** One picture in the list of a field: its upload progress, its error, and its buttons. */
export function PictureTile({
  picture,
  at,
  name,
  isLast,
  isDragged,
  several,
  disabled,
  onMove,
  onCrop,
  onRemove,
  onRetry,
  ...dragging
}: {
  picture: Picture;
  at: number;
  /** Name of the form's field. */
  name: string;
  isLast: boolean;
  isDragged: boolean;
  /** Whether the field allows several pictures, which have an order. */
  several: boolean;
  disabled: boolean;
  onMove: (to: number, button: "left" | "right") => void;
  onCrop: () => void;
  onRemove: () => void;
  onRetry: () => void;
} & Pick<ComponentProps<"li">, "onDragStart" | "onDragEnter" | "onDragOver" | "onDrop" | "onDragEnd">) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging; the buttons do the same
    <li
      {...dragging}
      data-key={picture.key}
      className={classes(styles.tile, isDragged && styles.dragged)}
      draggable={several && !disabled}
    >
      <span className={styles.picture}>
        <img src={picture.src} alt={`Foto ${at + 1}: ${picture.name}`} draggable={false} />
        {several && at === 0 && <b className={styles.main}>Utama</b>}
        {picture.progress !== null && (
          <progress max={1} value={picture.progress} aria-label={`Mengirim ${picture.name}`} />
        )}
      </span>
      {picture.failure !== null && (
        <span className={styles.failure}>
          {picture.failure}
          <button type="button" onClick={onRetry}>
            Coba lagi
          </button>
        </span>
      )}
      {!disabled && (
        <div className={classes(styles.tools, "needs-js")}>
          {several && (
            <>
              <button
                type="button"
                data-move="left"
                disabled={at === 0}
                aria-label={`Geser ${picture.name} ke kiri`}
                onClick={() => onMove(at - 1, "left")}
              >
                <Icon name="chevron-left" small />
              </button>
              <button
                type="button"
                data-move="right"
                disabled={isLast}
                aria-label={`Geser ${picture.name} ke kanan`}
                onClick={() => onMove(at + 1, "right")}
              >
                <Icon name="chevron-right" small />
              </button>
            </>
          )}
          {picture.file && (
            <button type="button" aria-label={`Potong ${picture.name}`} onClick={onCrop}>
              <Icon name="crop" small />
            </button>
          )}
          <button type="button" data-remove aria-label={`Hapus ${picture.name}`} onClick={onRemove}>
            <Icon name="trash" small />
          </button>
        </div>
      )}
      {picture.value !== null && <input type="hidden" name={name} value={picture.value} />}
    </li>
  );
}
