import type { Draft } from "./draft.ts";

/**
 * The key of each product's own picture, by the name of the product. The first product of a subject shows the subject's
 * pictures; the second has the key `subject-b`, the third `subject-c`. Not every picture is drawn yet: tools/pictures
 * draws what is missing.
 */
export function ownPictureKeys(drafts: readonly Draft[]): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [subject = "", sharing] of Map.groupBy(drafts, (draft) => draft.pictures[0]))
    for (const [at, draft] of sharing.slice(1).entries()) keys.set(draft.name, `${subject}-${"bcdefg"[at]}`);
  return keys;
}
