import { accountHrefs } from "#account-hrefs.ts";
import { hrefs } from "#hrefs.ts";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { CorrectionsPanel, type Corrections } from "#orders/corrections/ui/corrections-panel.tsx";
import { refundRows } from "#orders/ui/cost-rows.ts";
import { StatusBadge } from "#orders/ui/status-badge.tsx";
import { BackLink } from "#ui/back-link.tsx";
import { Badge } from "#ui/badge.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { Notice } from "#ui/notice.tsx";
import type { OrderStoryApi } from "../../orders/contract.ts";
import { maxStoryEntries, stopReasonLength, storyKinds } from "../../orders/rules.ts";
import { accountLabels, movementText } from "../../rules.ts";
import moderation from "../moderation/moderation.module.css";
import styles from "./order-story.module.css";

type Order = ApiResponse<OrderStoryApi["GET /v1/operator/orders/:orderId"]>["result"];

const at = (moment: string) => formatDateTime(new Date(moment));

/** What was just done with an order. */
const doneTexts = {
  stopped: { title: "Pesanan dibatalkan", text: "Pembeli dan penjual diberi tahu." },
  proposed: { title: "Koreksi diusulkan", text: "Belum ada uang yang bergerak. Operator lain memutuskannya." },
  booked: { title: "Koreksi dibukukan", text: "Penerimanya diberi tahu beserta alasannya." },
  rejected: { title: "Usulan koreksi ditolak", text: "Tidak ada yang dibukukan." },
  withdrawn: { title: "Usulan koreksi ditarik", text: "Tidak ada yang dibukukan." },
};
export type OrderDone = keyof typeof doneTexts;

/** One order: who, what, its story, and what the operator may do with it. */
export function OrderStory({
  order,
  corrections,
  done,
  failure,
}: {
  order: Order;
  corrections: Corrections;
  done: OrderDone | null;
  failure: FormFailure | undefined;
}) {
  return (
    <>
      <header className={moderation.title}>
        <BackLink href={hrefs.operator("orders")}>Semua pesanan</BackLink>
        <h1>{order.invoice}</h1>
        <p>
          <StatusBadge status={order.status} />
        </p>
      </header>
      {done && (
        <Notice tone="success" title={doneTexts[done].title}>
          {doneTexts[done].text}
        </Notice>
      )}
      <Panel title="Pesanan">
        <dl className={moderation.facts}>
          <Fact label="Pembeli">
            <a href={operatorHrefs.person(order.buyer.id)}>{order.buyer.name}</a>
          </Fact>
          <Fact label="Toko">
            <a href={hrefs.merchant(order.shop.slug)}>{order.shop.name}</a>
          </Fact>
          <Fact label="Jumlah">
            {formatRupiah(order.total)}
            {order.cod && " (COD)"}
          </Fact>
          <Fact label="Kurir">{order.courier_name}</Fact>
          <Fact label="Dibuat">{at(order.created_at)}</Fact>
          {order.due_at && <Fact label="Tenggat">{at(order.due_at)}</Fact>}
          {order.has_papers && (
            <Fact label="Dokumen">
              <a href={accountHrefs.paper(order.id)}>Faktur dan kuitansi</a>
            </Fact>
          )}
          {order.has_file && (
            <Fact label="Untuk lembaga">
              <a href={operatorHrefs.orderFile(order.id)}>Berkas pesanan (PDF)</a>
            </Fact>
          )}
          {order.complaint_id && (
            <Fact label="Komplain">
              <a href={operatorHrefs.complaint(order.complaint_id)}>Buka komplain</a>
            </Fact>
          )}
        </dl>
      </Panel>
      <Panel title="Barang" flush>
        <ListTable head={["Barang", "Banyak", "Harga"]} label="Barang">
          {order.lines.map((line, position) => (
            <tr key={position}>
              <th scope="row">
                {line.name}
                {line.variant && <small>{line.variant}</small>}
              </th>
              <td data-label="Banyak">{line.quantity}</td>
              <td data-label="Harga">{formatRupiah(line.amount)}</td>
            </tr>
          ))}
          {order.costs.map(({ label, amount }) => (
            <tr key={label}>
              <th scope="row" colSpan={2}>
                {label}
              </th>
              <td>{formatRupiah(amount)}</td>
            </tr>
          ))}
          <tr className={table.sum}>
            <th scope="row" colSpan={2}>
              Total
            </th>
            <td>{formatRupiah(order.total)}</td>
          </tr>
          {refundRows(order.total, order.refunded).map(({ label, amount, isSum }) => (
            <tr key={label} className={isSum ? table.sum : undefined}>
              <th scope="row" colSpan={2}>
                {label}
                {!isSum && order.fees_back && <small>{order.fees_back}</small>}
              </th>
              <td>{formatRupiah(amount)}</td>
            </tr>
          ))}
        </ListTable>
      </Panel>
      <CorrectionsPanel orderId={order.id} data={corrections} failure={failure} />
      <Panel title="Riwayat lengkap">
        {order.story.length >= maxStoryEntries && <p>Yang tampil {maxStoryEntries} kejadian terakhir.</p>}
        <ol className={styles.story}>
          {order.story.map((entry, position) => (
            <li key={position}>
              <time dateTime={entry.at}>{at(entry.at)}</time>
              <div>
                <p>
                  <Badge>{storyKinds[entry.kind]}</Badge> {entry.text}
                  {entry.amount !== null && <> · {formatRupiah(entry.amount)}</>}
                </p>
                {entry.detail && <small>{entry.detail}</small>}
                {entry.movements.length > 0 && (
                  <ul>
                    {entry.movements.map(({ account, amount }) => (
                      <li key={`${account} ${amount}`}>
                        {accountLabels[account].name} <b>{movementText(amount)}</b>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </li>
          ))}
        </ol>
      </Panel>
      {order.stops && (
        <Panel title="Batalkan pesanan">
          <ConfirmForm
            intent="stop"
            label="Batalkan pesanan ini"
            question="Pesanan batal sekarang juga, stok kembali, dan semua uang kembali ke pembeli. Pembeli dan penjual membaca alasan Anda."
            confirm="Batalkan pesanan"
            look="danger"
            reason={{ label: "Alasan untuk pembeli dan penjual", length: stopReasonLength }}
            failure={failure}
          />
        </Panel>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
