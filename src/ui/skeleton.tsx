import styles from "./skeleton.module.css";

/** A grey placeholder of the final size, visible only after 300 ms of waiting. */
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
