import type { LazyRouteFunction, RouteObject } from "react-router";
import { ErrorPage } from "./error-page.tsx";
import { pageTable } from "./page-table.ts";
import { Shell } from "./shell.tsx";

const files = import.meta.glob("/src/*/pages/*.tsx");

/** The route tree of React Router, made from the page table. Every page is a lazy chunk inside the shell. */
export function routeObjects(): RouteObject[] {
  return [
    {
      element: <Shell />,
      errorElement: <ErrorPage />,
      children: [
        ...pageTable.map(({ path, file }): RouteObject => {
          const load = files[file];
          if (!load) throw new Error(`page file ${file} does not exist`);
          return { id: file, path, lazy: load as LazyRouteFunction<RouteObject>, errorElement: <ErrorPage /> };
        }),
        { id: "not-found", path: "*", loader: notFound, element: null, errorElement: <ErrorPage /> },
      ],
    },
  ] as RouteObject[];
}

function notFound(): never {
  throw new Response(null, { status: 404 });
}
