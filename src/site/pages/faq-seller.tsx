import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { marketName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { feesTag, type FeeTexts } from "#payments/fees/rules.ts";
import { ButtonLink } from "#ui/button.tsx";
import { loadFees } from "../load-fees.ts";
import { sellerQuestions } from "../help/seller-questions.ts";
import { Article, Questions, questionsForSearch } from "../ui/article.tsx";

export const loader = (args: LoaderFunctionArgs): Promise<FeeTexts> => loadFees(args);

export const handle: PageHandle<FeeTexts> = {
  layout: "shop",
  tags: () => [feesTag],
  head: (fees) => ({
    title: "Tanya jawab penjual",
    description: `Cara membuka toko, menjual, mengirim, menerima uang dan menjawab komplain di ${marketName}.`,
    canonical: hrefs.faqSeller(),
    structured: [questionsForSearch(sellerQuestions(fees))],
  }),
};

export function Component() {
  const fees = useLoaderData<FeeTexts>();
  return (
    <Article
      title={`Berjualan di ${marketName}`}
      intro={`Membuka toko gratis. Tidak ada biaya selain komisi dari barang yang terjual: ${fees.commission}.${fees.commissionDetails}`}
      chapters={sellerQuestions(fees).map(({ id, title, questions }) => ({
        id,
        title,
        body: <Questions questions={questions} />,
      }))}
      after={
        <>
          <ButtonLink href={hrefs.register("penjual")} icon="store">
            Daftar dan buka toko
          </ButtonLink>
          <ButtonLink href={hrefs.profile("openShop")} variant="outline">
            Saya sudah punya akun
          </ButtonLink>
        </>
      }
    />
  );
}
