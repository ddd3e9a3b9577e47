// A rule is a sentence above a constant, and both say the same time: somebody who changes only one of them reads so.
import type { SourceTree } from "./import-walls.ts";

const lengths = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800, year: 31_536_000 } as const;
const lengthOf = (unit: string): number => lengths[unit.toLowerCase() as keyof typeof lengths];
const timeOf = (count: string, unit: string) => Number(count.replaceAll("_", "")) * lengthOf(unit);
/** `24`, `2×24`, `1,440`, `half an`, `a`. */
function countOf(text: string): number {
  if (/^half/i.test(text)) return 1 / 2;
  if (!/^\d/.test(text)) return 1;
  return text.split("×").reduce((product, factor) => product * Number(factor.replaceAll(",", "")), 1);
}

/** The rule above an exported constant. A comment with several rules says which of them has which number by itself. */
const ruled = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*export const (\w+)[^=;]*=\s*([^;]*);/g;
const value = /^(?:([\d_]+) \* )?(second|minute|hour|day)$/;
const startValue = /\bdefaultValue:\s*(?:([\d_]+) \* )?(second|minute|hour|day)\b/;
const named = /\b(\d[\d,]{0,9}(?:×\d{1,3})?|half an?|an?|one|each|every) (second|minute|hour|day|week|year)s?\b/gi;

/** Findings, one line each: constants whose sentence names times, but not theirs. */
export function checkRuleValues(files: SourceTree): string[] {
  const findings: string[] = [];
  for (const [path, text] of files) {
    if (/\.test\.tsx?$/.test(path)) continue;
    for (const found of text.matchAll(ruled)) {
      const [, comment = "", name = "", code = ""] = found;
      if (comment.split("@rule").length !== 2) continue;
      const [, count = "1", unit = ""] = value.exec(code.trim()) ?? startValue.exec(code) ?? [];
      if (unit === "") continue;
      const sentence = comment.replace(/\s*\n\s*\*?\s*/g, " ");
      const times = [...sentence.matchAll(named)].map(([, many = "", one = ""]) => countOf(many) * lengthOf(one));
      if (times.length === 0 || times.includes(timeOf(count, unit))) continue;
      const line = text.slice(0, found.index).split("\n").length;
      findings.push(`${path}:${line}  ${name} is ${count} × ${unit}, and its sentence names another time`);
    }
  }
  return findings;
}
