import { becomeSeller } from "#accounts/profile/become-seller.ts";
import type { NewToken } from "#accounts/session/session.ts";
import type { Context } from "#lib/context.ts";
import { violates } from "#lib/database.ts";
import { skeletonOf } from "#lib/display-name.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { Refusal, serverRefusals } from "#lib/refusal.ts";
import { shopTsvector } from "#search/text-analysis.ts";
import { assertNoContacts } from "./assert-no-contacts.ts";
import { shopRefusals } from "./contract.ts";
import { findRegency, insertShop, findTakenSlugs } from "./queries.ts";
import { isShopOpeningOpen } from "./opening-rules.ts";
import { cityName, shopSlug } from "./rules.ts";
import { assertNameIsFree, assertNameIsUsable, fillSkeletons, findReservedSlugs, nameTaken } from "./shop-names.ts";

export type NewShopInput = {
  name: string;
  regencyCode: string;
  couriers: readonly string[];
  tagline: string;
  description: string;
};

/**
 * Opens a user's only shop and makes the user a seller. `renewed` is the new token when a buyer's session was replaced.
 * The shop's slug is made from its name, with a number when it is taken. Refuses with `shops.has_shop`,
 * `shops.opening_closed`, `shops.contacts`, `shops.place_unknown`, `shops.name_unusable`, `shops.name_taken`,
 * `session.forbidden` or, for a buyer, `accounts.confirm_needed`.
 */
export async function openShop(
  context: Pick<Context, "db" | "pages">,
  actor: Pick<Actor, "userId" | "sessionId" | "authenticatedAt">,
  input: NewShopInput,
  now: Date,
): Promise<{ id: string; slug: string; renewed: NewToken | null }> {
  if (!isShopOpeningOpen()) throw new Refusal(shopRefusals.openingClosed);
  assertNoContacts(input);
  const base = shopSlug(input.name);
  if (base === null)
    throw new Refusal(shopRefusals.nameUnusable, { name: ["Nama toko ini tidak bisa dipakai. Pilih nama lain."] });
  assertNameIsUsable(input.name);
  await fillSkeletons(context.db);
  const opened = await context.db.transaction(async (tx) => {
    const regency = await findRegency(tx, input.regencyCode);
    if (!regency) throw new Refusal(shopRefusals.placeUnknown, { regency_code: ["Pilih kota atau kabupaten."] });
    const candidates = [base, ...Array.from({ length: 98 }, (_, at) => `${base}-${at + 2}`)];
    const taken = new Set([
      ...(await findTakenSlugs(tx, candidates)),
      ...(await findReservedSlugs(tx, candidates, now)),
    ]);
    const slug = candidates.find((one) => !taken.has(one));
    if (!slug) throw new Refusal(shopRefusals.nameUnusable, { name: ["Nama toko ini sudah banyak dipakai."] });
    const city = cityName(regency.name);
    const renewed = await becomeSeller(tx, actor, now);
    try {
      const id = await insertShop(tx, {
        ownerId: actor.userId,
        slug,
        name: input.name,
        skeleton: skeletonOf(input.name),
        tagline: input.tagline,
        description: input.description,
        regencyCode: input.regencyCode,
        provinceCode: regency.province_code,
        city,
        couriers: [...new Set(input.couriers)],
        words: shopTsvector({ name: input.name, tagline: input.tagline, city }),
        now,
      });
      await assertNameIsFree(tx, input.name, id, now);
      return { id, slug, renewed };
    } catch (error) {
      if (violates(error, "shops_owner_id_key")) throw new Refusal(shopRefusals.hasShop);
      if (violates(error, "shops_name_skeleton_key")) throw nameTaken();
      if (violates(error, "shops_slug_key")) throw new Refusal(serverRefusals.busy);
      throw error;
    }
  });
  context.pages.purge(["shops"]);
  return opened;
}
