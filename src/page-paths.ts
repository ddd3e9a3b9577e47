/**
 * The part of the list of pages that every page needs in the browser. The build replaces this file by its values
 * (vite.config.ts), so the first load carries only these paths and not the whole list.
 */
import { pageRows, pages, type PageName, type PageRow } from "./pages.ts";

type OperatorPage = Exclude<Extract<PageName, `operator${string}`>, "operator">;
const isOperatorPage = (name: string) => /^operator[A-Z]/.test(name);
const pathsOf = (isWanted: (name: string) => boolean) =>
  Object.fromEntries(
    Object.entries(pages)
      .filter(([name]) => isWanted(name))
      .map(([name, { path }]) => [name, path]),
  );

/** The path of each page by its name, except the parts of the console, which are in operator-paths.ts. */
export const paths = pathsOf((name) => !isOperatorPage(name)) as {
  readonly [Name in Exclude<PageName, OperatorPage>]: (typeof pages)[Name]["path"];
};

/** The beginnings of the paths of all public pages, without their parameters. */
export const publicPaths: readonly string[] = beginnings(({ cache }) => cache !== undefined);

/** The beginnings of the paths where people log in, register or recover their account. */
export const authPaths: readonly string[] = beginnings(({ isAuthPage }) => isAuthPage === true);

function beginnings(isWanted: (row: PageRow) => boolean): string[] {
  const found = pageRows.filter(isWanted).map(({ path }) => path.replace(/\/:.*/, ""));
  return found.filter(
    (path, at) => !found.slice(0, at).some((other) => path === other || path.startsWith(`${other}/`)),
  );
}
