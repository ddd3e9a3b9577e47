/**
 * Design note. A rotation has steps, each of which may be repeated: a new key is prepared, a backup is made that has
 * it, it becomes active, and what earlier keys sealed is sealed again. The state is in the file of keys and in the data
 * itself, so a command that was killed goes on where it was. Other processes may seal with the key before for a moment,
 * so the data is read again until nothing changes. An earlier key stays until `keys remove`, which proves that nothing
 * needs it: what was being saved during the rotation stays readable.
 */
import { setTimeout as wait } from "node:timers/promises";
import { appendAuditEntry } from "#audit-log/append-entry.ts";
import { createBackup } from "#lib/backup/create-backup.ts";
import { BackupError } from "#lib/backup/sealed-file.ts";
import type { Context } from "#lib/context.ts";
import { withFileLock } from "#lib/file-lock.ts";
import { makeRingKey, readRing, ringAge, writeRing, type RingKey } from "#lib/key-ring.ts";
import { keyId } from "#lib/keys.ts";
import { countKeysOf, sealColumnAgain } from "#lib/sealed-data.ts";
import { addDuration, day } from "#lib/time.ts";
import { countKeysOfFiles, sealFilesAgain } from "#media/seal-files-again.ts";
import { sealedColumns } from "#sealed-columns.ts";
import { CommandError, exitCodes, withContext, type Call, type Command } from "./command.ts";
import { settleKeys } from "./settle-keys.ts";

const files = "private files";

/** @rule A key that was replaced stays for at least a day, so that what was being saved meanwhile can be read. */
const minRetiredDuration = day;

const changed = (key: RingKey, state: RingKey["state"], now: Date): RingKey => ({
  ...key,
  state,
  changed_at: now.toISOString(),
});

async function backUp({ config, terminal }: Call): Promise<string | null> {
  if (!config.backup) return null;
  terminal.note("A backup with the new key is made first …");
  try {
    const { dataDir, keysFile, backup, files: place } = config;
    return (await createBackup({ dataDir, keysFile, backup, files: place }, new Date())).id;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new CommandError(exitCodes.found, `${error.message} The new key is not used yet; run the command again.`);
  }
}

/** Seals everything again until nothing is left. Returns the number of changes by place. */
async function sealAll(context: Context, call: Call): Promise<Record<string, number>> {
  const done: Record<string, number> = {};
  const add = (name: string, count: number) => {
    done[name] = (done[name] ?? 0) + count;
    return count;
  };
  for (let isFirst = true; ; isFirst = false) {
    let count = 0;
    for (const column of sealedColumns) {
      count += add(column.column, await sealColumnAgain(context, column));
      if (isFirst) call.terminal.note(`${column.column}: ${done[column.column]}`);
    }
    count += add(files, await sealFilesAgain(context));
    if (count === 0 && !isFirst) return done;
    // Longer than another process may use the key before.
    await wait(2 * ringAge);
  }
}

const rotate: Command = {
  name: "keys rotate",
  summary: "Make a new key for everything that is encrypted at rest, and seal the data again with it.",
  help: [
    "Works while the marketplace runs. When it was interrupted, run it again: it goes on. With BACKUP_DIR it makes a",
    "backup before the new key is used; without, copy KEYS_FILE to where your backups are afterwards. The keys before",
    "stay until keys remove. The secret of the installation stays too: docs/operating.md says what depends on it.",
  ],
  run: (call) =>
    withContext(call, async (context) => {
      const { keysFile } = call.config;
      return withFileLock(`${keysFile}.lock`, async () => {
        // An installation that was restored by an older version may have a file that is behind its data.
        await settleKeys(context.db, keysFile);
        const { key, backup, isResumed } = await activate(context, call);
        const counts = await sealAll(context, call);
        const sum = Object.values(counts).reduce((a, b) => a + b, 0);
        return {
          lines: [
            `${sum} records are sealed with the ${isResumed ? "newest" : "new"} key ${key.id}.`,
            ...Object.entries(counts).map(([name, count]) => `  ${name}: ${count}`),
            ...(backup === null && !isResumed ? [`Copy ${keysFile} to where your backups are.`] : []),
            "Earlier keys stay until npm run kawung -- keys remove, from tomorrow on.",
          ],
          json: { key: key.id, resumed: isResumed, sealed: counts, backup },
        };
      });
    }),
};

type Activated = { key: RingKey; backup: string | null; isResumed: boolean };

