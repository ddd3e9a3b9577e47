import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAccountsApi, makeLoggedIn } from "../../../test/make/accounts.ts";
import { makeContext } from "../../../test/make/context.ts";
import { hasConsent } from "./record-consents.ts";
import { consentPurposes } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeAccountsApi>>;

beforeAll(async () => {
  context = await makeContext();
  api = await makeAccountsApi(context);
});
afterAll(async () => {
  await api?.close();
  await context?.close();
});

let people = 0;
async function makeUser(fields: Record<string, unknown> = {}) {
  people += 1;
  const it = api.visitor(`10.8.0.${people}`);
  const { id } = await makeLoggedIn(it, fields);
  const shown = async () => (await it.call("GET", "/v1/users/consents")).body.result;
  const say = (purpose: string, given: unknown) => it.call("PUT", `/v1/users/consents/${purpose}`, { given });
  return { it, id, shown, say };
}

describe("consents", () => {
  test("registering records the consent to terms and privacy text with their versions, and none to marketing", async () => {
    const { id, shown } = await makeUser();
    const { purposes, history } = await shown();
    const given = Object.fromEntries(
      purposes.map((one: { purpose: string; given: boolean }) => [one.purpose, one.given]),
    );
    expect(given).toEqual({ terms: true, privacy: true, marketing: false, surveys: false });
    expect(history).toHaveLength(2);
    for (const row of history) expect(row).toMatchObject({ how: "registration", given: true });
    const terms = purposes.find((one: { purpose: string }) => one.purpose === "terms");
    expect(terms).toMatchObject({ text_version: consentPurposes.terms.version, at: expect.any(String) });
    expect(await hasConsent(context.db, id, "marketing")).toBe(false);
  });

  test.each([true, 1, "1"])("a consent to marketing sent as %j at registration is recorded", async (marketing) => {
    const { id } = await makeUser({ marketing });
    expect(await hasConsent(context.db, id, "marketing")).toBe(true);
  });

  test("a user can give and withdraw a consent at any time, and the record keeps both", async () => {
    const { id, shown, say } = await makeUser();
    expect((await say("marketing", "1")).body.message).toBe("Persetujuan Anda sudah dicatat.");
    expect(await hasConsent(context.db, id, "marketing")).toBe(true);
    expect((await say("marketing", 0)).body.message).toBe("Persetujuan Anda sudah ditarik.");
    expect(await hasConsent(context.db, id, "marketing")).toBe(false);
    await say("marketing", false);
    const { history } = await shown();
    const said = history.filter((row: { purpose: string }) => row.purpose === "marketing");
    expect(said.map((row: { given: boolean; how: string }) => [row.given, row.how])).toEqual([
      [false, "profile"],
      [true, "profile"],
    ]);
  });

  test.each(["terms", "privacy"])("a needed consent (%s) cannot be withdrawn alone", async (purpose) => {
    const { say, shown } = await makeUser();
    const { status, body } = await say(purpose, false);
    expect([status, body.code]).toEqual([409, "accounts.consent_is_needed"]);
    expect((await shown()).history).toHaveLength(2);
  });

  test("unknown purposes and answers are refused", async () => {
    const { say } = await makeUser();
    expect((await say("profiling", true)).status).toBe(422);
    for (const answer of ["yes", 2, null, undefined]) expect((await say("marketing", answer)).status).toBe(422);
    expect((await api.visitor().call("GET", "/v1/users/consents")).status).toBe(401);
  });
});
