import { on } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { Refusal } from "#lib/refusal.ts";
import { testHashCost } from "../../../test/cheap-hashes.ts";
import type { HashTask } from "./hash-thread.ts";
import { hashCost, hashPassword, setHashCost, verifyPassword } from "./hash-password.ts";

/** Loaded before the hash thread: its library reports the algorithm and parameters of each hash that it compares. */
const reportComparisons = `
  import { createRequire } from "node:module";
  import { parentPort } from "node:worker_threads";
  const argon2 = createRequire(${JSON.stringify(import.meta.url)})("@node-rs/argon2");
  const { verifySync } = argon2;
  argon2.verifySync = (stored, password) => {
    parentPort.postMessage({ compared: stored.slice(0, stored.indexOf("p=1") + 3) });
    return verifySync(stored, password);
  };`;

/** What the hash thread compares for a task, and its answer. */
async function answersTo(task: HashTask): Promise<unknown[]> {
  const thread = new Worker(new URL("./hash-thread.ts", import.meta.url), {
    workerData: testHashCost,
    execArgv: ["--import", `data:text/javascript,${encodeURIComponent(reportComparisons)}`],
  });
  const answers: unknown[] = [];
  thread.postMessage(task);
  for await (const [answer] of on(thread, "message")) {
    answers.push(answer);
    if ("result" in answer) break;
  }
  await thread.terminate();
  return answers;
}

test("AUTH-12 only the whole password is accepted: no part of it, no other letter case, no added space", async () => {
  const password = "Sawah hijau di kaki gunung, padi menguning, burung pipit datang pagi-pagi 80";
  const stored = await hashPassword(password);
  expect(await verifyPassword(stored, password)).toBe(true);
  for (const other of [password.slice(0, 72), password.toLowerCase(), `${password} `, ` ${password}`, ""])
    expect(await verifyPassword(stored, other), other).toBe(false);
});

test("a password with an accented letter is the same from every keyboard", async () => {
  const stored = await hashPassword("kopi di caf\u00e9 Tjikini");
  expect(await verifyPassword(stored, "kopi di cafe\u0301 Tjikini")).toBe(true);
  expect(await verifyPassword(stored, "kopi di cafe Tjikini")).toBe(false);
});

test("many logins of one network delay only that network; others are neither refused nor delayed", async () => {
  const ended: string[] = [];
  const hashAs = (requester: string) =>
    hashPassword("hujan-di-kebun-kopi", requester).then(
      () => ended.push(requester),
      (error: unknown) => ended.push(error instanceof Refusal ? error.code : String(error)),
    );
  const crowd = Array.from({ length: 130 }, () => hashAs("203.0.113.9"));
  const others = ["198.51.100.1", "198.51.100.2", "198.51.100.3"];
  await Promise.all([...crowd, ...others.map(hashAs)]);
  const hashed = ended.filter((one) => one !== "server.busy");
  // One task was running when the others were queued; after it the networks take turns.
  expect(others.map((one) => hashed.indexOf(one)).every((place) => place >= 0 && place <= 4)).toBe(true);
  expect(hashed.filter((one) => one === "203.0.113.9")).toHaveLength(98);
  expect(ended.filter((one) => one === "server.busy")).toHaveLength(32);
});

test.runIf(process.platform === "linux")("passwords are hashed at a lower priority than pages are served", async () => {
  await hashPassword("hujan-di-kebun-kopi");
  const priorities = readdirSync("/proc/self/task").map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
  });
  expect(Math.max(...priorities)).toBe(Math.min(19, getPriority() + 5));
});

test("the password of an unknown account is compared as often as a wrong one, and at the same cost", async () => {
  const stored = await hashPassword("hujan-di-kebun-kopi");
  const password = Buffer.from("salah-sekali");
  const answers = [{ compared: "$argon2id$v=19$m=8,t=1,p=1" }, { result: false }];
  expect(await answersTo({ password, stored })).toEqual(answers);
  expect(await answersTo({ password, stored: null })).toEqual(answers);
});

test("a hash that cannot be read fails only its own login", async () => {
  const stored = await hashPassword("hujan-di-kebun-kopi");
  const broken = verifyPassword("$argon2id$rusak", "hujan-di-kebun-kopi");
  const sound = verifyPassword(stored, "hujan-di-kebun-kopi");
  await expect(broken).rejects.toThrow();
  expect(await sound).toBe(true);
  expect(await verifyPassword(null, "hujan-di-kebun-kopi")).toBe(false);
});

test("a hash costs what OWASP recommends for argon2id, and a cheaper one of tests still fits", async () => {
  const cheap = await hashPassword("hujan-di-kebun-kopi");
  setHashCost(hashCost);
  const stored = await hashPassword("hujan-di-kebun-kopi");
  const fits = await verifyPassword(cheap, "hujan-di-kebun-kopi");
  setHashCost(testHashCost);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(fits).toBe(true);
  expect(await hashPassword("hujan-di-kebun-kopi")).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
});
