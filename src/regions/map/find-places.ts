import type { Context } from "#lib/context.ts";
import type { MapPlace } from "./contract.ts";
import { queryGeocoder } from "./geocoder.ts";
import { searchPlaces, searchRegions } from "./queries.ts";
import { searchWords } from "../rules.ts";

const maxResults = { regions: 6, places: 4, all: 10 };

/**
 * Positions for a name: regions and places of the database first, then results of the online geocoder if one is
 * configured (GEOCODER_URL). A slow or wrong geocoder affects only its own results.
 */
export async function findPlaces(context: Context, text: string): Promise<MapPlace[]> {
  const words = searchWords(text);
  if (words.length === 0) return [];
  const [regions, places, online] = await Promise.all([
    searchRegions(context.db, words, { max: maxResults.regions }),
    searchPlaces(context.db, words, maxResults.places),
    queryGeocoder(context, text),
  ]);
  const known = regions.flatMap(({ name, within, lat, lng }) =>
    lat === null || lng === null ? [] : [{ name, within, lat, lng }],
  );
  return [...known, ...places, ...online].slice(0, maxResults.all);
}
