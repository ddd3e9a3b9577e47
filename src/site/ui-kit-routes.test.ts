import { expect, test } from "vitest";
import { makeContext } from "../../test/make.ts";
import { createHttp } from "#lib/http.ts";
import { uiKitRoutes } from "./ui-kit-routes.ts";

test("what the page /ui stands on exists in development and not in production", async () => {
  for (const [settings, status] of [
    [{}, 200],
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
