/** Finds the stylesheets of a page in Vite's client manifest. The build and document.ts use it. */

export type Manifest = Record<
  string,
  {
    file: string;
    css?: string[];
    imports?: string[];
    isEntry?: boolean;
    assets?: string[];
    /** The page's own stylesheets, combined in one file (scripts/build-web.ts). */
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

/** The stylesheets of every page (`shared`) and those that this page adds (`own`), both in the order of the cascade. */
export function pageStyles(manifest: Manifest, name: string | undefined): { shared: string[]; own: string[] } {
  const shared = [...new Set(stylesOf(manifest, entryName))];
  const own = [...new Set(name ? stylesOf(manifest, name) : [])].filter((file) => !shared.includes(file));
  return { shared, own };
}
