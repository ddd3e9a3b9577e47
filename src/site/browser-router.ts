import {
  UNSAFE_createRouter,
  UNSAFE_defaultMapRouteProperties,
  UNSAFE_hydrationRouteProperties,
  type HydrationState,
  type RouteObject,
} from "react-router";
import { closeBehind, keepFocus, sayTitle, showFocus } from "./keep-focus.ts";
import { useLateFont } from "./late-font.ts";
import type { MakeRouter } from "./late-router.ts";
import { followPlainLinks } from "./plain-links.ts";
import { routeObjects } from "./route-objects.tsx";

/**
 * Makes the browser's router with all pages, standing on the page that is shown already: `id` and `page` are that page's
 * row and code. Links are visits without a whole load from now on.
 */
export function makeRouter(
  { id, page }: { id: string; page: Partial<RouteObject> },
  hydrationData: HydrationState,
): MakeRouter {
  return (history) => {
    const routes = routeObjects();
    const shown = routes[0]?.children?.find((route) => route.id === id);
    if (shown && id !== "not-found") {
      delete shown.lazy;
      Object.assign(shown, page);
    }
    const router = UNSAFE_createRouter({
      history,
      routes,
      hydrationData,
      mapRouteProperties: UNSAFE_defaultMapRouteProperties,
      hydrationRouteProperties: UNSAFE_hydrationRouteProperties,
    }).initialize();
    const stop = router.subscribe(({ location }) => {
      if (location.key === "default") return;
      stop();
      useLateFont();
    });
    const arrive = keepFocus();
    let { key } = router.state.location;
    router.subscribe(({ location }) => {
      if (location.key !== key) arrive();
      ({ key } = location);
    });
    closeBehind();
    showFocus();
    sayTitle();
    followPlainLinks((href) => void router.navigate(href, { viewTransition: true }));
    return router;
  };
}
