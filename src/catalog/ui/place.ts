import { useEffect, useState } from "react";
import { useSession } from "#accounts/ui/session-provider.tsx";
import type { AddressApi } from "#addresses/contract.ts";
import { browserCall, typedApi } from "#lib/api-client.ts";
import type { ShippingApi } from "#shipping/contract.ts";

/** A regency or district, with the names that people know it by. */
export type Place = { code: string; name: string };

/** What bringing products to a place costs at least, in rupiah by product id. */
export type ShippingCosts = Readonly<Record<string, number>>;

const key = "deliver_to";

function readPlace(): Place | null {
  try {
    const { code, name } = JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Place>;
    if (typeof name === "string" && name !== "" && typeof code === "string" && /^\d\d(\.\d\d){1,2}$/.test(code))
      return { code, name: name.slice(0, 100) };
  } catch {
    // What is broken counts as nothing, and a private window may forbid storage.
  }
  return null;
}

/** Stores a place in this browser, or forgets it. */
export function savePlace(place: Place | null): void {
  try {
    if (place) localStorage.setItem(key, JSON.stringify(place));
    else localStorage.removeItem(key);
  } catch {
    // A private window may forbid storage.
  }
}

/** The district of the main address; null without one. */
async function mainDistrict(): Promise<Place | null> {
  const { status, body } = await browserCall("GET", "/v1/addresses");
  if (status !== 200) return null;
  const main = (body as { result: AddressApi["GET /v1/addresses"]["response"]["_output"]["result"] }).result[0];
  return main ? { code: main.district.code, name: `${main.district.name}, ${main.regency.name}` } : null;
}

/**
 * Where goods are delivered: the place of the address of the page, which is remembered; else the one that was chosen
 * before in this browser; else that of the user's main address. Cached pages know only the first.
 */
export function usePlace(given: Place | null): Place | null {
  const session = useSession();
  const userId = session.state === "in" ? session.user.id : undefined;
  const [known, setKnown] = useState<Place | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (given) savePlace(given);
    else {
      const stored = readPlace();
      setKnown(stored);
      if (!stored && userId !== undefined) void mainDistrict().then((place) => isCurrent && setKnown(place));
    }
    return () => void (isCurrent = false);
  }, [given, userId]);
  return given ?? known;
}

const api = typedApi<ShippingApi>(browserCall);

/** The costs of shipping these products to a place. What the page has already (`given`) is not asked for again. */
export function useShippingCosts(
  place: Place | null,
  products: readonly { id: string }[],
  given: ShippingCosts,
): ShippingCosts {
  const [found, setFound] = useState<{ code: string; asked: readonly string[]; costs: ShippingCosts }>();
  const code = place?.code;
  const costs = found?.code === code ? { ...given, ...found?.costs } : given;
  const missing = products
    .map(({ id }) => id)
    .filter((id) => !(id in costs) && !(found?.code === code && found?.asked.includes(id)))
    .slice(0, 60);
  const asked = code === undefined ? "" : missing.join();
  useEffect(() => {
    if (code === undefined || asked === "") return;
    let isCurrent = true;
    const ids = asked.split(",");
    const keep = (result: readonly { id: string; price: number }[]) =>
      isCurrent &&
      setFound((before) => {
        const same = before?.code === code ? before : undefined;
        const added = Object.fromEntries(result.map(({ id, price }) => [id, price]));
        return { code, asked: [...(same?.asked ?? []), ...ids], costs: { ...same?.costs, ...added } };
      });
    // Cards without a price are as good as before.
    api("GET /v1/shipping/lowest", { query: { to: code, product: ids } }).then(
      ({ result }) => keep(result),
      () => keep([]),
    );
    return () => void (isCurrent = false);
  }, [code, asked]);
  return costs;
}
