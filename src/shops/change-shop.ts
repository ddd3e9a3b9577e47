import type { Context } from "#lib/context.ts";
import { violates } from "#lib/database.ts";
import { skeletonOf } from "#lib/display-name.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { taxRefusals } from "#payments/tax/sellers/contract.ts";
import { isInstant, type MapPoint, type PickupHours } from "#shipping/instant-rules.ts";
import { isPickup } from "#shipping/rules.ts";
import { shopTsvector } from "#search/text-analysis.ts";
import { assertNoContacts } from "./assert-no-contacts.ts";
import { shopRefusals, type AddressChange } from "./contract.ts";
import { findRegency, isReturnAwaited, lockShop, updatePkp, updateShop } from "./queries.ts";
import { addressChangePeriod, cityName, isShopSlug, maxAddressChanges, slugFrom } from "./rules.ts";
import { assertNameIsFree, assertNameIsUsable, fillSkeletons, reserveName, nameTaken } from "./shop-names.ts";

export type ShopChange = {
  name: string;
  tagline: string;
  description: string;
  regencyCode: string;
  couriers: readonly string[];
  onVacation: boolean;
  /** Undefined keeps what the shop has. */
  street?: string | undefined;
  postcode?: string | undefined;
  pickupNote?: string | undefined;
  /** Whether buyers may pay in cash at delivery. Undefined keeps it; placed orders keep theirs. */
  hasCod?: boolean | undefined;
  /** Where drivers of instant couriers come; null removes it. */
  point?: MapPoint | null | undefined;
  /** When they can come. */
  pickupHours?: Partial<PickupHours> | undefined;
};

/**
 * Changes a seller's own shop. Its slug stays, so that links keep working. A job passes a new name or city on to its
 * products; the end of a vacation resumes the paused deadlines of open orders. Refuses with `shops.place_unknown`,
 * `shops.street_needed` when buyers collect goods at a shop without address, `shops.return_awaited` when the address is
 * removed to which a buyer sends goods back, `shops.address_changed_often` when it changes too often meanwhile,
 * `shops.point_needed` when instant couriers have no place to fetch parcels,
 * `shops.contacts` at a new text with contact details, and for a new name `shops.name_unusable` or `shops.name_taken`.
 */
export async function changeShop(
  context: Pick<Context, "db" | "pages">,
  shopId: string,
  change: ShopChange,
  now: Date,
): Promise<void> {
  if (!isShopSlug(slugFrom(change.name, 54)))
    throw new Refusal(shopRefusals.nameUnusable, { name: ["Nama toko ini tidak bisa dipakai. Pilih nama lain."] });
  await fillSkeletons(context.db);
  await context.db.transaction(async (tx) => {
    const regency = await findRegency(tx, change.regencyCode);
    if (!regency) throw new Refusal(shopRefusals.placeUnknown, { regency_code: ["Pilih kota atau kabupaten."] });
    const before = await lockShop(tx, shopId);
    if (!before) throw new Refusal(requestRefusals.notFound);
    assertNoContacts(change, before);
    const place = {
      street: change.street ?? before.street,
      postcode: change.postcode ?? before.postcode,
      pickupNote: change.pickupNote ?? before.pickup_note,
    };
    // A seller who has not seen the fields, such as an older client, is not refused.
    const isAsked = change.street !== undefined;
    if (isAsked && change.couriers.some(isPickup) && (place.street === "" || place.postcode === ""))
      throw new Refusal(shopRefusals.streetNeeded, {
        ...(place.street === "" && { street: ["Isi alamat toko, karena pembeli mengambil barang di sana."] }),
        ...(place.postcode === "" && { postcode: ["Isi kode pos toko."] }),
      });
    const moved = addressChange(before, { ...place, regencyCode: change.regencyCode });
    const addressChanges =
      moved && (await isReturnAwaited(tx, shopId)) ? withNewChange(moved, before.address_changes, now) : [];
    const point = change.point === undefined ? pointOf(before) : change.point;
    if (change.point !== undefined && change.couriers.some(isInstant)) assertReachable({ ...place, point });
    const isRenamed = change.name !== before.name;
    if (isRenamed) assertNameIsUsable(change.name);
    const skeleton = skeletonOf(change.name);
    const looksNew = skeleton !== skeletonOf(before.name);
    const city = cityName(regency.name);
    const vacation =
      !before.on_vacation && change.onVacation
        ? { since: now, until: null }
        : before.on_vacation && !change.onVacation
          ? // Requests of two processes may arrive out of order, so a vacation never ends before its start.
            {
              since: before.vacation_since,
              until: before.vacation_since && (before.vacation_since > now ? before.vacation_since : now),
            }
          : { since: before.vacation_since, until: before.vacation_until };
    if (looksNew) await reserveName(tx, { name: before.name, shopId, lastOf: shopId, now });
    try {
      await updateShop(tx, shopId, {
        ...change,
        ...place,
        skeleton: looksNew ? skeleton : before.name_skeleton,
        couriers: [...new Set(change.couriers)],
        hasCod: change.hasCod ?? before.has_cod,
        point,
        pickupHours: {
          days: [...new Set(change.pickupHours?.days ?? before.pickup_days)].sort((a, b) => a - b),
          opens: change.pickupHours?.opens ?? before.pickup_opens,
          closes: change.pickupHours?.closes ?? before.pickup_closes,
        },
        provinceCode: regency.province_code,
        city,
        vacation,
        addressChanges: addressChanges.length > 0 ? addressChanges : before.address_changes,
        words: shopTsvector({ name: change.name, tagline: change.tagline, city }),
        now,
      });
    } catch (error) {
      throw violates(error, "shops_name_skeleton_key") ? nameTaken() : error;
    }
    if (looksNew) await assertNameIsFree(tx, change.name, shopId, now);
    const couriers = [...new Set(change.couriers)];
    const isDeliveryNew =
      (change.hasCod ?? before.has_cod) !== before.has_cod ||
      couriers.length !== before.couriers.length ||
      couriers.some((courier) => !before.couriers.includes(courier));
    if (isRenamed || isDeliveryNew || change.regencyCode !== before.regency_code)
      await queueJob(tx, "shops.shop_changed", { shopId });
    if (moved) await queueJob(tx, "shops.address_changed", { shopId, change: moved, at: now.toISOString() });
    if (before.on_vacation && !change.onVacation) await queueJob(tx, "shops.shop_reopened", { shopId });
  });
  context.pages.purge([`shop:${shopId}`, "shops", "catalog"]);
}

