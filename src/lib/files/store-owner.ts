/**
 * Design note. An S3-compatible store may be set for two marketplaces by mistake: a test installation, or a copy that
 * was restored from a backup, with the settings of the first. Each would take the files of the other for files that
 * nobody needs. So an object at the S3_PREFIX names the database that the files belong to, and the nightly removals ask
 * for it first. A database after a restore or a change of servers has another name: a person says that the files are
 * its own. A copy of a stopped disk has the same name; only its settings can keep it away (docs/operating.md).
 */
import { createHash } from "node:crypto";
import type { Context } from "../context.ts";
import { readSource } from "../database-source.ts";
import type { S3Config } from "../config/files.ts";
import { ServiceError } from "../http/request-json.ts";
import { readBody, requestS3 } from "./s3-request.ts";

type Place = Pick<Context, "db" | "config">;

/** The store belongs to another database. */
export class ForeignStoreError extends Error {
  override name = "ForeignStoreError";
}

const keyOf = (s3: S3Config) => `${s3.prefix}installation.txt`;

async function readOwner(s3: S3Config): Promise<string | undefined> {
  const response = await requestS3(s3, { method: "GET", key: keyOf(s3) });
  return response && (await readBody(response)).toString().trim();
}

async function writeOwner(s3: S3Config, owner: string): Promise<void> {
  const content = Buffer.from(`${owner}\n`);
  const done = await requestS3(s3, {
    method: "PUT",
    key: keyOf(s3),
    headers: { "content-type": "text/plain" },
    body: {
      bytes: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
      open: () => content,
    },
  });
  if (!done) throw new ServiceError("s3", "refused", "it stores nothing at this address", { status: 404 });
  done.resume();
}

/**
 * Throws a {@link ForeignStoreError} when the files of the S3-compatible store belong to another database. The first
 * database that asks owns a store without an owner. Throws {@link ServiceError} when the store does not answer.
 */
export async function assertOwnStore({ db, config: { files } }: Place): Promise<void> {
  if (!files.s3) return;
  const own = await readSource(db);
  let owner = await readOwner(files.s3);
  if (owner === undefined) {
    await writeOwner(files.s3, own);
    // Two may have written at the same moment, and the last one owns it.
    owner = await readOwner(files.s3);
  }
  if (owner === own) return;
  const { bucket, prefix } = files.s3;
  throw new ForeignStoreError(
    `S3_BUCKET ${bucket}${prefix && ` with S3_PREFIX ${prefix}`} holds the files of another marketplace, or of the one ` +
      "that this database was restored from: files that this one does not know are not removed. If only this one uses " +
      "them from now on: npm run kawung -- files take-over",
  );
}

/** Makes this database the owner of the files in the S3-compatible store, after a restore or a change of servers. */
export async function takeOverStore({ db, config: { files } }: Place): Promise<void> {
  if (files.s3) await writeOwner(files.s3, await readSource(db));
}

/** At the start of a process: claims a store without an owner, and logs one of another database as an error. */
export async function checkStoreOwner(context: Place & Pick<Context, "log">): Promise<void> {
  try {
    await assertOwnStore(context);
  } catch (error) {
    if (error instanceof ForeignStoreError) context.log.error(error.message);
    else if (error instanceof ServiceError) context.log.error({ err: error }, "the store of files cannot be used");
    else throw error;
  }
}
