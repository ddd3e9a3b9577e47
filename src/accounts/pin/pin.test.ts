import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeLoggedIn, makeMovableAccounts, type Visitor } from "../../../test/make/accounts.ts";
import { sql } from "#lib/database.ts";
import type { Refusal } from "#lib/refusal.ts";
import { hour, minute } from "#lib/time.ts";
import { confirmPresence } from "./confirm-presence.ts";
import { pinAttempts, wrongPinText } from "./rules.ts";

let { context, time, visitor } = {} as Awaited<ReturnType<typeof makeMovableAccounts>>;
let close = async () => {};

beforeAll(async () => {
  ({ context, time, visitor, close } = await makeMovableAccounts());
});
afterAll(() => close());

const now = () => context.clock.now();
const pin = "482913";
const setPin = (it: Visitor, typed = pin, again = typed) =>
  it.call("PUT", "/v1/users/pin", { pin: typed, pin_confirmation: again });
const confirm = (userId: string, proof: { pin?: string; code?: string }) =>
  confirmPresence(context, userId, proof, now()).then(
    () => "confirmed",
    (error: { code: string }) => error.code,
  );

describe("the PIN of a user", () => {
  test("is set after a recent login, confirms the user, and is stored without its digits", async () => {
    const it = visitor();
    const { id } = await makeLoggedIn(it);
    expect(await confirm(id, { pin })).toBe("accounts.pin_missing");
    expect(await confirm(id, {})).toBe("accounts.pin_missing");
    expect((await setPin(it)).body.message).toBe("PIN Anda sudah tersimpan.");
    expect(await confirm(id, { pin })).toBe("confirmed");
    expect(await confirm(id, { pin: "482914" })).toBe("request.invalid");
    expect(await confirm(id, {})).toBe("request.invalid");
    const stored = await context.db.row<{ pin_hash: string }>(sql`select pin_hash from pins where user_id = ${id}`);
    expect(stored?.pin_hash).toMatch(/^\$argon2id\$/);
    const shown = (await it.call("GET", "/v1/users/pin")).body.result;
    expect(shown).toMatchObject({ has_second_factor: false, is_fresh: true });
    expect(JSON.stringify(shown)).not.toContain("argon2");
  });

  test("is refused when it is easy to guess, differs from its repetition, or is no PIN", async () => {
    const it = visitor();
    const { id } = await makeLoggedIn(it);
    await context.db.run(sql`update users set birth_date = '1990-08-17' where id = ${id}`);
    for (const [typed, again, field] of [
      ["123456", "123456", "pin"],
      ["170890", "170890", "pin"],
      ["4829130", "4829130", "pin"],
      ["48a913", "48a913", "pin"],
      ["482913", "482914", "pin_confirmation"],
      ["9".repeat(3000), "9".repeat(3000), "pin"],
    ] as const) {
      const { status, body } = await setPin(it, typed, again);
      expect([status, body.code, Object.keys(body.data)[0]]).toEqual([422, "request.invalid", field]);
    }
    expect(await confirm(id, { pin: "123456" })).toBe("accounts.pin_missing");
  });

  test("needs a login of the last 15 minutes", async () => {
    const it = visitor();
    await makeLoggedIn(it);
    time.ahead += 16 * minute;
    expect((await setPin(it)).body.code).toBe("accounts.confirm_needed");
  });

  test("is not compared any more after five wrong attempts, until an hour has passed or it is set again", async () => {
    const it = visitor();
    const { id, password } = await makeLoggedIn(it);
    await setPin(it);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => confirm(id, { pin: `99990${at % 10}` })));
    expect(answers.filter((code) => code === "request.invalid")).toHaveLength(pinAttempts.max);
    expect(await confirm(id, { pin })).toBe("accounts.pin_locked");
    time.ahead += hour;
    expect(await confirm(id, { pin })).toBe("confirmed");
    for (let at = 0; at < pinAttempts.max; at += 1) await confirm(id, { pin: "999999" });
    expect(await confirm(id, { pin })).toBe("accounts.pin_locked");
    await it.call("POST", "/v1/users/confirm", { current_password: password });
    await setPin(it, "730162");
    expect(await confirm(id, { pin })).toBe("request.invalid");
    expect(await confirm(id, { pin: "730162" })).toBe("confirmed");
  });

  test("when it is wrong, says how many attempts are left; letters are no attempt", async () => {
    const it = visitor();
    const { id } = await makeLoggedIn(it);
    await setPin(it);
    const textOf = (typed: string) =>
      confirmPresence(context, id, { pin: typed }, now()).then(
        () => "",
        (error: Refusal) => error.data?.pin?.[0] ?? error.code,
      );
    expect(await textOf("48291a")).toBe("PIN terdiri dari 6 angka.");
    expect(await textOf("48291")).toBe("PIN terdiri dari 6 angka.");
    for (let left = pinAttempts.max - 1; left >= 0; left -= 1) {
      if (left === 0) await textOf("abcdef");
      expect(await textOf("999999")).toBe(wrongPinText(left));
    }
    expect(await textOf("999999")).toBe("accounts.pin_locked");
    expect(wrongPinText(3)).toContain("3 kali");
  });

  test("of one user does not confirm another, and a right one never counts as an attempt", async () => {
    const [one, other] = [visitor(), visitor()];
    const { id } = await makeLoggedIn(one);
    const { id: otherId } = await makeLoggedIn(other);
    await setPin(one);
    await setPin(other, "730162");
    expect(await confirm(otherId, { pin })).toBe("request.invalid");
    for (let at = 0; at < 3 * pinAttempts.max; at += 1) expect(await confirm(id, { pin })).toBe("confirmed");
  });

  test("can be replaced by a code of the second factor, but only where one is on", async () => {
    const it = visitor();
    const { id } = await makeLoggedIn(it);
    await setPin(it);
    expect(await confirm(id, { code: "123456" })).toBe("request.invalid");
    await context.db.run(sql`
      insert into second_factors (user_id, sealed_key, confirmed_at, created_at) values (${id}, ${randomBytes(48)}, now(), now())`);
    expect(await confirm(id, { code: "123456" })).toBe("request.invalid");
    expect(await confirm(id, { pin })).toBe("confirmed");
  });
});
