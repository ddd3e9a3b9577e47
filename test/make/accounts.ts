import type { FastifyInstance } from "fastify";

import { accountRoutes } from "../../src/accounts/routes.ts";
import { createAuthenticate } from "../../src/accounts/session/session.ts";
import type { Context } from "../../src/lib/context.ts";
import { createHttp } from "../../src/lib/http/create-http.ts";
import { notificationRoutes } from "../../src/notifications/routes.ts";
import { addressRoutes } from "../../src/addresses/routes.ts";
import { regionRoutes } from "../../src/regions/routes.ts";
import { makeContext } from "./context.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects, and fails when that is not there
export type Answer = { status: number; body: any; headers: Record<string, unknown>; cookies: readonly Cookie[] };
type Cookie = { name: string; value: string; path?: string; httpOnly?: boolean; secure?: boolean; sameSite?: string };

/** A browser that stores its cookies. */
export type Visitor = {
  call(method: Method, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The session token in its cookie. */
  token(): string | undefined;
};
type Method = "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD";

/** The API of accounts, notifications, regions and addresses, without pages. */
export async function makeAccountsApi(
  context: Context,
): Promise<{ app: FastifyInstance; visitor(address?: string): Visitor; close(): Promise<void> }> {
  const app = await createHttp(context);
  for (const register of [accountRoutes, notificationRoutes, regionRoutes, addressRoutes]) {
    await app.register(async (scope) => register(scope, context));
  }
  await app.ready();
  return {
    app,
    visitor: (address = "127.0.0.1") => makeVisitor(app, address),
    close: () => app.close(),
  };
}

function makeVisitor(app: FastifyInstance, address: string): Visitor {
  const jar = new Map<string, string>();
  return {
    token: () => jar.get("sid") ?? jar.get("__Host-sid"),
    async call(method, url, body, headers = {}) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await app.inject({
        method,
        url,
        remoteAddress: address,
        headers: {
          "sec-fetch-site": "same-origin",
          ...(cookie ? { cookie } : {}),
          ...(body === undefined || typeof body === "string" ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      for (const { name, value } of response.cookies) {
        if (value === "") jar.delete(name);
        else jar.set(name, value);
      }
      const text = response.body;
      return {
        status: response.statusCode,
        body: text.startsWith("{") ? JSON.parse(text) : text,
        headers: response.headers,
        cookies: response.cookies as readonly Cookie[],
      };
    },
  };
}

/** The body of a registration, with a unique e-mail and a good password. */
export function registrationOf(
  fields: Record<string, unknown> = {},
): Record<string, unknown> & { email: string; password: string } {
  people += 1;
  const password = "kebun-teh-di-lereng-7";
  return {
    name: "Rina Wulandari",
    email: `rina-${process.pid}-${people}@kawung.test`,
    password,
    password_confirmation: password,
    ...fields,
  };
}
let people = 0;

/** Registers a user with this browser and logs them in. */
export async function makeLoggedIn(
  visitor: Visitor,
  fields: Record<string, unknown> = {},
): Promise<{ id: string; email: string; password: string }> {
  const { email, password, ...rest } = registrationOf(fields);
  const registered = await visitor.call("POST", "/v1/auth/register", { email, password, ...rest });
  if (registered.status !== 200) throw new Error(JSON.stringify(registered.body));
  const login = await visitor.call("POST", "/v1/auth/login", { email, password });
  if (login.status !== 200) throw new Error(JSON.stringify(login.body));
  return { id: login.body.user.id as string, email, password };
}

/**
 * A context with its API. A test moves its clock with `time.ahead`, which also ends the windows of attempt limits. Each
 * visitor has their own IP address, so that no test reaches the limits of another.
 */
export async function makeMovableAccounts() {
  const made = await makeContext();
  const time = { ahead: 0 };
  const clock = { ...made.clock, now: () => new Date(Date.now() + time.ahead) };
  const context = { ...made, clock, authenticate: createAuthenticate({ db: made.db, config: made.config, clock }) };
  const api = await makeAccountsApi(context);
  let addresses = 0;
  return {
    context,
    api,
    time,
    visitor() {
      addresses += 1;
      return api.visitor(`10.1.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`);
    },
    async close() {
      await api.close();
      await made.close();
    },
  };
}
