import type { Draft } from "./content-schema.ts";

/**
 * The key of each product's own picture, by the product's name. The first product of a subject shows the subject's
 * pictures; the second has the key `subject-b`, the third `subject-c`. Some pictures are not drawn yet: tools/pictures
 * draws missing ones.
 */
export function ownPictureKeys(drafts: readonly Draft[]): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [subject = "", sharing] of Map.groupBy(drafts, (draft) => draft.pictures[0]))
    for (const [at, draft] of sharing.slice(1).entries()) keys.set(draft.name, `${subject}-${"bcdefg"[at]}`);
  return keys;
}

/**
 * The pictures of each product, by the product's name. `drawn` are the keys of all existing pictures. A product shows
 * its own picture once that is drawn. Until then it shares its subject's pictures: the first product of a subject shows
 * all views, and further products alternate and begin with the second view.
 */
export function choosePictures(drafts: readonly Draft[], drawn: ReadonlySet<string>): Map<string, string[]> {
  const ownKeys = ownPictureKeys(drafts);
  const timesShown = new Map<string, number>();
  return new Map(
    drafts.map(({ name, pictures: [subject = "", ...others] }) => {
      const own = ownKeys.get(name);
      if (own && drawn.has(own)) return [name, [own, ...others]];
      const shown = timesShown.get(subject) ?? 0;
      timesShown.set(subject, shown + 1);
      const further = [`${subject}-2`, `${subject}-3`].filter((view) => drawn.has(view));
      const [second, ...rest] = further;
      const views = shown % 2 === 1 && second ? [second, subject, ...rest] : [subject, ...further];
      return [name, [...views, ...others]];
    }),
  );
}
