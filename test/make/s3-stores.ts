import { randomBytes } from "node:crypto";
import { readConfig } from "../../src/lib/config.ts";
import { requestS3 } from "../../src/lib/files/s3-request.ts";
import { s3Settings, startS3 } from "../doubles/s3.ts";

/** A store that tests may fill: its settings, with a prefix of their own, and its bucket opened to strangers. */
export type TestStore = {
  settings: Record<string, string>;
  setPublic(isPublic: boolean): Promise<void>;
  close(): Promise<void>;
};

const { S3_TEST_URL: url, S3_TEST_BUCKET, S3_TEST_REGION, S3_TEST_ACCESS_KEY, S3_TEST_SECRET_KEY } = process.env;

/** The settings of the store of `S3_TEST_URL` (docs/operating.md), or undefined without it. */
export const realS3Settings = (): Record<string, string> | undefined =>
  url
    ? {
        FILE_STORE: "s3",
        S3_URL: url,
        S3_BUCKET: S3_TEST_BUCKET ?? "",
        S3_REGION: S3_TEST_REGION ?? "",
        S3_ACCESS_KEY: S3_TEST_ACCESS_KEY ?? "",
        S3_SECRET_KEY: S3_TEST_SECRET_KEY ?? "",
      }
    : undefined;

/** Our own double, and the store of `S3_TEST_URL` when it is set. */
export function s3TestStores(): [name: string, open: () => Promise<TestStore>][] {
  const prefix = () => ({ S3_PREFIX: `kawung-${randomBytes(4).toString("hex")}/` });
  const double = async (): Promise<TestStore> => {
    const store = await startS3();
    return {
      settings: { ...s3Settings(store.url), ...prefix() },
      setPublic: async (isPublic) => void (store.isPublic = isPublic),
      close: () => store.close(),
    };
  };
  const real = realS3Settings();
  if (!real) return [["the double", double]];
  const { files } = readConfig({ NODE_ENV: "test", ...real });
  const open = async (): Promise<TestStore> => ({
    settings: { ...real, ...prefix() },
    async setPublic(isPublic) {
      if (!files.s3) return;
      const headers = { "x-amz-acl": isPublic ? "public-read" : "private" };
      (await requestS3(files.s3, { method: "PUT", key: "", query: { acl: "" }, headers }))?.resume();
    },
    close: async () => {},
  });
  return [
    ["the double", double],
    ["the store of S3_TEST_URL", open],
  ];
}
