import type { FormFailure } from "#lib/api-client.ts";
import { Notice } from "#ui/notice.tsx";
import styles from "./tax.module.css";
import { WithholdingPanel, type Withholding } from "./withholding-panel.tsx";

export type OperatorTax = { withholding: Withholding; notice: string | null };

/** Taxes for operators: the switch of PPh 22. */
export function OperatorTaxView({ data, failure }: { data: OperatorTax; failure: FormFailure | undefined }) {
  return (
    <div className={styles.stack}>
      <h1>Pajak</h1>
      {data.notice && !failure && <Notice tone="success">{data.notice}</Notice>}
      <WithholdingPanel data={data.withholding} failure={failure} />
    </div>
  );
}
