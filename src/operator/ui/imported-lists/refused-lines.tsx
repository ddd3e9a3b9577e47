import { formatCount } from "#lib/rupiah.ts";
import { Notice } from "#ui/notice.tsx";

/** The lines of an uploaded file that cannot be stored, with their problems. `count` may exceed the listed lines. */
export function RefusedLines({ count, lines }: { count: number; lines: readonly { line: number; problem: string }[] }) {
  if (count === 0) return null;
  return (
    <Notice tone="error" title={`${formatCount(count)} baris ditolak, jadi berkas ini belum bisa disimpan`}>
      {lines.map(({ line, problem }) => (
        <p key={line}>
          Baris {line}: {problem}
        </p>
      ))}
    </Notice>
  );
}
