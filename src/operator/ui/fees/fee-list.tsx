import { operatorHrefs } from "#operator-hrefs.ts";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatLongDate, span } from "#lib/time.ts";
import type { FeeApi, FeeRuleAnswer } from "#payments/fees/contract.ts";
import { feeKinds, feeNoticeDuration, formatFeeDay } from "#payments/fees/rules.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import styles from "../charges.module.css";

export type ListedFees = ApiResponse<FeeApi["GET /v1/operator/fees"]>["result"] & {
  page: number;
  /** What the operator has just done. */
  done: "announced" | "withdrawn" | null;
};

const phases: Record<FeeRuleAnswer["phase"], { label: string; tone: Tone }> = {
  announced: { label: "Diumumkan", tone: "info" },
  in_force: { label: "Berlaku", tone: "success" },
  past: { label: "Sudah diganti", tone: "neutral" },
  withdrawn: { label: "Ditarik", tone: "neutral" },
};

/** All fee rules, the latest day first. */
export function FeeList({
  data: { rows, more, page, done, today, earliest_increase: earliestIncrease },
  failure,
}: {
  data: ListedFees;
  failure: FormFailure | undefined;
}) {
  return (
    <div className={styles.stack}>
      <header className={styles.head}>
        <h1>Biaya</h1>
        <ButtonLink href={operatorHrefs.fee()} icon="plus">
          Umumkan aturan
        </ButtonLink>
      </header>
      {done === "announced" && !failure && (
        <Notice tone="success">Aturan diumumkan. Semua penjual mendapat pemberitahuan.</Notice>
      )}
      {done === "withdrawn" && !failure && (
        <Notice tone="success">Aturan ditarik. Semua penjual mendapat pemberitahuan.</Notice>
      )}
      <p className={styles.small}>
        Aturan kategori didahulukan dari aturan semua barang.{" "}
        {earliestIncrease === today
          ? "Baru operator yang punya akun, jadi aturan boleh langsung berlaku."
          : `Aturan yang menaikkan biaya berlaku paling cepat ${span(feeNoticeDuration)} setelah diumumkan.`}{" "}
        Pesanan menyimpan aturan pada hari pesanan itu dibuat.
      </p>
      <Panel flush>
        <ListTable head={["Aturan", "Status"]} label="Aturan biaya" wide>
          {rows.map((rule) => (
            <tr key={rule.id}>
              <th scope="row">
                {feeKinds[rule.kind].label}
                {rule.category && ` · ${rule.category.name}`}
                <small>{rule.text}</small>
              </th>
              <td>
                <Badge tone={phases[rule.phase].tone}>{phases[rule.phase].label}</Badge>
                <small className={table.when}>mulai {formatFeeDay(rule.valid_from)}</small>
                <small className={table.when}>diumumkan {formatLongDate(new Date(rule.announced_at))}</small>
                {rule.phase === "announced" && (
                  <ConfirmForm
                    intent={`withdraw ${rule.id}`}
                    label="Tarik aturan"
                    question="Aturan ini tidak jadi berlaku, dan semua penjual diberi tahu. Ini tidak bisa dibatalkan."
                    confirm="Ya, tarik aturan"
                    look="danger"
                    failure={failure}
                  />
                )}
              </td>
            </tr>
          ))}
        </ListTable>
      </Panel>
      <Pagination page={page} last={more ? page + 1 : page} href={(n) => operatorHrefs.fees(n)} />
    </div>
  );
}
