import { lazy } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { feesTag, type FeeTexts } from "#payments/fees/rules.ts";
import type { PlaceTexts } from "../information/contract.ts";
import { informationTag } from "../information/rules.ts";
import { loadPlace } from "../load-place.ts";
import { loadFees } from "../load-fees.ts";
import { StaticHtml } from "../static-html.tsx";
import article from "../ui/information/article.module.css";

// The stylesheet of what only the server renders.
String(article.page);
// Only the server imports the text. A browser uses its HTML, and loads its code only after a navigation.
const text = import.meta.env.SSR ? await import("../ui/information/terms-text.tsx") : undefined;
const LazyTerms = lazy(async () => ({ default: (await import("../ui/information/terms-text.tsx")).TermsText }));

type Data = { fees: FeeTexts; texts: PlaceTexts };

export async function loader(args: LoaderFunctionArgs): Promise<Data> {
  const [fees, texts] = await Promise.all([loadFees(args), loadPlace(args, "terms")]);
  return { fees, texts };
}

export const handle: PageHandle<Data> = {
  layout: "shop",
  tags: () => [feesTag, informationTag("terms")],
  head: () => ({
    title: "Syarat dan ketentuan",
    description: `Aturan memakai ${brandName()} bagi pembeli dan penjual: akun, pesanan, rekening bersama, biaya, pengiriman, komplain.`,
    canonical: hrefs.termCondition(),
  }),
};

export function Component() {
  const data = useLoaderData<Data>();
  return (
    <StaticHtml id="terms" otherwise={<LazyTerms {...data} />}>
      {text && <text.TermsText {...data} />}
    </StaticHtml>
  );
}
