import { sql, type Queryable, type Tx } from "#lib/database.ts";

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
  on_vacation: boolean;
};

/**
 * All lines of a user with the catalogue's current values. The shop with the newest line comes first, and in a shop the
 * newest line.
 */
export async function listLines(db: Queryable, userId: string): Promise<LineRow[]> {
  return db.rows<LineRow>(sql`
    select c.id, c.variant_id, p.slug as product_slug, p.name as product_name,
      concat_ws(' / ', v.option1, v.option2) as variant_name,
      pic.storage_key as picture_key, pic.color as picture_color,
      v.price, c.quantity, v.stock, p.min_order, c.note, c.selected,
      v.is_active and p.status = 'active' as on_sale, s.owner_id = c.user_id as own,
      s.id as shop_id, s.slug as shop_slug, s.name as shop_name, s.city_name, s.on_vacation
    from cart_lines c
    join variants v on v.id = c.variant_id
    join products p on p.id = v.product_id
    join shops s on s.id = p.shop_id
    left join pictures pic on pic.id = coalesce(v.picture_id, p.cover_picture_id)
    where c.user_id = ${userId}
    order by max(c.created_at) over (partition by s.id) desc, s.id, c.created_at desc, c.id desc`);
}

/** Serialises changes of one user's cart, so that limits hold. */
export async function lockCart(tx: Tx, userId: string): Promise<void> {
  await tx.row(sql`select 1 as one from users where id = ${userId} for no key update`);
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

/** The variant on offer, and how much of it is already in the user's cart. */
export async function findOffer(
  db: Queryable,
  variantId: string,
  userId: string | null,
): Promise<OfferRow | undefined> {
  return db.row<OfferRow>(sql`
    select v.stock, p.min_order, v.is_active and p.status = 'active' as on_sale, coalesce(s.owner_id = ${userId}::uuid, false) as own, s.on_vacation,
      c.quantity as in_cart, c.id as line_id
    from variants v
    join products p on p.id = v.product_id
    join shops s on s.id = p.shop_id
    left join cart_lines c on c.variant_id = v.id and c.user_id = ${userId}::uuid
    where v.id = ${variantId}`);
}

/** The number of lines in a cart. */
export async function countLines(tx: Tx, userId: string): Promise<number> {
  return (
    (await tx.row<{ count: number }>(sql`select count(*)::int as count from cart_lines where user_id = ${userId}`))
      ?.count ?? 0
  );
}

/** Stores a line or its new quantity, and selects it. Without a note the old one stays. */
export async function saveLine(
  tx: Tx,
  line: { userId: string; variantId: string; quantity: number; note: string | undefined; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into cart_lines (user_id, variant_id, quantity, note, created_at)
    values (${line.userId}, ${line.variantId}, ${line.quantity}, ${line.note ?? ""}, ${line.now})
    on conflict (user_id, variant_id) do update
    set quantity = excluded.quantity, selected = true, note = coalesce(${line.note ?? null}, cart_lines.note)`);
}

/** A user's own line with what limits its quantity; undefined when it is missing or another person's. */
export async function findLine(
  tx: Tx,
  lineId: string,
  userId: string,
): Promise<{ stock: number; min_order: number } | undefined> {
  return tx.row(sql`
    select v.stock, p.min_order
    from cart_lines c join variants v on v.id = c.variant_id join products p on p.id = v.product_id
    where c.id = ${lineId} and c.user_id = ${userId}
    for update of c`);
}

/** Changes the given fields of a user's own line. */
export async function updateLine(
  tx: Tx,
  lineId: string,
  userId: string,
  change: { quantity?: number | undefined; selected?: boolean | undefined; note?: string | undefined },
): Promise<number> {
  return tx.run(sql`
    update cart_lines set
      quantity = coalesce(${change.quantity ?? null}, quantity),
      selected = coalesce(${change.selected ?? null}, selected),
      note = coalesce(${change.note ?? null}, note)
    where id = ${lineId} and user_id = ${userId}`);
}

/**
 * Selects or unselects lines of a user: the given ones, those of a shop, or all. With `only` the other lines get the
 * opposite.
 */
export async function updateSelection(
  db: Queryable,
  userId: string,
  choice: { lineIds: readonly string[] | undefined; shopId: string | undefined; selected: boolean; only: boolean },
): Promise<void> {
  const all = choice.lineIds === undefined && choice.shopId === undefined;
  await db.run(sql`
    with chosen as (
      select c.id, (${all} or c.id = any(${choice.lineIds ?? []}::uuid[]) or v.shop_id = ${choice.shopId ?? null}::uuid) as named
      from cart_lines c join variants v on v.id = c.variant_id where c.user_id = ${userId}
    )
    update cart_lines c set selected = case when chosen.named then ${choice.selected} else not ${choice.selected}::boolean end
    from chosen
    where c.id = chosen.id and c.user_id = ${userId} and (chosen.named or ${choice.only})`);
}

/** Deletes lines of a user and returns how many there were. */
export async function deleteLines(db: Queryable, userId: string, lineIds: readonly string[]): Promise<number> {
  return db.run(sql`delete from cart_lines where user_id = ${userId} and id = any(${lineIds}::uuid[])`);
}

/** Removes a user's line and remembers it for undo. Lines removed before `forget` are forgotten. */
export async function moveToRemovedLines(
  db: Queryable,
  line: { userId: string; lineId: string; now: Date; forget: Date },
): Promise<number> {
  return db.run(sql`
    with forgotten as (delete from cart_removed_lines where user_id = ${line.userId} and removed_at < ${line.forget}),
    gone as (
      delete from cart_lines where user_id = ${line.userId} and id = ${line.lineId}
      returning id, user_id, variant_id, quantity, selected, note, created_at
    )
    insert into cart_removed_lines (line_id, user_id, variant_id, quantity, selected, note, created_at, removed_at)
    select id, user_id, variant_id, quantity, selected, note, created_at, ${line.now} from gone`);
}

/** Restores a removed line with its place, quantity, note and selection. A line of the same variant stays unchanged. */
export async function restoreRemovedLine(tx: Tx, userId: string, lineId: string): Promise<number> {
  const back = await tx.row<{ count: number }>(sql`
    with back as (
      delete from cart_removed_lines where user_id = ${userId} and line_id = ${lineId}
      returning line_id, user_id, variant_id, quantity, selected, note, created_at
    ), stored as (
      insert into cart_lines (id, user_id, variant_id, quantity, selected, note, created_at)
      select line_id, user_id, variant_id, quantity, selected, note, created_at from back
      on conflict (user_id, variant_id) do nothing
    )
    select count(*)::int as count from back`);
  return back?.count ?? 0;
}
