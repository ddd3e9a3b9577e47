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

/** The codes of all regencies and cities. */
export async function listRegencies(db: Queryable): Promise<string[]> {
  // Below the provinces: the table has no index of its levels.
  const rows = await db.rows<{ code: string }>(
    sql`select r.code from regions p join regions r on r.parent_code = p.code where p.parent_code is null`,
  );
  return rows.map(({ code }) => code);
}

/** True when the code is a regency or city. */
export async function regencyExists(db: Queryable, code: string): Promise<boolean> {
  return (await db.row(sql`select 1 as one from regions where code = ${code} and level = 2`)) !== undefined;
}

/** A parcel with the fewest pieces of a product that can be bought, and where it comes from. */
export type ProductParcel = { id: string; regencyCode: string; couriers: string[] } & ParcelItem;

/** The parcels of these products; those that are not on sale are missing. */
export async function listProductParcels(db: Queryable, ids: readonly string[]): Promise<ProductParcel[]> {
  return db.rows(sql`
    select p.id, s.regency_code as "regencyCode", s.couriers, p.weight_g as "weightG", p.length_cm as "lengthCm", p.width_cm as "widthCm",
      p.height_cm as "heightCm", p.min_order as quantity
    from products p join shops s on s.id = p.shop_id where p.id = any(${ids}::uuid[]) and p.status = 'active'`);
}

/** A regency or district and the names that people know it by; undefined if the code is none. */
export async function findDestination(
  db: Queryable,
  code: string,
): Promise<{ code: string; name: string } | undefined> {
  return db.row(sql`
    select r.code, case r.level when 2 then r.name else r.name || ', ' || p.name end as name
    from regions r left join regions p on p.code = r.parent_code where r.code = ${code} and r.level in (2, 3)`);
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
