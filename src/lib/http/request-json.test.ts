import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type JsonServiceDouble, type Mood, startJsonService } from "../../../test/doubles/json-service.ts";
import { type JsonRequest, type JsonService, plainCode, requestJson, ServiceError } from "./request-json.ts";

let double: JsonServiceDouble;
let service: JsonService;
const key = "rahasia-sekali";

beforeAll(async () => {
  double = await startJsonService(({ path, body }) => {
    const status = Number(/\/refused\/(\d+)$/.exec(path)?.[1] ?? 201);
    return status === 201 ? { status, body: { got: body ?? null } } : { status, body: { error: "no" } };
  });
  service = {
    name: "uji",
    url: new URL(`${double.origin}/base/`),
    headers: { authorization: key },
    // Longer than any machine is busy: what times out does so by a clock that the test holds.
    timeout: 60_000,
    maxBytes: 10_000,
  };
});
afterAll(() => double.close());
beforeEach(() => {
  double.mood = "well";
  double.next.length = 0;
});

const since = () => {
  const before = double.calls.length;
  return () => double.calls.length - before;
};
const errorOf = async (work: Promise<unknown>): Promise<ServiceError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ServiceError);
  return error as ServiceError;
};

test("a request has the service's address and key, and the answer comes back with its status", async () => {
  const answer = await requestJson(service, {
    method: "POST",
    path: "/a?b=1",
    body: { c: 2 },
    headers: { "x-one": "1" },
  });
  expect(answer).toEqual({ status: 201, body: { got: { c: 2 } } });
  expect(double.calls.at(-1)).toMatchObject({
    path: "/base/a",
    headers: { authorization: key, "x-one": "1", accept: "application/json", "content-type": "application/json" },
  });
});

test("a refusal of the service is an answer, not an error", async () => {
  for (const status of [400, 401, 404, 407, 422])
    expect(await requestJson(service, { method: "POST", path: `/refused/${status}`, body: {} })).toEqual({
      status,
      body: { error: "no" },
    });
});

/** The error of a call that the service has received and does not answer, and after how many ms the call gave up. */
async function giveUp(request: JsonRequest): Promise<{ error: ServiceError; after: number }> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const [asked, begin] = [since(), performance.now()];
    let after = 0;
    const error = errorOf(requestJson(service, request)).finally(() => (after = performance.now() - begin));
    await expect.poll(asked, { interval: 5 }).toBe(1);
    await vi.advanceTimersByTimeAsync(service.timeout);
    return { error: await error, after };
  } finally {
    vi.useRealTimers();
  }
}

test("each bad day has its reason, and no error says the key, the address or the body", async () => {
  const reasons: [Mood, ServiceError["reason"]][] = [
    ["silent", "unavailable"],
    ["broken", "unavailable"],
    ["busy", "unavailable"],
    ["cut", "unavailable"],
    ["page", "unreadable"],
    ["garbage", "unreadable"],
    ["endless", "unreadable"],
    ["redirect", "unreadable"],
  ];
  for (const [mood, reason] of reasons) {
    double.mood = mood;
    const asked = since();
    const request = { method: "POST", path: "/x", body: { account: "1234567890" } } as const;
    const error = mood === "silent" ? (await giveUp(request)).error : await errorOf(requestJson(service, request));
    expect([mood, error.reason, asked()]).toEqual([mood, reason, 1]);
    expect(JSON.stringify([error.message, error.stack, error])).not.toMatch(/rahasia|127\.0\.0\.1|1234567890/);
  }
});

test("a service where nothing listens is unavailable", async () => {
  const gone = await startJsonService(() => ({ status: 200, body: {} }));
  await gone.close();
  const error = await errorOf(requestJson({ ...service, url: new URL(gone.origin) }, { method: "POST", path: "/" }));
  expect([error.reason, error.message]).toEqual(["unavailable", "uji: no connection (ECONNREFUSED)"]);
});

test("a repeatable call is sent again once after a failure that may pass, any other call never", async () => {
  const cases: [Mood, "GET" | "POST", boolean | undefined, number][] = [
    ["broken", "GET", undefined, 2],
    ["cut", "GET", undefined, 2],
    ["cut", "POST", true, 2],
    ["cut", "POST", undefined, 1],
    ["busy", "GET", undefined, 1],
    ["redirect", "GET", undefined, 1],
  ];
  for (const [mood, method, isRepeatable, times] of cases) {
    double.next.push(mood);
    const asked = since();
    const call = requestJson(service, { method, path: "/x", ...(isRepeatable === undefined ? {} : { isRepeatable }) });
    if (times === 2) expect((await call).status).toBe(201);
    else await errorOf(call);
    expect([mood, method, asked()]).toEqual([mood, method, times]);
  }
});

test("a service that stays silent costs the timeout and not twice as much", async () => {
  double.mood = "silent";
  const asked = since();
  const { error, after } = await giveUp({ method: "GET", path: "/x" });
  expect([error.reason, asked(), after]).toEqual(["unavailable", 1, service.timeout]);
});

test("only a plain code of the service is repeated in errors", () => {
  expect(["INSUFFICIENT_BALANCE", "414", "", "Rek 123", "A1", 5, null].map(plainCode)).toEqual([
    "INSUFFICIENT_BALANCE",
    "414",
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(new ServiceError("uji", "refused", "no", { code: "412" }).message).toBe("uji: no (412)");
});
