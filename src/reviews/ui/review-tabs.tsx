import { reviewHrefs } from "#review-hrefs.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { Tabs } from "#ui/tabs.tsx";

/** The views of what a buyer has to say: reviews, questions, and reports about those of others. */
export function BuyerTabs({ current }: { current: "waiting" | "written" | "questions" | "reports" }) {
  return (
    <Tabs
      label="Ulasan dan pertanyaan"
      tabs={[
        { href: reviewHrefs.buyerReviews(), label: "Belum diulas", current: current === "waiting" },
        { href: reviewHrefs.buyerReviews({ view: "written" }), label: "Ulasan saya", current: current === "written" },
        { href: reviewHrefs.buyerQuestions(), label: "Pertanyaan saya", current: current === "questions" },
        { href: reviewHrefs.reports(), label: "Laporan", current: current === "reports" },
      ]}
    />
  );
}

/** The views of what buyers say about a shop's products. */
export function SellerTabs({ current }: { current: "waiting" | "all" | "questions" | "all-questions" }) {
  return (
    <Tabs
      label="Ulasan dan pertanyaan"
      tabs={[
        { href: sellerHrefs.sellerReviews(), label: "Ulasan belum dibalas", current: current === "waiting" },
        { href: sellerHrefs.sellerReviews("all"), label: "Semua ulasan", current: current === "all" },
        { href: sellerHrefs.sellerQuestions(), label: "Pertanyaan belum dijawab", current: current === "questions" },
        { href: sellerHrefs.sellerQuestions("all"), label: "Semua pertanyaan", current: current === "all-questions" },
      ]}
    />
  );
}
