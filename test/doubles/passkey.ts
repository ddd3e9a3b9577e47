import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/**
 * A device with one passkey, in software. It responds as the browser's functions do; a `Lie` makes a response wrong.
 */
export type Authenticator = {
  id: string;
  /** Its response to the options for a new passkey. */
  register(options: { challenge: string; rp?: { id?: string } }, lie?: Lie): Record<string, unknown>;
  /** Its response to the options for a login. */
  logIn(options: { challenge: string }, lie?: Lie): Record<string, unknown>;
  counter: number;
};
type Lie = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  unverified?: boolean;
  counter?: number;
  key?: KeyObject;
};

const base64url = (bytes: Buffer) => bytes.toString("base64url");
const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();

// The part of CBOR that a response needs: integers, byte strings, texts and maps.
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (kind: number, size: number) =>
    size < 24
      ? Buffer.from([(kind << 5) | size])
      : size < 256
        ? Buffer.from([(kind << 5) | 24, size])
        : Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([name, one]) => [cbor(name), cbor(one as never)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

/** Creates a device with a passkey for a site. */
export function makeAuthenticator(site: { origin: string; rpId: string; userHandle?: string }): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  const coseKey = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
  const clientData = (type: string, challenge: string, lie: Lie) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? site.origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (lie: Lie, counter: number, attested?: Buffer) => {
    const flags = 1 | (lie.unverified ? 0 : 4) | (attested ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const parts = [sha256(lie.rpId ?? site.rpId), Buffer.from([flags]), count];
    return Buffer.concat(attested ? [...parts, attested] : parts);
  };
  const device: Authenticator = {
    id: base64url(id),
    counter: 0,
    register({ challenge }, lie = {}) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
      const authData = authenticatorData(lie, device.counter, attested);
      const attestation = cbor(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", authData],
        ]),
      );
      return {
        id: device.id,
        client_data: base64url(clientData("webauthn.create", challenge, lie)),
        attestation: base64url(attestation),
        transports: ["internal"],
      };
    },
    logIn({ challenge }, lie = {}) {
      device.counter = lie.counter ?? device.counter + 1;
      const data = clientData("webauthn.get", challenge, lie);
      const authData = authenticatorData(lie, device.counter);
      const signature = sign("sha256", Buffer.concat([authData, sha256(data)]), lie.key ?? privateKey);
      return {
        id: device.id,
        client_data: base64url(data),
        authenticator_data: base64url(authData),
        signature: base64url(signature),
        ...(site.userHandle ? { user_handle: site.userHandle } : {}),
      };
    },
  };
  return device;
}
