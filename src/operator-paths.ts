/**
 * The paths of the parts of the console, apart from page-paths.ts, which is in the first load of every page.
 * The build replaces this file by its values (vite.config.ts).
 */
import { pages, type PageName } from "./pages.ts";

type OperatorPage = Exclude<Extract<PageName, `operator${string}`>, "operator">;

/** The path of each part of the console by the name of its page. */
export const operatorPaths = Object.fromEntries(
  Object.entries(pages)
    .filter(([name]) => /^operator[A-Z]/.test(name))
    .map(([name, { path }]) => [name, path]),
) as { readonly [Name in OperatorPage]: (typeof pages)[Name]["path"] };
