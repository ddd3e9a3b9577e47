import type { FormFailure } from "#lib/api-client.ts";
import { Notice } from "#ui/notice.tsx";
import type { TaxMonth } from "../files/contract.ts";
import type { WaitingCertificate } from "../sellers/contract.ts";
import { CertificatesPanel } from "./certificates-panel.tsx";
import type { CategoryTaxAnswer } from "../categories/contract.ts";
import { CategoryTaxPanel } from "./category-tax-panel.tsx";
import { MonthsPanel } from "./months-panel.tsx";
import styles from "./tax.module.css";
import { WithholdingPanel, type Withholding } from "./withholding-panel.tsx";

export type OperatorTax = {
  withholding: Withholding;
  categoryTaxes: CategoryTaxAnswer[];
  /** What a rule can be about: id and name, that of a subcategory with its root. */
  categories: { id: string; name: string }[];
  certificates: WaitingCertificate[];
  months: TaxMonth[];
  notice: string | null;
};

/** Taxes for operators: the switch of PPh 22, rules of categories, the certificates of sellers, and each month. */
export function OperatorTaxView({ data, failure }: { data: OperatorTax; failure: FormFailure | undefined }) {
  return (
    <div className={styles.stack}>
      <h1>Pajak</h1>
      {data.notice && !failure && <Notice tone="success">{data.notice}</Notice>}
      {!data.withholding.decides && (
        <Notice>Peran Anda bisa melihat pajak. Keputusan dan berkasnya untuk operator keuangan dan pemilik.</Notice>
      )}
      {data.certificates.length > 0 && (
        <CertificatesPanel rows={data.certificates} today={data.withholding.today} failure={failure} />
      )}
      <WithholdingPanel data={data.withholding} failure={failure} />
      <CategoryTaxPanel data={data} failure={failure} />
      <MonthsPanel months={data.months} withholding={data.withholding} failure={failure} />
    </div>
  );
}
