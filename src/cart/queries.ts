import { sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";
import { inBatches } from "#lib/run-each.ts";
import { addDuration } from "#lib/time.ts";
import {
  maxCartLines,
  maxQuantity,
  maxRemovedLines,
  visitorCartExtendInterval,
  visitorCartTtl,
  type CartOwner,
  type MergeLine,
} from "./rules.ts";

/** The condition that the cart `k` is this owner's. */
function isOwn(owner: CartOwner): Sql {
  return "userId" in owner
    ? sql`k.user_id = ${owner.userId}`
    : sql`k.token_hash = ${owner.tokenHash} and k.expires_at > ${owner.now}`;
}

export type LineRow = {
  id: string;
  variant_id: string;
  product_slug: string;
  product_name: string;
  variant_name: string;
  picture_key: string | null;
  picture_color: string | null;
  price: number;
  quantity: number;
  stock: number;
  min_order: number;
  note: string;
  selected: boolean;
  on_sale: boolean;
  own: boolean;
  shop_id: string;
  shop_slug: string;
  shop_name: string;
  city_name: string;
  /** The code of the regency that the shop sends from. */
  origin_regency: string;
  on_vacation: boolean;
  /** The product's category and its root category. */
  category_ids: string[];
};

/**
 * All lines of a cart with the catalogue's current values. The shop with the newest line comes first, and in a shop the
 * newest line.
 */
export async function listLines(db: Queryable, owner: CartOwner): Promise<LineRow[]> {
  return db.rows<LineRow>(linesOf(owner));
}

/** The same as {@link listLines} together with the commit. The lines come after it. */
export function listLinesAtCommit(tx: Tx, owner: CartOwner): Promise<LineRow[]> {
  return tx.atCommit<LineRow>(linesOf(owner));
}

const linesOf = (owner: CartOwner) => sql`
    select c.id, c.variant_id, p.slug as product_slug, p.name as product_name,
      concat_ws(' / ', v.option1, v.option2) as variant_name,
      pic.storage_key as picture_key, pic.color as picture_color,
      v.price, c.quantity, v.stock, p.min_order, c.note, c.selected,
      v.is_active and p.status = 'active' and s.suspended_at is null as on_sale, coalesce(s.owner_id = k.user_id, false) as own,
      s.id as shop_id, s.slug as shop_slug, s.name as shop_name, s.city_name, s.regency_code as origin_regency, s.on_vacation,
      array[p.category_id, p.root_category_id] as category_ids
    from carts k
    join cart_lines c on c.cart_id = k.id
    join variants v on v.id = c.variant_id
    join products p on p.id = v.product_id
    join shops s on s.id = p.shop_id
    left join pictures pic on pic.id = coalesce(v.picture_id, p.cover_picture_id)
    where ${isOwn(owner)}
    order by max(c.created_at) over (partition by s.id) desc, s.id, c.created_at desc, c.id desc`;

/**
 * Finds a cart, locks it until the transaction ends, so that its changes run one after the other, and marks it as used.
 * Returns its id.
 */
export async function lockCart(tx: Tx, owner: CartOwner, now: Date): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    update carts k set updated_at = ${now},
      expires_at = case when k.user_id is null then ${addDuration(now, visitorCartTtl)}::timestamptz end
    where ${isOwn(owner)} returning id`);
  return row?.id;
}

/** Stores a new cart of a visitor's browser and returns its id. */
export async function insertVisitorCart(tx: Tx, tokenHash: Buffer, now: Date): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into carts (token_hash, created_at, updated_at, expires_at)
    values (${tokenHash}, ${now}, ${now}, ${addDuration(now, visitorCartTtl)}) returning id`);
  if (!row) throw new Error("a cart was not stored");
  return row.id;
}

/** Extends a visitor's cart, at most once in {@link visitorCartExtendInterval}. */
export async function extendVisitorCart(db: Queryable, tokenHash: Buffer, now: Date): Promise<void> {
  const expires = addDuration(now, visitorCartTtl);
  await db.run(sql`
    update carts set updated_at = ${now}, expires_at = ${expires}
    where token_hash = ${tokenHash} and expires_at > ${now} and expires_at < ${addDuration(expires, -visitorCartExtendInterval)}`);
}

