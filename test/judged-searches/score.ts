import { judgedSearches, judgedSuggestions } from "./searches.ts";

export type Judged = { kind: string; search: string; gradeOf: (name: string) => number };

const plain = (text: string) => text.toLowerCase().replace(/[’']/g, "");

function matcher(list: string): (name: string) => boolean {
  const wanted = list
    .split(",")
    .map((one) => plain(one.trim()))
    .filter((one) => one !== "")
    .map((one) => one.split("+").map((part) => part.trim()));
  return (name) =>
    wanted.some((parts) =>
      parts.every((part) =>
        part.startsWith("^") ? plain(name).startsWith(part.slice(1)) : plain(name).includes(part),
      ),
    );
}

/** The judged searches with the grade of a product's name: 3 right, 2 good, 0 not asked for. */
export function readJudgedSearches(): Judged[] {
  return judgedSearches
    .trim()
    .split("\n")
    .map((line) => {
      const [kind = "", search = "", right = "", good = ""] = line.split(";").map((part) => part.trim());
      const [isRight, isGood] = [matcher(right), matcher(good)];
      return { kind, search, gradeOf: (name) => (isRight(name) ? 3 : isGood(name) ? 2 : 0) };
    });
}

/** What was typed, with a test of whether one of these suggestions is what the shopper means. */
export function readJudgedSuggestions(): { typed: string; isMeant: (suggestions: readonly string[]) => boolean }[] {
  return judgedSuggestions
    .trim()
    .split("\n")
    .map((line) => {
      const [typed = "", parts = ""] = line.split(";");
      const wanted = parts.split(",").map((one) => one.trim());
      return { typed, isMeant: (some) => some.some((one) => wanted.some((part) => plain(one).includes(part))) };
    });
}

const gain = (grades: readonly number[]) =>
  grades.slice(0, 10).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);

/** nDCG@10: 1 if the best products come first. For a search with nothing right: the share of bearable results. */
export function scoreOf({ kind, gradeOf }: Judged, found: readonly string[], all: readonly string[]): number {
  const grades = found.slice(0, 10).map(gradeOf);
  if (kind === "nothing") return grades.length === 0 ? 1 : grades.filter((grade) => grade > 0).length / grades.length;
  const best = all.map(gradeOf).sort((a, b) => b - a);
  return gain(grades) / gain(best);
}
