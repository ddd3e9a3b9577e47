import { expect, test } from "vitest";
import { encodingFor } from "./compress.ts";

test.each([
  [undefined, "plain"],
  ["", "plain"],
  ["gzip, deflate, br, zstd", "brotli"],
  ["gzip, deflate", "gzip"],
  ["GZIP;q=0.5, BR;q=0.1", "brotli"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.000, gzip; q=0", "plain"],
  ["zstd, x-br, brotli", "plain"],
])("a browser that accepts %s gets %s", (header, encoding) => {
  expect(encodingFor({ headers: { "accept-encoding": header } })).toBe(encoding);
});
