/**
 * Like `fetch`, but follows no redirect and limits time (ms) and size (bytes, after decompression). Throws for a larger
 * response, and when the whole response took too long.
 */
export async function fetchLimited(
  url: string,
  options: RequestInit,
  limits: { timeout: number; maxBytes: number },
): Promise<Response> {
  const signals = [AbortSignal.timeout(limits.timeout), ...(options.signal ? [options.signal] : [])];
  const response = await fetch(url, { ...options, redirect: "manual", signal: AbortSignal.any(signals) });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += (part as Uint8Array).byteLength;
    if (bytes > limits.maxBytes) throw new ResponseTooLarge(`the response has more than ${limits.maxBytes} bytes`);
    parts.push(part as Uint8Array);
  }
  const hasBody = ![101, 204, 205, 304].includes(response.status);
  return new Response(hasBody ? Buffer.concat(parts) : null, { status: response.status, headers: response.headers });
}

/** A response that is larger than the limit of {@link fetchLimited}. */
export class ResponseTooLarge extends Error {
  override name = "ResponseTooLarge";
}
