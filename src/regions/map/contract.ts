import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { singleLine, queryInt, resultResponse } from "#lib/schema.ts";
import { pinBounds } from "../rules.ts";

/** A whole degree in a query. */
const degree = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}$/, "Harus berupa bilangan bulat.")
    .transform(Number)
    .pipe(z.int().min(min).max(max));

const coordinate = ({ min, max }: { min: number; max: number }) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,8})?$/, "Harus berupa angka.")
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** A result of the map search. */
const place = z.object({
  name: z.string(),
  /** The regions around it: "Kota Bandung, Jawa Barat". */
  within: z.string(),
  lat: z.number(),
  lng: z.number(),
});
export type MapPlace = z.output<typeof place>;

export const mapEndpoints = endpoints({
  "GET /v1/map": {
    summary: "How maps are drawn: the tile server, or null for the built-in base map",
    policy: "public",
    response: resultResponse(z.object({ tiles: z.object({ url: z.string(), credit: z.string() }).nullable() })),
  },
  "GET /v1/map/labels": {
    summary: "Names in a part of the map: provinces (1), regencies and cities (2), towns and villages (3)",
    policy: "public",
    query: z.strictObject({
      west: degree(80, 150),
      south: degree(-20, 15),
      east: degree(80, 150),
      north: degree(-20, 15),
      level: queryInt(1, 3),
    }),
    response: resultResponse(z.array(z.object({ name: z.string(), lat: z.number(), lng: z.number(), level: z.int() }))),
    limit: { max: 240, window: 60_000 },
  },
  "GET /v1/map/search": {
    summary: "Regions and places by name, and results of the online geocoder if one is configured",
    policy: "public",
    query: z.strictObject({ name: singleLine(2, 80) }),
    response: resultResponse(z.array(place)),
    limit: { max: 120, window: 60_000 },
  },
  "GET /v1/map/near": {
    summary: "The nearest known place to a point, or null",
    policy: "public",
    query: z.strictObject({ lat: coordinate(pinBounds.lat), lng: coordinate(pinBounds.lng) }),
    response: resultResponse(place.nullable()),
    limit: { max: 120, window: 60_000 },
  },
});
export type MapApi = typeof mapEndpoints;
