import { afterAll, beforeAll, expect, test } from "vitest";
import { makeContext } from "../../test/make/context.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { queueJob, runJobs } from "./jobs.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());

test("jobs about payments run before mails that a person waits for, and these before notifications, however many there are", async () => {
  const done: string[] = [];
  const mail = { subject: "Kabar", title: "Kabar", paragraphs: [] };
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
