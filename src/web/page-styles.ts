/** Which stylesheets a page needs, from Vite's client manifest. Used by the build and by the document. */

export type Manifest = Record<
  string,
  {
    file: string;
    css?: string[];
    imports?: string[];
    isEntry?: boolean;
    assets?: string[];
    /** What the page needs beside the shop's own stylesheet, in one file (scripts/build-web.ts). */
    pageStyle?: string;
  }
>;

export const entryName = "src/web/entry-client.tsx";

function stylesOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const chunk = manifest[name];
  if (!chunk) return [];
  return [...(chunk.imports ?? []).flatMap((other) => stylesOf(manifest, other, seen)), ...(chunk.css ?? [])];
}

/** Stylesheets of every page, then those that this page adds, each in the order in which they must be read. */
export function pageStyles(manifest: Manifest, name: string | undefined): { shared: string[]; own: string[] } {
  const shared = [...new Set(stylesOf(manifest, entryName))];
  const own = [...new Set(name ? stylesOf(manifest, name) : [])].filter((file) => !shared.includes(file));
  return { shared, own };
}
