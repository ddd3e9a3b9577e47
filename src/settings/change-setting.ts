import { isDeepStrictEqual } from "node:util";
import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { AuditValue } from "#audit-log/rules.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { noteNothingChanged } from "#lib/http/audited-call.ts";
import { seal } from "#lib/keys.ts";
import { Refusal } from "#lib/refusal.ts";
import { invalidRefusal } from "#lib/schema.ts";
import { checkValue, type Declaration } from "#lib/settings/declaration.ts";
import { linksIn, picturesIn } from "#lib/settings/field.ts";
import { settingRefusals } from "./contract.ts";
import { deadLinkText, findDeadLinks } from "./dead-links.ts";
import { findChange, lockPictures, lockSetting, saveSetting } from "./queries.ts";
import { publishSettingChange, refreshSettings } from "./refresh-settings.ts";
import { firstVersion, hiddenSecret } from "./rules.ts";

type Who = { actor: NonNullable<AuditActor>; now: Date };

/** The value as it would be stored. Refuses with `request.invalid` and the wrong fields below `value`. */
export function requireValue(declaration: Declaration, value: unknown): unknown {
  const checked = checkValue(declaration, value);
  if ("value" in checked) return checked.value;
  throw invalidRefusal(checked.issues.map((issue) => ({ ...issue, path: ["value", ...issue.path] })));
}

/**
 * Refuses with `request.invalid` a picture that was not uploaded here, or that has another size than the value says.
 * Locks the pictures, so that none is removed as unused meanwhile.
 */
async function requirePictures(tx: Tx, { field }: Declaration, value: unknown): Promise<void> {
  const named = picturesIn(field, value);
  const stored = await lockPictures(
    tx,
    named.map(({ value: { picture } }) => picture),
  );
  const wrong = named.filter(({ value: { picture, width, height, color } }) => {
    const row = stored.find(({ storage_key: key }) => key === picture);
    return row?.width !== width || row.height !== height || row.color !== color;
  });
  if (wrong.length > 0)
    throw invalidRefusal(
      wrong.map(({ path }) => ({ path: ["value", ...path], message: "Gambar ini tidak ada lagi. Pilih gambar lain." })),
    );
}

/** Refuses with `request.invalid` a link to a page of this site that does not exist. */
async function requireLinks(tx: Tx, { field }: Declaration, value: unknown, now: Date): Promise<void> {
  const links = linksIn(field, value);
  const dead = await findDeadLinks(
    tx,
    links.map(({ link }) => link),
    now,
  );
  const wrong = links.filter(({ link }) => dead.has(link));
  if (wrong.length > 0)
    throw invalidRefusal(wrong.map(({ path }) => ({ path: ["value", ...path], message: deadLinkText })));
}

/**
 * Stores a new value with its history and its audit entry. `version` is the one that the operator saw: refuses with
 * `settings.changed_meanwhile` when another one is in effect by now. Returns the new version; the same value again
 * changes nothing. Afterwards this process has the value, and the others soon.
 */
export function changeSetting(
  context: Context,
  declarations: readonly Declaration[],
  declaration: Declaration,
  input: { value: unknown; version: number; note?: string | undefined },
  who: Who,
): Promise<number> {
  return store(context, declarations, declaration, { ...input, value: requireValue(declaration, input.value) }, who);
}

/**
 * Brings back the value of a former version, or with version 0 the default. Refuses with `settings.not_found` for a
 * version that does not exist, and with `request.invalid` when the former value is no longer allowed.
 */
export async function restoreSetting(
  context: Context,
  declarations: readonly Declaration[],
  declaration: Declaration,
  input: { to: number; version: number },
  who: Who,
): Promise<number> {
  let value: unknown;
  if (input.to !== firstVersion) {
    const former = await findChange(context.db, declaration.setting.key, input.to);
    if (!former || former.is_secret) throw new Refusal(settingRefusals.notFound);
    if (former.value !== null) value = requireValue(declaration, former.value);
  }
  return store(context, declarations, declaration, { value, version: input.version }, who);
}

async function store(
  context: Context,
  declarations: readonly Declaration[],
  declaration: Declaration,
  { value, version, note }: { value: unknown; version: number; note?: string | undefined },
  { actor, now }: Who,
): Promise<number> {
  const {
    setting: { key, defaultValue },
    isSecret = false,
  } = declaration;
  // The default is stored as no value, so that a later version's default counts.
  const stored = !isSecret && isDeepStrictEqual(value, defaultValue) ? undefined : value;
  const saved = await context.db.transaction(async (tx) => {
    const row = await lockSetting(tx, key);
    const current = row?.version ?? firstVersion;
    if (current !== version) throw new Refusal(settingRefusals.changedMeanwhile, undefined, { version: current });
    if (!isSecret && isDeepStrictEqual(row?.value ?? undefined, stored)) {
      noteNothingChanged();
      return current;
    }
    await requirePictures(tx, declaration, stored);
    await requireLinks(tx, declaration, stored, now);
    const sealed =
      isSecret && stored !== undefined
        ? seal(context.secret, "settings", key, Buffer.from(JSON.stringify(stored)))
        : null;
    const next = current + 1;
    const plain = isSecret ? undefined : stored;
    const change = { key, version: next, value: plain, sealed, isSecret, note, actorId: actor.userId, now };
    if (!(await saveSetting(tx, change))) throw new Refusal(settingRefusals.changedMeanwhile);
    appendAuditEntry(tx, {
      actor,
      action: "settings.changed",
      subject: { kind: "setting", id: key },
      before: { value: isSecret ? secretText(row?.sealed) : ((row?.value ?? defaultValue) as AuditValue) },
      after: { value: isSecret ? secretText(sealed) : ((stored ?? defaultValue) as AuditValue) },
      reason: note,
    });
    return next;
  });
  if (saved !== version) {
    await refreshSettings(context, declarations);
    publishSettingChange(context);
  }
  return saved;
}

function secretText(sealed: Buffer | null | undefined): string | null {
  return sealed ? hiddenSecret : null;
}
