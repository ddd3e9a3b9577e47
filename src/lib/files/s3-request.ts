/**
 * Design note. One signed call of the S3 protocol. aws4fetch computes the signature (version 4). node:http sends the
 * request, because a body that is streamed needs its length in the head, which `fetch` does not send. Each call may be
 * repeated: a name never gets other bytes. So a call that fails is sent again, twice, with a pause, unless the store
 * refused it. Errors contain no keys and no addresses, because they are logged.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import type { S3Config } from "../config/files.ts";
import { plainErrorCode, ServiceError, reportServiceCall, type ServiceCall } from "../http/request-json.ts";

/** What is sent. `open` makes the body again for each attempt. */
export type S3Body = { bytes: number; sha256: string; open: () => Buffer | Readable };

export type S3Request = {
  method: "GET" | "PUT" | "HEAD" | "DELETE";
  /** Below the bucket; our own names need no encoding. */
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: S3Body;
  /** Without a signature, like a stranger. */
  isAnonymous?: boolean;
};

/** Named in errors and metrics. */
const service = "s3";

/** @rule A call of the file store may pause for 15 seconds, and is attempted three times; 256 run at once. */
export const s3Limits = { idle: 15_000, attempts: 3, pause: 150, maxErrorBytes: 10_000, sockets: 256 } as const;

// A store that is slow must not use up the files that a process may have open. Further calls wait.
const sockets = { keepAlive: true, maxSockets: s3Limits.sockets };
const agents = { "http:": new HttpAgent(sockets), "https:": new HttpsAgent(sockets) };

/** SHA-256 of nothing, in hexadecimal digits. */
const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/**
 * Sends a request and returns the response, whose body the caller must read; undefined for 404. Throws
 * {@link ServiceError}: `refused` for other 4xx, `unavailable` after the last attempt.
 */
export async function requestS3(s3: S3Config, request: S3Request): Promise<IncomingMessage | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const began = performance.now();
    const ended = (outcome: ServiceCall["outcome"]) =>
      reportServiceCall({ service, outcome, milliseconds: performance.now() - began });
    try {
      const response = await send(s3, request);
      const answer = await judge(response);
      ended("answered");
      return answer;
    } catch (error) {
      const reason = error instanceof ServiceError ? error.reason : "unreadable";
      ended(reason);
      if (reason !== "unavailable" || attempt === s3Limits.attempts) throw error;
      await new Promise((done) => setTimeout(done, s3Limits.pause * attempt * attempt));
    }
  }
}

/** All bytes of a response. Throws {@link ServiceError} when it ends too early. */
export async function readBody(response: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  try {
    for await (const part of response) parts.push(part as Buffer);
  } catch {
    throw new ServiceError(service, "unavailable", "the connection broke");
  }
  return Buffer.concat(parts);
}

async function judge(response: IncomingMessage): Promise<IncomingMessage | undefined> {
  const { statusCode: status = 0 } = response;
  if (status >= 200 && status < 300) return response;
  const text = await readStart(response);
  const code = plainErrorCode(text.split("<Code>")[1]?.split("</Code>")[0]);
  // A missing bucket is a wrong setting, and not a missing file.
  if (status === 404 && code !== "NoSuchBucket") return undefined;
  const isPassing = status >= 500 || status === 429 || status === 408 || code === "RequestTimeout";
  throw new ServiceError(service, isPassing ? "unavailable" : "refused", `it answered ${status}`, { status, code });
}

/** The first bytes of an error. A store may send anything, so the rest is not read. */
async function readStart(response: IncomingMessage): Promise<string> {
  let text = "";
  try {
    for await (const part of response) {
      text += String(part);
      if (text.length > s3Limits.maxErrorBytes) break;
    }
  } catch {
    // The status is known already.
  }
  return text;
}

async function send(s3: S3Config, request: S3Request): Promise<IncomingMessage> {
  const { method, key, query = {}, body } = request;
  const url = new URL(`/${s3.bucket}/${key}`, s3.url);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const headers = request.isAnonymous ? {} : await sign(s3, request, url);
  const length = body ? { "content-length": String(body.bytes) } : {};
  return new Promise((done, fail) => {
    const open = url.protocol === "http:" ? httpRequest : httpsRequest;
    const agent = url.protocol === "http:" ? agents["http:"] : agents["https:"];
    const call = open(url, { method, agent, headers: { ...headers, ...request.headers, ...length } });
    const content = body?.open();
    const broke = ({ code }: { code?: string }) => {
      if (content && !Buffer.isBuffer(content)) content.destroy();
      fail(new ServiceError(service, "unavailable", code ? `no connection (${code})` : "the connection broke"));
      call.destroy();
    };
    let answer: IncomingMessage | undefined;
    call.setTimeout(s3Limits.idle).on("timeout", () => {
      // A reader who pauses, such as a player of videos, is not a slow store.
      if (answer?.readableLength) call.socket?.setTimeout(s3Limits.idle);
      else call.destroy(Object.assign(new Error("too slow"), { code: "ETIMEDOUT" }));
    });
    call.on("error", broke);
    call.on("response", (response) => {
      answer = response.on("error", () => {});
      done(response);
    });
    if (content === undefined || Buffer.isBuffer(content)) call.end(content);
    else content.on("error", broke).pipe(call);
  });
}

async function sign(
  s3: S3Config,
  { method, headers = {}, body }: S3Request,
  url: URL,
): Promise<Record<string, string>> {
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, "x-amz-content-sha256": body?.sha256 ?? emptyHash },
    accessKeyId: s3.accessKey,
    secretAccessKey: s3.secretKey,
    region: s3.region,
    service: "s3",
  }).sign();
  return Object.fromEntries(signed.headers);
}