/** Makes the next key the active one; an interrupted rotation goes on with its own key. */
async function activate(context: Context, call: Call): Promise<Activated> {
  const { keysFile } = call.config;
  const ring = readRing(keysFile);
  const active = ring.find(({ state }) => state === "active");
  if (active && (await usedKeys(context)).some(({ id }) => id !== active.id)) {
    call.terminal.note(`An earlier rotation was interrupted. It goes on with its key ${active.id}.`);
    return { key: active, backup: null, isResumed: true };
  }
  const now = new Date();
  const prepared = ring.find(({ state }) => state === "prepared") ?? makeRingKey(now);
  const others = ring.filter(({ id }) => id !== prepared.id);
  await writeRing(keysFile, [prepared, ...others]);
  const backup = await backUp(call);
  const key = changed(prepared, "active", now);
  await context.db.transaction(async (tx) => {
    appendAuditEntry(tx, { actor: null, action: "settings.keys_rotated", subject: { kind: "key", id: key.id } });
  });
  await writeRing(keysFile, [
    key,
    ...others.map((one) => (one.state === "active" ? changed(one, "retired", now) : one)),
  ]);
  return { key, backup, isResumed: false };
}

/** The keys that sealed something, with the number of records. */
async function usedKeys(context: Context): Promise<{ id: string; place: string; count: number }[]> {
  const unnamed = keyId(context.secret);
  const found: { id: string; place: string; count: number }[] = [];
  const add = (place: string, counts: Map<string, number>) => {
    for (const [id, count] of counts) found.push({ id, place, count });
  };
  for (const column of sealedColumns) add(column.column, await countKeysOf(context, column, unnamed));
  add(files, await countKeysOfFiles(context, unnamed));
  return found;
}

const list: Command = {
  name: "keys list",
  summary: "List the keys of what is encrypted at rest, and what each of them seals.",
  run: (call) =>
    withContext(call, async (context) => {
      const used = await usedKeys(context);
      const ring = readRing(call.config.keysFile);
      const secret = keyId(context.secret);
      const isReplaced = ring.some(({ state }) => state === "active");
      const isUsed = (key: RingKey) => key.state === "prepared" && used.some(({ id }) => id === key.id);
      const keys = [
        ...ring.map((key) => ({
          id: key.id,
          state: `${key.state} since ${key.changed_at}${isUsed(key) ? ", and in use already: run keys rotate" : ""}`,
        })),
        { id: secret, state: isReplaced ? "the secret, no longer used for new data" : "the secret, active" },
      ].map((one) => ({ ...one, seals: used.filter(({ id }) => id === one.id) }));
      return {
        lines: keys.flatMap(({ id, state, seals }) => [
          `${id}  ${state}`,
          ...seals.map(({ place, count }) => `  ${place}: ${count}`),
        ]),
        json: {
          keys: keys.map(({ seals, ...one }) => ({
            ...one,
            seals: seals.map(({ place, count }) => ({ place, count })),
          })),
        },
      };
    }),
};

const remove: Command = {
  name: "keys remove",
  summary: "Remove the keys that were replaced at least a day ago, when nothing is sealed with them.",
  help: [
    "Backups from before the rotation contain the keys of their time. Exit code 1 means that something is still sealed",
    "with a replaced key: run keys rotate again. The secret of the installation is never removed.",
  ],
  run: (call) =>
    withContext(call, async (context) => {
      const { keysFile } = call.config;
      return withFileLock(`${keysFile}.lock`, async () => {
        const ring = readRing(keysFile);
        const before = addDuration(new Date(), -minRetiredDuration).toISOString();
        const old = ring.filter(({ state, changed_at: at }) => state === "retired" && at <= before);
        const used = (await usedKeys(context)).filter(({ id }) => old.some((one) => one.id === id));
        if (used.length > 0)
          throw new CommandError(
            exitCodes.found,
            `Still in use: ${used.map(({ id, place, count }) => `${id} (${place}: ${count})`).join(", ")}. Run keys rotate.`,
          );
        if (old.length > 0) {
          await context.db.transaction(async (tx) => {
            for (const { id } of old)
              appendAuditEntry(tx, { actor: null, action: "settings.keys_removed", subject: { kind: "key", id } });
          });
          await writeRing(
            keysFile,
            ring.filter((one) => !old.includes(one)),
          );
        }
        return {
          lines: [old.length > 0 ? `Removed: ${old.map(({ id }) => id).join(", ")}.` : "There is no key to remove."],
          json: { removed: old.map(({ id }) => id) },
        };
      });
    }),
};

export const keysCommands: readonly Command[] = [rotate, list, remove];
