import type { FeeTexts } from "#payments/fees/rules.ts";
import { guideTopics } from "../../help/guide-topics.ts";
import { useScrollToHash } from "../../scroll-to-hash.ts";
import { Article } from "../information/article.tsx";
import { HelpSearch } from "./help-search.tsx";
import { HelpText } from "./help-text.tsx";

/** All articles of the guide. */
export function GuideText({ fees }: { fees: FeeTexts }) {
  useScrollToHash();
  return (
    <Article
      title="Ada yang bisa kami bantu?"
      intro="Dari mencari barang sampai menerima paket, apa yang terjadi dengan uang Anda di antaranya, dan cara menjaga akun."
      below={<HelpSearch asked="" />}
      chapters={guideTopics(fees).map(({ id, title, articles }) => ({
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
