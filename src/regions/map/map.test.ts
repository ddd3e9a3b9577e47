import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmptyDatabase } from "../../../test/database.ts";
import { makeAccountsApi } from "../../../test/make/accounts.ts";
import { makeContext } from "../../../test/make/context.ts";
import { readConfig } from "#lib/config.ts";
import { openDatabase, sql } from "#lib/database.ts";
import { createLog } from "#lib/log.ts";
import { migrate } from "#lib/migrate.ts";
import { findPlaces } from "./find-places.ts";
import { loadRegions } from "../load-regions.ts";
import { searchWords } from "../rules.ts";

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

const get = async (path: string) => (await api.visitor().call("GET", path)).body.result;
const names = (found: { name: string }[]) => found.map(({ name }) => name);

describe("regions on the map", () => {
  test("every province, regency and city has a position in Indonesia", async () => {
    expect(
      await context.db.row(sql`select count(*)::int as n from regions where level <= 2 and lat is not null`),
    ).toEqual({ n: 38 + 514 });
    expect(
      await context.db.row(sql`select round(lat::numeric, 1)::float8 as lat, round(lng::numeric, 1)::float8 as lng
      from regions where code = '32.73'`),
    ).toEqual({ lat: -6.9, lng: 107.6 });
  });

  test("an installation that is older than the map gets its places at the next start, once", async () => {
    const { url, drop } = await createEmptyDatabase();
    await migrate(url);
    const db = openDatabase(url, { log: createLog("silent") });
    await db.run(sql`insert into regions (code, parent_code, level, name) values
      ('32', null, 1, 'Jawa Barat'), ('32.73', '32', 2, 'Kota Bandung')`);
    expect(await loadRegions(db)).toBe(false);
    expect(await loadRegions(db)).toBe(false);
    expect(await db.rows(sql`select name from places`)).toEqual([{ name: "Bandung" }]);
    expect(await db.row(sql`select count(lat)::int as n from regions`)).toEqual({ n: 2 });
    await db.close();
    await drop();
  });

  test("S094 typing finds regions by name and by the regions around them", async () => {
    const found = await get("/v1/regions/search?name=Coblong,%20Bandung");
    expect(found[0]).toMatchObject({ code: "32.73.02", name: "Coblong", within: "Kota Bandung, Jawa Barat" });
    expect(names(await get("/v1/regions/search?name=dago"))).toContain("Dago");
    expect((await get("/v1/regions/search?name=kota%20bandung"))[0]).toMatchObject({ code: "32.73", level: 2 });
    expect(await get("/v1/regions/search?name=coblong,%20surabaya")).toEqual([]);
    expect(searchWords(" , ")).toEqual([]);
  });

  test("of several regions with one name the one in a city is listed first", async () => {
    await context.db.run(sql`insert into regions (code, parent_code, level, name) values
      ('32.01.98', '32.01', 3, 'Parung Panjang'), ('32.01.98.2001', '32.01.98', 4, 'Dago')`);
    const found = await get("/v1/regions/search?name=dago");
    expect(found.map(({ code }: { code: string }) => code)).toEqual(["32.73.02.1004", "32.01.98.2001"]);
    expect(found[0].within).toBe("Coblong, Kota Bandung, Jawa Barat");
    expect((await get("/v1/regions/search?name=dago,%20bogor"))[0].code).toBe("32.01.98.2001");
    await context.db.run(sql`delete from regions where code like '32.01.98%'`);
  });

  test("INJ-02 one or two letters find only names that begin with them, not nearly all names", async () => {
    const bare = (name: string) => name.replace(/^(Kota Administrasi|Kota|Kabupaten) /, "").toLowerCase();
    for (const asked of ["x, a", "q a", "uj, jawa"])
      for (const path of ["regions", "map"]) {
        const found = names(await get(`/v1/${path}/search?name=${encodeURIComponent(asked)}`));
        for (const name of found) expect(bare(name), asked).toMatch(new RegExp(`^${asked.split(/[, ]/)[0]}`));
      }
    expect(names(await get("/v1/regions/search?name=uj,%20jawa%20barat"))).toContain("Ujungberung");
  });

  test("the map search finds towns that are not regions", async () => {
    const [ubud] = await get("/v1/map/search?name=ubud");
    expect(ubud).toMatchObject({ name: "Ubud", within: "Kabupaten Gianyar, Bali" });
    expect(await get("/v1/map/search?name=%25%25")).toEqual([]);
    expect((await api.visitor().call("GET", "/v1/map/search?name=u")).status).toBe(422);
  });

  test("a point is described by the nearest place, and the open sea by none", async () => {
    expect(await get("/v1/map/near?lat=-6.906&lng=107.707")).toMatchObject({
      within: expect.stringContaining("Jawa Barat"),
    });
    expect(await get("/v1/map/near?lat=-11.4&lng=95")).toBe(null);
    for (const query of ["lat=52&lng=107", "lat=-6.9", "lat=NaN&lng=107", "lat=1e1&lng=107"])
      expect((await api.visitor().call("GET", `/v1/map/near?${query}`)).status, query).toBe(422);
  });

  test("labels of a part of the map are sorted by rank and lie in that part", async () => {
    const labels = await get("/v1/map/labels?west=107&south=-8&east=109&north=-6&level=2");
    expect(labels[0]).toMatchObject({ level: 1, name: "Jawa Barat" });
    expect(names(labels)).toContain("Bandung");
    expect(names(labels)).not.toContain("Surabaya");
    expect((await api.visitor().call("GET", "/v1/map/labels?west=0&south=0&east=1&north=1&level=9")).status).toBe(422);
  });
});

