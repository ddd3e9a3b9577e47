import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAccountsApi, makeLoggedIn, type Visitor } from "../../../test/make/accounts.ts";
import { makeJobsDue, workJobs } from "../../../test/run-jobs.ts";
import { startHttpDouble } from "../../../test/doubles/http-service.ts";
import { makeContext } from "../../../test/make/context.ts";
import { readConfig } from "#lib/config.ts";
import { sql } from "#lib/database.ts";
import { day, minute, second } from "#lib/time.ts";
import { listOutbox } from "#messages/outbox.ts";
import { accountJobs } from "../jobs.ts";
import { derivePhoneCode } from "./phone-code.ts";
import { createAuthenticate } from "../session/session.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeAccountsApi>>;
let base: string;
// A clock that the tests move.
let ahead = 0;

beforeAll(async () => {
  const made = await makeContext();
  const clock = { ...made.clock, now: () => new Date(Date.now() + ahead) };
  context = { ...made, clock, authenticate: createAuthenticate({ db: made.db, config: made.config, clock }) };
  api = await makeAccountsApi(context);
  base = await api.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await api?.close();
  await context?.close();
});

let people = 0;
function freshPhone(): string {
  people += 1;
  return `0812${String(7_000_000 + people)}`;
}
type TestUser = { it: Visitor; id: string; email: string; phone: string };

async function makeUser(phone = freshPhone(), address?: string): Promise<TestUser> {
  people += 1;
  const it = api.visitor(address ?? `10.6.${Math.floor(people / 250)}.${(people % 250) + 1}`);
  const { id, email } = await makeLoggedIn(it, { phone });
  return { it, id, email, phone };
}
const ask = (user: TestUser) => user.it.call("POST", "/v1/users/phone/code");
const prove = (user: TestUser, code: string) => user.it.call("POST", "/v1/users/phone/verify", { code });
const state = async (user: TestUser) => (await user.it.call("GET", "/v1/users/phone")).body.result;

/** The codes for the number, the latest first, as a phone would show them. */
async function codesOf(phone: string): Promise<string[]> {
  const rows = await context.db.rows<{ id: string }>(sql`
    select id from phone_codes where phone = ${`+62${phone.slice(1)}`} order by sent_at desc, id desc`);
  return rows.map(({ id }) => derivePhoneCode(context.secret, id));
}
async function codeOf(user: TestUser): Promise<string> {
  return (await codesOf(user.phone))[0] ?? "";
}
const wrongFor = (code: string) => (code === "000000" ? "000001" : "000000");

