import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { pageApi, type ApiResponse } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { BackLink } from "#ui/back-link.tsx";
import type { PaperApi } from "../contract.ts";
import { PaperActions, PaperView } from "../ui/paper-view.tsx";
import styles from "../ui/paper.module.css";

type Data = { month: string; paper: ApiResponse<PaperApi["GET /v1/papers/statements/:month"]>["result"] };

export async function loader(args: LoaderFunctionArgs): Promise<Data> {
  const month = args.params.month ?? "";
  const { result: paper } = await pageApi<PaperApi>(args)("GET /v1/papers/statements/:month", { params: { month } });
  return { month, paper };
}

export const handle: PageHandle<Data> = {
  layout: "work",
  head: ({ paper }) => ({ title: `${paper.title} ${paper.number}`, noindex: true }),
};

/** The statement of a month of the seller's balance, to read, print or download. */
export function Component() {
  const { month, paper } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.offPaper}>
        <BackLink href={hrefs.manageMerchant("balance")}>Saldo</BackLink>
      </div>
      <PaperActions
        files={[
          { label: "Unduh PDF", href: sellerHrefs.statementPdf(month) },
          { label: "Unduh CSV", href: sellerHrefs.statementFile(month) },
        ]}
      />
      <PaperView paper={paper} />
    </div>
  );
}
