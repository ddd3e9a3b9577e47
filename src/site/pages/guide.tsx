import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { pageApi } from "#lib/api-client.ts";
import { marketName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { feesTag, type FeeTexts } from "#payments/fees/rules.ts";
import { loadFees } from "../load-fees.ts";
import type { HelpApi } from "../help/contract.ts";
import { guideTopics } from "../help/guide-topics.ts";
import type { FoundHelp } from "../help/search-help.ts";
import { Article } from "../ui/article.tsx";
import { FoundHelpList, HelpSearch } from "../ui/help-search.tsx";
import styles from "../ui/help-search.module.css";
import { HelpText } from "../ui/help-text.tsx";

type Data = { asked: string } & ({ found: FoundHelp[] } | { found: null; fees: FeeTexts });

export const handle: PageHandle<Data> = {
  layout: "shop",
  tags: () => [feesTag],
  head: ({ asked }) => ({
    title: asked === "" ? "Panduan belanja dan berjualan" : `Bantuan: ${asked}`,
    description: `Cara mencari, membayar, melacak dan menerima pesanan di ${marketName}, menjaga akun, dan mengatur data Anda.`,
    canonical: hrefs.guide(),
    noindex: asked !== "",
  }),
};

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Data> {
  const asked = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 200);
  if (asked === "") return { asked, found: null, fees: await loadFees({ request, context }) };
  const { result } = await pageApi<HelpApi>({ request, context })("GET /v1/help", { query: { q: asked } });
  return { asked, found: result };
}

/** The whole guide, or the texts that match a question. */
export function Component() {
  const loaded = useLoaderData<Data>();
  if (loaded.found) {
    const { asked, found } = loaded;
    return (
      <div className={`wrap ${styles.results}`}>
        <header>
          <h1>Bantuan</h1>
          <HelpSearch asked={asked} />
        </header>
        <FoundHelpList asked={asked} found={found} />
      </div>
    );
  }
  return (
    <Article
      title="Ada yang bisa kami bantu?"
      intro="Dari mencari barang sampai menerima paket, apa yang terjadi dengan uang Anda di antaranya, dan cara menjaga akun."
      below={<HelpSearch asked="" />}
      chapters={guideTopics(loaded.fees).map(({ id, title, articles }) => ({
        id,
        title,
        body: articles.map((article) => (
          <section key={article.id} id={article.id} aria-labelledby={`${article.id}-heading`}>
            <h3 id={`${article.id}-heading`}>{article.title}</h3>
            <HelpText blocks={article.blocks} />
          </section>
        )),
      }))}
    />
  );
}
