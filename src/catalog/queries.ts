import { sql, type Queryable, type Tx } from "#lib/database.ts";

export type CategoryRow = {
  id: string;
  parent_id: string | null;
  slug: string;
  name: string;
  icon: string;
  is_custom: boolean;
  url: string | null;
};

/** All categories, roots and children each in their order. */
export async function listCategories(db: Queryable): Promise<CategoryRow[]> {
  return db.rows<CategoryRow>(
    sql`select id, parent_id, slug, name, icon, is_custom, url from categories order by position, name`,
  );
}

/** Sub-categories with their root, for indexing. */
export async function listCategoryNames(
  db: Queryable,
): Promise<{ id: string; slug: string; name: string; root_id: string; root_name: string }[]> {
  return db.rows(sql`
    select c.id, c.slug, c.name, coalesce(r.id, c.id) as root_id, coalesce(r.name, c.name) as root_name
    from categories c left join categories r on r.id = c.parent_id where not c.is_custom`);
}

/** Shops with what products copy from them. */
export async function listShopPlaces(
  db: Queryable,
): Promise<{ id: string; slug: string; name: string; city_name: string }[]> {
  return db.rows(sql`select id, slug, name, city_name from shops`);
}

type ManyCategory = {
  slug: string;
  name: string;
  icon: string;
  parent: string | null;
  url: string | null;
  position: number;
};

/** Stores categories whose parents are there already. */
export async function insertCategoryTree(tx: Tx, categories: readonly ManyCategory[]): Promise<void> {
  await tx.run(sql`
    insert into categories (parent_id, slug, name, icon, is_custom, url, position)
    select parent.id, g.slug, g.name, g.icon, g.url is not null, g.url, g.position
    from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb) as g (slug text, name text, icon text, parent text, url text, position int)
    left join categories parent on parent.slug = g.parent`);
}

type ManyProduct = {
  slug: string;
  shop_id: string;
  category_id: string;
  root_category_id: string;
  name: string;
  description: string;
  condition: string;
  weight_g: number;
  min_order: number;
  preorder_days: number | null;
  is_regional: boolean;
  attributes: unknown;
  axes: unknown;
  price_min: number;
  price_max: number;
  strike_price: number | null;
  in_stock: boolean;
  search_words: string;
  created_at: Date;
  variants: readonly {
    option1: string | null;
    option2: string | null;
    price: number;
    stock: number;
    position: number;
  }[];
  pictures: readonly string[];
};

/** Stores many products with variants and gallery. */
export async function insertManyProducts(tx: Tx, products: readonly ManyProduct[]): Promise<void> {
  const plain = products.map(({ variants: _variants, pictures: _pictures, ...product }) => product);
  const variants = products.flatMap(({ slug, variants: all }) => all.map((variant) => ({ slug, ...variant })));
  const pictures = products.flatMap(({ slug, pictures: keys }) =>
    keys.map((key, position) => ({ slug, key, position })),
  );
  await tx.run(sql`
    insert into products (slug, shop_id, category_id, root_category_id, name, description, condition, weight_g, min_order, preorder_days, is_regional, attributes, axes,
      price_min, price_max, strike_price, in_stock, search_words, province_code, city_name, created_at, updated_at)
    select g.slug, g.shop_id, g.category_id, g.root_category_id, g.name, g.description, g.condition, g.weight_g, g.min_order, g.preorder_days, g.is_regional, g.attributes, g.axes,
      g.price_min, g.price_max, g.strike_price, g.in_stock, g.search_words::tsvector, s.province_code, s.city_name, g.created_at, g.created_at
    from jsonb_to_recordset(${JSON.stringify(plain)}::jsonb) as g (slug text, shop_id uuid, category_id uuid, root_category_id uuid, name text, description text, condition text,
      weight_g int, min_order int, preorder_days int, is_regional boolean, attributes jsonb, axes jsonb, price_min bigint, price_max bigint, strike_price bigint, in_stock boolean,
      search_words text, created_at timestamptz)
    join shops s on s.id = g.shop_id`);
  await tx.run(sql`
    insert into variants (product_id, shop_id, option1, option2, price, stock, position)
    select p.id, p.shop_id, g.option1, g.option2, g.price, g.stock, g.position
    from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as g (slug text, option1 text, option2 text, price bigint, stock int, position int)
    join products p on p.slug = g.slug`);
  const placed = await tx.run(sql`
    insert into product_pictures (product_id, picture_id, position)
    select p.id, pic.id, g.position
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as g (slug text, key text, position int)
    join products p on p.slug = g.slug join pictures pic on pic.storage_key = g.key`);
  if (placed !== pictures.length) throw new Error(`${pictures.length - placed} pictures of products are not stored`);
  const slugs = products.map(({ slug }) => slug);
  await tx.run(sql`
    update products p set cover_picture_id = pp.picture_id from product_pictures pp
    where pp.product_id = p.id and pp.position = 0 and p.slug = any(${slugs}::text[])`);
}

/** A category by its address, with its root when it is a child; custom ones are only links. */
export async function findCategory(
  db: Queryable,
  slug: string,
): Promise<
  | {
      id: string;
      parent_id: string | null;
      slug: string;
      name: string;
      parent_slug: string | null;
      parent_name: string | null;
    }
  | undefined
> {
  return db.row(sql`
    select c.id, c.parent_id, c.slug, c.name, parent.slug as parent_slug, parent.name as parent_name
    from categories c left join categories parent on parent.id = c.parent_id where c.slug = ${slug} and not c.is_custom`);
}

/** Id of the shop with this address. */
export async function findShopId(db: Queryable, slug: string): Promise<string | undefined> {
  return (await db.row<{ id: string }>(sql`select id from shops where slug = ${slug}`))?.id;
}
