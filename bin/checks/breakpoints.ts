// Layouts change at the widths of src/ui/breakpoints.ts only. Finds other widths in media queries of stylesheets and
// components. Container queries may use any width.
import type { SourceTree } from "./import-walls.ts";

/**
 * Finds widths that are not in `widths`: `(min-width: 768px)` starts at a breakpoint, `(max-width: 767px)` ends before
 * it.
 */
export function checkBreakpoints(files: SourceTree, widths: readonly number[]): string[] {
  const findings: string[] = [];
  let seen = 0;
  for (const [path, whole] of files) {
    const text = whole.replace(/@container[^{\n]{0,200}/g, "@container");
    for (const { 0: found, 1: side, 2: pixels, index } of text.matchAll(/\((min|max)-width:\s{0,9}([\d.]{1,9})px\)/g)) {
      seen += 1;
      if (widths.includes(Number(pixels) + (side === "max" ? 1 : 0))) continue;
      const line = text.slice(0, index).split("\n").length;
      findings.push(`${path}:${line}  ${found} is not a width of src/ui/breakpoints.ts`);
    }
  }
  if (seen === 0) findings.push("no media query was seen");
  return findings;
}