/** Deletes the carts of visitors that have expired. */
export async function deleteExpiredCarts(db: Queryable, now: Date): Promise<void> {
  return inBatches(
    (limit) =>
      db.run(sql`
        delete from carts where ctid = any(array(
          select ctid from carts where user_id is null and expires_at <= ${now} limit ${limit} for update skip locked))`),
    1000,
  );
}

const userCartOpened = (userId: string, now: Date) => sql`
    insert into carts (user_id, created_at, updated_at) values (${userId}, ${now}, ${now})
    on conflict (user_id) do update set updated_at = excluded.updated_at returning id`;

/** The same as {@link lockCart} for a user, whose cart is created if there is none. */
export async function openUserCart(tx: Tx, userId: string, now: Date): Promise<string> {
  const row = await tx.row<{ id: string }>(userCartOpened(userId, now));
  if (!row) throw new Error("a cart was not stored");
  return row.id;
}

/** The same together with the commit. */
export function openUserCartAtCommit(tx: Tx, userId: string, now: Date): void {
  void tx.atCommit(userCartOpened(userId, now));
}

export type OfferRow = {
  stock: number;
  min_order: number;
  on_sale: boolean;
  own: boolean;
  on_vacation: boolean;
  in_cart: number | null;
  line_id: string | null;
};

/** A cart by its id, null while there is none, or the cart of a user. */
export type CartRef = { cartId: string | null } | { cartOf: string };

const idOf = (cart: CartRef): Sql =>
  "cartOf" in cart ? sql`(select id from carts where user_id = ${cart.cartOf})` : sql`${cart.cartId}::uuid`;

/** The variant on offer to a user (null: a visitor), and how much of it is already in the cart, if there is one. */
export async function findOffer(
  db: Queryable,
  variantId: string,
  { userId, cart }: { userId: string | null; cart: CartRef },
): Promise<OfferRow | undefined> {
  return db.row<OfferRow>(sql`
    select v.stock, p.min_order, v.is_active and p.status = 'active' and s.suspended_at is null as on_sale, coalesce(s.owner_id = ${userId}::uuid, false) as own, s.on_vacation,
      c.quantity as in_cart, c.id as line_id
    from variants v
    join products p on p.id = v.product_id
    join shops s on s.id = p.shop_id
    left join cart_lines c on c.variant_id = v.id and c.cart_id = ${idOf(cart)}
    where v.id = ${variantId}`);
}

/** The number of lines in a cart. */
export async function countLines(tx: Tx, cart: CartRef): Promise<number> {
  const row = await tx.row<{ count: number }>(
    sql`select count(*)::int as count from cart_lines where cart_id = ${idOf(cart)}`,
  );
  return row?.count ?? 0;
}

type SavedLine = { cart: CartRef; variantId: string; quantity: number; note: string | undefined; now: Date };

const lineSaved = ({ cart, variantId, quantity, note, now }: SavedLine) => sql`
    insert into cart_lines (cart_id, variant_id, quantity, note, created_at)
    values (${idOf(cart)}, ${variantId}, ${quantity}, ${note ?? ""}, ${now})
    on conflict (cart_id, variant_id) do update
    set quantity = excluded.quantity, selected = true, note = coalesce(${note ?? null}, cart_lines.note)`;

/** Stores a line or its new quantity, and selects it. Without a note the old one stays. */
export async function saveLine(tx: Tx, line: SavedLine): Promise<void> {
  await tx.run(lineSaved(line));
}

/** The same as {@link saveLine} together with the commit, which saves a wait. */
export function saveLineAtCommit(tx: Tx, line: SavedLine): void {
  void tx.atCommit(lineSaved(line));
}

/**
 * Adds pieces of a variant to the user's cart and selects the line, together with the commit, if surely nothing is
 * against it: neither a problem of the line (`lineProblem`) nor the limits of a cart. Otherwise it stores nothing. The
 * result tells after the commit whether it did.
 */
