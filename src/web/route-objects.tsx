import type { LoaderFunctionArgs, RouteObject, ShouldRevalidateFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { callContext } from "#lib/api-client.ts";
import { loadCategories, MenuData, type RootData } from "#site/menu-category.ts";
import { ErrorBoundary } from "#site/error-boundary.tsx";
import { pageRows } from "#pages.ts";
import { Shell } from "#site/shell.tsx";

const files = import.meta.glob("/src/*/pages/*.tsx");

/** Makes React Router's route tree from the list of pages. Each page is lazy and inside the shell. */
export function routeObjects(): RouteObject[] {
  return [
    {
      id: "root",
      loader: rootLoader,
      shouldRevalidate: () => false,
      element: <Shell />,
      errorElement: <ErrorBoundary />,
      children: [
        ...pageRows.map(({ path, file }): RouteObject => {
          const load = files[file];
          if (!load) throw new Error(`page file ${file} does not exist`);
          return {
            id: file,
            path,
            lazy: load as RouteObject["lazy"],
            errorElement: <ErrorBoundary />,
            ...(path.startsWith(hrefs.operator()) && { shouldRevalidate: isRefusedByChange }),
          };
        }),
        { id: "not-found", path: "*", loader: notFound, element: null, errorElement: <ErrorBoundary /> },
      ],
    },
  ] as RouteObject[];
}

/** Several operators work on the same things: what was refused because something changed shows what holds now. */
function isRefusedByChange({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || [403, 404, 409].includes(actionStatus ?? 0);
}

/**
 * Loads the categories that every page may use (`useRouteLoaderData("root")`), and the data of the menus for the
 * server.
 */
async function rootLoader({ context }: LoaderFunctionArgs): Promise<RootData> {
  const categories = await loadCategories(context.get(callContext));
  return { categories: categories.map(({ categories: _children, ...root }) => root), menu: new MenuData(categories) };
}

function notFound(): never {
  throw new Response(null, { status: 404 });
}
