import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#lib/config.ts";
import { withFileLock } from "#lib/file-lock.ts";

type Keys = { publicKey: string; privateKey: string };
const keysByConfig = new WeakMap<Config, Promise<Keys>>();

/**
 * The VAPID keys that identify this installation to push services. They come from the settings; without settings they
 * are created once in DATA_DIR. Processes on several machines need the settings, because a browser's subscription works
 * only with the key that it was made with.
 */
export function pushKeys(config: Config): Promise<Keys> {
  let keys = keysByConfig.get(config);
  if (!keys) {
    keys = config.vapid ? Promise.resolve(config.vapid) : loadOrCreateKeys(config.dataDir);
    keys.catch(() => keysByConfig.delete(config));
    keysByConfig.set(config, keys);
  }
  return keys;
}

async function loadOrCreateKeys(dataDir: string): Promise<Keys> {
  const file = join(dataDir, "push-keys.json");
  const read = async () => JSON.parse(await readFile(file, "utf8")) as Keys;
  return read().catch(() =>
    withFileLock(`${file}.lock`, () =>
      read().catch(async () => {
        const { default: webPush } = await import("web-push");
        const made = webPush.generateVAPIDKeys();
        await writeFile(`${file}.new`, JSON.stringify(made), { mode: 0o600 });
        await rename(`${file}.new`, file);
        return made;
      }),
    ),
  );
}
