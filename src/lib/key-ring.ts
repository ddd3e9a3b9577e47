/**
 * Design note. The keys that `keys rotate` made are in a file beside the secret, which all processes of an installation
 * read. A new key is `prepared`: processes can open data with it, but seal nothing. A backup that contains the key is
 * made in this time. Then the key becomes `active`: processes seal new data with it. The key before it becomes
 * `retired`: processes open older data with it until an operator removes it. A process looks for a changed file at most
 * four times a second, and at once when it meets a key that it does not know.
 */
import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { z } from "zod";
import { SettingError } from "./config.ts";
import { keyId, type KeyRing } from "./keys.ts";
import { second } from "./time.ts";

const ringFile = z.strictObject({
  format: z.literal(1),
  keys: z.array(
    z.strictObject({
      id: z.string().regex(/^[0-9a-f]{8}$/),
      key: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
      state: z.enum(["prepared", "active", "retired"]),
      changed_at: z.iso.datetime(),
    }),
  ),
});

export type RingKey = z.infer<typeof ringFile>["keys"][number];

/**
 * The keys of a file; none without a file. Throws a {@link SettingError} when it cannot be read or is damaged: without
 * its keys nothing may be sealed.
 */
export function readRing(path: string): RingKey[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    throw new SettingError(`KEYS_FILE ${path} cannot be read (${code}).`);
  }
  try {
    return ringFile.parse(JSON.parse(text)).keys;
  } catch {
    throw new SettingError(`KEYS_FILE ${path} is damaged: put back the one of a backup.`);
  }
}

/** Writes the keys of an installation, readable only by its user: all of them, or nothing. */
export async function writeRing(path: string, keys: readonly RingKey[]): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify({ format: 1, keys }, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Makes a `prepared` key: no process seals data with it yet. */
export function makeRingKey(now: Date): RingKey {
  const key = randomBytes(32);
  return { id: keyId(key), key: key.toString("base64"), state: "prepared", changed_at: now.toISOString() };
}

/** How long a process may seal with a key that was retired meanwhile. */
export const ringAge = second / 4;

/** The keys of a file, read again when it changes. */
export function openKeyRing(path: string): KeyRing {
  let checkedAt = -Infinity;
  let version = "";
  let known: readonly RingKey[] = [];
  function refresh(isUrgent: boolean): void {
    const now = performance.now();
    if (!isUrgent && now - checkedAt < ringAge) return;
    checkedAt = now;
    const found = statSync(path, { throwIfNoEntry: false });
    const present = found ? `${found.ino} ${found.mtimeMs} ${found.size}` : "";
    if (present === version) return;
    known = readRing(path);
    version = present;
  }
  const bytesOf = (one: RingKey | undefined) => one && Buffer.from(one.key, "base64");
  const byId = (id: string) => known.find((one) => one.id === id);
  return {
    current() {
      refresh(false);
      return bytesOf(known.find(({ state }) => state === "active"));
    },
    find(id) {
      if (!byId(id)) refresh(true);
      return bytesOf(byId(id));
    },
  };
}
