import { hrefs } from "#hrefs.ts";
import { brandName } from "#lib/brand.ts";
import type { FeeTexts } from "#payments/fees/rules.ts";
import { ButtonLink } from "#ui/button.tsx";
import { sellerQuestions } from "../../help/seller-questions.ts";
import { useScrollToHash } from "../../scroll-to-hash.ts";
import { Article, Questions, questionsForSearch } from "../information/article.tsx";

/** The questions of sellers for search engines. */
export const structuredQuestions = (fees: FeeTexts) => questionsForSearch(sellerQuestions(fees));

/** All questions of sellers with their answers. */
export function FaqSellerText({ fees }: { fees: FeeTexts }) {
  useScrollToHash();
  return (
    <Article
      title={`Berjualan di ${brandName()}`}
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
