import { readFileSync } from "node:fs";

/** A file of the repository. */
export const readDocument = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** The text below a heading, up to the next one of any level. */
export function sectionOf(document: string, heading: string): string {
  const found = document.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`there is no heading "${heading}"`);
  return found;
}

/** The lines of all fenced blocks of commands, in order. Blocks with a language are no commands. */
export function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```\n([\s\S]*?)^ *```$/gm)].map(([, block = ""]) => block);
  return blocks.flatMap((block) => block.split("\n").map((line) => line.trim())).filter((line) => line !== "");
}

/** The numbered steps of a list by their numbers. */
export function stepsOf(document: string): Map<number, string> {
  const list = document.slice(document.search(/^1\. /m)).split(/^## /m)[0] ?? "";
  const steps = list.split(/^(?=\d+\. )/m).map((step) => [Number.parseInt(step, 10), step] as const);
  return new Map(steps.filter(([number]) => number > 0));
}

/** The settings that a shell or systemd reads from a file; commented ones are left out. */
export function settingsOf(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => /^[A-Z][A-Z0-9_]*=/.test(line));
  const unquoted = lines.map((line) => line.replace(/='(.*)'$/, "=$1"));
  return Object.fromEntries(unquoted.map((line) => line.split(/=(.*)/s, 2) as [string, string]));
}
