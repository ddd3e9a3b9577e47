import { lazy } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageApi, type ApiResponse } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import type { InformationApi } from "../information/contract.ts";
import { informationTag } from "../information/rules.ts";
import { StaticHtml } from "../static-html.tsx";
import article from "../ui/information/article.module.css";

// The stylesheet of what only the server renders.
String(article.page);
// Only the server imports the text. A browser uses its HTML, and loads its code only after a navigation.
const text = import.meta.env.SSR ? await import("../ui/information/information-text.tsx") : undefined;
const LazyText = lazy(async () => ({
  default: (await import("../ui/information/information-text.tsx")).InformationText,
}));

export type Information = ApiResponse<InformationApi["GET /v1/information/:slug"]>["result"];

export async function loader(args: LoaderFunctionArgs): Promise<Information> {
  const params = { slug: args.params.slug ?? "" };
  return (await pageApi<InformationApi>(args)("GET /v1/information/:slug", { params })).result;
}

export const handle: PageHandle<Information> = {
  layout: "shop",
  tags: ({ slug }) => [informationTag(slug)],
  head: ({ slug, title, summary }) => ({
    title,
    ...(summary !== "" && { description: summary }),
    canonical: reviewHrefs.information(slug),
  }),
};

/** A page that operators wrote. */
export function Component() {
  const page = useLoaderData<Information>();
  return (
    <StaticHtml key={page.slug} id={`information-${page.slug}`} otherwise={<LazyText page={page} />}>
      {text && <text.InformationText page={page} />}
    </StaticHtml>
  );
}
