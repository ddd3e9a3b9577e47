import styles from "./skeleton.module.css";

/** A grey shape of the final size, seen only when waiting takes longer than 300 ms. */
export function Skeleton({
  width,
  height,
  round = false,
}: {
  width: number | string;
  height: number | string;
  round?: boolean;
}) {
  return (
    <span className={styles.skeleton} style={{ width, height, borderRadius: round ? "50%" : undefined }} aria-hidden />
  );
}
