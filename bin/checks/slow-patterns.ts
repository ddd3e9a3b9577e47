// A regular expression that backtracks can take quadratic or exponential time, so a long text can block the process.
// The source must not contain any; such text is parsed by a loop, split or indexOf instead. The detector calculates in
// how many ways a pattern can match one text. It ignores lookarounds, so each pattern is checked a second time with
// their contents inlined.
import { createHash } from "node:crypto";
import type { SourceTree } from "./import-walls.ts";

/**
 * Slow patterns that are allowed, and files that may build patterns at run time: `path pattern` or `path RegExp` →
 * reason.
 */
export const allowed: Readonly<Record<string, string>> = {
  "src/lib/display-name.ts RegExp": "one class of characters between start and end, from a list in the file",
  "src/site/help/article.ts /\\*\\*([^*]+)\\*\\*|\\[([^[\\]]+)\\]\\(([^\\s()]+)\\)/g": "reads the help's own articles",
};

type Pattern = { source: string; flags: string; line: number };

const sha = (text: string) => createHash("sha256").update(text).digest("base64url");
const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path);

/** All patterns of a source file; `made` are the lines where patterns are built at run time. */
export async function patternsIn(path: string, text: string): Promise<{ patterns: Pattern[]; made: number[] }> {
  const { parseSync } = await import("vite");
  const patterns: Pattern[] = [];
  const made: number[] = [];
  const lineAt = (start: number) => text.slice(0, start).split("\n").length;
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) return node.forEach(visit);
    const { type, regex, callee, start } = node as {
      type?: string;
      regex?: { pattern: string; flags: string };
      callee?: { name?: string };
      start: number;
    };
    if (type === "Literal" && regex) {
      patterns.push({ source: regex.pattern, flags: regex.flags, line: lineAt(start) });
      return undefined;
    }
    if (/^(New|Call)Expression$/.test(type ?? "") && callee?.name === "RegExp") made.push(lineAt(start));
    return Object.values(node).forEach(visit);
  };
  visit(parseSync(path, text).program);
  return { patterns, made };
}

/** Whether the pattern can backtrack too much on some text; also true when the detector cannot parse the pattern. */
export async function isSlow(source: string, flags: string): Promise<boolean> {
  // A pattern without repetition reads at most its own length.
  const bare = source.replace(/\\[^1-9k]|\[(?:\\.|[^\]\\])*\]/gs, "");
  if (!/[*+?{]|\\/.test(bare.replaceAll(/\(\?(?:[:=!]|<[=!]?)/g, "("))) return false;
  const { isSafePattern } = await import("redos-detector");
  const opened = source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=!]/gs, (part) =>
    part.startsWith("(?") ? "(?:" : part,
  );
  const options = {
    // Enough for the patterns of the source; a pattern that needs more counts as slow.
    maxSteps: 8000,
    caseInsensitive: flags.includes("i"),
    unicode: flags.includes("u"),
    dotAll: flags.includes("s"),
    multiLine: flags.includes("m"),
  };
  try {
    return [...new Set([source, opened])].some((pattern) => !isSafePattern(pattern, options).safe);
  } catch {
    return true;
  }
}

/**
 * Finds slow patterns, patterns built at run time, and reasons for patterns that no longer exist. `proven` has the
 * hashes of files that passed before; `passed` has those to store for the next run.
 */
export async function checkPatterns(
  files: SourceTree,
  proven: ReadonlySet<string>,
  reasons: Readonly<Record<string, string>> = allowed,
): Promise<{ breaches: string[]; passed: string[] }> {
  const breaches: string[] = [];
  const passed: string[] = [];
  const verdicts = new Map<string, boolean>();
  for (const name of Object.keys(reasons)) {
    const [path = "", ...pattern] = name.split(" ");
    if (!files.get(path)?.includes(pattern.join(" ")))
      breaches.push(`${name}: the pattern no longer exists: remove its reason`);
  }
  for (const [path, text] of files) {
    const hash = sha(path + text);
    if (isTest(path)) continue;
    const { patterns, made } = proven.has(hash) ? { patterns: [], made: [] } : await patternsIn(path, text);
    const found = (`${path} RegExp` in reasons ? [] : made).map(
      (line) => `${path}:${line}  a pattern built at run time cannot be checked`,
    );
    for (const { source, flags, line } of patterns) {
      const pattern = `/${source}/${flags}`;
      if (`${path} ${pattern}` in reasons) continue;
      const slow = verdicts.get(pattern) ?? (await isSlow(source, flags));
      verdicts.set(pattern, slow);
      if (slow) found.push(`${path}:${line}  ${pattern} can backtrack too much on long texts`);
    }
    if (found.length === 0) passed.push(hash);
    breaches.push(...found);
  }
  return { breaches, passed };
}
