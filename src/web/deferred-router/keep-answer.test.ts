import { createMemoryRouter, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import { keepAnswer } from "./keep-answer.ts";

const routes: RouteObject[] = [
  { id: "page", path: "/produk/:slug", element: null, loader: () => 1, action: () => "tolak" },
];

test("what a form was answered stays while the page's data is loaded again, and is gone at the next page", async () => {
  const router = keepAnswer(createMemoryRouter(routes, { initialEntries: ["/produk/kopi"] }));
  const seen: unknown[] = [];
  router.subscribe(({ actionData }) => seen.push(actionData));
  await router.navigate("/produk/kopi", { formMethod: "post", formData: new FormData() });
  expect(router.state.actionData).toEqual({ page: "tolak" });
  await router.revalidate();
  expect(router.state.actionData).toEqual({ page: "tolak" });
  expect(seen.at(-1)).toEqual({ page: "tolak" });
  expect(router.state).toBe(router.state);
  await router.navigate("/produk/teh");
  expect(router.state.actionData).toBeNull();
  expect(seen.at(-1)).toBeNull();
});
