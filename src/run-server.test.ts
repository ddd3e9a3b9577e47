import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

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
  const words = ["--no-warnings", "--input-type=module", "--eval", printPackages];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root });
  const packages = JSON.parse(stdout) as string[];
  expect(packages).toEqual(expect.arrayContaining(["fastify", "pg", "zod"]));
  const onDemand = ["sharp", "pdfkit", "nodemailer", "web-push", "pusher", "ajv"];
  expect(packages.filter((name) => onDemand.includes(name))).toEqual([]);
});
