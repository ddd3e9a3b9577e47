import { useEffect, useState } from "react";
import { useSession } from "#accounts/ui/session/session-provider.tsx";
import type { AddressApi } from "#addresses/contract.ts";
import { browserCall, type ApiResponse, type RawCall } from "#lib/api-client.ts";
import type { CodeOf } from "#lib/refusal.ts";
import type { ShippingApi, shippingRefusals } from "#shipping/contract.ts";

/** A regency or district, with the names that people know it by. */
export type Place = { code: string; name: string };

/** What bringing products to a place costs at least, in rupiah by product id. */
export type ShippingCosts = Readonly<Record<string, number | null | undefined>>;

const key = "deliver_to";

/**
 * The fragment of the address of a listing whose place the visitor chose. The place of any other address is that of a
 * link, which somebody else may have sent.
 */
export const chosenPlace = "#kota-tujuan";

/**
 * The fragment of the address of a listing whose visitor wants to go on without a place. An address says it, not the
 * press of the link, because visitors press links before the page's script runs.
 */
export const withoutPlace = "#tanpa-kota";

/** Null if people want to see no place; undefined if they have not said. */
function readPlace(): Place | null | undefined {
  try {
    const place = JSON.parse(localStorage.getItem(key) ?? "{}") as Place | null;
    if (place === null) return null;
    if (/^\d\d(\.\d\d){1,2}$/.test(place.code)) return { code: place.code, name: String(place.name) };
  } catch {
    // What is broken counts as nothing, and a private window may forbid storage.
  }
  return undefined;
}

/** Stores a place in this browser, or (null) that the visitor wants to go on without one. */
function savePlace(place: Place | null): void {
  try {
    localStorage.setItem(key, JSON.stringify(place));
  } catch {
    // A private window may forbid storage.
  }
}

/** The district of the main address; null without one. */
async function mainDistrict(): Promise<Place | null> {
  const { status, body } = await browserCall("GET", "/v1/addresses");
  if (status !== 200) return null;
  const main = (body as ApiResponse<AddressApi["GET /v1/addresses"]>).result[0];
  return main ? { code: main.district.code, name: `${main.district.name}, ${main.regency.name}` } : null;
}

/**
 * Where goods are delivered: the place of the address of the page; else the one that was chosen before in this browser;
 * else that of the user's main address, unless the visitor went on without one. Cached pages know only the first. A
 * browser remembers only a choice. `other` is the remembered place on a page whose address names another one.
 */
export function usePlace(given: Place | null): { place: Place | null; other: Place | null } {
  const session = useSession();
  const userId = session.state === "in" ? session.user.id : undefined;
  const [known, setKnown] = useState<Place | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const { hash } = location;
    if (hash === withoutPlace || (hash === chosenPlace && given)) {
      savePlace(hash === chosenPlace ? given : null);
      // Without the fragment: a later choice stays when the visitor returns to this page, and a copied link chooses
      // nothing for others.
      history.replaceState(history.state, "", location.pathname + location.search);
    }
    const stored = readPlace();
    setKnown(stored ?? null);
    if (!given && stored === undefined && userId !== undefined)
      void mainDistrict().then((place) => isCurrent && setKnown(place));
    return () => void (isCurrent = false);
  }, [given, userId]);
  if (!given) return { place: known, other: null };
  return { place: given, other: known?.code === given.code ? null : known };
}

/**
 * The place with this code, and what bringing these products there costs at least; `unknown` if there is no such place,
 * null when the prices cannot be read now.
 */
export async function findCosts(
  call: RawCall,
  to: string,
  ids: readonly string[],
): Promise<{ place: Place; costs: ShippingCosts } | "unknown" | null> {
  const products = ids.map((id) => `&product=${id}`).join("");
  const { status, body } = await call("GET", `/v1/shipping/lowest?to=${to}${products}`);
  const { code } = body as { code?: string };
  if (code === ("shipping.destination_unknown" satisfies CodeOf<typeof shippingRefusals>)) return "unknown";
  if (status !== 200) return null;
  const { place, result } = body as ApiResponse<ShippingApi["GET /v1/shipping/lowest"]>;
  return { place, costs: Object.fromEntries(result.map(({ id, price }) => [id, price])) };
}

/** The costs of shipping these products to a place. What the page has already (`given`) is not asked for again. */
export function useShippingCosts(
  place: Place | null,
  products: readonly { id: string }[],
  given: ShippingCosts,
): ShippingCosts {
  // By place and product; null without a price.
  const [found, setFound] = useState<Record<string, number | null>>({});
  const code = place?.code ?? "";
  const ids = products.flatMap(({ id }) => (id in given || `${code} ${id}` in found ? [] : [id])).slice(0, 60);
  const asked = code && ids.join();
  useEffect(() => {
    if (!asked) return;
    const wanted = asked.split(",");
    // Cards without a price are as good as before.
    void findCosts(browserCall, code, wanted).then((answer) =>
      setFound((before) => ({
        ...before,
        ...Object.fromEntries(
          wanted.map((id) => [`${code} ${id}`, (answer === "unknown" ? null : answer)?.costs[id] ?? null]),
        ),
      })),
    );
  }, [code, asked]);
  return Object.fromEntries(products.map(({ id }) => [id, given[id] ?? found[`${code} ${id}`]]));
}
