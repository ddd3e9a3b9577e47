/**
 * Design note. A link that an operator writes may lead to a page of this site that does not exist, or that goes later:
 * a product that is sold no more, an information page that was withdrawn. A link is checked when it is saved, and again
 * each time the console shows it. Other sites are never asked. The list of pages says which paths exist; the database
 * says whether the category, product, shop or information page in a path does. A merged category still leads somewhere.
 */
import type { Queryable } from "#lib/database.ts";
import { pageRows, pages } from "#pages.ts";
import { listMissing, type LinkedThing } from "./queries.ts";

/** A path of this site that no page answers is `missing`; null for a path that needs no look into the database. */
function thingOf(link: string): LinkedThing | "missing" | null {
  if (!link.startsWith("/") || !URL.canParse(link, "http://localhost")) return null;
  // PostgreSQL has no text with this character and cannot be asked for one.
  if (link.includes("%00")) return "missing";
  const { pathname, searchParams } = new URL(link, "http://localhost");
  const parts = pathname.replace(/(?<=.)\/$/, "").split("/");
  const row = pageRows.find(({ path }) => {
    const pattern = path.split("/");
    return pattern.length === parts.length && pattern.every((part, at) => part.startsWith(":") || part === parts[at]);
  });
  if (!row) return "missing";
  const slug = decoded(parts.at(-1) ?? "");
  switch (row.path) {
    case pages.products.path: {
      const category = searchParams.get("category");
      return category === null || category === "" ? null : { kind: "category", slug: category };
    }
    case pages.product.path:
      return { kind: "product", slug };
    case pages.merchant.path:
      return { kind: "shop", slug };
    case pages.information.path:
      return { kind: "information", slug };
    default:
      return null;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Those of these links that lead to a page of this site which is not there at `now`. */
export async function findDeadLinks(db: Queryable, links: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const things = links.map((link) => ({ link, thing: thingOf(link) }));
  const named = things.flatMap(({ thing }) => (thing !== null && thing !== "missing" ? [thing] : []));
  const missing = named.length === 0 ? [] : await listMissing(db, named, now);
  const isDead = (thing: (typeof things)[number]["thing"]) =>
    thing === "missing" ||
    (thing !== null && missing.some(({ kind, slug }) => kind === thing.kind && slug === thing.slug));
  return new Set(things.filter(({ thing }) => isDead(thing)).map(({ link }) => link));
}

/** What an operator reads who writes such a link. */
export const deadLinkText = "Halaman ini tidak ada di situs. Periksa alamatnya.";
