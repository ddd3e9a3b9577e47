import {
  UNSAFE_createRouter,
  UNSAFE_defaultMapRouteProperties,
  UNSAFE_hydrationRouteProperties,
  type HydrationState,
  type RouteObject,
} from "react-router";
import { hideChatOverControls } from "./hide-chat-link.ts";
import { closeOnFocusLeave, restoreFocus, announceTitle, scrollToFocus } from "./restore-focus.ts";
import { showDeferredFont } from "./deferred-font.ts";
import type { MakeRouter } from "./deferred-router/deferred-router.ts";
import type { DataRouter } from "./deferred-router/first-state.ts";
import { visitWithFullLoad } from "./deferred-router/full-load.ts";
import { keepAnswer } from "./deferred-router/keep-answer.ts";
import { ApiError } from "#lib/api-client.ts";
import { answerDraft } from "#lib/browser/form-drafts.ts";
import { isReachable, waitUntilReachable } from "./offline.ts";
import { interceptLinks } from "./intercept-links.ts";
import { routeObjects } from "./route-objects.tsx";

/**
 * Makes the browser's router with all pages. It starts at the page that is already shown: `id` is its route and `page`
 * its code. From then on links open pages without a full load.
 */
export function createRouter(
  { id, page }: { id: string; page: Partial<RouteObject> },
  hydrationData: HydrationState,
): MakeRouter {
  return (history) => {
    const routes = routeObjects();
    for (const route of routes[0]?.children ?? []) {
      const { lazy } = route;
      if (typeof lazy === "function")
        route.lazy = () =>
          lazy().then(
            (code) => wrapPage(code as Partial<RouteObject>) as never,
            (error) => retryWhenReachable(error, router),
          );
    }
    const shown = routes[0]?.children?.find((route) => route.id === id);
    if (shown && id !== "not-found") {
      delete shown.lazy;
      Object.assign(shown, wrapPage(page));
    }
    const router: DataRouter = keepAnswer(
      UNSAFE_createRouter({
        history,
        routes,
        hydrationData,
        mapRouteProperties: UNSAFE_defaultMapRouteProperties,
        hydrationRouteProperties: UNSAFE_hydrationRouteProperties,
      }).initialize(),
    );
    const stop = router.subscribe(({ location }) => {
      if (location.key === "default") return;
      stop();
      showDeferredFont();
    });
    const pageChanged = restoreFocus();
    let { key } = router.state.location;
    router.subscribe(({ location }) => {
      if (location.key !== key) pageChanged();
      ({ key } = location);
    });
    hideChatOverControls();
    closeOnFocusLeave();
    scrollToFocus();
    announceTitle();
    interceptLinks((href) => void router.navigate(href, { viewTransition: true }));
    return router;
  };
}

/**
 * Wraps the page's loader so that it waits for the network instead of failing, and its action so that its answer
 * decides about the draft of the form.
 */
function wrapPage({ loader, action: act, ...page }: Partial<RouteObject>): Partial<RouteObject> {
  const action: typeof act = typeof act === "function" ? (...args) => answerDraft(async () => act(...args)) : act;
  if (typeof loader !== "function") return { loader, action, ...page } as Partial<RouteObject>;
  const load: typeof loader = async (args, ...rest) => {
    const { signal } = args.request;
    for (let attempts = 0; ; attempts += 1) {
      try {
        return await loader(args, ...rest);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 0 || signal.aborted) throw error;
        if (attempts > 0 || !(await isReachable())) await waitUntilReachable(signal);
        if (signal.aborted) throw error;
      }
    }
  };
  return { ...page, loader: load, action } as Partial<RouteObject>;
}

/**
 * Waits for the network after the code of a page could not be loaded, then opens that page with a full load, because a
 * browser does not request a failed module again. Throws `error` when the user has left the navigation meanwhile.
 */
async function retryWhenReachable(error: unknown, router: DataRouter): Promise<never> {
  const givenUp = new AbortController();
  const stop = router.subscribe(({ navigation: { state } }) => state === "idle" && givenUp.abort());
  if (!(await isReachable())) await waitUntilReachable(givenUp.signal);
  stop();
  const navigation = router.state.navigation;
  if (!navigation.location) throw error;
  // After an action's redirect the navigation still has the form, which is saved already.
  const isSaved = navigation.state === "loading";
  visitWithFullLoad(router.createHref(navigation.location), isSaved ? {} : navigation);
  return new Promise<never>(() => {});
}