export function addPiecesAtCommit(
  tx: Tx,
  {
    userId,
    variantId,
    quantity,
    note,
    now,
  }: { userId: string; variantId: string; quantity: number; note?: string | undefined; now: Date },
): Promise<boolean> {
  const stored = tx.atCommit(sql`
    insert into cart_lines (cart_id, variant_id, quantity, note, created_at)
    select k.id, v.id, coalesce(c.quantity, 0) + ${quantity}, ${note ?? ""}, ${now}
    from carts k
    join variants v on v.id = ${variantId}
    join products p on p.id = v.product_id
    join shops s on s.id = p.shop_id
    left join cart_lines c on c.cart_id = k.id and c.variant_id = v.id
    where k.user_id = ${userId} and v.is_active and p.status = 'active' and s.suspended_at is null and not s.on_vacation
      and s.owner_id <> ${userId} and coalesce(c.quantity, 0) + ${quantity} between p.min_order and least(v.stock, ${maxQuantity}::int)
      and (c.id is not null or (select count(*) from cart_lines where cart_id = k.id) < ${maxCartLines})
    on conflict (cart_id, variant_id) do update
    set quantity = excluded.quantity, selected = true, note = coalesce(${note ?? null}, cart_lines.note)
    returning id`);
  const added = stored.then(({ length }) => length > 0);
  // After a failure nobody waits for it: the transaction reports it.
  added.catch(() => {});
  return added;
}

/** What limits the quantity of a line; undefined when the line is missing or in another cart. */
export async function findLine(
  tx: Tx,
  cartId: string,
  lineId: string,
): Promise<{ stock: number; min_order: number } | undefined> {
  return tx.row(sql`
    select v.stock, p.min_order
    from cart_lines c join variants v on v.id = c.variant_id join products p on p.id = v.product_id
    where c.id = ${lineId} and c.cart_id = ${cartId}`);
}

/** Changes the given fields of a line. */
export async function updateLine(
  tx: Tx,
  cartId: string,
  lineId: string,
  change: { quantity?: number | undefined; selected?: boolean | undefined; note?: string | undefined },
): Promise<number> {
  return tx.run(sql`
    update cart_lines set
      quantity = coalesce(${change.quantity ?? null}, quantity),
      selected = coalesce(${change.selected ?? null}, selected),
      note = coalesce(${change.note ?? null}, note)
    where id = ${lineId} and cart_id = ${cartId}`);
}

/**
 * Selects or unselects lines of a cart: the given ones, those of a shop, or all. With `only` the other lines get the
 * opposite.
 */
export async function updateSelection(
  tx: Tx,
  cartId: string,
  choice: { lineIds: readonly string[] | undefined; shopId: string | undefined; selected: boolean; only: boolean },
): Promise<void> {
  const all = choice.lineIds === undefined && choice.shopId === undefined;
  await tx.run(sql`
    with chosen as (
      select c.id, (${all} or c.id = any(${choice.lineIds ?? []}::uuid[]) or v.shop_id = ${choice.shopId ?? null}::uuid) as named
      from cart_lines c join variants v on v.id = c.variant_id where c.cart_id = ${cartId}
    )
    update cart_lines c set selected = case when chosen.named then ${choice.selected} else not ${choice.selected}::boolean end
    from chosen
    where c.id = chosen.id and c.cart_id = ${cartId} and (chosen.named or ${choice.only})`);
}

/** Deletes lines of a user's cart and returns how many there were. */
export async function deleteLines(db: Queryable, userId: string, lineIds: readonly string[]): Promise<number> {
  return db.run(linesDeleted(userId, lineIds));
}

/** The same as {@link deleteLines} together with the commit. */
export function deleteLinesAtCommit(tx: Tx, userId: string, lineIds: readonly string[]): void {
  void tx.atCommit(linesDeleted(userId, lineIds));
}

const linesDeleted = (userId: string, lineIds: readonly string[]) => sql`
    delete from cart_lines c using carts k
    where k.id = c.cart_id and k.user_id = ${userId} and c.id = any(${lineIds}::uuid[])`;

/**
 * Removes a line and stores it for undo. Lines removed before `deleteBefore` are deleted for good, and so are the
 * oldest beyond {@link maxRemovedLines}.
 */
