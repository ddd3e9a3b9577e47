import type { Context } from "#lib/context.ts";
import { filesOf, storesOf } from "#lib/files/files-of.ts";
import { sealAgain, sealingKeyId } from "#lib/keys.ts";
import { isSealedKey, sealedFilePurpose } from "./sealed-files.ts";

type Parts = Pick<Context, "config" | "secret">;

/** The keys of all sealed files, wherever they are. */
async function* sealedKeys(config: Context["config"]): AsyncGenerator<string> {
  const { chosen, other } = storesOf(config);
  for (const store of other ? [chosen, other] : [chosen])
    for await (const { name } of store.list("private"))
      if (name.endsWith(".bin") && isSealedKey(name.slice(0, -4))) yield name.slice(0, -4);
}

/** Seals all documents with the current key. Returns how many were changed. It may be killed and called again. */
export async function sealFilesAgain({ config, secret }: Parts): Promise<number> {
  const files = filesOf(config);
  let changed = 0;
  for await (const key of sealedKeys(config)) {
    const sealed = await files.read("private", `${key}.bin`);
    const again = sealed && sealAgain(secret, sealedFilePurpose, key, sealed);
    if (!again) continue;
    await files.write("private", `${key}.bin`, again);
    changed += 1;
  }
  return changed;
}

/** How many documents each key sealed; those from before keys had ids count as those of `unnamed`. */
export async function countKeysOfFiles({ config, secret }: Parts, unnamed: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const key of sealedKeys(config)) {
    const sealed = await filesOf(config).read("private", `${key}.bin`);
    const id = sealed && (sealingKeyId(secret, sealed) ?? unnamed);
    if (id) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
