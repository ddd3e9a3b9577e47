import { randomBytes } from "node:crypto";
import { SettingError, type Config } from "../config.ts";
import { ServiceError } from "../http/request-json.ts";
import type { Logger } from "../log.ts";
import { requestS3 } from "./s3-request.ts";
import { s3Store } from "./s3-store.ts";

/**
 * Throws a {@link SettingError} when strangers can read or list what the S3-compatible store holds. It stores a file
 * for that and deletes it. A store that cannot be reached is logged, and the process starts without the answer.
 */
export async function assertFilesPrivate({ files: { s3 } }: Pick<Config, "files">, log: Logger): Promise<void> {
  if (!s3) return;
  const store = s3Store(s3);
  const name = `probe-${randomBytes(8).toString("hex")}.bin`;
  try {
    await store.write("private", name, Buffer.from("probe"));
    const isReadable = await isAnswered({ key: `${s3.prefix}private/${name}` });
    const isListed = await isAnswered({ key: "", query: { "list-type": "2", "max-keys": "1" } });
    await store.remove("private", name);
    if (isReadable || isListed)
      throw new SettingError(
        `S3_BUCKET ${s3.bucket} is public: strangers can ${isReadable ? "read" : "list"} its files. Make it private.`,
      );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    log.error({ err: error }, "the store of files cannot be used");
  }

  /** Whether a stranger gets an answer. */
  async function isAnswered(request: { key: string; query?: Record<string, string> }): Promise<boolean> {
    if (!s3) return false;
    try {
      const response = await requestS3(s3, { method: "GET", isAnonymous: true, ...request });
      response?.resume();
      return response !== undefined;
    } catch (error) {
      if (error instanceof ServiceError && error.reason === "refused") return false;
      throw error;
    }
  }
}
