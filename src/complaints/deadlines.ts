/**
 * Design note. As with orders, a deadline is a stored moment (`complaints.due_at`). A job at that moment and a sweep
 * each minute fire it; both decide by the locked row, so firing twice, early or in parallel does nothing more. A case
 * that fails delays no other, because the sweep goes on from its cursor.
 */
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration, hour, span } from "#lib/time.ts";
import { decideByClock } from "./decide-complaint.ts";
import { receiveParcel } from "./exchange-goods.ts";
import { lockCase, type LockedCase } from "./lock-case.ts";
import { carryOut, closeCase, enterState, handToMediators, theClock } from "./move-case.ts";
import { callMediators } from "./notify-case.ts";
import { findDueCases, listWaitingCases, silenceFacts, type DueCase } from "./queries.ts";
import { effectAtClock, mediatorReminderDuration, type OpenState, sellerAnswerDuration } from "./rules.ts";

const batchSize = 500;

type Ports = Pick<Context, "db" | "clock">;

/** Does what silence does to a case whose deadline has passed. Returns false when it has not, or the case is gone. */
export async function fireCaseDeadline(context: Ports, complaintId: string, now: Date): Promise<boolean> {
  try {
    return await context.db.transaction(async (tx) => {
      const locked = await lockCase(tx, complaintId);
      const { state, due_at: dueAt, talk_until: talkUntil } = locked.case;
      if (state === "closed" || !dueAt || dueAt > now) return false;
      const effect = effectAtClock(state, { dueAt, talkUntil, ...silenceFacts(locked.case) });
      await applySilence(tx, context, locked, state, effect, now);
      return true;
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === requestRefusals.notFound.code) return false;
    throw error;
  }
}

async function applySilence(
  tx: Tx,
  context: Ports,
  locked: LockedCase,
  state: OpenState,
  effect: ReturnType<typeof effectAtClock>,
  now: Date,
): Promise<void> {
  const { case: one } = locked;
  const by = theClock;
  switch (effect) {
    case "apply_demand": {
      const lead = `Penjual tidak menjawab dalam ${span(sellerAnswerDuration)}, jadi permintaan pembeli dijalankan`;
      return carryOut(tx, context, locked, { by, solution: one.demand, outcome: "seller_silent", lead, now });
    }
    case "call_mediator": {
      const unproven = "Paket dianggap tiba tanpa bukti dan tidak ada jawaban, jadi komplain diteruskan ke mediator.";
      const texts: Partial<Record<OpenState, string>> = {
        awaiting_buyer: "Tawaran tidak dijawab dalam batas waktu, jadi komplain diteruskan ke mediator.",
        inspecting: unproven,
        checking: unproven,
      };
      const text = texts[state] ?? "Waktu berunding habis tanpa kesepakatan, jadi komplain diteruskan ke mediator.";
      await handToMediators(tx, context, locked, { by, text, now });
      return;
    }
    case "decide":
      return decideByClock(tx, context, locked, now);
    case "carry_out": {
      const solution = one.solution ?? one.demand;
      const lead = "Putusan mediator dijalankan";
      return carryOut(tx, context, locked, { by, solution, outcome: "decided", lead, now });
    }
    case "count_as_arrived":
      return receiveParcel(tx, context, locked, {
        text: "Tidak ada kabar sampai batas waktu, jadi paket dianggap tiba.",
        isAssumed: true,
        now,
      });
    case "restart_return": {
      const text = "Alamat toko sudah diisi, jadi waktu untuk mengirim balik barang dimulai lagi.";
      const said = { kind: "system" as const, text, notice: text };
      await enterState(tx, context, locked, "awaiting_return", { by, said, change: { addressMissing: false }, now });
      return;
    }
    case "pay_seller": {
      const text =
        state === "awaiting_return"
          ? "Pembeli tidak mengirim balik barang dalam batas waktu, jadi dana diteruskan ke penjual."
          : "Waktu memeriksa kiriman sudah lewat, jadi dana diteruskan ke penjual.";
      return closeCase(tx, context, locked, { by, outcome: "buyer_silent", text, amounts: null, now });
    }
    default: {
      const texts: Partial<Record<OpenState, string>> = {
        awaiting_return: "Penjual tidak memberi alamat untuk pengiriman balik, jadi uang kembali kepada pembeli.",
        inspecting: "Penjual tidak memeriksa barang dalam batas waktu, jadi uang kembali kepada pembeli.",
      };
      const text = texts[state] ?? "Penjual tidak mengirim barang dalam batas waktu, jadi uang kembali kepada pembeli.";
      return closeCase(tx, context, locked, { by, outcome: "seller_silent", text, amounts: one.solution, now });
    }
  }
}

/**
 * Fires every deadline that has passed, each at most once a run, and returns how many fired. A deadline that fails does
 * not delay the others; failures are logged. Mediators are called again for cases that are due soon.
 */
export async function sweepCaseDeadlines(
  context: Ports & Pick<Context, "log">,
  now: Date,
  batch = batchSize,
): Promise<number> {
  let fired = 0;
  let last: DueCase | undefined;
  for (;;) {
    const due = await findDueCases(context.db, now, batch, last);
    for (const { id } of due) {
      try {
        if (await fireCaseDeadline(context, id, now)) fired += 1;
      } catch (error) {
        context.log.error({ err: error, complaint: id }, "a deadline of a complaint could not fire");
      }
    }
    last = due.at(-1);
    if (!last || due.length < batch) break;
  }
  await remindMediators(context, now);
  return fired;
}

/** Calls mediators again for cases whose time has begun to run out in the last hour. */
async function remindMediators({ db }: Ports, now: Date): Promise<void> {
  const until = addDuration(now, mediatorReminderDuration);
  const waiting = await listWaitingCases(db, addDuration(until, -hour), until);
  for (const one of waiting) {
    const dueAt = one.due_at;
    if (dueAt) await db.transaction((tx) => callMediators(tx, one, { dueAt, call: "reminder", now }));
  }
}
