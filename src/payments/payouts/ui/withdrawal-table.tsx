import { sellerHrefs } from "#seller-hrefs.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime, type Zone } from "#lib/time.ts";
import { ListTable, table } from "#ui/list-table.tsx";
import type { WithdrawalAnswer } from "../contract.ts";
import { PayoutBadge } from "./payout-badge.tsx";

/** Withdrawals as rows of a table. */
export function WithdrawalTable({ rows, zone }: { rows: readonly WithdrawalAnswer[]; zone: Zone }) {
  return (
    <ListTable head={["Penarikan", "Status", "Jumlah"]} label="Penarikan">
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <a href={sellerHrefs.sellerWithdrawal(row.id)}>
              {row.bank_name} {row.number}
            </a>
            <small className={table.when}>{formatDateTime(new Date(row.requested_at), zone)}</small>
          </th>
          <td>
            <PayoutBadge payout={row} />
          </td>
          <td>{formatRupiah(row.amount)}</td>
        </tr>
      ))}
    </ListTable>
  );
}
