import { readFile } from "node:fs/promises";
import type { Database } from "#lib/database.ts";
import { hasPlaces, insertPlaces, locateRegions, type NewPlace } from "./queries.ts";
import { lockRegions } from "../queries.ts";

/**
 * Stores positions once: regencies and cities by `places.csv`, provinces at the centre of theirs, districts at a place
 * with their name. Also stores the places themselves, for labels and search.
 */
export async function locatePlacesAndRegions(db: Database): Promise<void> {
  if (await hasPlaces(db)) return;
  const places = parsePlaces(await readFile(new URL("./places.csv", import.meta.url), "utf8"));
  await db.transaction(async (tx) => {
    await lockRegions(tx);
    if (await hasPlaces(tx)) return;
    await insertPlaces(
      tx,
      places.filter(({ name }) => name !== ""),
    );
    await locateRegions(
      tx,
      places.filter(({ name }) => name === ""),
    );
  });
}

/** Parses `regency_code,name,lat,lng`. A line without a name is the regency's own position. */
export function parsePlaces(csv: string): NewPlace[] {
  const [, ...lines] = csv.trim().split(/\r?\n/);
  return lines.map((line) => {
    const [code = "", name = "", lat, lng] = line.split(",");
    return { code, name, lat: Number(lat), lng: Number(lng) };
  });
}
