import { hrefs } from "#hrefs.ts";
import { marketName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { ButtonLink } from "#ui/button.tsx";
import { terms } from "../term-text.ts";
import { sellerQuestions } from "../help/seller-questions.ts";
import { Article, Questions, questionsForSearch } from "../ui/article.tsx";

export const handle: PageHandle = {
  layout: "shop",
  head: () => ({
    title: "Tanya jawab penjual",
    description: `Cara membuka toko, menjual, mengirim, menerima uang dan menjawab komplain di ${marketName}.`,
    canonical: hrefs.faqSeller(),
    structured: [questionsForSearch(sellerQuestions)],
  }),
};

export function Component() {
  return (
    <Article
      title={`Berjualan di ${marketName}`}
      intro={`Membuka toko gratis. Komisi ${terms.commission} dari barang yang terjual, paling banyak ${terms.commissionCap} tiap baris pesanan, dan tidak ada biaya lain.`}
      chapters={sellerQuestions.map(({ id, title, questions }) => ({
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
