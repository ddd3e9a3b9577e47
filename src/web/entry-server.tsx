import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  RouterContextProvider,
  StaticRouterProvider,
  type RouteObject,
} from "react-router";
import { callContext, type RawCall } from "#lib/api-client.ts";
import { consoleFailureWords } from "#operator/ui/frame/console-failure.tsx";
import { frameOfFailure } from "#operator/ui/frame/load-frame.ts";
import { brandName } from "#lib/brand.ts";
import type { Head, PageHandle } from "#lib/page.ts";
import { FormWasSubmitted } from "#ui/field.tsx";
import "./styles.ts";
import { SessionProvider, type SessionUser } from "#accounts/ui/session/session-provider.tsx";
import { withLoginInterstitial } from "./login-interstitial.ts";
import { pageRows } from "#pages.ts";
import { routeObjects } from "./route-objects.tsx";

/** For the measurement of what one rendering of a whole page costs (bench/). */
export { clearStaticHtml } from "#site/static-html.tsx";

const routes = routeObjects();
for (const route of routes[0]?.children ?? []) {
  const { lazy } = route;
  const isPersonal = pageRows.some(({ file, cache }) => file === route.id && cache === undefined);
  if (isPersonal && typeof lazy === "function")
    route.lazy = async () => withLoginInterstitial((await lazy()) as Partial<RouteObject>) as never;
}
const handler = createStaticHandler(routes);

export type Rendered =
  | { kind: "redirect"; status: number; location: string }
  | {
      kind: "page";
      status: number;
      html: string;
      head: Head;
      state: string;
      tags: readonly string[];
      file: string | undefined;
      layout: string;
    };

/** JSON for the content of a script element, escaped so that no value can close the element or be read as HTML. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}

/**
 * Runs the page's loaders (for a POST also its action) and renders the page. `call` calls the API: with the visitor's
 * rights for a personal page, with none for a page that will be cached. `findUser` returns the user whom the header
 * shows. It runs after the action, because the action may log the user in.
 */
export async function render(
  request: Request,
  call: RawCall,
  findUser?: () => Promise<SessionUser | null>,
): Promise<Rendered> {
  const requestContext = new RouterContextProvider();
  requestContext.set(callContext, call);
  const context = await handler.query(request, { requestContext });
  if (context instanceof Response) {
    return { kind: "redirect", status: context.status, location: context.headers.get("location") ?? "/" };
  }
  const user = await findUser?.();
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToString(
    <FormWasSubmitted value={Object.keys(context.actionData ?? {}).length > 0}>
      <SessionProvider initial={user}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </SessionProvider>
    </FormWasSubmitted>,
  );
  const leaf = context.matches.at(-1);
  const handle = leaf?.route.handle as PageHandle<unknown> | undefined;
  const data: unknown = leaf ? context.loaderData[leaf.route.id] : undefined;
  const failed = context.errors !== null && context.errors !== undefined;
  const inConsole = Object.values(context.errors ?? {}).some((error) => frameOfFailure(error) !== undefined);
  const head = failed
    ? {
        title: inConsole
          ? consoleFailureWords(context.statusCode, context.location.pathname + context.location.search).title
          : context.statusCode === 404
            ? "Halaman tidak ditemukan"
            : context.statusCode === 401
              ? "Masuk lagi"
              : context.statusCode === 403
                ? "Tidak ada akses"
                : "Terjadi kesalahan",
        noindex: true,
      }
    : (handle?.head?.(data as never, new URL(request.url)) ?? { title: brandName() });
  return {
    kind: "page",
    status: context.statusCode,
    html,
    head,
    state: scriptJson({
      user,
      id: leaf?.route.id,
      path: leaf?.route.path,
      loaderData: context.loaderData,
      actionData: context.actionData,
      errors: serializeErrors(context.errors),
    }),
    tags: failed ? [] : (handle?.tags?.(data as never) ?? []),
    file: leaf?.route.id,
    layout: failed && !inConsole ? "shop" : (handle?.layout ?? "shop"),
  };
}

function serializeErrors(errors: Record<string, unknown> | null | undefined) {
  if (!errors) return null;
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => {
      const status = typeof error === "object" && error !== null && "status" in error ? Number(error.status) : 500;
      // The login interstitial shows the input (401), a forbidden page the reason (403), and the console its frame.
      // Other errors show no details.
      const shows = status === 401 || status === 403 || frameOfFailure(error) !== undefined;
      return [id, shows ? { status, data: (error as { data?: unknown }).data } : { status }];
    }),
  );
}

/** True when the path belongs to a page. */
export function isPage(pathname: string): boolean {
  return (matchRoutes(routes, pathname)?.at(-1)?.route.id ?? "not-found") !== "not-found";
}
