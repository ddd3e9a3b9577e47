import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { sql } from "../../src/lib/database.ts";
import { addressOf, operationsOf, ownerOf, strangerOf, type Operation, type Schema } from "./api-operations.ts";
import { bodyOf } from "./call-bodies.ts";
import { makeWorld, type Answer, type Person, type World } from "./make-world.ts";

let world: World;
let operations: Operation[];

beforeAll(async () => {
  world = await makeWorld();
  operations = await operationsOf(world);
});
afterAll(() => world.close());

const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const json = { "content-type": "application/json" };

function callerOf(operation: Operation): Person {
  return ownerOf(world, operation);
}

function expectRefused(answer: Answer, where: string): void {
  expect(answer.status, `${where} → ${answer.text.slice(0, 200)}`).toBeGreaterThanOrEqual(400);
  expect(answer.status, `${where} → ${answer.text.slice(0, 200)}`).toBeLessThan(500);
  expect(answer.body?.success, where).toBe(false);
  expect(answer.body.message, where).toMatch(/\p{L}/u);
}

// The JSON types that a schema accepts.
function kindsOf(schema: Schema): Set<string> {
  if (schema.anyOf || schema.oneOf)
    return new Set([...(schema.anyOf ?? schema.oneOf)].flatMap((one: Schema) => [...kindsOf(one)]));
  if (schema.const !== undefined) return new Set([typeof schema.const]);
  const types: string[] = Array.isArray(schema.type) ? schema.type : [schema.type ?? "string"];
  return new Set(types.map((type) => (type === "integer" ? "number" : type)));
}

type Place = { path: (string | number)[]; schema: Schema };

/** Every field of a body, those inside of others too. */
function placesOf(schema: Schema, path: (string | number)[] = []): Place[] {
  const own: Place[] = path.length > 0 ? [{ path, schema }] : [];
  const inside = Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, one]) =>
    placesOf(one, [...path, name]),
  );
  return [...own, ...inside, ...(schema.type === "array" ? placesOf(schema.items, [...path, 0]) : [])];
}

/** Puts a marker at `path`. False when `body` has nothing there. */
function mark(body: unknown, path: (string | number)[], marker: string): boolean {
  let at = body as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) {
    if (typeof at[step] !== "object" || at[step] === null) return false;
    at = at[step] as Record<string | number, unknown>;
  }
  at[path.at(-1) as string] = marker;
  return true;
}

/** The JSON text of `body` with `value`, given as JSON text, at `path`. */
function withValue(body: unknown, path: (string | number)[], value: string): string | undefined {
  const marker = randomUUID();
  const copy = structuredClone(body);
  return mark(copy, path, marker) ? JSON.stringify(copy).replace(`"${marker}"`, () => value) : undefined;
}

/**
 * The JSON texts of `body` with `value` in as many of the places at once as can be, that is in those of one depth, and
 * the places that each text has.
 */
function withValueEverywhere(body: unknown, places: readonly Place[], value: string): [string, Place[]][] {
  return [...Map.groupBy(places, ({ path }) => path.length).values()].map((ofDepth) => {
    const marker = randomUUID();
    const copy = structuredClone(body);
    const marked = ofDepth.filter(({ path }) => mark(copy, path, marker));
    return [JSON.stringify(copy).replaceAll(`"${marker}"`, () => value), marked];
  });
}

const ofKind: Record<string, readonly string[]> = {
  string: ['"1"'],
  number: ["1.5", "1e999"],
  boolean: ["true"],
  null: ["null"],
  array: ["[]", deep(500)],
  object: ['{"$ne":""}', '{"toString":1}'],
};

const hostileTexts = [
  "'; drop table users; --",
  "${7*7}{{7*7}}%_\\%",
  "../../../etc/passwd",
  "x\r\nSet-Cookie: a=b",
  "x".repeat(20_000),
  "ﷺ".repeat(500),
  "\u2028\u2029\u0085\ufeff",
];

