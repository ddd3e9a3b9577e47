import { expect, test } from "vitest";
import { makeContext } from "../../../test/make/context.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { uiKitRoutes } from "./routes.ts";

test("the page /ui exists in development and in tests, not in production and not after a plain start", async () => {
  for (const [settings, status] of [
    [{}, 200],
    [{ NODE_ENV: "development" }, 200],
    [{ NODE_ENV: "" }, 404],
    [{ NODE_ENV: "production", PUBLIC_URL: "https://pasar.example" }, 404],
  ] as const) {
    const context = await makeContext(settings);
    const app = await createHttp(context);
    uiKitRoutes(app, context);
    expect((await app.inject({ url: "/v1/ui-kit" })).statusCode).toBe(status);
    await app.close();
    await context.close();
  }
});
