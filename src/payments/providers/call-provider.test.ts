import { afterAll, beforeAll, expect, test } from "vitest";
import { ServiceError } from "#lib/http/request-json.ts";
import { second } from "#lib/time.ts";
import { makeContext } from "../../../test/make/context.ts";
import { callProvider, isPaused } from "./call-provider.ts";
import { assertMethodSettings, offeredMethods, providerOfMethod } from "./find-provider.ts";
import { outagePause } from "./rules.ts";

const xendit = { XENDIT_SECRET_KEY: "xnd_development_1", XENDIT_CALLBACK_TOKEN: "token-uji-1" };
const midtrans = { MIDTRANS_SERVER_KEY: "SB-Mid-server-1" };
let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => {
  context = await makeContext({ ...midtrans, ...xendit, PAYMENT_PROVIDERS: "midtrans xendit simulator" });
});
afterAll(() => context.close());

const fails =
  (reason: ServiceError["reason"], details = {}) =>
  async () => {
    throw new ServiceError("uji", reason, "as said", details);
  };
const call = (work: () => Promise<unknown>, more = {}) =>
  callProvider(context, "midtrans", work, more).then(
    () => "done",
    (error: ServiceError) => error.message,
  );

test("calls to a provider pause after three failures in a row, those to others do not", async () => {
  const works = async () => "up";
  for (const reason of ["refused", "unreadable"] as const)
    for (let times = 0; times < 5; times += 1) await call(fails(reason));
  await call(fails("unavailable"));
  await call(fails("unavailable"));
  await call(works);
  await call(fails("unavailable"));
  await call(fails("unavailable"));
  expect(isPaused(context, "midtrans")).toBe(false);
  await call(fails("unavailable"));
  expect(isPaused(context, "midtrans")).toBe(true);
  expect(await call(works)).toMatch("paused");
  expect(isPaused(context, "xendit")).toBe(false);
  expect(await callProvider(context, "xendit", works)).toBe("up");
  expect(await call(works, { isUp: true })).toBe("done");
  expect(isPaused(context, "midtrans")).toBe(false);
});

test("new charges of one method pause without the others, also when their answers cannot be read", async () => {
  const qris = { newMethod: "qris" };
  for (let times = 0; times < 3; times += 1) await call(fails("unreadable"), qris);
  expect(await call(async () => "up", qris)).toMatch("paused");
  expect(await call(async () => "up", { newMethod: "va_bca" })).toBe("done");
  expect(await call(async () => "up")).toBe("done");
});

test("a refused key pauses calls, any other refusal does not", async () => {
  for (let times = 0; times < 3; times += 1) await call(fails("refused", { status: 401 }), { newMethod: "va_bni" });
  expect(await call(async () => "up", { newMethod: "va_bni" })).toMatch("paused");
  for (let times = 0; times < 3; times += 1) await call(fails("refused", { status: 400 }), { newMethod: "va_bri" });
  expect(await call(async () => "up", { newMethod: "va_bri" })).toBe("done");
});

test("what a service cannot do with one charge pauses no calls about others", async () => {
  for (let times = 0; times < 5; times += 1) await call(fails("unavailable", { isAboutOneThing: true }));
  expect(await call(async () => "up")).toBe("done");
});

test("a pause grows to a minute", () => {
  expect([3, 4, 5, 8, 100].map((failures) => outagePause(failures) / second)).toEqual([2, 4, 8, 60, 60]);
});

test("a method goes to the provider that the operator named, otherwise to the first that can charge it", () => {
  const by = (method: string, named: [string, "xendit" | "off"][] = []) => {
    const payments = { ...context.config.payments, methods: new Map(named) };
    return providerOfMethod({ ...context, config: { ...context.config, payments } }, method)?.id;
  };
  expect([by("va_bca"), by("dana"), by("unknown")]).toEqual(["midtrans", "xendit", undefined]);
  expect([by("va_bca", [["va_bca", "xendit"]]), by("qris", [["qris", "off"]])]).toEqual(["xendit", undefined]);
  expect(offeredMethods(context).length).toBeGreaterThan(10);
});

test("a method that does not exist, or that its provider cannot charge, stops the start", () => {
  const withMethods = (...named: [string, "midtrans" | "off"][]) => ({
    ...context,
    config: { ...context.config, payments: { ...context.config.payments, methods: new Map(named) } },
  });
  expect(() => assertMethodSettings(withMethods(["qris", "midtrans"], ["card", "off"]))).not.toThrow();
  expect(() => assertMethodSettings(withMethods(["dana", "midtrans"]))).toThrow("dana");
  expect(() => assertMethodSettings(withMethods(["kris", "off"]))).toThrow("kris");
});