/**
 * The moments of the latest changes with this one, of a shop to which goods come back. Refuses a removed address, and
 * more changes than are allowed.
 */
function withNewChange(change: AddressChange, before: readonly Date[], now: Date): Date[] {
  if (change === "removed")
    throw new Refusal(shopRefusals.returnAwaited, { street: ["Isi alamat toko sampai barangnya tiba."] });
  const recent = before.filter((moment) => addDuration(moment, addressChangePeriod) > now);
  if (recent.length >= maxAddressChanges)
    throw new Refusal(shopRefusals.addressChangedOften, { street: ["Alamat ini baru saja berubah beberapa kali."] });
  return [...recent, now];
}

function addressChange(
  before: { street: string; postcode: string; regency_code: string },
  now: { street: string; postcode: string; regencyCode: string },
): AddressChange | undefined {
  if (before.street === "") return now.street === "" ? undefined : "given";
  // A return may have begun since it was asked whether one is awaited.
  if (now.street === "") return "removed";
  // A postcode that was missing completes the address.
  const isPostcodeKept = before.postcode === "" || now.postcode === before.postcode;
  const isSame = now.street === before.street && isPostcodeKept && now.regencyCode === before.regency_code;
  return isSame ? undefined : "moved";
}

function pointOf({ lat, lng }: { lat: number | null; lng: number | null }): MapPoint | null {
  return lat === null || lng === null ? null : { lat, lng };
}

/** Drivers of instant couriers need the whole place. */
function assertReachable({ point, street, postcode }: { point: MapPoint | null; street: string; postcode: string }) {
  if (point && street !== "" && postcode !== "") return;
  throw new Refusal(shopRefusals.pointNeeded, {
    ...(!point && { lat: ["Letakkan titik toko di peta, karena pengemudi menjemput di sana."] }),
    ...(street === "" && { street: ["Isi alamat toko, karena pengemudi menjemput di sana."] }),
    ...(postcode === "" && { postcode: ["Isi kode pos toko."] }),
  });
}

/**
 * Stores whether a shop is PKP. Orders that were placed before keep their terms. Refuses with `tax.identity_needed` for
 * a shop that has not declared its taxpayer.
 */
export async function changePkp(
  { db, pages }: Pick<Context, "db" | "pages">,
  shopId: string,
  isPkp: boolean,
  now: Date,
): Promise<void> {
  if (!(await updatePkp(db, shopId, isPkp, now))) throw new Refusal(taxRefusals.identityNeeded);
  pages.purge([`shop:${shopId}`]);
}
