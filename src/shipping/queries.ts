import { sql, type Queryable } from "#lib/database.ts";
import type { ShopPickup } from "./instant-rules.ts";
import type { ParcelItem } from "./rules.ts";
import { shopPickup } from "./shop-pickup.ts";

/** The regency that a shop ships from, and its couriers. */
export async function findOrigin(
  db: Queryable,
  shopId: string,
): Promise<{ regencyCode: string; postcode: string | null; couriers: string[]; pickup: ShopPickup } | undefined> {
  return db.row(
    sql`select s.regency_code as "regencyCode", s.postcode, s.couriers, ${shopPickup} as pickup from shops s where s.id = ${shopId}`,
  );
}

/** Regency and postcode of an address, if it is this user's. */
export async function findRegencyOfAddress(
  db: Queryable,
  addressId: string,
  userId: string,
): Promise<
  { regencyCode: string; districtCode: string; postcode: string; lat: number | null; lng: number | null } | undefined
> {
  return db.row(sql`
    select regency_code as "regencyCode", district_code as "districtCode", postcode, lat, lng from addresses where id = ${addressId} and user_id = ${userId} and deleted_at is null`);
}

/** True when the code is a regency or city. */
export async function regencyExists(db: Queryable, code: string): Promise<boolean> {
  return (await db.row(sql`select 1 as one from regions where code = ${code} and level = 2`)) !== undefined;
}

/** Weight and size of a product of the shop. */
export async function findProductParcel(
  db: Queryable,
  shopId: string,
  slug: string,
): Promise<Omit<ParcelItem, "quantity"> | undefined> {
  return db.row(sql`
    select weight_g as "weightG", length_cm as "lengthCm", width_cm as "widthCm", height_cm as "heightCm"
    from products where slug = ${slug} and shop_id = ${shopId} and status = 'active'`);
}
