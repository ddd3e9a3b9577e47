import { isDeepStrictEqual } from "node:util";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { checkValue, type Declaration } from "#lib/settings/declaration.ts";
import { lockSetting, saveSetting } from "./queries.ts";
import { publishSettingChange, refreshSettings } from "./refresh-settings.ts";
import { firstVersion } from "./rules.ts";

/**
 * Stores the value of a computed setting in the transaction of what it is computed from, which also writes the audit
 * entry. Two transactions that compute the same setting must exclude each other before. Call {@link showSettings}
 * after the commit.
 */
export async function writeSetting<T>(
  tx: Tx,
  declaration: Declaration,
  value: T,
  { actorId, now }: { actorId: string | null; now: Date },
): Promise<void> {
  const checked = checkValue(declaration, value);
  if (!("value" in checked)) throw new Error(`a computed setting does not fit: ${declaration.setting.key}`);
  const { key, defaultValue } = declaration.setting;
  const row = await lockSetting(tx, key);
  const stored = isDeepStrictEqual(checked.value, defaultValue) ? undefined : checked.value;
  if (isDeepStrictEqual(row?.value ?? undefined, stored)) return;
  const version = (row?.version ?? firstVersion) + 1;
  if (!(await saveSetting(tx, { key, version, value: stored, sealed: null, isSecret: false, actorId, now })))
    throw new Error(`two transactions wrote ${key} at once`);
}

/** Brings this process up to date at once, and the others soon. */
export async function showSettings(context: Context, declarations: readonly Declaration[]): Promise<void> {
  await refreshSettings(context, declarations);
  publishSettingChange(context);
}
