import { expect, test } from "vitest";
import { readConfig, SettingError } from "../config.ts";

const production = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://pasar.example",
  DATABASE_URL: "postgres://db/kawung",
};
const midtrans = { MIDTRANS_SERVER_KEY: "Mid-server-1234567890" };
const xendit = { XENDIT_SECRET_KEY: "xnd_production_1234", XENDIT_CALLBACK_TOKEN: "token-1234" };
const read = (env: Record<string, string>) => readConfig(env).payments;

test("the simulator and cash on delivery are the default outside production and in a demo; production has none", () => {
  expect(read({}).providers).toEqual(["simulator", "cod"]);
  expect(read({ NODE_ENV: "test", DATABASE_URL: "postgres://db/kawung" }).providers).toEqual(["simulator", "cod"]);
  expect(read({ ...production, DEMO: "1" }).providers).toEqual(["simulator", "cod"]);
  expect(read(production).providers).toEqual([]);
});

test("several providers are read in the order of preference, with their addresses and the methods of others", () => {
  const config = read({
    ...production,
    ...midtrans,
    ...xendit,
    PAYMENT_PROVIDERS: "midtrans, xendit midtrans",
    PAYMENT_METHODS: "qris=xendit,card=off",
    XENDIT_PREVIOUS_CALLBACK_TOKEN: "token-0000",
    MIDTRANS_URL: "https://api.sandbox.midtrans.com",
  });
  expect(config.providers).toEqual(["midtrans", "xendit"]);
  expect([...config.methods]).toEqual([
    ["qris", "xendit"],
    ["card", "off"],
  ]);
  expect(config.midtrans?.url.href).toBe("https://api.sandbox.midtrans.com/");
  expect(config.midtrans?.snapUrl.href).toBe("https://app.midtrans.com/");
  expect(config.xendit?.callbackTokens).toEqual(["token-1234", "token-0000"]);
});

test("a key alone keeps its provider for earlier charges and charges nothing new", () => {
  const config = read({ ...production, ...midtrans });
  expect([config.providers, config.midtrans?.serverKey]).toEqual([[], midtrans.MIDTRANS_SERVER_KEY]);
});

test("a wrong setting stops the start with a sentence that names it and repeats no key", () => {
  for (const [env, named] of [
    [{ ...production, PAYMENT_PROVIDERS: "simulator" }, "PAYMENT_PROVIDERS"],
    [{ ...production, PAYMENT_PROVIDERS: "bank" }, "PAYMENT_PROVIDERS"],
    [{ ...production, PAYMENT_PROVIDERS: "midtrans" }, "MIDTRANS_SERVER_KEY"],
    [{ ...production, PAYMENT_PROVIDERS: "xendit", XENDIT_SECRET_KEY: "xnd_production_1234" }, "XENDIT_CALLBACK_TOKEN"],
    [{ MIDTRANS_SERVER_KEY: "a key with spaces" }, "MIDTRANS_SERVER_KEY"],
    [{ ...midtrans, MIDTRANS_URL: "http://api.midtrans.com" }, "MIDTRANS_URL"],
    [{ ...midtrans, MIDTRANS_SNAP_URL: "midtrans" }, "MIDTRANS_SNAP_URL"],
    [{ ...xendit, XENDIT_URL: "https://api.xendit.co?key=1" }, "XENDIT_URL"],
    [{ PAYMENT_METHODS: "qris" }, "PAYMENT_METHODS"],
    [{ PAYMENT_METHODS: "qris=midtrans" }, "PAYMENT_METHODS"],
  ] as [Record<string, string>, string][]) {
    let error: unknown;
    try {
      readConfig(env);
    } catch (thrown) {
      error = thrown;
    }
    expect([named, error instanceof SettingError]).toEqual([named, true]);
    expect((error as Error).message).toContain(named);
    expect((error as Error).message).not.toMatch(/Mid-server-|xnd_production|a key with/);
  }
});
