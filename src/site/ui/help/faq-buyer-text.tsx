import { hrefs } from "#hrefs.ts";
import type { FeeTexts } from "#payments/fees/rules.ts";
import { buyerQuestions } from "../../help/buyer-questions.ts";
import { useScrollToHash } from "../../scroll-to-hash.ts";
import { Article, Questions, questionsForSearch } from "../information/article.tsx";

/** The questions of buyers for search engines. */
export const structuredQuestions = (fees: FeeTexts) => questionsForSearch(buyerQuestions(fees));

/** All questions of buyers with their answers. */
export function FaqBuyerText({ fees }: { fees: FeeTexts }) {
  useScrollToHash();
  return (
    <Article
      title="Tanya jawab pembeli"
      intro="Yang paling sering ditanyakan orang sebelum dan sesudah membeli."
      chapters={buyerQuestions(fees).map(({ id, title, questions }) => ({
        id,
        title,
        body: <Questions questions={questions} />,
      }))}
      after={
        <p>
          Belum terjawab? Baca <a href={hrefs.guide()}>panduan</a> atau{" "}
          <a href={`${hrefs.guide()}#tanya-kami`}>tanya kami</a>.
        </p>
      }
    />
  );
}
