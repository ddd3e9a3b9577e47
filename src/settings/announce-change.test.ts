import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { openContext } from "#lib/open-context.ts";
import { applySettings, settingOf } from "#lib/settings/setting.ts";
import { addDuration, day, formatLongDate, hour, jakartaDay, second } from "#lib/time.ts";
import { confirmationSetting } from "#shipping/handling-rules.ts";
import { makeShopApi, type Client } from "../../test/make/checkout.ts";
import { makeContext } from "../../test/make/context.ts";
import { makePaidOrder } from "../../test/make/orders.ts";
import { makeUser } from "../../test/make/rows.ts";
import { runQueued } from "../../test/run-all-jobs.ts";
import { makeMarket } from "../../test/spec/make-market.ts";
import { settingDeclarations } from "../setting-declarations.ts";
import { beginChanges } from "./announce-change.ts";
import { readSettings } from "./refresh-settings.ts";
import { settingRoutes } from "./routes.ts";
import { announcedChangesSetting, beginningOf, earliestTermsDay, maxTermsAhead } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let operator: Client;
let buyerId: string;
beforeAll(async () => {
  context = await makeContext();
  api = await makeShopApi(context, [(app, parts) => settingRoutes(app, parts, settingDeclarations)]);
  operator = await api.as(await makeUser(context, { type: "operator", name: "Ratna Pengelola" }));
  buyerId = await makeUser(context);
});
beforeEach(async () => {
  await runQueued(context);
  for (const table of [sql`setting_plans`, sql`setting_changes`, sql`settings`, sql`notifications`])
    await context.db.run(sql`delete from ${table}`);
});
afterEach(() => applySettings({}, new Set()));
afterAll(async () => {
  await api.close();
  await context.close();
});

const { key, defaultValue } = confirmationSetting;
const url = `/v1/operator/settings/${key}`;
const reason = "Penjual di daerah jauh perlu waktu";
const longer = defaultValue + 6 * hour;
type Shown = {
  value: number;
  version: number;
  notice: { earliest: string } | null;
  announced: { before: string; after: string; from: string; by: string } | null;
  history: { is_restorable: boolean; by: string | null }[];
};
const read = async () => (await operator("GET", url)).body.result as unknown as Shown;
const earliest = () => earliestTermsDay(context.clock.now());
const announce = async (value: number = longer, validFrom: string | undefined = earliest()) =>
  operator("PUT", url, { value, version: (await read()).version, valid_from: validFrom, note: reason });
const withdraw = () => operator("POST", `${url}/withdraw`);
const begin = (now: Date) => beginChanges(context, settingDeclarations, now);
const notified = async (userId = buyerId) =>
  (
    await context.db.rows<{ title: string }>(
      sql`select title from notifications where user_id = ${userId} order by created_at, id`,
    )
  ).map(({ title }) => title);
const audited = async () =>
  (
    await context.db.rows<{ action: string }>(
      sql`select action from audit_entries where subject_id = ${key} order by id`,
    )
  ).map(({ action }) => action);

describe("a deadline that the terms name", () => {
  test("is refused without a day, with a day sooner than 30 days ahead, and more than a year ahead", async () => {
    const now = context.clock.now();
    const sooner = jakartaDay(addDuration(beginningOf(earliest()), -day));
    expect(await announce(longer, sooner)).toMatchObject({
      status: 422,
      body: { code: "settings.notice_too_short", data: { valid_from: [expect.stringContaining("atau sesudahnya")] } },
    });
    expect(beginningOf(earliest()).getTime() - now.getTime()).toBeGreaterThanOrEqual(30 * day);
    const { version } = await read();
    expect(await operator("PUT", url, { value: longer, version })).toMatchObject({
      status: 422,
      body: { code: "request.invalid", data: { valid_from: [expect.any(String)] } },
    });
    const tooFar = jakartaDay(addDuration(now, maxTermsAhead + 2 * day));
    expect((await announce(longer, tooFar)).body.code).toBe("request.invalid");
    expect((await operator("POST", `${url}/restore`, { to: 0, version })).body.code).toBe("settings.notice_too_short");
    expect(await read()).toMatchObject({ value: defaultValue, version, announced: null });
  });

  test("has its old value until the day and the new one from it, also in another process", async () => {
    const from = beginningOf(earliest());
    expect((await announce()).status).toBe(200);
    expect(settingOf(announcedChangesSetting)).toMatchObject([{ key, from: from.toISOString() }]);
    expect(await read()).toMatchObject({ value: defaultValue, announced: { by: "Ratna Pengelola", note: reason } });
    await begin(addDuration(from, -second));
    expect(settingOf(confirmationSetting)).toBe(defaultValue);
    const other = await openContext({ ...context.config }, context.databaseUrl, () => async () => null);
    try {
      const there = async () => (await readSettings(other, settingDeclarations)).values.get(key) ?? defaultValue;
      expect(await there()).toBe(defaultValue);
      await begin(from);
      expect([settingOf(confirmationSetting), await there()]).toEqual([longer, longer]);
    } finally {
      await other.realtime.close();
      await other.db.close();
    }
    expect(settingOf(announcedChangesSetting)).toEqual([]);
    expect(await read()).toMatchObject({ value: longer, announced: null, history: [{ note: reason }] });
    expect((await audited()).slice(-2)).toEqual(["settings.announced", "settings.changed"]);
  });

  test("changes for new orders only: a running order has the deadline with which it started", async () => {
    const dueOf = async (orderId: string) =>
      (
        await context.db.row<{ span: number }>(sql`
          select extract(epoch from due_at - paid_at)::float8 * 1000 as span from orders where id = ${orderId}`)
      )?.span;
    const running = await makePaidOrder(context);
    const before = await dueOf(running.orderId);
    await announce();
    await begin(beginningOf(earliest()));
    expect(await dueOf(running.orderId)).toBe(before);
    const next = await makePaidOrder(context);
    expect(await dueOf(next.orderId)).toBeGreaterThan(before ?? 0);
  });

  test("announced again, by a second operator or with a value in effect, is refused", async () => {
    expect((await announce(defaultValue)).body.code).toBe("request.invalid");
    expect((await announce()).status).toBe(200);
    expect((await announce(longer + hour)).body.code).toBe("settings.announced_already");
    expect((await operator("PUT", url, { value: longer, version: 77, valid_from: earliest() })).body.code).toBe(
      "settings.changed_meanwhile",
    );
  });
});

