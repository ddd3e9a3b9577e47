import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { sql, type Sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { queueJob } from "#lib/jobs.ts";
import { makeContext } from "../../../test/make/context.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { webJobs } from "../jobs.ts";
import { createFindFile } from "./find-file.ts";
import { publishBuild } from "./publish-build.ts";
import { hashedFilesOf, readBuild, type Build } from "./read-build.ts";
import { hashedFileRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
const folders: string[] = [];
const apps: FastifyInstance[] = [];
beforeEach(async () => {
  context = await makeContext();
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
  await context.close();
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/**
 * A build in a folder of its own. Each text is also there compressed, as a build leaves it. `leftover` files are those
 * of a build before.
 */
async function makeBuild(files: Record<string, string | Buffer>, leftover: typeof files = {}): Promise<Build> {
  const folder = await mkdtemp(join(tmpdir(), "kawung-build-"));
  folders.push(folder);
  const assets = join(folder, "client/assets");
  await mkdir(assets, { recursive: true });
  for (const [name, content] of Object.entries({ ...leftover, ...files })) {
    await writeFile(join(assets, name), content);
    if (typeof content === "string") await writeFile(join(assets, `${name}.br`), brotliCompressSync(content));
  }
  const names = Object.keys(files).flatMap((name) => [`client/assets/${name}`, `client/assets/${name}.br`]);
  await writeFile(join(folder, ".files.json"), JSON.stringify(["server/entry-server.js", "client/i.svg", ...names]));
  return readBuild(pathToFileURL(`${folder}/`));
}

/** A web process of a build, which is published as at its start. */
async function startProcess(build: Build): Promise<FastifyInstance> {
  await publishBuild(context, build);
  const app = await createHttp(context);
  apps.push(app);
  hashedFileRoutes(app, context, build);
  return app;
}

const get = (app: FastifyInstance, name: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/assets/${name}`, headers });

const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 254]);
const older = {
  "vendor-aaaaaaaa.js": "export const same = 1;",
  "page-cccccccc.js": 'import "./vendor-aaaaaaaa.js";',
  "page-cccccccc.css": ".price{color:red}",
  "tanda-eeeeeeee.png": picture,
};
const newer = { "vendor-aaaaaaaa.js": older["vendor-aaaaaaaa.js"], "page-dddddddd.js": "export const next = 2;" };

test("processes of two builds answer alike for the files of both", async () => {
  const processes = [await startProcess(await makeBuild(older)), await startProcess(await makeBuild(newer))];
  for (const [name, content] of Object.entries({ ...older, ...newer })) {
    for (const accepted of ["br, gzip", "gzip", "identity"]) {
      const [one, other] = await Promise.all(processes.map((app) => get(app, name, { "accept-encoding": accepted })));
      expect(one?.statusCode, name).toBe(200);
      expect({ ...other?.headers, date: "" }, name).toEqual({ ...one?.headers, date: "" });
      expect(other?.rawPayload, name).toEqual(one?.rawPayload);
      const encoding = one?.headers["content-encoding"];
      expect(encoding, name).toBe(
        typeof content !== "string" ? undefined : { br: "br", gz: "gzip" }[accepted.slice(0, 2)],
      );
      const bytes = one?.rawPayload ?? Buffer.alloc(0);
      const plain = encoding === "br" ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes;
      expect(plain, name).toEqual(Buffer.from(content));
      expect(one?.headers["cache-control"], name).toBe("public, max-age=31536000, immutable");
    }
  }
  const types = ["page-cccccccc.js", "page-cccccccc.css", "tanda-eeeeeeee.png"].map(async (name) => {
    const [, other] = await Promise.all(processes.map((app) => get(app, name)));
    return [other?.headers["content-type"], other?.headers["x-content-type-options"]];
  });
  expect(await Promise.all(types)).toEqual([
    ["text/javascript; charset=utf-8", "nosniff"],
    ["text/css; charset=utf-8", "nosniff"],
    ["image/png", "nosniff"],
  ]);
});

test("a process finds the files of a build that starts later, also when it was just asked for others", async () => {
  const app = await startProcess(await makeBuild(older));
  expect((await get(app, "page-dddddddd.js")).statusCode).toBe(404);
  await startProcess(await makeBuild(newer));
  expect((await get(app, "page-dddddddd.js")).statusCode).toBe(200);
});

test("a process whose folder was built again still serves the files of its own build", async () => {
  const build = await makeBuild(older);
  const app = await startProcess(build);
  await rm(build.folder, { recursive: true });
  expect((await get(app, "page-cccccccc.css")).body).toBe(older["page-cccccccc.css"]);
});

test("a hundred thousand invented names cost two statements, and what is asked between them is found", async () => {
  await publishBuild(context, await makeBuild(newer));
  let statements = 0;
  const counted =
    <T>(run: (query: Sql) => T) =>
    (query: Sql) => {
      statements += 1;
      return run(query);
    };
  const { rows, row } = context.db;
  const db = { ...context.db, rows: counted(rows) as typeof rows, row: counted(row) as typeof row };
  const find = createFindFile({ db }, await makeBuild(older));
  const names = Array.from({ length: 100_000 }, (_, at) => `page-${String(at).padStart(8, "0")}.js`);
  const invented = names.map((name) => find(name, "brotli"));
  const wanted = find("page-dddddddd.js", "plain");
  expect((await Promise.all(invented)).filter(Boolean)).toEqual([]);
  expect(statements).toBe(3);
  expect((await wanted)?.toString()).toBe(newer["page-dddddddd.js"]);
  // Nothing was published since, so the names are not read again.
  await Promise.all(names.map((name) => find(name, "brotli")));
  expect(statements).toBe(4);
});

test("no other name reaches anything, in the folder or in the database", async () => {
  const build = await makeBuild(older);
  await writeFile(new URL("rahasia.json", build.folder), "{}");
  const app = await startProcess(build);
  const hostile = [
    "rahasia.json",
    "page-cccccccc.js.br",
    "page-cccccccc.JS",
    "page-cccccccc.html",
    "..%2fpage-cccccccc.js",
    "%2e%2e/%2e%2e/page-cccccccc.js",
    "x%2f..%2fpage-cccccccc.js",
    "..%5cpage-cccccccc.js",
    "page-cccccccc.js%00",
    "page-cccccccc.js%0a",
    "page-cccccccc.js%20",
    "%c3%a9-cccccccc.js",
    `${"a".repeat(5000)}-cccccccc.js`,
    "' or 1=1 --cccccccc.js",
    "__proto__",
    "",
  ];
  for (const name of hostile) expect([400, 404], name).toContain((await get(app, name)).statusCode);
});

test("a build is what was built last, also in a folder that has files of the build before", async () => {
  const [alone, after] = [
    await makeBuild(newer),
    await makeBuild(newer, { ...older, "lambang-ffffffff.svg": "<svg/>" }),
  ];
  expect(after).toMatchObject({ id: alone.id, files: Object.keys(newer).sort() });
  const app = await startProcess(after);
  expect((await get(app, "page-dddddddd.js")).statusCode).toBe(200);
  expect((await get(app, "page-cccccccc.js")).statusCode).toBe(404);
  const rows = await context.db.rows<{ name: string }>(sql`select name from web_files order by name`);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(newer).sort());
});

test("a file that could not be published is named", () => {
  const files = ["server/entry-server.js", "client/i.svg", "client/assets/page-cccccccc.js", "client/assets/a.js.br"];
  expect(hashedFilesOf(files)).toEqual(["page-cccccccc.js"]);
  for (const name of ["halaman.html", "lambang-ffffffff.svg", "foto-ffffffff.webp", "dalam/page-cccccccc.js"])
    expect(() => hashedFilesOf([...files, `client/assets/${name}`]), name).toThrow(
      `${name} cannot be published: its name or type is none of src/web/hashed-files/rules.ts`,
    );
});

test("files are removed 14 days after the last process of their builds ran", async () => {
  const builds = [await makeBuild(older), await makeBuild(newer)];
  for (const build of builds) await publishBuild(context, build);
  const removeAt = async (age: string) => {
    await context.db.run(sql`update web_builds set last_run_at = now() - ${age}::interval where id = ${builds[0]?.id}`);
    await queueJob(context.db, "web.remove_old_builds", {});
    await workJobs(context, webJobs);
    const rows = await context.db.rows<{ name: string }>(sql`select name from web_files order by name`);
    return rows.map(({ name }) => name);
  };
  const all = Object.keys({ ...older, ...newer }).sort();
  expect(await removeAt("13 days 23 hours")).toEqual(all);
  expect(await removeAt("14 days 1 hour")).toEqual(Object.keys(newer).sort());
  // A process of that build that runs nevertheless stores them again.
  await publishBuild(context, builds[0] as Build);
  expect(await removeAt("0 days")).toEqual(all);
});

test("processes of two builds that start at once publish each file once", async () => {
  const builds = [await makeBuild(older), await makeBuild(newer)];
  await Promise.all([...builds, ...builds, ...builds].map((build) => publishBuild(context, build)));
  const row = await context.db.row(sql`
    select (select count(*)::int from web_builds) as builds, (select count(*)::int from web_files) as files`);
  expect(row).toEqual({ builds: 2, files: 5 });
});
