import type { LoaderFunctionArgs, RouteObject } from "react-router";
import { callContext } from "#lib/api-client.ts";
import { loadCategories, MenuData } from "./category.ts";
import { ErrorPage } from "./error-page.tsx";
import { pageTable } from "./page-table.ts";
import { Shell } from "./shell.tsx";

const files = import.meta.glob("/src/*/pages/*.tsx");

/** The route tree of React Router, made from the page table. Every page is a lazy chunk inside the shell. */
export function routeObjects(): RouteObject[] {
  return [
    {
      id: "root",
      loader: rootLoader,
      shouldRevalidate: () => false,
      element: <Shell />,
      errorElement: <ErrorPage />,
      children: [
        ...pageTable.map(({ path, file }): RouteObject => {
          const load = files[file];
          if (!load) throw new Error(`page file ${file} does not exist`);
          return { id: file, path, lazy: load as RouteObject["lazy"], errorElement: <ErrorPage /> };
        }),
        { id: "not-found", path: "*", loader: notFound, element: null, errorElement: <ErrorPage /> },
      ],
    },
  ] as RouteObject[];
}

/** What the shell needs while the server renders; in the browser it stands in the page already. */
async function rootLoader({ context }: LoaderFunctionArgs) {
  return { menu: new MenuData(import.meta.env.SSR ? await loadCategories(context.get(callContext)) : []) };
}

function notFound(): never {
  throw new Response(null, { status: 404 });
}
