import type { FilePlace } from "#lib/files/files-of.ts";
import { limitConcurrency } from "#lib/limit-concurrency.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { createSingleFlight } from "#lib/single-flight.ts";
import { readMaster } from "./serve-picture.ts";

const flights = createSingleFlight<Buffer>();
const limitDrawing = limitConcurrency({ maxRunning: 1, maxWaiting: 20 });
const maxCachedFiles = 20;
const cache = new Map<string, Buffer>();

/**
 * An uploaded picture as PNG, with a width of at most `size` pixels; with `isSquare` in a square of that size, with
 * transparent edges. The caller decides which pictures may be drawn. Refuses with `request.not_found` without a master.
 */
export async function pngOf(place: FilePlace, key: string, size: number, isSquare: boolean): Promise<Buffer> {
  const name = `${key} ${size} ${isSquare}`;
  const known = cache.get(name);
  if (known) return known;
  return flights.run(name, async () => {
    const master = await readMaster(place, key);
    if (!master) throw new Refusal(requestRefusals.notFound);
    const { default: sharp } = await import("sharp");
    const png = await limitDrawing(() =>
      sharp(master)
        .resize(
          isSquare
            ? { width: size, height: size, fit: "contain", background: "#ffffff00" }
            : { width: size, withoutEnlargement: true },
        )
        .png()
        .toBuffer(),
    );
    for (const oldest of [...cache.keys()].slice(0, Math.max(0, cache.size + 1 - maxCachedFiles))) cache.delete(oldest);
    cache.set(name, png);
    return png;
  });
}
