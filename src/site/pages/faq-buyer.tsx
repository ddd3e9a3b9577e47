import { lazy } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { feesTag, type FeeTexts } from "#payments/fees/rules.ts";
import { loadFees } from "../load-fees.ts";
import { StaticHtml } from "../static-html.tsx";
import article from "../ui/information/article.module.css";

// The stylesheet of what only the server renders.
String(article.page);
// Only the server imports the text. A browser uses its HTML, and loads its code only after a navigation.
const text = import.meta.env.SSR ? await import("../ui/help/faq-buyer-text.tsx") : undefined;
const LazyFaq = lazy(async () => ({ default: (await import("../ui/help/faq-buyer-text.tsx")).FaqBuyerText }));

export const loader = (args: LoaderFunctionArgs): Promise<FeeTexts> => loadFees(args);

export const handle: PageHandle<FeeTexts> = {
  layout: "shop",
  tags: () => [feesTag],
  head: (fees) => ({
    title: "Tanya jawab pembeli",
    description: `Jawaban tentang memesan, membayar, pengiriman, pembatalan, komplain dan akun di ${brandName()}.`,
    canonical: hrefs.faqBuyer(),
    structured: text ? [text.structuredQuestions(fees)] : [],
  }),
};

export function Component() {
  const fees = useLoaderData<FeeTexts>();
  return (
    <StaticHtml id="faq-buyer" otherwise={<LazyFaq fees={fees} />}>
      {text && <text.FaqBuyerText fees={fees} />}
    </StaticHtml>
  );
}
