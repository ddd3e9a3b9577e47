import { sql } from "../../src/lib/database.ts";
import { addDuration, hour } from "../../src/lib/time.ts";
import { deleteAccount } from "../../src/privacy/delete-account.ts";
import { deletionGraceDuration } from "../../src/privacy/rules.ts";
import { makeWorld, type Person } from "../attacks/make-world.ts";
import { makeSession } from "./checkout.ts";
import { makeUser } from "./rows.ts";

/** The whole application, people with a fresh login, and the calls by which they delete their accounts. */
export async function makeDeletionApi() {
  const world = await makeWorld();
  const now = () => world.context.clock.now();
  /** An hour after the time in which the user can still cancel. */
  const afterDeadline = () => addDuration(now(), deletionGraceDuration + hour);
  const runDeletion = (person: { id: string }, at = afterDeadline()) => deleteAccount(world.context, person.id, at);

  /** A new user with a fresh login. */
  async function newUser(id?: string): Promise<Person> {
    const own = id ?? (await makeUser(world.context));
    const token = await makeSession(world.context, own);
    const cookie = `__Host-sid=${token}`;
    const call: Person["call"] = (method, url, body, headers) =>
      world.nobody.call(method, url, body, { cookie, ...headers });
    return { id: own, cookie, call, open: (url) => call("GET", url, undefined, { accept: "text/html" }) };
  }
  const requestDeletion = (person: Person, body: object = {}) =>
    person.call("POST", "/v1/users/deletion", { understood: true, ...body });
  const isDeleted = async ({ id }: { id: string }) =>
    (await world.context.db.row(sql`select from users where id = ${id} and deleted_at is not null`)) !== undefined;
  return { world, now, afterDeadline, runDeletion, newUser, requestDeletion, isDeleted };
}
