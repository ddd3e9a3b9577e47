import { useActionData, useLoaderData } from "react-router";
import {
  actOnCategories,
  loadCategories,
  type Categories,
  type MergeAnswer,
} from "#catalog/categories/ui/category-requests.ts";
import { CategoryView, NewCategoryView } from "#catalog/categories/ui/category-view.tsx";
import { TreeView } from "#catalog/categories/ui/tree-view.tsx";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";

export const loader = withFrame(loadCategories);
export const action = actOnCategories;

export const handle: PageHandle<Categories> = {
  layout: "console",
  head: () => ({ title: consoleTitle("categories"), noindex: true }),
};

/** The tree of categories, and the form of one. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | MergeAnswer | undefined;
  const failure = answer && "failed" in answer ? answer : undefined;
  const merge = answer && "merge" in answer ? answer : undefined;
  const { open } = data;
  return (
    <ConsoleFrame part="categories">
      {open === null ? (
        <TreeView data={data} failure={failure} />
      ) : typeof open === "string" ? (
        <NewCategoryView key={open} data={data} failure={failure} isLink={open === "link"} />
      ) : (
        <CategoryView key={`${open.id} ${open.version}`} data={data} row={open} failure={failure} merge={merge} />
      )}
    </ConsoleFrame>
  );
}