describe("bodies", () => {
  test("every field of every call refuses values of a wrong type, and nothing changes", async () => {
    const before = await world.stored();
    let tried = 0;
    for (const operation of operations.filter((one) => one.body?.properties)) {
      const good = bodyOf(world, operation);
      const places = placesOf(operation.body);
      const send = (payload: string) =>
        callerOf(operation).call(operation.method, addressOf(world, operation), payload, {
          ...json,
          "idempotency-key": randomUUID(),
        });
      for (const [kind, values] of Object.entries(ofKind)) {
        const refusing = places.filter(({ schema }) => !kindsOf(schema).has(kind));
        for (const value of values) {
          for (const [all, marked] of withValueEverywhere(good, refusing, value)) {
            if (marked.length === 0) continue;
            const answer = await send(all);
            expectRefused(answer, `${operation.key} ${value.slice(0, 40)}`);
            tried += marked.length;
            // A field that the refusal does not name has to be refused alone.
            for (const { path } of marked) {
              if (Object.hasOwn(answer.body.data ?? {}, path.join("."))) continue;
              const payload = withValue(good, path, value) ?? "";
              expectRefused(await send(payload), `${operation.key} ${path.join(".")}=${value.slice(0, 40)}`);
            }
          }
        }
      }
    }
    expect(tried).toBeGreaterThan(400);
    expect(await world.stored()).toBe(before);
  });

  test("attack strings are stored unchanged or refused in every field, without a server error", async () => {
    const control = ['"a\\u0000b"', '"\\ud800"', ...hostileTexts.map((text) => JSON.stringify(text))];
    for (const operation of operations.filter((one) => one.body?.properties)) {
      const good = bodyOf(world, operation);
      for (const { path, schema } of placesOf(operation.body)) {
        if (!kindsOf(schema).has("string")) continue;
        for (const value of control) {
          const payload = withValue(good, path, value);
          if (payload === undefined) continue;
          // Another user's record: the call must be refused, as missing or as invalid.
          const stranger = strangerOf(world, operation);
          const answer = await stranger.call(operation.method, addressOf(world, operation), payload, {
            ...json,
            "idempotency-key": randomUUID(),
          });
          const where = `${operation.key} ${path.join(".")}=${value.slice(0, 40)}`;
          expect(answer.status, `${where} → ${answer.text.slice(0, 200)}`).toBeLessThan(500);
          // A password may contain any character, because only its hash is stored.
          if (/\\u0000|\\ud800"$/.test(value) && path[0] !== "current_password") expectRefused(answer, where);
        }
      }
    }
    expect((await world.context.db.row<{ n: number }>(sql`select count(*)::int as n from users`))?.n).toBeGreaterThan(
      4,
    );
  });

  test("keys with a meaning in JavaScript are refused and change no object", async () => {
    const before = await world.stored();
    const keys = [
      '"__proto__":{"admin":true}',
      '"constructor":{"prototype":{"admin":true}}',
      '"\\u005f_proto__":{"admin":true}',
      '"toString":1',
      '"hasOwnProperty":1',
      '"":1',
    ];
    for (const operation of operations.filter((one) => one.body)) {
      for (const key of keys) {
        const good = JSON.stringify(bodyOf(world, operation)).slice(1);
        const payload = `{${key}${good === "}" ? good : `,${good}`}`;
        const answer = await callerOf(operation).call(operation.method, addressOf(world, operation), payload, {
          ...json,
          "idempotency-key": randomUUID(),
        });
        expectRefused(answer, `${operation.key} ${key}`);
      }
    }
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    for (const name of ["__proto__", "constructor", "prototype"]) {
      const form = await world.buyer.call("PUT", "/v1/users", `${name}[admin]=1&${name}=1&name=Sari`, {
        "content-type": "application/x-www-form-urlencoded",
      });
      expectRefused(form, `form ${name}`);
      const parts = `--x\r\ncontent-disposition: form-data; name="${name}"\r\ncontent-type: application/json\r\n\r\n{"name":"Jahat"}\r\n--x--\r\n`;
      const multipart = await world.buyer.call("PUT", "/v1/users", parts, {
        "content-type": "multipart/form-data; boundary=x",
      });
      expectRefused(multipart, `multipart ${name}`);
    }
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    expect(await world.stored()).toBe(before);
  });

  test("that are not an object, too large, too deep or not JSON are refused by every call", async () => {
    const before = await world.stored();
    const manyKeys = `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":1`).join(",")}}`;
    const wholes: [string, number[]][] = [
      ["null", [422]],
      ["[]", [422]],
      ['"x"', [422]],
      ["5", [422]],
      ["{", [400]],
      ["", [400]],
      ["{}x", [400]],
      ["\u0000", [400]],
      [deep(30_000), [422, 401]],
      [`{"name":${deep(30_000)}}`, [422, 401]],
      ["[".repeat(60_000), [400]],
      ["[".repeat(100_000), [400, 413]],
      [`{"x":${"9".repeat(60_000)}}`, [422, 401]],
      [manyKeys, [413]],
      [JSON.stringify({ name: "x".repeat(2 * 1024 * 1024) }), [413]],
    ];
    for (const operation of operations.filter((one) => one.body)) {
      for (const [payload, expected] of wholes) {
        const answer = await callerOf(operation).call(operation.method, addressOf(world, operation), payload, {
          ...json,
          "idempotency-key": randomUUID(),
        });
        expectRefused(answer, `${operation.key} ${payload.slice(0, 20)} (${payload.length})`);
        // The endpoint for providers gives no details: it only says that the signature is missing.
        const statuses = operation.path.includes("/notifications/{") ? [...expected, 401, 422] : expected;
        expect(statuses, `${operation.key} ${payload.slice(0, 20)} (${payload.length})`).toContain(answer.status);
      }
    }
    expect(await world.stored()).toBe(before);
  });

  test("of another content type are never parsed as JSON", async () => {
    const before = await world.stored();
    const types = [
      "text/plain",
      "application/json\ta",
      "application/json garbage",
      "application/x-json",
      "text/json",
      "application/xml",
      "application/octet-stream",
      "",
      "/",
      ";",
      "application/jsonp",
      "multipart/form-data",
      "application/json, text/plain",
      "application/json; charset=utf-7",
      'application/json ; x=1; CHARSET = "UTF-16"',
    ];
    for (const operation of operations.filter((one) => one.body)) {
      for (const type of types) {
        const answer = await callerOf(operation).call(
          operation.method,
          addressOf(world, operation),
          JSON.stringify(bodyOf(world, operation)),
          { "content-type": type, "idempotency-key": randomUUID() },
        );
        expectRefused(answer, `${operation.key} as ${JSON.stringify(type)}`);
        expect([400, 401, 413, 415, 422], `${operation.key} as ${JSON.stringify(type)}`).toContain(answer.status);
      }
    }
    expect(await world.stored()).toBe(before);
  });
});

describe("forms sent to pages", () => {
  const urls = [
    "/login",
    "/register",
    "/cart",
    "/checkout",
    "/profile?page=addresses",
    "/manageMerchant",
    "/logout",
    "/",
  ];

  test("that are too large are refused before they are read", async () => {
    const before = await world.stored();
    const large = `email=${"x".repeat(2 * 1024 * 1024)}`;
    for (const url of urls) {
      for (const type of ["application/x-www-form-urlencoded", "application/json"]) {
        const { status } = await world.buyer.call("POST", url, large, { "content-type": type });
        expect([413, 415], `${url} ${type}`).toContain(status);
      }
      const { status } = await world.buyer.call("POST", url, Buffer.alloc(11 * 1024 * 1024), {
        "content-type": "multipart/form-data; boundary=x",
      });
      expect(status, url).toBe(413);
    }
    expect(await world.stored()).toBe(before);
  });

  test("that are not a form, or an incomplete one, are refused without a server error", async () => {
    const before = await world.stored();
    const kinds: [string | undefined, string][] = [
      ["application/json", "{}"],
      ["application/json", "{"],
      ["text/plain", "email=x"],
      ["application/xml", "<x/>"],
      ["multipart/form-data", "x"],
      ["multipart/form-data; boundary=x", "no parts at all"],
      ["multipart/form-data; boundary=x", '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\nbroken off'],
      ["application/x-www-form-urlencoded", "%00=%00&%ff=%ff&=&&&&__proto__=1"],
      ["application/x-www-form-urlencoded", ""],
      [undefined, "x"],
      [undefined, ""],
    ];
    for (const url of urls.filter((one) => one !== "/logout")) {
      for (const [type, body] of kinds) {
        const { statusCode } = await world.app.inject({
          method: "POST",
          url,
          headers: {
            cookie: world.otherBuyer.cookie,
            "sec-fetch-site": "same-origin",
            ...(type === undefined ? {} : { "content-type": type }),
          },
          payload: body,
        });
        expect(statusCode, `${url} ${type} ${body.slice(0, 20)}`).toBeLessThan(500);
      }
    }
    expect(await world.stored()).toBe(before);
  });
});