export async function moveToRemovedLines(
  tx: Tx,
  line: { cartId: string; lineId: string; now: Date; deleteBefore: Date },
): Promise<number> {
  return tx.run(sql`
    with outdated as (
      delete from cart_removed_lines where cart_id = ${line.cartId} and (removed_at < ${line.deleteBefore} or line_id in (
        select line_id from cart_removed_lines where cart_id = ${line.cartId} order by removed_at desc offset ${maxRemovedLines - 1}))
    ),
    gone as (
      delete from cart_lines where cart_id = ${line.cartId} and id = ${line.lineId}
      returning id, cart_id, variant_id, quantity, selected, note, created_at
    )
    insert into cart_removed_lines (line_id, cart_id, variant_id, quantity, selected, note, created_at, removed_at)
    select id, cart_id, variant_id, quantity, selected, note, created_at, ${line.now} from gone`);
}

/** Restores a removed line with its place, quantity, note and selection. A line of the same variant stays unchanged. */
export async function restoreRemovedLine(tx: Tx, cartId: string, lineId: string): Promise<number> {
  const back = await tx.row<{ count: number }>(sql`
    with back as (
      delete from cart_removed_lines where cart_id = ${cartId} and line_id = ${lineId}
      returning line_id, cart_id, variant_id, quantity, selected, note, created_at
    ), stored as (
      insert into cart_lines (id, cart_id, variant_id, quantity, selected, note, created_at)
      select line_id, cart_id, variant_id, quantity, selected, note, created_at from back
      on conflict (cart_id, variant_id) do nothing
    )
    select count(*)::int as count from back`);
  return back?.count ?? 0;
}

/** The lines of these carts with the stock of their variants, the newest first. */
export async function listMergeLines(tx: Tx, cartIds: readonly string[]): Promise<(MergeLine & { cartId: string })[]> {
  return tx.rows(sql`
    select l.id, l.cart_id as "cartId", l.variant_id as "variantId", l.quantity, l.note, l.selected, v.stock
    from cart_lines l join variants v on v.id = l.variant_id
    where l.cart_id = any(${cartIds}::uuid[]) order by l.created_at desc, l.id desc`);
}

/** Unselects all lines of a cart. */
export async function unselectLines(tx: Tx, cartId: string): Promise<void> {
  await tx.run(sql`update cart_lines set selected = false where cart_id = ${cartId} and selected`);
}

/** Gives lines of a cart their values after a merge. */
export async function updateMergedLines(
  tx: Tx,
  cartId: string,
  lines: readonly { id: string; quantity: number; note: string; selected: boolean }[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.run(sql`
    update cart_lines l set quantity = m.quantity, note = m.note, selected = m.selected
    from unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map(({ quantity }) => quantity)}::int[],
      ${lines.map(({ note }) => note)}::text[], ${lines.map(({ selected }) => selected)}::boolean[]) as m (id, quantity, note, selected)
    where l.id = m.id and l.cart_id = ${cartId}`);
}

/** Moves lines from one cart to another, as they are. */
export async function moveLines(
  tx: Tx,
  { from, to, lineIds }: { from: string; to: string; lineIds: readonly string[] },
): Promise<void> {
  if (lineIds.length === 0) return;
  await tx.run(sql`update cart_lines set cart_id = ${to} where cart_id = ${from} and id = any(${lineIds}::uuid[])`);
}

/** Moves what undo remembers from one cart to another. */
export async function moveRemovedLines(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.run(sql`update cart_removed_lines set cart_id = ${to} where cart_id = ${from}`);
}

/** Deletes the lines of a cart except these. */
export async function deleteOtherLines(tx: Tx, cartId: string, lineIds: readonly string[]): Promise<void> {
  await tx.run(sql`delete from cart_lines where cart_id = ${cartId} and id <> all(${lineIds}::uuid[])`);
}

/** Sets when a visitor's cart expires. */
export async function updateExpiry(tx: Tx, cartId: string, expires: Date): Promise<void> {
  await tx.run(sql`update carts set expires_at = ${expires} where id = ${cartId} and user_id is null`);
}
