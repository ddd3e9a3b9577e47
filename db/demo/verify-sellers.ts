import { sql, type Tx } from "../../src/lib/database.ts";
import type { Context } from "../../src/lib/context.ts";
import { addDuration, day } from "../../src/lib/time.ts";
import { insertVerifiedSeller } from "../../src/shops/verification/insert-verified.ts";
import { demoAccounts } from "./accounts.ts";

/** Every fifth shop is not verified, and neither is the demo seller's, so that its verification can be tried. */
export async function verifySellers(tx: Tx, context: Pick<Context, "secret">, now: Date): Promise<void> {
  const shops = await tx.rows<{ id: string; name: string; city: string; regency: string; operator: string }>(sql`
    select s.id, u.name, s.city_name as city, s.regency_code as regency, (select id from users where email = ${demoAccounts.operator}) as operator
    from shops s join users u on u.id = s.owner_id where u.email <> ${demoAccounts.seller} order by s.slug`);
  for (const [index, shop] of shops.entries()) {
    if (index % 5 === 4) continue;
    const nik = `${shop.regency.replace(".", "")}01010185${String(index + 1).padStart(4, "0")}`;
    const data = { nik, npwp: "", nib: "", name: shop.name, address: `Jalan Pasar ${index + 1}, ${shop.city}` };
    await insertVerifiedSeller(tx, context, {
      shopId: shop.id,
      data,
      decidedBy: shop.operator,
      at: addDuration(now, -(30 + index) * day),
    });
  }
}
