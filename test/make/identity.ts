import { randomBytes } from "node:crypto";

/** Personal data of which each value is unique in the database, so that a test can search for what remains of it. */
export function newIdentity() {
  const tag = randomBytes(3).toString("hex");
  const number = String(10_000_000 + randomBytes(3).readUIntBE(0, 3));
  return {
    name: `Zulaikha Rengganis${tag}`,
    email: `zulaikha-${tag}@contoh.test`,
    phone: `+62899${number}`,
    street: `Gang Kenari${tag} Merah 77`,
    recipient: `Ibunda Zulfa${tag}`,
    note: `rumah cat tosca${tag}`,
  };
}
