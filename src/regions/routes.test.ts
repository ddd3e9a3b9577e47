import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmptyDatabase } from "../../test/database.ts";
import { makeAccountsApi } from "../../test/make/accounts.ts";
import { makeContext } from "../../test/make/context.ts";
import { openDatabase, sql } from "#lib/database.ts";
import { createLog } from "#lib/log.ts";
import { migrate } from "#lib/migrate.ts";
import { loadRegions, parseRegions } from "./load-regions.ts";

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

describe("regions", () => {
  test("a new installation gets all regions of the country, once", async () => {
    const { url, drop } = await createEmptyDatabase();
    await migrate(url);
    const db = openDatabase(url, { log: createLog("silent") });
    const both = await Promise.all([loadRegions(db), loadRegions(db)]);
    expect(both.toSorted()).toEqual([false, true]);
    const counts = await db.rows<{ n: number }>(
      sql`select count(*)::int as n from regions group by level order by level`,
    );
    expect(counts.map(({ n }) => n)).toEqual([38, 514, 7285, 83_762]);
    expect(await db.row(sql`select name from regions where code = '31.74'`)).toEqual({
      name: "Kota Administrasi Jakarta Selatan",
    });
    expect(await db.rows(sql`select name from regions where name ~ '^"|"$' or name = ''`)).toEqual([]);
    await db.close();
    await drop();
  });

  test("quoted names of the package are parsed correctly", () => {
    expect(parseRegions('code,parent,name\n1,0,"Say ""A"", B"\n', 4)).toEqual([
      { code: "1", parent: "0", level: 4, name: 'Say "A", B' },
    ]);
  });

  test("child regions are sorted by name and may be cached for a day", async () => {
    const it = api.visitor();
    const provinces = await it.call("GET", "/v1/regions");
    expect(provinces.body.result).toHaveLength(38);
    expect(provinces.headers["cache-control"]).toBe("public, max-age=86400");
    const regencies = await it.call("GET", "/v1/regions?parent=32");
    expect(regencies.body.result).toHaveLength(27);
    expect(regencies.body.result.map((one: { code: string }) => one.code)).toContain("32.73");
    expect((await it.call("GET", "/v1/regions?parent=99")).body.result).toEqual([]);
    for (const query of ["parent=x", "parent=32'", "parent=32&parent=33", "level=1"]) {
      expect((await it.call("GET", `/v1/regions?${query}`)).status).toBe(422);
    }
  });

  test("a search finds parts of names, and the wildcard characters of SQL have no effect", async () => {
    const it = api.visitor();
    const { body } = await it.call("GET", "/v1/regions/search?name=bandung");
    expect(body.result.map((one: { code: string }) => one.code)).toContain("32.73");
    expect((await it.call("GET", "/v1/regions/search?name=%25%25")).body.result).toEqual([]);
    expect((await it.call("GET", "/v1/regions/search?name=a")).status).toBe(422);
  });
});
