import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { marketName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { feesTag, type FeeTexts } from "#payments/fees/rules.ts";
import { loadFees } from "../load-fees.ts";
import { buyerQuestions } from "../help/buyer-questions.ts";
import { Article, Questions, questionsForSearch } from "../ui/article.tsx";

export const loader = (args: LoaderFunctionArgs): Promise<FeeTexts> => loadFees(args);

export const handle: PageHandle<FeeTexts> = {
  layout: "shop",
  tags: () => [feesTag],
  head: (fees) => ({
    title: "Tanya jawab pembeli",
    description: `Jawaban tentang memesan, membayar, pengiriman, pembatalan, komplain dan akun di ${marketName}.`,
    canonical: hrefs.faqBuyer(),
    structured: [questionsForSearch(buyerQuestions(fees))],
  }),
};

export function Component() {
  return (
    <Article
      title="Tanya jawab pembeli"
      intro="Yang paling sering ditanyakan orang sebelum dan sesudah membeli."
      chapters={buyerQuestions(useLoaderData<FeeTexts>()).map(({ id, title, questions }) => ({
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
