import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { S3Config } from "../config/files.ts";
import { ServiceError } from "../http/request-json.ts";
import { fileName, type FileFolder, type FileStore, type StoredFile } from "./file-store.ts";
import { readBody, requestS3, type S3Body } from "./s3-request.ts";

const types: Readonly<Record<string, string>> = { webp: "image/webp", mp4: "video/mp4", webm: "video/webm" };

/** Files in a bucket of an S3-compatible store, as `PREFIX/FOLDER/NAME`. */
export function s3Store(s3: S3Config): FileStore {
  const keyOf = (folder: FileFolder, name: string) => {
    if (!fileName.test(name)) throw new Error("a stored file has a name that is not ours");
    return `${s3.prefix}${folder}/${name}`;
  };
  const put = async (folder: FileFolder, name: string, body: S3Body) => {
    const type = types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
    const done = await requestS3(s3, {
      method: "PUT",
      key: keyOf(folder, name),
      headers: { "content-type": type },
      body,
    });
    if (!done) throw new ServiceError("s3", "refused", "it stores nothing at this address", { status: 404 });
    done.resume();
  };
  return {
    label: `${s3.url}/${s3.bucket}/${s3.prefix}`,
    write: (folder, name, content) =>
      put(folder, name, {
        bytes: content.length,
        sha256: createHash("sha256").update(content).digest("hex"),
        open: () => content,
      }),
    async adopt(folder, name, path) {
      await put(folder, name, await fileBody(path));
      await rm(path, { force: true });
    },
    async read(folder, name) {
      for (let attempt = 1; ; attempt += 1) {
        const response = await requestS3(s3, { method: "GET", key: keyOf(folder, name) });
        if (!response) return undefined;
        try {
          return await readBody(response);
        } catch (error) {
          // The head was fine and the body was cut off: only reading it again helps.
          if (attempt === 2) throw error;
        }
      }
    },
    async stream(folder, name, part) {
      const headers = part && { range: `bytes=${part.start}-${part.end}` };
      const response = await requestS3(s3, { method: "GET", key: keyOf(folder, name), ...(headers && { headers }) });
      if (response && part && response.statusCode !== 206) {
        response.destroy();
        throw new ServiceError("s3", "unreadable", "it sends whole files instead of parts");
      }
      return response;
    },
    async has(folder, name) {
      const response = await requestS3(s3, { method: "HEAD", key: keyOf(folder, name) });
      response?.resume();
      return response !== undefined;
    },
    async remove(folder, name) {
      (await requestS3(s3, { method: "DELETE", key: keyOf(folder, name) }))?.resume();
    },
    async *list(folder): AsyncGenerator<StoredFile> {
      const prefix = `${s3.prefix}${folder}/`;
      for (let token: string | undefined = ""; token !== undefined;) {
        const query = { "list-type": "2", prefix, ...(token && { "continuation-token": token }) };
        const response = await requestS3(s3, { method: "GET", key: "", query });
        if (!response) throw new ServiceError("s3", "refused", "it lists nothing at this address", { status: 404 });
        const page = parseList((await readBody(response)).toString());
        for (const { key, ...rest } of page.files) {
          const name = key.slice(prefix.length);
          if (key.startsWith(prefix) && fileName.test(name)) yield { name, ...rest };
        }
        token = page.next;
      }
    },
  };
}

async function fileBody(path: string): Promise<S3Body> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return { bytes: (await stat(path)).size, sha256: hash.digest("hex"), open: () => createReadStream(path) };
}

const textOf = (xml: string, tag: string) => {
  const from = xml.indexOf(`<${tag}>`);
  const to = from < 0 ? -1 : xml.indexOf(`</${tag}>`, from);
  return to < 0 ? "" : xml.slice(from + tag.length + 2, to);
};

const unescapeXml = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name] ?? "'",
  );

/** One page of a list. Our keys need no escaping; the token of the next page is the store's own and may. */
function parseList(xml: string): { files: (Omit<StoredFile, "name"> & { key: string })[]; next: string | undefined } {
  if (!xml.includes("<ListBucketResult")) throw new ServiceError("s3", "unreadable", "it answered without a list");
  const files = xml
    .split("<Contents>")
    .slice(1)
    .map((one) => ({
      key: unescapeXml(textOf(one, "Key")),
      bytes: Number(textOf(one, "Size")),
      changedAt: new Date(textOf(one, "LastModified")),
    }));
  const next = textOf(xml, "IsTruncated") === "true" ? unescapeXml(textOf(xml, "NextContinuationToken")) : "";
  return { files, next: next === "" ? undefined : next };
}
