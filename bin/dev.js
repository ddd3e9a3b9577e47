// npm run dev: like npm start, with a restart after every change of the source.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, main, pinnedNode, root, webSourceHash } from "./bootstrap.js";

await main(async () => {
  ensureInstalled();
  let running;
  let isStopping = false;
  let builtHash = "";
  let work = Promise.resolve();

  async function startAgain() {
    const hash = webSourceHash();
    if (isStopping || hash === builtHash) return;
    builtHash = hash;
    try {
      await ensureBuilt();
    } catch (error) {
      process.stderr.write(`${error.message}\n`);
      return;
    }
    await stop();
    if (isStopping) return;
    const env = { ...process.env, NODE_ENV: process.env.NODE_ENV || "development" };
    running = spawn(pinnedNode(), ["src/server.ts"], { cwd: root, stdio: "inherit", env });
  }

  async function stop() {
    const child = running;
    running = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  }

  let timer;
  const watchers = ["src", "public", "db"].map((folder) =>
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => (work = work.then(startAgain)), 150);
    }),
  );
  work = startAgain();
  await new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, resolve);
  });
  isStopping = true;
  for (const one of watchers) one.close();
  await work;
  await stop();
  return 0;
});
