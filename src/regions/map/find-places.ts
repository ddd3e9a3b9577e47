import type { Context } from "#lib/context.ts";
import type { MapPlace } from "./contract.ts";
import { queryGeocoder } from "./geocoder.ts";
import { searchPlaces, searchRegions } from "./queries.ts";
import { searchWords } from "../rules.ts";

const maxResults = { regions: 6, places: 4, all: 10 };

/**
 * Where something of this name lies: our own regions and places, and behind them what the online geocoder finds where
 * one is set (GEOCODER_URL). A geocoder that is slow or wrong costs its own finds only.
 */
export async function findPlaces(context: Context, text: string): Promise<MapPlace[]> {
  const words = searchWords(text);
  if (words.length === 0) return [];
  const [regions, places, online] = await Promise.all([
    searchRegions(context.db, words, { most: maxResults.regions }),
    searchPlaces(context.db, words, maxResults.places),
    queryGeocoder(context, text),
  ]);
  const known = regions.flatMap(({ name, within, lat, lng }) =>
    lat === null || lng === null ? [] : [{ name, within, lat, lng }],
  );
  return [...known, ...places, ...online].slice(0, maxResults.all);
}
