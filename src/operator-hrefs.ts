/** URLs that only operators open. They are apart from hrefs.ts, because that file is in the first load of every page. */
import { withQuery } from "./hrefs.ts";
import { paths } from "./page-paths.ts";

export const operatorHrefs = {
  /**
   * Movements of the marketplace's bank accounts: those that wait for an operator, another view, or `files`. `n` is the
   * number of the list's page.
   */
  transfers: (view?: string, { n, q }: { n?: number; q?: string } = {}) =>
    withQuery(paths.operatorTransfers, { view: view === "waiting" ? undefined : view, q, n: n === 1 ? undefined : n }),
  /** One movement of a bank account. */
  transfer: (lineId: string) => withQuery(paths.operatorTransfers, { line: lineId }),
  /** The picture that proves a transfer. */
  transferProof: (attemptId: string) => `/v1/operator/transfer-proofs/${attemptId}`,
  /** The comparison with providers, by day. `n` is the number of the list's page. */
  reconciliation: (n?: number) => withQuery(paths.operatorReconciliation, { n: n === 1 ? undefined : n }),
} as const;
