import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeContext } from "../../test/make/context.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { sql } from "./database.ts";
import { queueJob, runJobs } from "./jobs.ts";
import { jobsOfDeadProcesses } from "./release-jobs.ts";
import { makeTemplateText } from "../../test/make/template-text.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());

test("jobs about payments run before mails that a person waits for, and these before notifications, however many there are", async () => {
  const done: string[] = [];
  const mail = { subject: "Kabar", title: makeTemplateText("Kabar"), paragraphs: [] };
  for (let n = 0; n < 50; n += 1)
    await queueMail(context.db, { to: "kabar@kawung.test", ...mail, dedupeKey: `kabar ${n}` }, "notification");
  await queueMail(context.db, { to: "ditunggu@kawung.test", ...mail, dedupeKey: "ditunggu" });
  await queueJob(context.db, "payments.settled", { checkoutId: "", paymentId: "" });
  const handlers = {
    "messages.send_mail": async ({ to }: { to: string }) => void done.push(to),
    "payments.settled": async () => void done.push("payment"),
  };
  const runner = await runJobs(context, context.db.pool, [handlers], []);
  await expect.poll(() => done.length).toBe(52);
  await runner.stop();
  // Four jobs run at once and may change places with neighbours.
  expect(done.slice(0, 10)).toEqual(expect.arrayContaining(["payment", "ditunggu@kawung.test"]));
});

test("jobs of one queue run one after the other, others beside them", async () => {
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const beside = Promise.withResolvers<void>();
  for (const checkoutId of ["1", "2"])
    await queueJob(context.db, "payments.settled", { checkoutId, paymentId: "" }, { queue: "one" });
  await queueJob(context.db, "payments.lapsed", { checkoutId: "" });
  const handlers = {
    "payments.settled": async ({ checkoutId }: { checkoutId: string }) => {
      order.push(`begin ${checkoutId}`);
      if (checkoutId === "1") await first.promise;
      order.push(`end ${checkoutId}`);
    },
    "payments.lapsed": async () => beside.resolve(),
  };
  const runner = await runJobs(context, context.db.pool, [handlers], []);
  await beside.promise;
  await expect.poll(() => order).toEqual(["begin 1"]);
  first.resolve();
  await expect.poll(() => order).toEqual(["begin 1", "end 1", "begin 2", "end 2"]);
  await runner.stop();
});

describe("a process that is working on a job", () => {
  const lockedBy = sql`select locked_by from graphile_worker.jobs where task_identifier = 'payments.settled'`;
  const holder = sql`select pid from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`;
  const release = () => jobsOfDeadProcesses["lib.release_jobs"]?.({}, context);
  let started: PromiseWithResolvers<void>;
  let finish: PromiseWithResolvers<void>;
  let runner: Awaited<ReturnType<typeof runJobs>>;
  beforeEach(async () => {
    started = Promise.withResolvers();
    finish = Promise.withResolvers();
    await queueJob(context.db, "payments.settled", { checkoutId: "", paymentId: "" });
    const handlers = { "payments.settled": () => (started.resolve(), finish.promise) };
    runner = await runJobs(context, context.db.pool, [handlers], []);
    await started.promise;
    await expect.poll(() => context.db.rows(holder)).toHaveLength(1);
    // The job has been running for a minute.
    await context.db.run(sql`
      update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute' where locked_at is not null`);
  });
  afterEach(async () => {
    finish.resolve();
    await runner.stop();
  });

  test("keeps it as long as it lives, also when its connection was lost for a moment", async () => {
    await release();
    expect((await context.db.row<{ locked_by: string }>(lockedBy))?.locked_by).toMatch(/\w/);
    const [before] = await context.db.rows<{ pid: number }>(holder);
    await context.db.run(sql`select pg_terminate_backend(${before?.pid ?? 0}::int)`);
    await expect
      .poll(
        async () => (await context.db.rows<{ pid: number }>(holder)).filter(({ pid }) => pid !== before?.pid).length,
      )
      .toBe(1);
    await release();
    expect((await context.db.row<{ locked_by: string }>(lockedBy))?.locked_by).toMatch(/\w/);
  });

  test("loses it to another process when it has died", async () => {
    await context.db.run(sql`update graphile_worker._private_jobs set locked_by = 'pool-of-a-dead-process'`);
    await release();
    expect(await context.db.row(lockedBy)).not.toEqual({ locked_by: "pool-of-a-dead-process" });
  });
});
