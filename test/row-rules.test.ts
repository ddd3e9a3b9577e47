import { afterAll, beforeAll, expect, test } from "vitest";
import { identifier, sql, type Sql } from "../src/lib/database.ts";
import { makeContext } from "./make/context.ts";
import { makePlacedOrder } from "./make/orders.ts";
import { makeShop } from "./make/rows.ts";
import { makeVoucher } from "./make/vouchers.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => {
  context = await makeContext();
  const shop = await makeShop(context);
  await makeVoucher(context, { shopId: shop.shopId });
  await makePlacedOrder(context, { shops: [shop] });
});
afterAll(() => context.close());

type Change = readonly [rule: string, change: Sql];

/** Changes of an unpaid order's rows, and the rule that each of them breaks first. */
const changes: Readonly<Record<string, readonly Change[]>> = {
  orders: [
    ["orders_cancel_reason_check", sql`cancel_reason = ''`],
    ["orders_cancel_reason_check", sql`cancel_reason = repeat('x', 301)`],
    ["orders_check", sql`commission = -1`],
    ["orders_check", sql`commission = goods_total + 1`],
    ["orders_check2", sql`status = 'completed'`],
    ["orders_check2", sql`status = 'cancelled'`],
    ["orders_check2", sql`status = 'refunded'`],
    ["orders_courier_cost_check", sql`courier_cost = -1`],
    ["orders_earned_check", sql`earned = 1`],
    ["orders_fees_refunded_check", sql`fees_refunded = -1`],
    ["orders_goods_total_check", sql`goods_total = 0, commission = 0`],
    ["orders_invoice_check", sql`invoice = 'INV/2026/1'`],
    ["orders_paid_check", sql`status = 'delivered'`],
    ["orders_paid_check", sql`status = 'completed', due_at = null`],
    ["orders_paid_check", sql`status = 'shipped'`],
    ["orders_preorder_days_check", sql`preorder_days = 0`],
    ["orders_promotion_cost_check", sql`promotion_cost = -1`],
    ["orders_sender", sql`sender_phone = '+6281234567'`],
    ["orders_sender_name_check", sql`sender_name = ''`],
    ["orders_sender_name_check", sql`sender_name = repeat('x', 61)`],
    ["orders_sender_phone_check", sql`sender_name = 'Dewi', sender_phone = '0812'`],
    ["orders_shipping_cost_check", sql`shipping_cost = -1`],
    ["orders_shipping_refunded_check", sql`shipping_refunded = -1`],
    ["orders_shop_point_check", sql`shop_point = '[]'`],
    ["orders_status_check", sql`status = 'lost'`],
    ["orders_total_check", sql`total = total + 1`],
    ["orders_total_check", sql`total = -1, adjustments_total = -1 - goods_total - shipping_cost`],
    ["orders_usual_days", sql`usual_min_days = 3, usual_max_days = 2`],
    ["orders_usual_days", sql`usual_min_days = 0, usual_max_days = 2`],
    ["orders_usual_days", sql`usual_min_days = null, usual_max_days = 2`],
  ],
  order_lines: [
    ["order_lines_changed_mind_days_check", sql`changed_mind_days = 61`],
    ["order_lines_changed_mind_days_check", sql`changed_mind_days = -1`],
    ["order_lines_commission_cap_check", sql`commission_cap = -1`],
    ["order_lines_commission_check", sql`commission = -1`],
    ["order_lines_commission_flat_check", sql`commission_flat = -1`],
    ["order_lines_commission_per_mille_check", sql`commission_per_mille = 1001`],
    ["order_lines_commission_per_mille_check", sql`commission_per_mille = -1`],
    ["order_lines_price_check", sql`price = 0`],
    ["order_lines_quantity_check", sql`quantity = 0`],
    ["order_lines_quantity_check", sql`quantity = 1000`],
    ["order_lines_refunded_check", sql`refunded = -1`],
    ["order_lines_refunded_check", sql`refunded = price * quantity + 1`],
    ["order_lines_tax_exemption_check", sql`tax_exemption = 'rice', tax_per_mille = 0`],
    ["order_lines_tax_exemption_check", sql`tax_exemption = 'gold', tax_per_mille = 5`],
    ["order_lines_tax_per_mille_check", sql`tax_per_mille = 1001`],
    ["order_lines_vat_per_mille_check", sql`vat_per_mille = 1001`],
    ["order_lines_weight_g_check", sql`weight_g = 0`],
  ],
  order_adjustments: [
    ["order_adjustments_amount_check", sql`amount = 0`],
    ["order_adjustments_bearer_check", sql`bearer = 'courier'`],
    ["order_adjustments_check", sql`amount = -1`],
    ["order_adjustments_check", sql`kind = 'free_shipping', bearer = 'platform', amount = 1`],
    ["order_adjustments_check", sql`kind = 'free_shipping', bearer = 'buyer', amount = -1`],
    ["order_adjustments_check1", sql`line_id = (select id from order_lines limit 1)`],
    ["order_adjustments_check1", sql`kind = 'voucher', bearer = 'shop', amount = -1`],
    ["order_adjustments_insurance_bearer", sql`kind = 'insurance', bearer = 'platform'`],
    [
      "order_adjustments_kind_check",
      sql`kind = 'gift', bearer = 'shop', amount = -1, line_id = (select id from order_lines limit 1)`,
    ],
    ["order_adjustments_source_check", sql`source = repeat('x', 81)`],
  ],
  payment_attempts: [
    ["payment_attempts_account_check", sql`account = 'BCA'`],
    ["payment_attempts_amount_check", sql`amount = 0`],
    ["payment_attempts_chargebacks_returned_check", sql`chargebacks_returned = -1`],
    ["payment_attempts_check", sql`charged_back = 1`],
    ["payment_attempts_check", sql`charged_back = -1`],
    ["payment_attempts_check1", sql`returned = 1`],
    ["payment_attempts_check2", sql`status = 'expired', received = 1`],
    ["payment_attempts_check3", sql`settled = 1, received = 1`],
    ["payment_attempts_check3", sql`status = 'paid'`],
    ["payment_attempts_code_check", sql`code = 500`],
    ["payment_attempts_external_id_check", sql`external_id = ''`],
    ["payment_attempts_method_check", sql`method = 'x'`],
    ["payment_attempts_polls_check", sql`polls = -1`],
    ["payment_attempts_provider_check", sql`provider = 'bank'`],
    ["payment_attempts_reference_check", sql`reference = 'short'`],
    ["payment_attempts_returned_check", sql`returned = -1`],
    ["payment_attempts_status_check", sql`status = 'open'`],
    ["payment_attempts_transfer_account_check", sql`provider = 'manual'`],
    ["payment_attempts_transfer_account_check", sql`account = 'bca:1234567890'`],
    ["payment_attempts_transfer_code_check", sql`code = 5`],
  ],
  vouchers: [
    ["vouchers_check", sql`used = -1`],
    ["vouchers_check", sql`used = quota + 1`],
    ["vouchers_check1", sql`quota = 1, per_buyer = 2`],
    ["vouchers_check2", sql`ends_at = starts_at`],
    ["vouchers_check3", sql`kind = 'percent'`],
    ["vouchers_check3", sql`per_mille = 100`],
    ["vouchers_check4", sql`stacking_group = 'discount'`],
    ["vouchers_check5", sql`state = 'stopped'`],
    ["vouchers_check6", sql`created_by = null`],
    ["vouchers_code_check", sql`code = 'abc'`],
    ["vouchers_kind_check", sql`kind = 'gift'`],
    ["vouchers_max_amount_check", sql`max_amount = 99`],
    ["vouchers_max_amount_check", sql`max_amount = 10000001`],
    ["vouchers_min_goods_check", sql`min_goods = -1`],
    ["vouchers_per_buyer_check", sql`per_buyer = 0`],
    ["vouchers_per_mille_check", sql`kind = 'percent', per_mille = 1001`],
    ["vouchers_quota_check", sql`quota = 1000001`],
    ["vouchers_stacking_group_check", sql`stacking_group = 'all', shop_id = null`],
    ["vouchers_state_check", sql`state = 'paused'`],
  ],
};
// A row that breaks one of them breaks another one first.
const impliedRules = ["payment_attempts_received_check", "payment_attempts_settled_check"];

