import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import {
  RouterProvider,
  UNSAFE_createBrowserHistory,
  UNSAFE_ErrorResponseImpl,
  type HydrationState,
  type RouteObject,
} from "react-router";
import { setIndonesianValidationMessages } from "#ui/validation-messages.ts";
import "./styles.ts";
import "./shared-code.ts";
import { ErrorBoundary } from "#site/error-boundary.tsx";
import { deferRouter } from "./deferred-router/deferred-router.ts";
import { onFirstActivity } from "./deferred-router/first-activity.ts";
import { delayFormsAndLinksWhileOffline } from "./deferred-router/network.ts";
import { SessionProvider, type SessionUser } from "#accounts/ui/session/session-provider.tsx";
import { Shell } from "#site/shell.tsx";

type State = {
  user: SessionUser | null | undefined;
  errors: Record<string, { status: number; data?: unknown }> | null;
  /** Id and path of the shown page in the route tree. */
  id: string;
  path: string;
} & Pick<HydrationState, "loaderData" | "actionData">;

declare global {
  interface Window {
    /** Buttons and links that were pressed before the scripts were loaded, in order (document.ts). */
    early?: HTMLElement[] | undefined;
  }
}

/** Hydrates the server's page. Loads the page's code first, so that nothing flickers. */
async function start(): Promise<void> {
  const element = document.getElementById("state");
  const root = document.getElementById("root");
  if (!element || !root) return;
  const { user, id, path, errors: failed, loaderData, actionData } = JSON.parse(element.textContent ?? "{}") as State;
  // The page's stylesheet contains several files. Disabled links to them keep later pages from loading them again.
  for (const href of document.querySelector<HTMLElement>("link[data-of]")?.dataset.of?.split(" ") ?? [])
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", disabled: true, href }));
  const code = element.dataset.page;
  const page = code ? ((await import(/* @vite-ignore */ code)) as Partial<RouteObject>) : {};
  const errors =
    failed &&
    Object.fromEntries(
      Object.entries(failed).map(([key, it]) => [key, new UNSAFE_ErrorResponseImpl(it.status, "", it.data ?? null)]),
    );
  const hydrationData = { loaderData, actionData, errors } as HydrationState;
  const { Component, handle } = page;
  const errorElement = <ErrorBoundary />;
  const shown = { id, path, Component, handle, errorElement };
  const routes = [{ id: "root", element: <Shell />, errorElement, children: [shown] }] as RouteObject[];
  const { router, load, isLoaded } = deferRouter(routes, hydrationData, UNSAFE_createBrowserHistory(), async () => {
    const { createRouter } = await import("./browser-router.ts");
    return createRouter({ id, page }, hydrationData);
  });
  onFirstActivity(() => void load().catch(() => {}));
  delayFormsAndLinksWhileOffline(() => !isLoaded());
  // From here on React handles all clicks, so the script in the page stops storing them.
  const { early = [] } = window;
  delete window.early;
  // A transition hydrates in slices, so that a slow phone can respond to input in between.
  startTransition(() => {
    hydrateRoot(
      root,
      <SessionProvider initial={user}>
        <RouterProvider router={router} />
      </SessionProvider>,
    );
  });
  // Repeats the stored clicks. React hydrates a clicked component at once.
  for (const one of early) {
    one.ariaBusy = null;
    one.click();
  }
}

setIndonesianValidationMessages();
void start();
