import { browserCall, typedApi } from "#lib/api-client.ts";
import type { MapData } from "#ui/map/map-field.tsx";
import type { MapApi } from "../map/contract.ts";

const api = typedApi<MapApi>(browserCall);

/** The data source of maps: regions and places through the API. */
export const mapData: MapData = {
  tiles: async () => (await api("GET /v1/map")).result.tiles,
  labels: async ({ level, ...box }) => {
    const { west, south, east, north } = box;
    const query = { west: `${west}`, south: `${south}`, east: `${east}`, north: `${north}`, level: `${level}` };
    return (await api("GET /v1/map/labels", { query })).result;
  },
  search: async (text, signal) => {
    const { result } = await api("GET /v1/map/search", { query: { name: text }, signal });
    return result.map((found, at) => ({ ...found, key: `${at} ${found.name} ${found.within}` }));
  },
  near: async ({ lat, lng }) => {
    const { result } = await api("GET /v1/map/near", { query: { lat: String(lat), lng: String(lng) } });
    return result && `${result.name}, ${result.within}`;
  },
};
