/** The page numbers to show, with gaps as null: first, last, the current and its neighbours. */
export function pageNumbers(current: number, last: number): (number | null)[] {
  const wanted = [1, 2, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  const shown: (number | null)[] = [];
  for (const page of pages) {
    const before = shown.at(-1);
    if (typeof before === "number" && page - before === 2) shown.push(page - 1);
    else if (typeof before === "number" && page - before > 2) shown.push(null);
    shown.push(page);
  }
  return shown;
}