describe("everybody", () => {
  test("is notified once of an announcement with both values and the day, and once of each that follows", async () => {
    await announce();
    await runQueued(context);
    await runQueued(context);
    expect(await notified()).toEqual([`Ketentuan berubah mulai ${formatLongDate(beginningOf(earliest()))}`]);
    expect((await withdraw()).status).toBe(200);
    await runQueued(context);
    expect((await notified())[1]).toBe("Perubahan ketentuan dibatalkan");
    await announce();
    await runQueued(context);
    expect(await notified()).toHaveLength(3);
  });
});

describe("an announcement that was withdrawn before its day", () => {
  test("never begins, and withdrawing it again is refused", async () => {
    await announce();
    expect((await withdraw()).status).toBe(200);
    expect(settingOf(announcedChangesSetting)).toEqual([]);
    await begin(addDuration(beginningOf(earliest()), day));
    expect(await read()).toMatchObject({ value: defaultValue, announced: null });
    expect((await withdraw()).body.code).toBe("settings.not_announced");
    expect((await audited()).slice(-2)).toEqual(["settings.announced", "settings.announcement_withdrawn"]);
  });
});

describe("the job on the day", () => {
  test("begins a change once when it was killed half-way and two processes run it again", async () => {
    await announce();
    const from = beginningOf(earliest());
    const changes = async () =>
      (await context.db.rows(sql`select from setting_changes where key = ${key} and changed_at = ${from}`)).length;
    const waiting = async () =>
      (
        await context.db.row<{ pid: number }>(sql`
          select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query like '%from settings where key%for update%' limit 1`)
      )?.pid;
    let killed: Promise<unknown> = Promise.resolve();
    await context.db.transaction(async (tx) => {
      // The job has stored the new value by the time it waits for this row.
      await tx.row(sql`select from settings where key = ${announcedChangesSetting.key} for update`);
      killed = begin(from).catch((error: unknown) => error);
      await expect.poll(waiting, { interval: 20, timeout: 20_000 }).toEqual(expect.any(Number));
      await context.db.row(sql`select pg_terminate_backend(${await waiting()}::int)`);
      expect(await killed).toBeInstanceOf(Error);
    });
    expect([await changes(), (await read()).value]).toEqual([0, defaultValue]);
    await Promise.all([begin(from), begin(from)]);
    await begin(addDuration(from, day));
    expect([await changes(), (await read()).value]).toEqual([1, longer]);
  });
});

test("while only operators have accounts, a deadline changes at once without notice", async () => {
  const empty = await makeContext();
  const declarations = [...settingDeclarations];
  const own = await makeShopApi(empty, [(app, parts) => settingRoutes(app, parts, declarations)]);
  try {
    const call = await own.as(await makeUser(empty, { type: "operator" }));
    expect((await call("PUT", url, { value: longer, version: 0 })).status).toBe(200);
    expect(settingOf(confirmationSetting)).toBe(longer);
  } finally {
    await own.close();
    await empty.close();
  }
});

test("the terms and the other pages show both values and the day", async () => {
  const market = await makeMarket();
  try {
    const change = { key, label: "Waktu penjual mengonfirmasi", before: "48 jam", after: "54 jam" };
    applySettings({ [announcedChangesSetting.key]: [{ ...change, from: "2027-01-04T17:00:00.000Z" }] }, new Set());
    const terms = (await market.visitor().open("/termCondition")).text;
    expect(terms).toContain("Batas waktu yang akan berubah");
    for (const { text } of [{ text: terms }, await market.visitor().open("/faqBuyer")])
      expect(text).toContain("Waktu penjual mengonfirmasi berubah mulai 5 Januari 2027: 48 jam menjadi 54 jam.");
  } finally {
    await market.close();
  }
});
