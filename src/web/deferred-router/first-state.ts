import {
  matchRoutes,
  type createBrowserRouter,
  type HydrationState,
  type Location,
  type RouteObject,
} from "react-router";

export type DataRouter = ReturnType<typeof createBrowserRouter>;

// Copies of React Router's constants, which are in the file that is loaded later.
export const idle = { state: "idle" } as DataRouter["state"]["navigation"] & ReturnType<DataRouter["getFetcher"]>;
export const unblocked = { state: "unblocked" } as ReturnType<DataRouter["getBlocker"]>;

/** The state of a router that has just been initialised at `location` with the data of a server-rendered page. */
export function firstState(
  routes: RouteObject[],
  { historyAction, location }: { historyAction: DataRouter["state"]["historyAction"]; location: Location },
  hydrationData: HydrationState,
): DataRouter["state"] {
  return {
    historyAction,
    location,
    matches: (matchRoutes(routes, location) ?? []) as DataRouter["state"]["matches"],
    initialized: true,
    renderFallback: false,
    navigation: idle,
    restoreScrollPosition: false,
    preventScrollReset: false,
    revalidation: "idle",
    loaderData: hydrationData.loaderData ?? {},
    actionData: hydrationData.actionData ?? null,
    errors: hydrationData.errors ?? null,
    fetchers: new Map(),
    blockers: new Map(),
  };
}
