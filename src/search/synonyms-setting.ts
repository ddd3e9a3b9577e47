/** Synonyms that operators add to those of the file. */
import { settingOf, settingsVersion } from "#lib/settings/setting.ts";
import { addedSynonymLimits, addedSynonymsSetting } from "./rules.ts";
import { builtInSynonyms, parseSynonyms, type Synonyms } from "./synonyms.ts";

let merged: { version: number; synonyms: Synonyms } | undefined;

/** The synonyms of the file and of the operators. Those of an operator's line are tried with the file's. */
export function currentSynonyms(): Synonyms {
  const version = settingsVersion();
  if (merged?.version !== version) merged = { version, synonyms: withAdded(settingOf(addedSynonymsSetting)) };
  return merged.synonyms;
}

function withAdded(text: string): Synonyms {
  if (text === "") return builtInSynonyms();
  const all = new Map(builtInSynonyms());
  for (const [key, alternatives] of parseSynonyms(text)) all.set(key, [...alternatives, ...(all.get(key) ?? [])]);
  return all;
}

/** What is wrong with the first line that says nothing, or null. */
export function synonymComplaint(text: string): string | null {
  const lines = text.split("\n");
  if (lines.length > addedSynonymLimits.lines) return `Paling banyak ${addedSynonymLimits.lines} baris.`;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const place = `Baris ${at + 1}`;
    if (line.length > addedSynonymLimits.line) return `${place}: paling banyak ${addedSynonymLimits.line} karakter.`;
    if (!/^[a-z0-9 ,|>=.]+$/.test(line))
      return `${place}: tulis dengan huruf kecil tanpa tanda baca, misalnya: hape > ponsel.`;
    if (parseSynonyms(line).size === 0) return `${place}: tulis kata, lalu tanda >, lalu kata yang juga dicari.`;
  }
  return null;
}
