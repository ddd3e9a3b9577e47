import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  isPermitted,
  operatorPermissions,
  operatorRoles,
  type OperatorPermission,
  type OperatorRole,
} from "../../src/accounts/operators/rules.ts";
import { sql } from "../../src/lib/database.ts";
import { consoleLinks } from "../../src/operator/ui/frame/console-links.ts";
import { makeSession } from "../make/checkout.ts";
import { makeUser } from "../make/rows.ts";
import type { Endpoint } from "../../src/lib/http/endpoint.ts";
import { makePerson, makeWorld, type Method, type Person, type World } from "./make-world.ts";

type Operation = { key: string; permission: string | null; changesNothing: boolean };

// From the contracts, because the documentation of the API leaves out files.
const contracts = import.meta.glob<Record<string, unknown>>("../../src/**/contract.ts", { eager: true });
const operations: Operation[] = Object.values(contracts)
  .flatMap((contract) => Object.values(contract))
  .filter((table): table is Record<string, Endpoint> => typeof table === "object" && table !== null)
  .flatMap((table) => Object.entries(table))
  .filter(([key, endpoint]) => /^[A-Z]+ \//.test(key) && endpoint.policy.startsWith("operator"))
  .map(([key, { policy, changesNothing }]) => ({
    key,
    permission: policy.split(":")[1] ?? null,
    changesNothing: changesNothing === true,
  }));

let world: World;
const people = new Map<OperatorRole, Person>();

beforeAll(async () => {
  world = await makeWorld();
  for (const role of operatorRoles) {
    const id = await makeUser(world.context, { type: "operator", name: "Ratna Pengelola" });
    await world.context.db.run(sql`update users set operator_role = ${role} where id = ${id}`);
    people.set(role, makePerson(world.app, id, await makeSession(world.context, id)));
  }
});
afterAll(() => world.close());

/** Calls that every operator may make: what they show depends on the role. */
const forEveryOperator = ["GET /v1/operator/frame", "GET /v1/operator/search", "GET /v1/operator/worklist"];

test("every call of the console names a permission of the table, or is for every operator", () => {
  const named = operations.filter(({ permission }) => permission !== null);
  expect(named.length).toBeGreaterThan(60);
  for (const { key, permission } of named) expect(operatorPermissions, key).toHaveProperty([permission ?? ""]);
  const others = operations.filter(({ permission }) => permission === null).map(({ key }) => key);
  expect(others.toSorted()).toEqual(forEveryOperator);
  const used = new Set(named.map(({ permission }) => permission));
  expect(Object.keys(operatorPermissions).filter((one) => !used.has(one))).toEqual([]);
});

test("only previews are free of the audit log: every other change of an operator fails in tests without an entry", () => {
  const free = operations.filter(({ changesNothing }) => changesNothing).map(({ key }) => key);
  expect(free.filter((key) => !key.endsWith("/preview"))).toEqual([]);
  const changes = operations.filter(({ key, changesNothing }) => !key.startsWith("GET ") && !changesNothing);
  expect(changes.filter(({ permission }) => permission === null)).toEqual([]);
  expect(changes.length).toBeGreaterThan(35);
});

test("each role makes exactly the calls that the table gives it, and what is refused changes nothing", async () => {
  // Of nothing that exists and with a body that no call takes: the permission is checked first.
  const send = (person: Person, { key }: Operation) => {
    const [method = "GET", path = "/"] = key.split(" ");
    const url = path.replace(/:\w+/g, () => randomUUID());
    const body = method === "GET" ? undefined : { x: 1 };
    return person.call(method as Method, url, body, { "idempotency-key": randomUUID() });
  };
  const before = await world.stored();
  const permitted: [OperatorRole, Operation][] = [];
  for (const [role, person] of people) {
    for (const operation of operations) {
      if (operation.permission === null || isPermitted(role, operation.permission as OperatorPermission)) {
        permitted.push([role, operation]);
        continue;
      }
      const { status, body } = await send(person, operation);
      expect([status, body?.code], `${role} ${operation.key}`).toEqual([403, "session.not_permitted"]);
    }
  }
  expect(await world.stored()).toBe(before);
  for (const [role, operation] of permitted) {
    const person = people.get(role);
    if (!person) throw new Error("no such role");
    const { status, body } = await send(person, operation);
    expect(body?.code, `${role} ${operation.key}`).not.toBe("session.not_permitted");
    expect(status, `${role} ${operation.key}`).toBeLessThan(500);
  }
});

test("each role opens exactly the pages that the table gives it, and sees links to no others", async () => {
  for (const [role, person] of people) {
    const home = await person.open("/operator");
    expect(home.status, role).toBe(200);
    for (const { href, permission } of consoleLinks) {
      const isOpen = permission === null || isPermitted(role, permission);
      expect((await person.open(href)).status, `${role} ${href}`).toBe(isOpen ? 200 : 403);
      const link = `href="${href.replaceAll("&", "&amp;")}"`;
      expect(home.text.includes(link), `${role} sees ${href}`).toBe(isOpen);
    }
  }
});

test("nobody else opens a page of the console", async () => {
  for (const { href } of [...consoleLinks, { href: "/operator/search?q=kopi" }]) {
    expect((await world.nobody.open(href)).status, href).toBe(302);
    for (const person of [world.buyer, world.seller]) expect((await person.open(href)).status, href).toBe(403);
  }
});

test("a role that was taken ends at once, in an open session", async () => {
  const id = await makeUser(world.context, { type: "operator" });
  const person = makePerson(world.app, id, await makeSession(world.context, id));
  expect((await person.call("GET", "/v1/operator/team")).status).toBe(200);
  await world.context.db.run(sql`update users set operator_role = 'mediator' where id = ${id}`);
  expect((await person.call("GET", "/v1/operator/team")).body.code).toBe("session.not_permitted");
  await world.context.db.run(sql`update users set operator_role = null, type = 'pembeli' where id = ${id}`);
  expect((await person.call("GET", "/v1/operator/complaints")).body.code).toBe("session.forbidden");
});
