/** The value of a map input (S085). */
export type MapValue = { lat: number; lng: number; address: string };

/** A point on the map, in degrees. */
export type Point = { lat: number; lng: number };

/** Where a map starts by default: Bandung (S086). */
export const defaultLocation: Point = { lat: -6.906, lng: 107.707 };

/** Height of the map box, in pixels (S107). */
export const mapHeight = 400;

/** Indonesia and its waters. A pin cannot be outside. */
export const mapBounds = { south: -11.5, west: 94.5, north: 6.5, east: 141.5 };

/** The nearest point inside the bounds, rounded to a hundred-thousandth of a degree (about a metre). */
export function clampToBounds({ lat, lng }: Point): Point {
  const fit = (value: number, min: number, max: number) =>
    Math.round(Math.min(max, Math.max(min, value)) * 100_000) / 100_000;
  return { lat: fit(lat, mapBounds.south, mapBounds.north), lng: fit(lng, mapBounds.west, mapBounds.east) };
}

/** The point from two typed numbers, with comma or dot. Null when one is missing, not a number, or out of bounds. */
export function parsePoint(lat: string, lng: string): Point | null {
  const number = (text: string) =>
    /^\s*[-−]?\d{1,3}([.,]\d+)?\s*$/.test(text) ? Number(text.trim().replace("−", "-").replace(",", ".")) : Number.NaN;
  const point = { lat: number(lat), lng: number(lng) };
  if (Number.isNaN(point.lat) || Number.isNaN(point.lng)) return null;
  const within = clampToBounds(point);
  return Math.abs(within.lat - point.lat) < 0.0001 && Math.abs(within.lng - point.lng) < 0.0001 ? within : null;
}

/** The point for users: `−6,906; 107,707`. */
export function formatPoint({ lat, lng }: Point): string {
  return [lat, lng].map((value) => String(value).replace("-", "−").replace(".", ",")).join("; ");
}

/** The names of a map input's three fields in its form. */
export const mapFieldNames = (name: string) => ({ lat: `${name}_lat`, lng: `${name}_lng`, address: `${name}_address` });

/** The value of a map input in a sent form; null when no point was given. */
export function mapValue(form: FormData, name: string): MapValue | null {
  const names = mapFieldNames(name);
  const text = (field: string) => {
    const value = form.get(field);
    return typeof value === "string" ? value : "";
  };
  const point = parsePoint(text(names.lat), text(names.lng));
  return point && { ...point, address: text(names.address).trim() };
}
