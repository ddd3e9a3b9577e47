import { operatorHrefs } from "#operator-hrefs.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import type { DifferenceJson } from "../contract.ts";
import { differenceKinds, entryKinds } from "../rules.ts";
import styles from "./reconciliation.module.css";

/** What differs, of `found` differences in all. With `isBank` the references are movements with a page of their own. */
export function Differences({
  differences,
  found,
  isBank = false,
}: {
  differences: readonly DifferenceJson[];
  found: number;
  isBank?: boolean;
}) {
  if (differences.length === 0) return null;
  const hidden = found - differences.length;
  return (
    <ul className={styles.differences}>
      {differences.map((one) => (
        <li key={`${one.kind} ${one.entry} ${one.reference}`}>
          {entryKinds[one.entry]}: {differenceKinds[one.kind]}
          <small>
            {isBank && (one.entry === "receipt" || one.entry === "outgoing") ? (
              <a href={operatorHrefs.transfer(one.reference)}>Lihat mutasi</a>
            ) : (
              [one.note, one.reference].filter(Boolean).join(" · ")
            )}
          </small>
          <small>
            {[
              one.ours !== null && `pembukuan ${formatRupiah(one.ours)}`,
              one.theirs !== null && `penyedia ${formatRupiah(one.theirs)}`,
            ]
              .filter(Boolean)
              .join(", ")}
          </small>
        </li>
      ))}
      {hidden > 0 && <li>dan {formatCount(hidden)} lagi</li>}
    </ul>
  );
}