describe("confirming a phone number", () => {
  test("a code of six digits is sent to the number and verifies it", async () => {
    const user = await makeUser();
    expect(await state(user)).toMatchObject({ verified: false, code: null });
    const sent = await ask(user);
    expect([sent.status, sent.body.message]).toEqual([200, "Kode sudah dikirim. Berlaku 5 menit."]);
    const code = await codeOf(user);
    expect(code).toMatch(/^\d{6}$/);
    expect((await state(user)).code).toEqual(sent.body.data);
    const proved = await prove(user, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect([proved.status, proved.body.message]).toEqual([200, "Nomor telepon Anda sudah terverifikasi."]);
    expect(await state(user)).toMatchObject({ verified: true, code: null });
  });

  test("only the message contains the code, and the queue contains no number, also when sending fails", async () => {
    const user = await makeUser();
    const service = await startHttpDouble();
    service.next.push({ status: 503, body: "" });
    const dataDir = context.config.dataDir;
    const env = {
      NODE_ENV: "test",
      DATA_DIR: dataDir,
      PHONE_CODES: "fonnte",
      FONNTE_URL: service.url,
      FONNTE_TOKEN: "x",
    };
    await ask(user);
    const code = await codeOf(user);
    const kept = async () => {
      const rows = await context.db.rows<{ kept: string }>(sql`
        select j::text as kept from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier like '%phone_code'
        union all select c::text from phone_codes c where user_id = ${user.id}
        union all select o::text from outgoing_messages o`);
      return rows.map((row) => row.kept);
    };
    const waiting = await kept();
    await workJobs({ ...context, config: readConfig(env) }, accountJobs);
    expect(service.asked).toHaveLength(1);
    const failed = await kept();
    await makeJobsDue(context);
    await workJobs(context, accountJobs);
    const [message] = (await listOutbox(dataDir, 50)).filter(({ channel }) => channel === "phone");
    expect([message?.to, message?.text.slice(0, 6)]).toEqual([`+62${user.phone.slice(1)}`, code]);
    for (const one of [...waiting, ...failed, ...(await kept())]) {
      expect(one).not.toMatch(new RegExp(`\\b${code}\\b`));
      expect(one).not.toContain(Buffer.from(code).toString("hex"));
    }
    const inQueue = [...waiting, ...failed].filter((one) => one.includes("queuedAt"));
    expect(inQueue.length).toBeGreaterThan(1);
    expect(inQueue.join()).not.toContain(user.phone.slice(1));
    await service.close();
    expect((await prove(user, code)).status).toBe(200);
  });

  test("a code that a newer one replaced is not sent any more", async () => {
    const user = await makeUser();
    await ask(user);
    ahead += minute;
    await ask(user);
    await workJobs(context, accountJobs);
    const sent = (await listOutbox(context.config.dataDir, 50)).filter(({ to }) => to === `+62${user.phone.slice(1)}`);
    expect(sent.map(({ text }) => text.slice(0, 6))).toEqual([await codeOf(user)]);
  });

  test("codes that strangers request for a number do not count against its owner with a verified e-mail", async () => {
    const phone = freshPhone();
    const owner = await makeUser(phone);
    await context.db.run(sql`update users set email_verified_at = now() where id = ${owner.id}`);
    const asked = [];
    for (let at = 0; at < 6; at += 1) asked.push((await ask(await makeUser(phone, "10.6.6.6"))).status);
    expect(asked).toEqual([200, 200, 200, 200, 200, 429]);
    // The waiting time after strangers' codes does not apply to the owner either.
    expect((await ask(owner)).status).toBe(200);
    expect((await prove(owner, await codeOf(owner))).status).toBe(200);
  });

  test("a code works once", async () => {
    const user = await makeUser();
    await ask(user);
    const code = await codeOf(user);
    await prove(user, code);
    await user.it.call("PUT", "/v1/users", { name: "Rina", phone: freshPhone() });
    await user.it.call("PUT", "/v1/users", { name: "Rina", phone: user.phone });
    expect((await prove(user, code)).body.code).toBe("accounts.phone_code_ended");
    expect((await state(user)).verified).toBe(false);
  });

  test("a code ends after five minutes", async () => {
    const user = await makeUser();
    await ask(user);
    const code = await codeOf(user);
    ahead += 5 * minute + second;
    expect((await prove(user, code)).body.code).toBe("accounts.phone_code_ended");
    expect((await state(user)).code).toBeNull();
  });

  test("the fifth wrong attempt ends the code, also when many come at once", async () => {
    const user = await makeUser();
    await ask(user);
    const code = await codeOf(user);
    const first = await prove(user, wrongFor(code));
    expect([first.status, first.body.data.code]).toEqual([422, ["Kode salah. Sisa 4 percobaan."]]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => prove(user, wrongFor(code))));
    const wrong = answers.filter(({ body }) => body.data.code[0].startsWith("Kode salah. Sisa"));
    expect(wrong).toHaveLength(3);
    const right = await prove(user, code);
    expect([right.status, right.body.code]).toEqual([422, "accounts.phone_code_ended"]);
    expect((await state(user)).verified).toBe(false);
  });

  test("the next code can be requested after 60 seconds, and the earlier one ends", async () => {
    const user = await makeUser();
    await ask(user);
    const early = await ask(user);
    expect([early.status, early.body.code, early.headers["retry-after"]]).toEqual([
      429,
      "accounts.phone_code_too_soon",
      "60",
    ]);
    const before = await codeOf(user);
    ahead += minute;
    expect((await ask(user)).status).toBe(200);
    const [after = ""] = await codesOf(user.phone);
    if (after !== before) expect((await prove(user, before)).status).toBe(422);
    expect((await prove(user, after)).status).toBe(200);
  });

  test("ten requests at the same moment send one code", async () => {
    const user = await makeUser();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(user)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await codesOf(user.phone)).toHaveLength(1);
  });

  test("at most five codes a day are sent to one number, for all users together", async () => {
    const phone = freshPhone();
    const [one, two] = [await makeUser(phone), await makeUser(phone)];
    for (let at = 0; at < 5; at += 1) {
      expect((await ask(at % 2 ? one : two)).status).toBe(200);
      ahead += minute;
    }
    expect([(await ask(one)).body.code, (await ask(two)).body.code]).toEqual(
      Array(2).fill("accounts.phone_code_limit"),
    );
    ahead += day;
    expect((await ask(one)).status).toBe(200);
  });

  test("at most twenty codes a day are sent for requests from one network", async () => {
    const crowd: TestUser[] = [];
    for (let at = 0; at < 21; at += 1) {
      const user = await makeUser(freshPhone(), `10.7.0.${at + 1}`);
      crowd.push(user);
      const answer = await user.it.call("POST", "/v1/users/phone/code", undefined, {});
      expect(answer.status).toBe(200);
    }
    // The codes were requested from separate addresses. Now all of them have the same address.
    await context.db.run(
      sql`update phone_codes set network = '127.0.0.1' where user_id = any(${crowd.slice(0, 20).map(({ id }) => id)}::uuid[])`,
    );
    const late = await makeUser();
    const response = await fetch(`${base}/v1/users/phone/code`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin", cookie: `sid=${late.it.token()}` },
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      429,
      "accounts.phone_code_limit",
    ]);
  });

  test("a code for the former number does not confirm another number", async () => {
    const user = await makeUser();
    await ask(user);
    const code = await codeOf(user);
    await user.it.call("PUT", "/v1/users", { name: "Rina", phone: freshPhone() });
    expect((await prove(user, code)).body.code).toBe("accounts.phone_code_ended");
    expect((await state(user)).verified).toBe(false);
  });

  test("a later confirmation takes the number over, and the earlier owner is notified", async () => {
    const phone = freshPhone();
    const [one, two] = [await makeUser(phone), await makeUser(phone)];
    await ask(one);
    await prove(one, await codeOf(one));
    ahead += minute;
    await ask(two);
    expect((await prove(two, await codeOf(two))).status).toBe(200);
    expect([(await state(one)).verified, (await state(two)).verified]).toEqual([false, true]);
    const losses = await context.db.rows<{ name: string; payload: Record<string, unknown> }>(sql`
      select t.identifier as name, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier in ('accounts.phone_taken_over', 'messages.send_mail') order by 1`);
    expect(losses.map(({ name, payload }) => [name, payload.userId ?? payload.to])).toEqual([
      ["accounts.phone_taken_over", one.id],
      ["messages.send_mail", one.email],
    ]);
  });

  test("a number that two users confirm at the same moment has one owner", async () => {
    const phone = freshPhone();
    const [one, two] = [await makeUser(phone), await makeUser(phone)];
    await ask(one);
    const first = await codeOf(one);
    ahead += minute;
    await ask(two);
    const answers = await Promise.all([prove(one, first), prove(two, await codeOf(two))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([(await state(one)).verified, (await state(two)).verified].filter(Boolean)).toHaveLength(1);
  });

  test("without a number, or with a confirmed one, no code is sent", async () => {
    const user = await makeUser("");
    expect((await ask(user)).body.code).toBe("accounts.phone_missing");
    const proved = await makeUser();
    await ask(proved);
    await prove(proved, await codeOf(proved));
    ahead += minute;
    expect((await ask(proved)).body.code).toBe("accounts.phone_is_verified");
  });

  test.each(["", "12345", "1234567", "abcdef", "12345٣"])("%j is no code", async (code) => {
    const user = await makeUser();
    expect((await prove(user, code)).body.data.code).toEqual(["Isi 6 angka dari pesan kami."]);
  });
});