describe("settings of maps", () => {
  test("no server is asked for tiles or places unless one is configured", async () => {
    expect(readConfig({}).map).toEqual({ tiles: undefined, geocoder: undefined });
    expect(await get("/v1/map")).toEqual({ tiles: null });
  });

  test("a tile server is allowed by its host, and needs a credit for the map", () => {
    const set = (url: string, credit = "© Peta") =>
      readConfig({ MAP_TILE_URL: url, MAP_TILE_CREDIT: credit }).map.tiles;
    expect(set("https://tile.example/{z}/{x}/{y}.png")?.source).toBe("https://tile.example");
    expect(set("https://{s}.tile.example:8443/{z}/{x}/{y}.png")?.source).toBe("https://*.tile.example:8443");
    for (const wrong of ["http://tile.example/{z}/{x}/{y}", "https://tile.example/", "tile", "javascript:{z}{x}{y}"])
      expect(() => set(wrong), wrong).toThrow(/MAP_TILE_URL/);
    expect(() => set("https://tile.example/{z}/{x}/{y}.png", "")).toThrow(/MAP_TILE_CREDIT/);
    expect(() => readConfig({ GEOCODER_URL: "ftp://x" })).toThrow(/GEOCODER_URL/);
  });
});

describe("an online geocoder", () => {
  let server: Server;
  let asked: URL[] = [];
  let answer = "[]";
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(new URL(request.url ?? "", "http://x"));
      response.end(answer);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });
  afterAll(() => server?.close());

  const search = (text: string) => {
    const { port } = server.address() as AddressInfo;
    const { map } = readConfig({ GEOCODER_URL: `http://127.0.0.1:${port}/search` });
    return findPlaces({ ...context, config: { ...context.config, map } }, text);
  };

  test("adds its results in Indonesia after the regions and places of the database", async () => {
    asked = [];
    answer = JSON.stringify([
      { display_name: "Gedung Sate, Citarum, Kota Bandung", lat: "-6.9025", lon: "107.6187" },
      { display_name: "Bandung, Somewhere", lat: "52.1", lon: "4.3" },
    ]);
    const found = await search("bandung");
    expect(found.at(-1)).toEqual({ name: "Gedung Sate", within: "Citarum, Kota Bandung", lat: -6.9025, lng: 107.6187 });
    expect(found[0]?.name).toMatch(/Bandung/);
    expect(names(found)).not.toContain("Somewhere");
    expect(asked.map((url) => [url.searchParams.get("q"), url.searchParams.get("countrycodes")])).toEqual([
      ["bandung", "id"],
    ]);
  });

  test("affects only its own results when it answers nonsense", async () => {
    for (const nonsense of ["<html>", "{}", '[{"lat":1}]']) {
      answer = nonsense;
      expect((await search("bandung"))[0]?.name, nonsense).toMatch(/Bandung/);
    }
  });
});
