/** Corrections of orders in random histories of money: one operator proposes, another decides. */
import { randomUUID } from "node:crypto";
import { sql } from "../src/lib/database.ts";
import {
  correctionFacts,
  decideCorrection,
  proposeCorrection,
  withdrawCorrection,
} from "../src/orders/corrections/decide-correction.ts";
import { findCorrectable, readCorrected } from "../src/orders/corrections/queries.ts";
import { correctionKinds, maxCorrection, type CorrectionKind } from "../src/orders/corrections/rules.ts";
import type { Action, Scene } from "./money-actions.ts";

async function limitsOf({ world: { context }, orderId }: Scene): Promise<Map<CorrectionKind, number> | null> {
  const order = await findCorrectable(context.db, orderId);
  if (!order) return null;
  const facts = await correctionFacts(context.db, order);
  return new Map(correctionKinds.map((kind) => [kind, maxCorrection(kind, facts)]));
}
function propose({ world, orderId, now }: Scene, kind: CorrectionKind, amount: number) {
  const proposal = { orderId, kind, amount, reason: "Terhitung dua kali", idempotencyKey: randomUUID() };
  return proposeCorrection(world.context, { userId: world.financeId, operatorRole: "finance" }, proposal, now);
}
function decide({ world, now }: Scene, correctionId: string, accept: boolean) {
  const decision = { correctionId, accept, reason: "Sudah dicocokkan" };
  return decideCorrection(world.context, { userId: world.secondId, operatorRole: "finance" }, decision, now);
}

/** An operator proposes a correction that the order allows, or of another kind, or a rupiah more than allowed. */
export const proposeAny: Action = async (scene) => {
  const { what, part, amount } = scene.one;
  const limits = await limitsOf(scene);
  if (!limits) return false;
  const kinds = correctionKinds.filter((kind) => part % 8 === 0 || (limits.get(kind) ?? 0) > 0);
  const kind = kinds[what % kinds.length];
  if (!kind) return false;
  const most = limits.get(kind) ?? 0;
  return propose(scene, kind, part % 9 === 0 ? most + 1 : Math.max(1, Math.floor((most * amount) / 1000)));
};
/** The other operator decides about the oldest proposal of all orders. */
export const decideProposed: Action = async (scene) => {
  const waiting = await scene.world.context.db.row<{ id: string }>(
    sql`select id from order_corrections where state = 'proposed' order by id limit 1`,
  );
  return waiting ? decide(scene, waiting.id, scene.one.part % 5 !== 0) : false;
};
/** The operator withdraws the order's proposal. */
export const withdrawProposed: Action = async ({ world: { context, financeId }, orderId, now }) => {
  const { waiting } = await readCorrected(context.db, orderId);
  if (!waiting) return false;
  return withdrawCorrection(context, { userId: financeId, operatorRole: "finance" }, waiting.id, now);
};
/** A proposal, and the decision about it. */
export const correctAny: Action = async (scene) => {
  const proposed = await proposeAny(scene);
  return proposed ? decide(scene, (proposed as { id: string }).id, scene.one.part % 5 !== 0) : false;
};
/** The shop gets a fee back, and the marketplace a credit, wholly or in part, of the same order. */
export const correctBoth: Action = async (scene) => {
  const { part, amount } = scene.one;
  const limits = await limitsOf(scene);
  const [fee, credit] = [limits?.get("fee_returned") ?? 0, limits?.get("credit_taken_back") ?? 0];
  if (fee === 0 || credit === 0) return false;
  const partOf = (most: number, isWhole: boolean) => (isWhole ? most : Math.max(1, Math.floor((most * amount) / 1000)));
  const both: [CorrectionKind, number][] = [
    ["fee_returned", partOf(fee, part % 3 > 0)],
    ["credit_taken_back", partOf(credit, part % 2 > 0)],
  ];
  for (const [kind, sum] of part % 4 < 2 ? both : both.toReversed())
    await decide(scene, (await propose(scene, kind, sum)).id, true);
  return true;
};
