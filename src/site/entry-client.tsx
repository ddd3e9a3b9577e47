import { hydrateRoot } from "react-dom/client";
import {
  createBrowserRouter,
  matchRoutes,
  RouterProvider,
  type HydrationState,
  UNSAFE_ErrorResponseImpl,
} from "react-router";
import { ignoreDoubleSend } from "#ui/double-send.ts";
import { speakFormSentences } from "#ui/form-sentences.ts";
import "./styles.ts";
import { SessionProvider, type SessionUser } from "./session.tsx";
import { routeObjects } from "./route-objects.tsx";

type State = { user: SessionUser | null | undefined; errors: Record<string, { status: number }> | null } & Pick<
  HydrationState,
  "loaderData" | "actionData"
>;

/** Takes the server's page over: loads the matching page's code first, so that nothing flickers. */
async function start(): Promise<void> {
  const element = document.getElementById("state");
  const root = document.getElementById("root");
  if (!element || !root) return;
  const state = JSON.parse(element.textContent ?? "{}") as State;
  const routes = routeObjects();
  const matches = matchRoutes(routes, location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== "function") return;
      const { lazy: _lazy, ...rest } = { ...route, ...(await route.lazy()) };
      Object.assign(route, rest);
      delete route.lazy;
    }),
  );
  const errors = state.errors
    ? Object.fromEntries(
        Object.entries(state.errors).map(([id, { status }]) => [id, new UNSAFE_ErrorResponseImpl(status, "", null)]),
      )
    : null;
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData: state.loaderData, actionData: state.actionData, errors } as HydrationState,
  });
  hydrateRoot(
    root,
    <SessionProvider initial={state.user}>
      <RouterProvider router={router} />
    </SessionProvider>,
  );
  document.documentElement.dataset.ready = "1";
}

speakFormSentences();
ignoreDoubleSend();
void start();
