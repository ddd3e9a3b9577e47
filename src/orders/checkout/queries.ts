import { sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";
import type { CartOwner } from "#cart/rules.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { Lane } from "#shipping/lanes/rules.ts";
import { shopPickup } from "#shipping/shop-pickup.ts";
import type { OrderAddress } from "../address-rules.ts";
import { maxUnpaidOrders, type CheckoutLine } from "./rules.ts";

/** Serialises purchases of one buyer, so that limits hold. */
export async function lockBuyer(tx: Tx, buyerId: string): Promise<void> {
  await tx.row(sql`select from users where id = ${buyerId} for no key update`);
}

/**
 * Serialises purchases of one buyer and locks the buyer's cart: every change of its lines locks it too. Returns false
 * and locks nothing when there is no cart.
 */
export async function lockBuyerAndCart(tx: Tx, buyerId: string): Promise<boolean> {
  return (
    (await tx.row(sql`
      select from users u join carts k on k.user_id = u.id where u.id = ${buyerId} for no key update of u for update of k`)) !==
    undefined
  );
}

/** One product that is bought without the cart. */
export type BuyNow = { variantId: string; quantity: number };

/**
 * The lines to buy with current price, stock and parcel: the buyer's selected cart lines, or one product, whose line
 * has the id of its variant. Sorted by shop name, then oldest line first.
 */
export async function listCheckoutLines(
  db: Queryable,
  buyerId: string,
  buy: BuyNow | undefined,
): Promise<CheckoutLine[]> {
  return listWanted(db, buy ? oneProduct(buy, buyerId) : selectedLines(sql`k.user_id = ${buyerId}`));
}

/** The same before a login: the owner's selected cart lines, or one product. `owner` is null without a cart. */
export async function listPreviewLines(
  db: Queryable,
  owner: CartOwner | null,
  buy: BuyNow | undefined,
): Promise<CheckoutLine[]> {
  if (owner && "userId" in owner) return listCheckoutLines(db, owner.userId, buy);
  if (buy) return listWanted(db, oneProduct(buy, null));
  return owner
    ? listWanted(db, selectedLines(sql`k.token_hash = ${owner.tokenHash} and k.expires_at > ${owner.now}`))
    : [];
}

function oneProduct({ variantId, quantity }: BuyNow, buyerId: string | null): Sql {
  return sql`(select ${variantId}::uuid as id, ${variantId}::uuid as variant_id, ${quantity}::int as quantity, '' as note,
    ${buyerId}::uuid as user_id, now() as created_at)`;
}

function selectedLines(isOwn: Sql): Sql {
  return sql`(select l.id, l.variant_id, l.quantity, l.note, k.user_id, l.created_at
    from carts k join cart_lines l on l.cart_id = k.id where ${isOwn} and l.selected)`;
}

async function listWanted(db: Queryable, wanted: Sql): Promise<CheckoutLine[]> {
  return db.rows<CheckoutLine>(sql`
    select c.id as "lineId", uuidv7()::text as "orderLineId", c.variant_id as "variantId", p.id as "productId", p.slug as "productSlug", p.name,
      concat_ws(' / ', v.option1, v.option2) as "variantName", pic.storage_key as "pictureKey", pic.color as "pictureColor",
      v.price, c.quantity, v.stock, p.min_order as "minOrder", p.preorder_days as "preorderDays", c.note,
      v.is_active and p.status = 'active' and s.suspended_at is null as "onSale", coalesce(s.owner_id = c.user_id, false) as own,
      p.weight_g as "weightG", p.length_cm as "lengthCm", p.width_cm as "widthCm", p.height_cm as "heightCm",
      s.id as "shopId", s.slug as "shopSlug", s.name as "shopName", s.city_name as "cityName", s.on_vacation as "onVacation",
      s.regency_code as "originRegency", s.postcode as "originPostcode", s.couriers, ${shopPickup} as pickup, array[p.category_id, p.root_category_id] as "categoryIds", s.is_pkp as "isPkp", s.has_cod as "hasCod"
    from ${wanted} c
    join variants v on v.id = c.variant_id
    join products p on p.id = v.product_id
    join shops s on s.id = p.shop_id
    left join pictures pic on pic.id = coalesce(v.picture_id, p.cover_picture_id)
    order by s.name, s.id, c.created_at, c.id`);
}

/** An address of the buyer. Orders store it without its id. */
export type BuyerAddress = OrderAddress & {
  id: string;
  regencyCode: string;
  districtCode: string;
  lat: number | null;
  lng: number | null;
};

const addressColumns = sql`a.id, a.label, a.recipient, a.phone, a.street, a.note, v.name as village, d.name as district, r.name as regency,
  p.name as province, a.regency_code as "regencyCode", a.district_code as "districtCode", a.province_code as "provinceCode", a.postcode, a.lat, a.lng`;

const addressTables = sql`from addresses a
  join regions v on v.code = a.village_code
  join regions d on d.code = a.district_code
  join regions r on r.code = a.regency_code
  join regions p on p.code = a.province_code`;

/** The buyer's address with this id; without an id the main address, otherwise the newest. */
export async function findBuyerAddress(
  db: Queryable,
  buyerId: string,
  addressId: string | undefined,
): Promise<BuyerAddress | undefined> {
  return db.row<BuyerAddress>(sql`
    select ${addressColumns} ${addressTables}
    where a.user_id = ${buyerId} and a.deleted_at is null and (${addressId ?? null}::uuid is null or a.id = ${addressId ?? null}::uuid)
    order by a.is_main desc, a.id desc limit 1`);
}

/** What an address decides about parcels. */
export type Destination = {
  /** Tariffs were imported and not withdrawn. */
  hasRates: boolean;
  /** How long parcels from the given provinces take. */
  lanes: readonly Lane[];
};

/** The same address as {@link findBuyerAddress}, with what decides about parcels from these provinces. */
export async function findQuoteAddress(
  db: Queryable,
  buyerId: string,
  addressId: string | undefined,
  { provinces, now }: { provinces: readonly string[]; now: Date },
): Promise<{ address: BuyerAddress; destination: Destination } | undefined> {
  const row = await db.row<BuyerAddress & Destination>(sql`
    select ${addressColumns},
      exists (select from tariff_lists where withdrawn_at is null or withdrawn_at > ${now}) as "hasRates",
      (select coalesce(json_agg(json_build_object('origin', origin_province, 'courier', courier, 'min', min_days, 'max', max_days, 'parcels', parcels)), '[]')
        from lane_statistics where origin_province = any(${provinces}::text[]) and destination_province = left(a.regency_code, 2)) as lanes
    ${addressTables}
    where a.user_id = ${buyerId} and a.deleted_at is null and (${addressId ?? null}::uuid is null or a.id = ${addressId ?? null}::uuid)
    order by a.is_main desc, a.id desc limit 1`);
  if (!row) return undefined;
  const { hasRates, lanes, ...address } = row;
  return { address, destination: { hasRates, lanes } };
}

/**
 * What limits a buyer's cash on delivery: COD parcels that their courier had and that ended unpaid since then, in
 * whatever way, and COD orders that have not arrived. A shop's word counts once.
 */
export async function findCodHistory(
  db: Queryable,
  buyerId: string,
  since: Date,
): Promise<{ refused: number; open: number; hasPhone: boolean }> {
  const row = await db.row<{ refused: number; open: number; hasPhone: boolean }>(sql`
    select
      (select count(distinct case e.actor when 'seller' then o.shop_id else o.id end)::int from orders o join order_events e on e.order_id = o.id
        where o.buyer_id = ${buyerId} and o.cod and o.paid_at is null and e.from_status = 'shipped' and e.to_status = 'cancelled' and e.created_at >= ${since}
          and exists (select from parcels p join tracking_scans t on t.parcel_id = p.id where p.order_id = o.id and p.direction = 'out' and t.source <> 'seller')) as refused,
      (select count(*)::int from orders where buyer_id = ${buyerId} and cod and paid_at is null and status <> 'cancelled') as open,
      (select phone_verified_at is not null from users where id = ${buyerId}) as "hasPhone"`);
  return row ?? { refused: 0, open: 0, hasPhone: false };
}

/** A checkout that bought the same as another. */
export type SamePurchase = {
  checkoutId: string;
  paymentId: string;
  orderIds: string[];
  /** A text, because it comes inside JSON. */
  placedAt: string;
  awaitsPayment: boolean;
  /** It is recent, and an order of it was not cancelled. */
  counts: boolean;
};

/** The last checkout in which the buyer bought this (`purchaseName`). */
const lastSame = (buyerId: string, purchase: string, since: Date) => sql`
  (select json_build_object('checkoutId', c.id, 'paymentId', p.id, 'placedAt', c.created_at, 'orderIds', x.ids,
      'awaitsPayment', p.status = 'pending' and not x.cod, 'counts', c.created_at > ${since} and x.goes_on)
    from (select id, created_at from checkouts where buyer_id = ${buyerId} and purchase = ${purchase} order by id desc limit 1) c
    join payments p on p.checkout_id = c.id
    cross join lateral (select json_agg(o.id order by o.id) as ids, bool_or(o.cod) as cod, bool_or(o.status <> 'cancelled') as goes_on
      from orders o where o.checkout_id = c.id) x)`;

/** The last checkout in which the buyer bought this, if it counts. */
export async function findSamePurchase(
  db: Queryable,
  buyerId: string,
  purchase: string,
  since: Date,
): Promise<SamePurchase | undefined> {
  const row = await db.row<{ same: SamePurchase | null }>(sql`select ${lastSame(buyerId, purchase, since)} as same`);
  return row?.same?.counts ? row.same : undefined;
}

type BuyerFacts = {
  unpaid: number;
  /** Imported tariffs may have priced what the buyer saw. */
  hasRates: boolean;
  /** The last checkout that bought the same; null without one. */
  same: SamePurchase | null;
  newIds: NewIds;
};

/** Ids of what a purchase stores. PostgreSQL makes them, so that they ascend on all servers. */
export type NewIds = { checkout: string; payment: string; orders: readonly string[] };

/**
 * The buyer's address with this id, the unpaid orders, and ids for a purchase, in one statement. How it asks for the
 * status matches the index `orders_unpaid` alone: others would read the unpaid orders of all buyers.
 */
export async function findBuyerFacts(
  tx: Tx,
  buyerId: string,
  addressId: string,
  { ratesSince, purchase, sameSince }: { ratesSince: Date; purchase: string; sameSince: Date },
): Promise<({ address: BuyerAddress } & BuyerFacts) | undefined> {
  const row = await tx.row<BuyerAddress & Omit<BuyerFacts, "newIds"> & { ids: string[] }>(sql`
    select ${addressColumns},
      (select count(*)::int from orders where buyer_id = ${buyerId} and (status = 'awaiting_payment') is true) as unpaid,
      exists (select from tariff_lists where withdrawn_at is null or withdrawn_at > ${ratesSince}) as "hasRates",
      ${lastSame(buyerId, purchase, sameSince)} as same,
      array(select uuidv7()::text from generate_series(1, ${2 + maxUnpaidOrders}::int)) as "ids"
    ${addressTables}
    where a.user_id = ${buyerId} and a.deleted_at is null and a.id = ${addressId}`);
  if (!row) return undefined;
  const { unpaid, hasRates, same, ids, ...address } = row;
  const [checkout = "", payment = "", ...orders] = ids;
  return { address, unpaid, hasRates, same, newIds: { checkout, payment, orders } };
}

/** What the buyer pays for each line and each shipping of a checkout, in rupiah, without those that cost nothing. */
export function listPaidParts(
  db: Queryable,
  checkoutId: string,
): Promise<{ orderId: string; lineId: string | null; paid: Rupiah }[]> {
  return db.rows(sql`
    select * from (
      select l.order_id as "orderId", l.id as "lineId",
        (l.price * l.quantity + coalesce((select sum(a.amount) from order_adjustments a where a.line_id = l.id), 0))::bigint as paid
      from order_lines l join orders o on o.id = l.order_id where o.checkout_id = ${checkoutId}
      union all
      select o.id, null, (o.shipping_cost + coalesce((select sum(a.amount) from order_adjustments a
        where a.order_id = o.id and a.line_id is null and a.amount < 0), 0))::bigint
      from orders o where o.checkout_id = ${checkoutId}
    ) part where paid > 0 order by "orderId", "lineId"`);
}

/** Takes the shares of a transfer's unique code off what the orders of a locked checkout cost. */
export async function insertUniqueCode(
  tx: Tx,
  checkoutId: string,
  attemptId: string,
  parts: readonly { orderId: string; lineId: string | null; share: Rupiah }[],
): Promise<void> {
  await tx.run(sql`
    with part as (
      select * from unnest(${parts.map(({ orderId }) => orderId)}::uuid[], ${parts.map(({ lineId }) => lineId)}::uuid[],
        ${parts.map(({ share }) => share)}::bigint[]) as part (order_id, line_id, share) where share > 0
    ), adjustment as (
      insert into order_adjustments (order_id, line_id, kind, bearer, amount, source)
      select order_id, line_id, 'unique_code', 'platform', -share, ${attemptId}::text from part
    ), checkout as (
      update checkouts set adjustments_total = adjustments_total - p.sum, total = total - p.sum
      from (select sum(share)::bigint as sum from part) p where id = ${checkoutId}
    )
    update orders o set adjustments_total = o.adjustments_total - p.sum, total = o.total - p.sum, promotion_cost = o.promotion_cost + p.sum
    from (select order_id, sum(share)::bigint as sum from part group by 1) p where o.id = p.order_id`);
}
