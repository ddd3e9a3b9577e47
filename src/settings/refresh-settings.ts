/**
 * Design note. Every process holds all settings in memory (lib/settings/setting.ts), so that rules and pages read
 * them without waiting. A process that changes one publishes a message, and the others read the table again. Because
 * messages may be lost, each process also asks regularly for the number of the last change. The process purges its
 * own cached pages after it has the new values: a page that was rendered before is not stored, because its tag was
 * purged.
 */
import { isDeepStrictEqual } from "node:util";
import type { Context } from "#lib/context.ts";
import { unseal } from "#lib/keys.ts";
import { checkValue, tagsOf, type Declaration } from "#lib/settings/declaration.ts";
import { momentsIn } from "#lib/settings/field.ts";
import { applySettings, settingOf } from "#lib/settings/setting.ts";
import { findLastChange, listSettings, type SettingRow } from "./queries.ts";
import { settingPollInterval } from "./rules.ts";

type Parts = Pick<Context, "db" | "log" | "pages" | "realtime" | "secret">;

const topic = "settings";

/** The settings as this process knows them. */
export type KnownSettings = {
  /** The values that differ from the defaults. */
  values: ReadonlyMap<string, unknown>;
  /** Settings whose stored value does not fit this version, so the default is in effect. */
  unfit: ReadonlySet<string>;
};

/** Reads all stored values and checks them. What does not fit, or belongs to no declaration, is left out. */
export async function readSettings(
  { db, secret }: Pick<Context, "db" | "secret">,
  declarations: readonly Declaration[],
): Promise<KnownSettings> {
  const rows = new Map((await listSettings(db)).map((row) => [row.key, row]));
  const values = new Map<string, unknown>();
  const unfit = new Set<string>();
  for (const declaration of declarations) {
    const row = rows.get(declaration.setting.key);
    if (!row || (row.value === null && row.sealed === null)) continue;
    const checked = checkStored(declaration, row, secret);
    if (checked === undefined) unfit.add(row.key);
    else values.set(row.key, checked.value);
  }
  return { values, unfit };
}

function checkStored(declaration: Declaration, row: SettingRow, secret: Buffer): { value: unknown } | undefined {
  const plain = row.sealed && unseal(secret, "settings", row.key, row.sealed);
  // Sealed with the secret of another installation.
  if (row.sealed && !plain) return undefined;
  const value = plain ? (JSON.parse(plain.toString()) as unknown) : row.value;
  const checked = checkValue(declaration, value);
  return "value" in checked ? checked : undefined;
}

/** Brings this process up to date: its snapshot, and then its cached pages. */
export async function refreshSettings(context: Parts, declarations: readonly Declaration[]): Promise<void> {
  const known = await readSettings(context, declarations);
  const before = latest.get(declarations)?.values ?? new Map<string, unknown>();
  latest.set(declarations, known);
  const changed = declarations.filter(
    ({ setting: { key } }) => !isDeepStrictEqual(before.get(key), known.values.get(key)),
  );
  if (changed.length === 0) return;
  const publicKeys = new Set(declarations.filter(({ isPublic }) => isPublic).map(({ setting }) => setting.key));
  applySettings(Object.fromEntries(known.values), publicKeys);
  const tags = new Set(changed.flatMap(tagsOf));
  if (tags.has("all")) context.pages.purgeLocally(["all"]);
  else if (tags.size > 0) context.pages.purgeLocally([...tags]);
}

/** Purges the pages that show a setting when one of its moments has passed, such as the end of an announcement. */
export function purgeAtMoments(
  { pages }: Pick<Context, "pages">,
  declarations: readonly Declaration[],
  after: number,
  until: number,
): void {
  const passed = declarations.filter((declaration) =>
    momentsIn(declaration.field, settingOf(declaration.setting)).some((at) => at > after && at <= until),
  );
  if (passed.length > 0) pages.purgeLocally([...new Set(passed.flatMap(tagsOf))]);
}

const latest = new WeakMap<readonly Declaration[], KnownSettings>();

/** Tells the other processes that a setting has changed. Call it after the commit. */
export function publishSettingChange({ realtime }: Pick<Context, "realtime">): void {
  realtime.publish(topic, "changed");
}

/**
 * Reads the settings now and after each change, until the returned function is called. `refresh` is given by tests that
 * follow without the snapshot of the process.
 */
export async function followSettings(
  context: Parts,
  declarations: readonly Declaration[],
  refresh: () => Promise<void> = () => refreshSettings(context, declarations),
): Promise<() => void> {
  let seen = await findLastChange(context.db);
  await refresh();
  for (const key of latest.get(declarations)?.unfit ?? [])
    context.log.warn({ setting: key }, "a stored setting does not fit this version: the default is in effect");
  // Refreshes run one after the other, so that an older reading never replaces a newer one.
  let running = Promise.resolve();
  const refreshSoon = () => {
    running = running.then(refresh).catch((error: Error) => {
      context.log.warn({ err: error.message }, "the settings could not be read");
      seen = -1;
    });
  };
  let lookedAt = Date.now();
  const poll = async () => {
    const now = Date.now();
    purgeAtMoments(context, declarations, lookedAt, now);
    lookedAt = now;
    const last = await findLastChange(context.db);
    if (last === seen) return;
    seen = last;
    refreshSoon();
  };
  const timer = setInterval(() => {
    poll().catch((error: Error) => context.log.warn({ err: error.message }, "the settings could not be read"));
  }, settingPollInterval);
  timer.unref();
  const stops = [context.realtime.subscribe(topic, refreshSoon), context.realtime.onReconnect(refreshSoon)];
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}
