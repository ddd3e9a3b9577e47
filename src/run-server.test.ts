import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { makeContext } from "../test/make/context.ts";
import { sql } from "./lib/database.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs this script of a module in a process that has loaded nothing, and returns what it prints. */
async function printed(script: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const words = ["--no-warnings", "--input-type=module", "--eval", script];
  return (await promisify(execFile)(process.execPath, words, { cwd: root, env })).stdout;
}

/** Prints the packages that a process has loaded before it opens its port, in a process that has loaded none. */
const printPackages = `
  import { registerHooks } from "node:module";
  const packages = new Set();
  registerHooks({
    load(url, context, next) {
      packages.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
      return next(url, context);
    },
  });
  const load = (path) => import(path);
  await load("./src/run-server.ts");
  const { createHttp } = await load("./src/lib/http/create-http.ts");
  const { readConfig } = await load("./src/lib/config.ts");
  const { createLog } = await load("./src/lib/log.ts");
  const app = await createHttp({ config: readConfig({ NODE_ENV: "test" }), log: createLog("error"), state: {} });
  await app.ready();
  process.stdout.write(JSON.stringify([...packages]));
  process.exit(0);
`;

it("a server starts without the libraries for pictures, PDF files, mails and push services", async () => {
  const packages = JSON.parse(await printed(printPackages)) as string[];
  expect(packages).toEqual(expect.arrayContaining(["fastify", "pg", "zod"]));
  const onDemand = ["sharp", "pdfkit", "nodemailer", "web-push", "pusher", "ajv"];
  expect(packages.filter((name) => onDemand.includes(name))).toEqual([]);
});

/** Starts a web process, with WITHOUT_PAGES one whose pages cannot be loaded, and prints what a stop will find. */
const printRunning = `
  const load = (path) => import(path);
  const { start, stop } = await load("./src/run-server.ts");
  const { readConfig } = await load("./src/lib/config.ts");
  const config = readConfig(process.env);
  const noMap = () => { throw new Error("no map"); };
  if (process.env.WITHOUT_PAGES) Object.defineProperty(config, "map", { get: noMap });
  const running = {};
  const failure = await start(config, running).then(() => "", String);
  process.stdout.write(JSON.stringify({ failure, parts: Object.keys(running) }));
  await stop(running);
  process.exit(0);
`;

it("a start that cannot make its pages or publish its build stops what it has started of the other", async () => {
  const context = await makeContext();
  const env = { ...process.env, NODE_ENV: "test", ROLE: "web", DEMO: "0", PORT: "0", LOG_LEVEL: "silent" };
  const settings = { ...env, DATABASE_URL: context.databaseUrl, DATA_DIR: context.config.dataDir };
  try {
    const withoutPages = JSON.parse(await printed(printRunning, { ...settings, WITHOUT_PAGES: "1" })) as unknown;
    expect(withoutPages).toEqual({
      failure: "Error: no map",
      parts: expect.arrayContaining(["stopPublishing"]) as string[],
    });
    await context.db.run(sql`drop table web_builds cascade`);
    const unpublished = JSON.parse(await printed(printRunning, settings)) as unknown;
    expect(unpublished).toEqual({
      failure: expect.stringContaining("web_builds") as string,
      parts: expect.arrayContaining(["app"]) as string[],
    });
  } finally {
    await context.close();
  }
});
