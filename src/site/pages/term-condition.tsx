import { lazy } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { feesTag, type FeeTexts } from "#payments/fees/rules.ts";
import { loadFees } from "../load-fees.ts";
import { StaticHtml } from "../static-html.tsx";
import article from "../ui/article.module.css";

// The stylesheet of what only the server renders.
String(article.page);
// Only the server imports the text. A browser uses its HTML, and loads its code only after a navigation.
const text = import.meta.env.SSR ? await import("../ui/terms-text.tsx") : undefined;
const LazyTerms = lazy(async () => ({ default: (await import("../ui/terms-text.tsx")).TermsText }));

export const loader = (args: LoaderFunctionArgs): Promise<FeeTexts> => loadFees(args);

export const handle: PageHandle<FeeTexts> = {
  layout: "shop",
  tags: () => [feesTag],
  head: () => ({
    title: "Syarat dan ketentuan",
    description: `Aturan memakai ${brandName()} bagi pembeli dan penjual: akun, pesanan, rekening bersama, biaya, pengiriman, komplain.`,
    canonical: hrefs.termCondition(),
  }),
};

export function Component() {
  const fees = useLoaderData<FeeTexts>();
  return (
    <StaticHtml id="terms" otherwise={<LazyTerms fees={fees} />}>
      {text && <text.TermsText fees={fees} />}
    </StaticHtml>
  );
}
