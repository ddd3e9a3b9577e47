import { randomBytes, randomInt } from "node:crypto";
import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { digestNumber, sealNumber } from "../../src/payments/payouts/bank-accounts/seal-number.ts";

/** A user with a unique e-mail. An operator has a second factor, which the console requires. */
export async function makeUser(
  context: Context,
  fields: { name?: string; type?: "pembeli" | "penjual" | "operator" } = {},
): Promise<string> {
  const email = `orang-${randomBytes(6).toString("hex")}@kawung.test`;
  const row = await context.db.row<{ id: string }>(sql`
    insert into users (email, name, type, operator_role)
    values (${email}, ${fields.name ?? "Sari Dewi"}, ${fields.type ?? "pembeli"}, ${fields.type === "operator" ? "owner" : null})
    returning id`);
  if (!row) throw new Error("no user");
  if (fields.type === "operator")
    await context.db.run(sql`
      insert into second_factors (user_id, sealed_key, confirmed_at, created_at) values (${row.id}, ${randomBytes(48)}, now(), now())`);
  return row.id;
}

/** Gives a user a verified phone number, which cash on delivery requires. */
export async function verifyPhone(context: Context, userId: string): Promise<void> {
  const phone = `+628${randomInt(10 ** 10, 10 ** 11 - 1)}`;
  await context.db.run(sql`
    update users set phone = ${phone}, phone_verified_at = now() where id = ${userId} and phone_verified_at is null`);
}

/** A shop in Bandung with its own seller. */
export async function makeShop(
  context: Context,
  fields: { name?: string; ownerId?: string; hasCod?: boolean } = {},
): Promise<{ shopId: string; ownerId: string }> {
  const ownerId = fields.ownerId ?? (await makeUser(context, { type: "penjual", name: "Wahyu Laksono" }));
  const row = await context.db.row<{ id: string }>(sql`
    insert into shops (owner_id, slug, name, regency_code, province_code, city_name, couriers, has_cod)
    values (${ownerId}, ${`toko-${randomBytes(6).toString("hex")}`}, ${fields.name ?? "Toko Uji"}, '32.73', '32', 'Bandung', '{jne-reg,sicepat-reg,pickup}', ${fields.hasCod ?? false})
    returning id`);
  if (!row) throw new Error("no shop");
  return { shopId: row.id, ownerId };
}

/** An address in Bandung. */
export async function makeAddress(context: Context, userId: string): Promise<string> {
  const row = await context.db.row<{ id: string }>(sql`
    with village as (select v.code as village, d.code as district from regions v join regions d on d.code = v.parent_code where v.level = 4 and v.code like '32.73.%' order by v.code limit 1)
    insert into addresses (user_id, label, recipient, phone, province_code, regency_code, district_code, village_code, postcode, street, is_main)
    select ${userId}, 'Rumah', 'Sari Dewi', '+6281234567890', '32', '32.73', district, village, '40111', 'Jalan Merdeka 10', true from village
    returning id`);
  if (!row) throw new Error("no address");
  return row.id;
}

/** A bank account at BCA that can be used now. Returns its id. */
export async function makeBankAccount(
  context: Pick<Context, "db" | "secret">,
  userId: string,
  number = String(randomInt(10 ** 9, 10 ** 10)),
  holderName = "Pemilik Rekening",
): Promise<string> {
  const row = await context.db.row<{ id: string }>(sql`
    insert into bank_accounts (user_id, bank_code, number_sealed, number_digest, last4, holder_name, verified_at, is_main, usable_from, created_at)
    values (${userId}, 'bca', ${sealNumber(context.secret, userId, number)}, ${digestNumber(context.secret, userId, "bca", number)},
      ${number.slice(-4)}, ${holderName}, now(), not exists (select from bank_accounts where user_id = ${userId}), now() - interval '1 day', now() - interval '2 days')
    returning id`);
  if (!row) throw new Error("no bank account");
  return row.id;
}

/** A product with variants. Prices in rupiah. */
export async function makeProduct(
  context: Context,
  shopId: string,
  fields: {
    name?: string;
    price?: number;
    stock?: number;
    weight?: number;
    preorderDays?: number;
    variants?: { option: string; price: number; stock: number }[];
  } = {},
): Promise<{ productId: string; slug: string; variantIds: string[] }> {
  const variants = fields.variants ?? [{ option: "", price: fields.price ?? 50_000, stock: fields.stock ?? 10 }];
  const prices = variants.map((variant) => variant.price);
  return context.db.transaction(async (tx) => {
    await tx.run(sql`insert into categories (slug, name) values ('uji', 'Uji') on conflict (slug) do nothing`);
    const slug = `barang-${randomBytes(6).toString("hex")}`;
    const product = await tx.row<{ id: string }>(sql`
      insert into products (shop_id, category_id, root_category_id, slug, name, description, weight_g, preorder_days, price_min, price_max, in_stock, province_code, city_name, axes)
      select ${shopId}, c.id, c.id, ${slug}, ${fields.name ?? "Barang Uji Coba"}, 'Barang untuk menguji pasar ini dengan sungguh-sungguh.', ${fields.weight ?? 500}, ${fields.preorderDays ?? null}::int,
        ${Math.min(...prices)}, ${Math.max(...prices)}, ${variants.some((variant) => variant.stock > 0)}, '32', 'Bandung',
        ${JSON.stringify(fields.variants ? [{ name: "Ukuran", values: variants.map((variant) => variant.option) }] : [])}::jsonb
      from categories c where c.slug = 'uji' returning id`);
    if (!product) throw new Error("no product");
    const variantIds: string[] = [];
    for (const [position, variant] of variants.entries()) {
      const row = await tx.row<{ id: string }>(sql`
        insert into variants (product_id, shop_id, option1, price, stock, position)
        values (${product.id}, ${shopId}, ${variant.option || null}, ${variant.price}, ${variant.stock}, ${position}) returning id`);
      if (row) variantIds.push(row.id);
    }
    return { productId: product.id, slug, variantIds };
  });
}
