/**
 * Design note. The published terms name the deadlines of orders and payments. People agreed to them, so a change is
 * announced: the new value waits in a table of its own until its day, everybody is notified, and the pages show both.
 * A job brings it into effect on that day, as a version with history like any other change. Deadlines that are running
 * are stored with their orders and keep their length. As long as nobody but operators has an account, nobody relies on
 * the terms, and a change needs no notice. All changes of announcements exclude each other, because the list that the
 * pages show is computed from all of them.
 */
import { isDeepStrictEqual } from "node:util";
import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { AuditValue } from "#audit-log/rules.ts";
import type { Context } from "#lib/context.ts";
import type { Queryable, Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import { invalidRefusal } from "#lib/schema.ts";
import { checkValue, type Declaration } from "#lib/settings/declaration.ts";
import { valueTexts } from "#lib/settings/field.ts";
import { addDuration, formatLongDate, jakartaDay } from "#lib/time.ts";
import { requireValue } from "./change-setting.ts";
import { settingRefusals } from "./contract.ts";
import {
  deletePlan,
  hasReaders,
  insertPlan,
  listPlans,
  lockPlans,
  lockSetting,
  saveSetting,
  type PlanRow,
} from "./queries.ts";
import {
  announcedChangesSetting,
  beginningOf,
  earliestTermsDay,
  firstVersion,
  maxTermsAhead,
  type AnnouncedChange,
} from "./rules.ts";
import { showSettings, writeSetting } from "./write-setting.ts";

type Who = { actor: NonNullable<AuditActor>; now: Date };
type Declarations = readonly Declaration[];

/** Whether a change of this setting must be announced. */
export async function needsNotice(db: Queryable, { isTerm }: Declaration): Promise<boolean> {
  return isTerm === true && (await owesNotice(db));
}

/** Whether somebody has to be given notice of what the terms say: while only operators have accounts, nobody has. */
export function owesNotice(db: Queryable): Promise<boolean> {
  return hasReaders(db);
}

/**
 * Announces a value that begins on `validFrom`, and notifies everybody. Refuses with `settings.changed_meanwhile`,
 * `settings.announced_already`, `settings.notice_too_short` and `request.invalid`.
 */
export async function announceChange(
  context: Context,
  declarations: Declarations,
  declaration: Declaration,
  input: { value: unknown; version: number; validFrom: string | undefined; note?: string | undefined },
  { actor, now }: Who,
): Promise<void> {
  const value = requireValue(declaration, input.value);
  const from = requireDay(input.validFrom, now);
  const { key, defaultValue } = declaration.setting;
  await context.db.transaction(async (tx) => {
    await lockPlans(tx);
    const row = await lockSetting(tx, key);
    const current = row?.version ?? firstVersion;
    if (current !== input.version) throw new Refusal(settingRefusals.changedMeanwhile, undefined, { version: current });
    if ((await listPlans(tx)).some((plan) => plan.key === key)) throw new Refusal(settingRefusals.announcedAlready);
    const before = row?.value ?? defaultValue;
    if (isDeepStrictEqual(before, value))
      throw invalidRefusal([{ path: ["value"], message: "Nilai ini sudah berlaku." }]);
    await insertPlan(tx, { key, value, validFrom: from, note: input.note, actorId: actor.userId, now });
    appendAuditEntry(tx, {
      actor,
      action: "settings.announced",
      subject: { kind: "setting", id: key },
      before: { value: before as AuditValue },
      after: { value: value as AuditValue, valid_from: jakartaDay(from) },
      reason: input.note,
    });
    const change = changeOf(declaration, before, { value, valid_from: from });
    const at = now.toISOString();
    await queueJob(tx, "site.notify_of_setting", { ...change, event: "announced", at, afterUserId: null });
    await writeAnnounced(tx, declarations, { actorId: actor.userId, now });
  });
  await showSettings(context, declarations);
}

/** Withdraws what was announced, and notifies everybody. Refuses with `settings.not_announced`. */
export async function withdrawChange(
  context: Context,
  declarations: Declarations,
  declaration: Declaration,
  { actor, now }: Who,
): Promise<void> {
  const { key, defaultValue } = declaration.setting;
  await context.db.transaction(async (tx) => {
    await lockPlans(tx);
    const row = await lockSetting(tx, key);
    const plan = await deletePlan(tx, key);
    if (!plan) throw new Refusal(settingRefusals.notAnnounced);
    const before = row?.value ?? defaultValue;
    appendAuditEntry(tx, {
      actor,
      action: "settings.announcement_withdrawn",
      subject: { kind: "setting", id: key },
      before: { value: plan.value as AuditValue, valid_from: jakartaDay(plan.valid_from) },
      after: { value: before as AuditValue },
    });
    const change = changeOf(declaration, before, plan);
    const at = now.toISOString();
    await queueJob(tx, "site.notify_of_setting", { ...change, event: "withdrawn", at, afterUserId: null });
    await writeAnnounced(tx, declarations, { actorId: actor.userId, now });
  });
  await showSettings(context, declarations);
}

/** Brings announced values into effect whose day has come. Safe to repeat, also in two processes. */
export async function beginChanges(context: Context, declarations: Declarations, now: Date): Promise<void> {
  const due = (await listPlans(context.db)).filter(({ valid_from: from }) => from <= now);
  for (const { key } of due) await context.db.transaction((tx) => beginChange(tx, context, declarations, key, now));
  if (due.length > 0) await showSettings(context, declarations);
}

async function beginChange(
  tx: Tx,
  { log }: Pick<Context, "log">,
  declarations: Declarations,
  key: string,
  now: Date,
): Promise<void> {
  await lockPlans(tx);
  const row = await lockSetting(tx, key);
  const plan = (await listPlans(tx)).find((one) => one.key === key);
  if (!plan || plan.valid_from > now) return;
  await deletePlan(tx, key);
  const declaration = declarations.find(({ setting }) => setting.key === key);
  const checked = declaration && checkValue(declaration, plan.value);
  if (!declaration || !checked || !("value" in checked)) {
    log.error({ setting: key }, "an announced value does not fit this version: it does not begin");
  } else {
    const { defaultValue } = declaration.setting;
    const value = isDeepStrictEqual(checked.value, defaultValue) ? undefined : checked.value;
    const version = (row?.version ?? firstVersion) + 1;
    const { note, announced_by: actorId } = plan;
    const change = { key, version, value, sealed: null, isSecret: false, note, actorId, now };
    if (!(await saveSetting(tx, change))) throw new Error(`two transactions wrote ${key} at once`);
    appendAuditEntry(tx, {
      actor: null,
      action: "settings.changed",
      subject: { kind: "setting", id: key },
      before: { value: (row?.value ?? defaultValue) as AuditValue },
      after: { value: checked.value as AuditValue },
    });
  }
  await writeAnnounced(tx, declarations, { actorId: null, now });
}

async function writeAnnounced(
  tx: Tx,
  declarations: Declarations,
  who: { actorId: string | null; now: Date },
): Promise<void> {
  const plans = await listPlans(tx);
  const changes: AnnouncedChange[] = [];
  for (const plan of plans) {
    const declaration = declarations.find(({ setting }) => setting.key === plan.key);
    const row = declaration && (await lockSetting(tx, plan.key));
    if (declaration) changes.push(changeOf(declaration, row?.value ?? declaration.setting.defaultValue, plan));
  }
  const computed = declarations.find(({ setting }) => setting.key === announcedChangesSetting.key);
  if (!computed) throw new Error(`${announcedChangesSetting.key} is not declared`);
  await writeSetting(tx, computed, changes, who);
}

/** An announced change as people read it. */
export function changeOf(
  { setting: { key }, label, field }: Declaration,
  before: unknown,
  { value, valid_from: from }: Pick<PlanRow, "value" | "valid_from">,
): AnnouncedChange {
  const text = (one: unknown) => [...valueTexts(field, one).values()].join(", ");
  return { key, label, before: text(before), after: text(value), from: from.toISOString() };
}

function requireDay(validFrom: string | undefined, now: Date): Date {
  const earliest = earliestTermsDay(now);
  const asked = `Pilih ${formatLongDate(beginningOf(earliest))} atau sesudahnya.`;
  if (validFrom === undefined) throw invalidRefusal([{ path: ["valid_from"], message: asked }]);
  if (validFrom < earliest) throw new Refusal(settingRefusals.noticeTooShort, { valid_from: [asked] });
  const latest = addDuration(now, maxTermsAhead);
  if (beginningOf(validFrom) > latest)
    throw invalidRefusal([{ path: ["valid_from"], message: `Pilih hari sampai ${formatLongDate(latest)}.` }]);
  return beginningOf(validFrom);
}
