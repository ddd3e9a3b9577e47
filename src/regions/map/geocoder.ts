/** The adapter for an online geocoder with the API of Nominatim (`GEOCODER_URL`; off by default). */
import { z } from "zod";
import { brandName } from "#lib/brand.ts";
import type { Context } from "#lib/context.ts";
import type { MapPlace } from "./contract.ts";
import { pinBounds } from "../rules.ts";

/** How long a search waits for the geocoder, in milliseconds. Short, because people are typing. */
const geocoderTimeout = 1500;

const answer = z.array(
  z.object({ display_name: z.string().max(500), lat: z.coerce.number(), lon: z.coerce.number() }).transform((found) => {
    const [name = "", ...within] = found.display_name.split(", ");
    return { name, within: within.join(", "), lat: found.lat, lng: found.lon };
  }),
);

/** At most five results of the geocoder in Indonesia; none when no geocoder is configured, or when it fails. */
export async function queryGeocoder({ config, log }: Context, text: string): Promise<MapPlace[]> {
  if (!config.map.geocoder) return [];
  const url = new URL(config.map.geocoder);
  for (const [name, value] of [
    ["q", text],
    ["format", "jsonv2"],
    ["countrycodes", "id"],
    ["accept-language", "id"],
    ["limit", "5"],
  ] as const)
    url.searchParams.set(name, value);
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json", "user-agent": `${brandName()} (${config.publicUrl.hostname})` },
      redirect: "error",
      signal: AbortSignal.timeout(geocoderTimeout),
    });
    if (!response.ok) throw new Error(`the geocoder answered ${response.status}`);
    return answer
      .parse(await response.json())
      .filter(({ lat, lng }) => inside(pinBounds.lat, lat) && inside(pinBounds.lng, lng))
      .slice(0, 5);
  } catch (error) {
    log.warn({ err: error }, "the online geocoder did not respond");
    return [];
  }
}

const inside = ({ min, max }: { min: number; max: number }, value: number) => value >= min && value <= max;
