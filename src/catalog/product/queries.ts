import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { ShopRow, VerifiedSellerRow } from "#shops/shop-json.ts";
import { cardColumns, type CardRow } from "../listing/queries.ts";
import { fieldColumnsOf } from "./columns.ts";
import type { ProductFields } from "./fields.ts";

export type ProductRow = CardRow &
  ProductFields & {
    shop_id: string;
    category_id: string;
    axes: { name: string; values: string[] }[];
    attributes: { name: string; value: string }[];
    category_slug: string;
    category_name: string;
    root_slug: string;
    root_name: string;
    shop: Omit<ShopRow, "opened_at"> & { opened_at: string };
    seller: VerifiedSellerRow | null;
    pictures: { key: string; color: string; alt: string }[] | null;
    variants:
      | {
          id: string;
          option1: string | null;
          option2: string | null;
          price: number;
          stock: number;
          picture: string | null;
        }[]
      | null;
  };

/** A product that is for sale, with all data of its page except reviews. */
export async function findProduct(db: Queryable, slug: string): Promise<ProductRow | undefined> {
  return db.row<ProductRow>(sql`
    select ${cardColumns}, ${fieldColumnsOf("p")}, p.shop_id, p.category_id, p.axes, p.attributes,
      c.slug as category_slug, c.name as category_name, r.slug as root_slug, r.name as root_name,
      (select jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name, 'tagline', s.tagline, 'city_name', s.city_name, 'province_code', s.province_code,
          'on_vacation', s.on_vacation, 'rating_average', case when s.rating_count = 0 then 0 else round(s.rating_sum::numeric / s.rating_count, 2) end,
          'rating_count', s.rating_count, 'sold_count', s.sold_count, 'product_count', s.product_count, 'opened_at', s.opened_at, 'badges', s.badges,
          'picture_key', sp.storage_key, 'picture_color', sp.color)
        from shops s left join pictures sp on sp.id = s.picture_id where s.id = p.shop_id) as shop,
      (select case when s.verified_at is not null then jsonb_build_object('name', s.legal_name, 'kind', s.legal_kind, 'nib', s.nib, 'verified_at', s.verified_at) end
        from shops s where s.id = p.shop_id) as seller,
      (select jsonb_agg(jsonb_build_object('key', g.storage_key, 'color', g.color, 'alt', g.alt) order by pp.position)
        from product_pictures pp join pictures g on g.id = pp.picture_id where pp.product_id = p.id) as pictures,
      (select jsonb_agg(jsonb_build_object('id', v.id, 'option1', v.option1, 'option2', v.option2, 'price', v.price, 'stock', v.stock, 'picture', vp.storage_key) order by v.position, v.id)
        from variants v left join pictures vp on vp.id = v.picture_id where v.product_id = p.id and v.is_active) as variants
    from products p
    join categories c on c.id = p.category_id join categories r on r.id = p.root_category_id
    left join pictures pic on pic.id = p.cover_picture_id
    where p.slug = ${slug} and p.status = 'active'`);
}

/** Adds to the counters from which a product's rating is computed. */
export async function addProductRating(
  tx: Tx,
  productId: string,
  change: { sum: number; count: number },
): Promise<void> {
  await tx.run(sql`
    update products set rating_sum = rating_sum + ${change.sum}, rating_count = rating_count + ${change.count} where id = ${productId}`);
}

/** The shop's other products that are in stock, best-selling first. */
export async function listOthersOfShop(db: Queryable, shopId: string, but: string, limit: number): Promise<CardRow[]> {
  return db.rows<CardRow>(sql`
    select ${cardColumns} from products p left join pictures pic on pic.id = p.cover_picture_id
    where p.shop_id = ${shopId} and p.status = 'active' and p.in_stock and p.id <> ${but}
    order by p.sold_count desc, p.id limit ${limit}`);
}

/** Products of the same category from other shops, best-selling first. */
export async function listSimilar(
  db: Queryable,
  product: { id: string; shopId: string; categoryId: string },
  limit: number,
): Promise<CardRow[]> {
  return db.rows<CardRow>(sql`
    select ${cardColumns} from products p left join pictures pic on pic.id = p.cover_picture_id
    where p.category_id = ${product.categoryId} and p.status = 'active' and p.in_stock and p.shop_id <> ${product.shopId} and p.id <> ${product.id}
    order by p.sold_count desc, p.id limit ${limit}`);
}