/** The row that is changed, of tables with rows of several kinds. */
const changedRow: Readonly<Record<string, Sql>> = { order_adjustments: sql`kind = 'service_fee'` };

/** The rule that PostgreSQL names when it refuses the change of one row; undefined when it stores it. */
async function brokenBy(table: string, change: Sql): Promise<string | undefined> {
  const stored = new Error("stored");
  return context.db
    .transaction(async (tx) => {
      const name = identifier(table);
      const isChanged = changedRow[table] ?? sql`true`;
      await tx.run(
        sql`update ${name} set ${change} where id = (select min(id::text)::uuid from ${name} where ${isChanged})`,
      );
      throw stored;
    })
    .catch((error: unknown) => {
      if (error === stored) return undefined;
      const { code, constraint } = error as { code?: string; constraint?: string };
      return code === "23514" ? constraint : String(error);
    });
}

test.each(Object.keys(changes))(
  "the database refuses every row of %s that breaks a rule, and names the rule",
  async (table) => {
    const list = changes[table] ?? [];
    const broken: (string | undefined)[] = [];
    for (const [, change] of list) broken.push(await brokenBy(table, change));
    expect(broken).toEqual(list.map(([rule]) => rule));
    expect(await brokenBy(table, sql`id = id`)).toBeUndefined();

    const rules = await context.db.rows<{ name: string }>(sql`
    select (regexp_matches(prosrc, 'then ''(\\w+)''', 'g'))[1] as name from pg_proc where proname = ${`${table}_rules`}`);
    const tried = new Set([...list.map(([rule]) => rule), ...impliedRules]);
    expect(rules.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
    expect(rules.length).toBeGreaterThan(0);
  },
);

test("a refused row is not stored, whether it is new or changed", async () => {
  await expect(
    context.db.run(sql`
      insert into order_lines select (jsonb_populate_record(l, jsonb_build_object('id', uuidv7(), 'quantity', 0))).* from order_lines l limit 1`),
  ).rejects.toMatchObject({ code: "23514", constraint: "order_lines_quantity_check", table: "order_lines" });
  await expect(context.db.run(sql`update orders set total = total + 1`)).rejects.toMatchObject({ table: "orders" });
  const rows = await context.db.rows<{ total: number; parts: number }>(
    sql`select total, goods_total + shipping_cost + adjustments_total as parts from orders`,
  );
  expect(rows.every(({ total, parts }) => total === parts)).toBe(true);
});
