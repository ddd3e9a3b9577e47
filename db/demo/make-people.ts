import type { Home, People } from "./content-schema.ts";

export type Person = { name: string; email: string; regencyCode: string };

/** The number of buyers whose names are combined from common given names and family names. */
const madeUpPeople = 340;

/** Buyers from all parts of the country: those with their own names first, then made-up ones. */
export function makePeople({ named, givenNames, familyNames }: People, homes: readonly Home[]): Person[] {
  const madeUp = Array.from({ length: madeUpPeople }, (_, at) => {
    // The names are different as long as `at` is below the product of the lengths of both lists.
    const given = givenNames[at % givenNames.length];
    const family = familyNames[(at * 7 + Math.floor(at / givenNames.length)) % familyNames.length];
    const home = homes[(at * 11) % homes.length];
    return { name: `${given} ${family}`, regencyCode: home?.village.slice(0, 5) ?? "31.71" };
  });
  return [...named, ...madeUp].map(({ name, regencyCode }) => ({ name, email: emailOf(name), regencyCode }));
}

/** `Hj. Siti Fatimah` becomes `hj.siti.fatimah@kawung.test`. */
function emailOf(name: string): string {
  return `${name
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, "")
    .replaceAll(" ", ".")}@kawung.test`;
}
