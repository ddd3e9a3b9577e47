import * as reactRouter from "react-router";
import { redirect, UNSAFE_createMemoryHistory, UNSAFE_createRouter, type RouteObject } from "react-router";
import { expect, onTestFinished, test } from "vitest";
import { deferRouter, type MakeRouter } from "./deferred-router.ts";
import { firstState, idle, unblocked } from "./first-state.ts";

const routes: RouteObject[] = [{ id: "root", children: [{ id: "page", path: "/produk/:slug", element: null }] }];
const hydrationData = { loaderData: { page: { name: "Kopi" } }, errors: null };
const makeHistory = () => UNSAFE_createMemoryHistory({ initialEntries: ["/produk/kopi?warna=hitam#ulasan"] });
const makeRouter: MakeRouter = (history) =>
  UNSAFE_createRouter({ history, routes: structuredClone(routes), hydrationData }).initialize();

function deferred(load: () => Promise<MakeRouter> = async () => makeRouter) {
  const history = makeHistory() as unknown as Parameters<MakeRouter>[0];
  return { history, ...deferRouter(routes, hydrationData, history, load) };
}

test("React Router still has the internal names that the deferred router uses", () => {
  for (const name of [
    "UNSAFE_createBrowserHistory",
    "UNSAFE_createRouter",
    "UNSAFE_defaultMapRouteProperties",
    "UNSAFE_hydrationRouteProperties",
    "UNSAFE_ErrorResponseImpl",
  ])
    expect(reactRouter, name).toHaveProperty(name);
});

test("the stand-in's state equals that of a router that has just started", () => {
  const history = makeHistory();
  const { state } = makeRouter(history as never);
  const first = firstState(routes, { historyAction: history.action, location: history.location }, hydrationData);
  expect(Object.keys(first).sort()).toEqual(Object.keys(state).sort());
  expect({ ...first, matches: first.matches.map(({ route, ...match }) => ({ ...match, id: route.id })) }).toEqual({
    ...state,
    navigation: idle,
    matches: state.matches.map(({ route, ...match }) => ({ ...match, id: route.id })),
  });
});

test("idle navigations, fetchers and blockers have the same state as in the real router", () => {
  const router = makeRouter(makeHistory() as never);
  expect(router.state.navigation).toEqual(idle);
  expect(router.getFetcher("any")).toEqual(idle);
  expect(router.getBlocker("any", () => false)).toEqual(unblocked);
});

test("the stand-in has every member of a router except those that only its creator or a test calls", () => {
  const { router } = deferred();
  const members = new Set(Object.keys(makeRouter(makeHistory() as never)));
  const ownersOnly = ["dispose", "initialize", "future", "patchRoutes"];
  const expected = [...members].filter((name) => !name.startsWith("_internal") && !ownersOnly.includes(name));
  expect(Object.keys(router).sort()).toEqual(expected.sort());
  for (const name of ownersOnly) expect(members, name).toContain(name);
});

test("the real router takes over at the same URL and gets the earlier calls in order", async () => {
  let loads = 0;
  const { router, load, isLoaded } = deferred(async () => {
    loads += 1;
    return makeRouter;
  });
  expect(router.state.loaderData).toEqual(hydrationData.loaderData);
  expect(router.match("/produk/teh")?.at(-1)?.params).toEqual({ slug: "teh" });
  const seen: string[] = [];
  router.subscribe(({ location }) => seen.push(location.pathname));
  expect([router.getFetcher("early").state, isLoaded(), loads]).toEqual(["idle", false, 0]);
  await router.navigate("/produk/teh");
  expect([loads, isLoaded(), router.state.location.pathname, seen.at(-1)]).toEqual([
    1,
    true,
    "/produk/teh",
    "/produk/teh",
  ]);
  expect(router.state).toBe((await load()).state);
  expect(loads).toBe(1);
});

test("another button of a form is free when its answer is shown, not when the next page takes the answer away", async () => {
  const answers = ["tolak", redirect("/produk/kopi?tersimpan=1")];
  const page = { id: "page", path: "/produk/:slug", element: null, loader: () => 1, action: () => answers.shift() };
  const { router } = deferred(
    async () => (history) => UNSAFE_createRouter({ history, routes: [page], hydrationData }).initialize(),
  );
  const happened: string[] = [];
  onTestFinished(() => void (globalThis.holdForm = undefined));
  const press = async (name: string) => {
    globalThis.holdForm = (ended, _, answered) => {
      void answered?.then(() => happened.push(`${name} answered`));
      void ended.then(() => happened.push(`${name} ended`));
    };
    await router.navigate("/produk/kopi", { formMethod: "post", formData: new FormData() });
  };
  await press("refused");
  await press("saved");
  expect(router.state.location.search).toBe("?tersimpan=1");
  await expect.poll(() => happened).toEqual(["refused answered", "refused ended", "saved ended"]);
});

test("after a failed load, the next call loads the router", async () => {
  let loads = 0;
  const { load } = deferred(async () => {
    loads += 1;
    if (loads === 1) throw new Error("no network");
    return makeRouter;
  });
  await expect(load()).rejects.toThrow("no network");
  expect((await load()).state.location.pathname).toBe("/produk/kopi");
});
