/**
 * An S3-compatible store on this machine, after Amazon's documentation of the REST API and of signature version 4. It
 * checks each signature with a computation of its own (host, all x-amz-* headers, the hash of the body, the time), and
 * lists in pages of three. Unsigned calls are refused unless the bucket is public.
 */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a call does instead of its work. `cut` sends half of the body; `lost` works and breaks the connection. */
export type S3Mood = "well" | "busy" | "silent" | "reset" | "cut" | "lost" | "page" | "whole";

export type S3Double = {
  url: string;
  /** Stored objects by key. */
  objects: Map<string, { bytes: Buffer; type: string; changedAt: Date }>;
  /** Calls as `METHOD key`, in order. */
  calls: string[];
  /** Moods of the next calls, one entry each. */
  next: S3Mood[];
  isPublic: boolean;
  close(): Promise<void>;
};

const s3Keys = {
  bucket: "pasar-uji",
  region: "ap-southeast-3",
  accessKey: "AKUJI",
  secretKey: "rahasia+uji/ya",
};

/** The settings with which a process uses the store at this address. */
export const s3Settings = (url: string) => ({
  FILE_STORE: "s3",
  S3_URL: url,
  S3_BUCKET: s3Keys.bucket,
  S3_REGION: s3Keys.region,
  S3_ACCESS_KEY: s3Keys.accessKey,
  S3_SECRET_KEY: s3Keys.secretKey,
});

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");
const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** The code of the refusal that a request deserves; undefined when its signature is right. */
function judgeSignature(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const header = String(request.headers.authorization ?? "");
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (!parts) return header === "" ? "AccessDenied" : "AuthorizationHeaderMalformed";
  const [, key, day = "", region = "", names = "", signature] = parts;
  const at = String(request.headers["x-amz-date"]);
  const hash = String(request.headers["x-amz-content-sha256"]);
  const signed = names.split(";");
  if (key !== s3Keys.accessKey) return "InvalidAccessKeyId";
  if (region !== s3Keys.region || !at.startsWith(day)) return "AuthorizationHeaderMalformed";
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(Date.now() - time) < 15 * 60_000)) return "RequestTimeTooSkewed";
  const mustSign = ["host", ...Object.keys(request.headers).filter((name) => name.startsWith("x-amz-"))];
  if (!mustSign.every((name) => signed.includes(name))) return "AccessDenied";
  if (hash !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const canonical = [
    request.method,
    url.pathname
      .split("/")
      .map((part) => encode(decodeURIComponent(part)))
      .join("/"),
    query.join("&"),
    ...signed.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, " ")}`),
    "",
    names,
    hash,
  ].join("\n");
  const text = ["AWS4-HMAC-SHA256", at, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join("\n");
  const secret = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${s3Keys.secretKey}`);
  return hmac(secret, text).toString("hex") === signature ? undefined : "SignatureDoesNotMatch";
}

/** Starts the store. */
export async function startS3(): Promise<S3Double> {
  const double: Omit<S3Double, "url" | "close"> = { objects: new Map(), calls: [], next: [], isPublic: false };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    const mood = double.next.shift() ?? "well";
    if (mood === "reset") return void request.socket.destroy();
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => respond(request, response, Buffer.concat(parts), mood));
    return undefined;
  });

  function respond(request: IncomingMessage, response: ServerResponse, body: Buffer, mood: S3Mood): void {
    const url = new URL(request.url ?? "/", "http://double.invalid");
    const [, bucket, ...path] = url.pathname.split("/").map(decodeURIComponent);
    const key = path.join("/");
    double.calls.push(`${request.method} ${key}`);
    const fail = (status: number, code: string) =>
      void response.writeHead(status, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`);
    if (mood === "silent") return;
    if (mood === "busy") return fail(503, "SlowDown");
    if (mood === "page")
      return void response.writeHead(200, { "content-type": "text/html" }).end("<html>Selamat datang");
    const isOpen = double.isPublic && request.method === "GET" && request.headers.authorization === undefined;
    const wrong = isOpen ? undefined : judgeSignature(request, url, body);
    if (wrong) return fail(wrong === "AuthorizationHeaderMalformed" ? 400 : 403, wrong);
    if (bucket !== s3Keys.bucket) return fail(404, "NoSuchBucket");
    if (request.method === "PUT") {
      if (request.headers["content-length"] === undefined) return fail(411, "MissingContentLength");
      const type = String(request.headers["content-type"]);
      double.objects.set(key, { bytes: body, type, changedAt: new Date() });
      return mood === "lost" ? void request.socket.destroy() : void response.writeHead(200).end();
    }
    if (request.method === "DELETE") {
      double.objects.delete(key);
      return mood === "lost" ? void request.socket.destroy() : void response.writeHead(204).end();
    }
    if (key === "") return list(url.searchParams, response);
    const found = double.objects.get(key);
    if (!found) return request.method === "HEAD" ? void response.writeHead(404).end() : fail(404, "NoSuchKey");
    const range = mood === "whole" ? null : /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    const bytes = range ? found.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : found.bytes;
    response.writeHead(range ? 206 : 200, { "content-type": found.type, "content-length": bytes.length });
    if (request.method === "HEAD") return void response.end();
    if (mood !== "cut") return void response.end(bytes);
    return void response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => request.socket.destroy());
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const after = query.get("continuation-token") ?? "";
    const all = [...double.objects].filter(([key]) => key.startsWith(query.get("prefix") ?? "")).sort();
    const rest = all.filter(([key]) => `<${key}` > after);
    const page = rest.slice(0, 3);
    // A token may have any characters.
    const next = rest.length > 3 ? `&lt;${page.at(-1)?.[0]}` : "";
    const rows = page.map(
      ([key, { bytes, changedAt }]) =>
        `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
    );
    response.writeHead(200, { "content-type": "application/xml" });
    response.end(
      `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${next !== ""}</IsTruncated>${rows.join("")}${next === "" ? "" : `<NextContinuationToken>${next}</NextContinuationToken>`}</ListBucketResult>`,
    );
  }

  await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
  return Object.assign(double, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  });
}
