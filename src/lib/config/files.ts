import { parseSecureUrl } from "./secure-url.ts";

/** A bucket of an S3-compatible store and how it is reached. Plain values, so that a thread can get them. */
export type S3Config = {
  /** Origin of the store, such as `https://s3.ap-southeast-3.amazonaws.com`; the bucket is the first part of paths. */
  url: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** What all names of objects begin with: empty, or with a slash at its end. */
  prefix: string;
};

/** Where uploaded pictures and private files are. */
export type FilesConfig = {
  /** The store of new files. Files that are missing there are read from the other one, if it is set. */
  store: "folder" | "s3";
  s3: S3Config | undefined;
};

type Env = Record<string, string | undefined>;

/** Reads the settings of the file store. `wrong` makes the error for an invalid setting. */
export function readFilesConfig(env: Env, wrong: (sentence: string) => Error): FilesConfig {
  const store = env.FILE_STORE || "folder";
  if (store !== "folder" && store !== "s3") throw wrong(`FILE_STORE must be folder or s3, not "${store}".`);
  if (!env.S3_URL) {
    if (store === "s3") throw wrong("FILE_STORE=s3 needs S3_URL, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY.");
    return { store, s3: undefined };
  }
  const url = parseSecureUrl(env.S3_URL);
  if (!url || url.pathname !== "/" || url.search || url.hash || url.username)
    throw wrong("S3_URL must be an origin such as https://s3.example, without the bucket and without a password.");
  const { S3_BUCKET: bucket = "", S3_ACCESS_KEY: accessKey = "", S3_SECRET_KEY: secretKey = "" } = env;
  const region = env.S3_REGION || "us-east-1";
  const prefix = env.S3_PREFIX || "";
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw wrong(`S3_BUCKET must be the name of a bucket, not "${bucket}".`);
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw wrong(`S3_REGION must be a region such as us-east-1, not "${region}".`);
  if (accessKey === "" || secretKey === "") throw wrong("S3_ACCESS_KEY and S3_SECRET_KEY are needed with S3_URL.");
  if (prefix !== "" && (!/^[\w-][\w/-]{0,80}\/$/.test(prefix) || prefix.includes("//")))
    throw wrong(`S3_PREFIX must be letters, digits and hyphens with a slash at its end, not "${prefix}".`);
  return { store, s3: { url: url.origin, bucket, region, accessKey, secretKey, prefix } };
}
