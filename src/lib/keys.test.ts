import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { keyedDigest, seal, unseal } from "./keys.ts";

const secret = Buffer.alloc(32, 7);
const plain = Buffer.from("3173052304900001");

/** What earlier versions stored: the same without a header. */
function sealWithoutHeader(key: Buffer, about: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

test("sealed bytes open only with the same secret, purpose and row, and begin with the id of the secret", () => {
  const sealed = seal(secret, "tax number", "shop 1", plain);
  expect(unseal(secret, "tax number", "shop 1", sealed)).toEqual(plain);
  expect(unseal(Buffer.alloc(32, 8), "tax number", "shop 1", sealed)).toBeUndefined();
  expect(unseal(secret, "bank account", "shop 1", sealed)).toBeUndefined();
  expect(unseal(secret, "tax number", "shop 2", sealed)).toBeUndefined();
  const again = seal(secret, "bank account", "shop 2", plain);
  expect(again.subarray(0, 5)).toEqual(sealed.subarray(0, 5));
  expect(seal(Buffer.alloc(32, 8), "tax number", "shop 1", plain).subarray(0, 5)).not.toEqual(sealed.subarray(0, 5));
});

test("changed, cut and random bytes open as nothing, without an error", () => {
  const sealed = seal(secret, "tax number", "shop 1", plain);
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ by;
      expect(unseal(secret, "tax number", "shop 1", changed)).toBeUndefined();
      expect(unseal(secret, "tax number", "shop 1", sealed.subarray(0, at))).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      expect(unseal(secret, "tax number", "shop 1", Buffer.from(bytes))).toBeUndefined();
    }),
  );
});

test("what earlier versions sealed without a header still opens", () => {
  const account = Buffer.from(hkdfSync("sha256", secret, "", "kawung bank account", 32));
  expect(unseal(secret, "bank account", "a", sealWithoutHeader(account, "a"))).toEqual(plain);
  const setting = Buffer.from(hkdfSync("sha256", secret, "kawung", "settings", 32));
  expect(unseal(secret, "settings", "key", sealWithoutHeader(setting, "key"))).toEqual(plain);
});

test("a digest finds the same text of the same purpose again, and needs the secret", () => {
  const digest = keyedDigest(secret, "nik", "3173052304900001");
  expect(keyedDigest(secret, "nik", "3173052304900001")).toEqual(digest);
  expect(keyedDigest(secret, "npwp", "3173052304900001")).not.toEqual(digest);
  expect(keyedDigest(Buffer.alloc(32, 8), "nik", "3173052304900001")).not.toEqual(digest);
});
