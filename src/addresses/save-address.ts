import { setProvince } from "#accounts/profile/set-province.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import type { AddressInput } from "./contract.ts";
import { addressRefusals } from "./contract.ts";
import {
  findOwnAddress,
  findWrongRegion,
  insertAddress,
  listAddresses,
  lockAddressBook,
  markMain,
  removeAddress,
  updateAddress,
} from "./queries.ts";
import { maxAddresses } from "./rules.ts";

type Db = Pick<Context, "db">;

/**
 * Adds an address to the user's address book and returns its id; the first becomes the main one. Refuses with
 * `request.invalid` when a region is not inside the one before it, and `addresses.too_many`.
 */
export function addAddress({ db }: Db, userId: string, input: AddressInput, now: Date): Promise<string> {
  return db.transaction(async (tx) => {
    const count = await lockAddressBook(tx, userId);
    if (count >= maxAddresses) throw new Refusal(addressRefusals.tooMany);
    await assertRegionsMatch(tx, input);
    const id = await insertAddress(tx, userId, input, now);
    if (count === 0 || input.is_main) await setMain(tx, userId, id);
    return id;
  });
}

/**
 * Changes one of the user's own addresses. Refuses with `request.not_found` and, like {@link addAddress},
 * `request.invalid`.
 */
export function changeAddress({ db }: Db, userId: string, addressId: string, input: AddressInput): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAddressBook(tx, userId);
    await assertRegionsMatch(tx, input);
    if (!(await updateAddress(tx, userId, addressId, input))) throw new Refusal(requestRefusals.notFound);
    const address = await findOwnAddress(tx, userId, addressId);
    if (input.is_main || address?.is_main) await setMain(tx, userId, addressId);
  });
}

/** Makes one of the user's own addresses the main one. Refuses with `request.not_found`. */
export function setMainAddress({ db }: Db, userId: string, addressId: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAddressBook(tx, userId);
    await setMain(tx, userId, addressId);
  });
}

/**
 * Removes one of the user's own addresses; orders keep their copy. If it was the main one, the newest of the others
 * becomes the main one. Refuses with `request.not_found`.
 */
export function deleteAddress({ db }: Db, userId: string, addressId: string, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAddressBook(tx, userId);
    if (!(await removeAddress(tx, userId, addressId, now))) throw new Refusal(requestRefusals.notFound);
    const [next] = await listAddresses(tx, userId);
    if (next && !next.is_main) await setMain(tx, userId, next.id);
  });
}

async function setMain(tx: Tx, userId: string, addressId: string): Promise<void> {
  if (!(await markMain(tx, userId, addressId))) throw new Refusal(requestRefusals.notFound);
  const address = await findOwnAddress(tx, userId, addressId);
  await setProvince(tx, userId, address?.province.code ?? null);
}

async function assertRegionsMatch(tx: Tx, input: AddressInput): Promise<void> {
  const wrong = await findWrongRegion(tx, input);
  if (wrong) throw new Refusal(requestRefusals.invalid, { [wrong]: ["Pilih dari daftar."] });
}
