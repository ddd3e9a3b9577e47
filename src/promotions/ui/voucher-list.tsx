import { sellerHrefs } from "#seller-hrefs.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { formatDate } from "#lib/time.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { Tabs } from "#ui/tabs.tsx";
import type { OwnVoucher, VoucherApi } from "../vouchers/contract.ts";
import { areShopVouchersOpen, lastDayText, voucherPhaseLabels, type VoucherPhase } from "../vouchers/rules.ts";
import styles from "./vouchers.module.css";

export type ListedVouchers = ApiResponse<VoucherApi["GET /v1/seller/vouchers"]>["result"] & {
  view: "past" | undefined;
  page: number;
  /** The code of the voucher that was just created. */
  created: string | null;
  isStopped: boolean;
};

const tones: Record<VoucherPhase, Tone> = {
  upcoming: "info",
  running: "success",
  used_up: "warning",
  ended: "neutral",
  stopped: "neutral",
};

/** The vouchers of a shop or, with `ofPlatform`, of the platform. */
export function VoucherList({
  data: { rows, more, view, page, created, isStopped },
  failure,
  ofPlatform = false,
}: {
  data: ListedVouchers;
  failure: FormFailure | undefined;
  ofPlatform?: boolean;
}) {
  const href = ofPlatform ? operatorHrefs.vouchers : sellerHrefs.sellerVouchers;
  const createHref = ofPlatform ? operatorHrefs.voucher() : sellerHrefs.sellerVoucher();
  const canCreate = ofPlatform || areShopVouchersOpen();
  const bearer = ofPlatform ? "pasar ini" : "toko Anda";
  return (
    <div className={styles.stack}>
      <header className={styles.head}>
        <h1>Voucher</h1>
        {canCreate && (
          <ButtonLink href={createHref} icon="plus">
            Buat voucher
          </ButtonLink>
        )}
      </header>
      {created !== null && <Notice tone="success">Voucher {created} sudah dibuat.</Notice>}
      {isStopped && !failure && <Notice tone="success">Voucher dihentikan.</Notice>}
      {!canCreate && (
        <Notice tone="info">
          Voucher baru sedang tidak diterima. Yang sudah ada tetap berlaku sampai berakhir atau Anda hentikan.
        </Notice>
      )}
      <p className={styles.small}>
        Potongan dari voucher ini ditanggung {bearer}. Pembelian yang dibatalkan atau dikembalikan seluruhnya
        mengembalikan kuotanya.
      </p>
      <Tabs
        label="Pilihan voucher"
        tabs={[
          { href: href(), label: "Belum berakhir", current: view === undefined },
          { href: href("past"), label: "Berakhir", current: view === "past" },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState>
          {view === "past" ? "Belum ada voucher yang berakhir." : "Belum ada voucher yang berjalan atau akan datang."}
        </EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Voucher", "Status", "Terpakai"]} label="Voucher" wide>
            {rows.map((voucher) => (
              <VoucherRow key={voucher.id} voucher={voucher} failure={failure} />
            ))}
          </ListTable>
        </Panel>
      )}
      <Pagination page={page} last={more ? page + 1 : page} href={(n) => href(view, n)} />
    </div>
  );
}

function VoucherRow({ voucher, failure }: { voucher: OwnVoucher; failure: FormFailure | undefined }) {
  const { phase } = voucher;
  const canStop = phase !== "stopped" && phase !== "ended";
  return (
    <tr>
      <th scope="row">
        <span className={styles.code}>{voucher.voucher_code}</span>
        <small>{voucher.title}</small>
        <small>{voucher.terms}</small>
        {!voucher.is_listed && <small>Hanya dengan kode</small>}
        {voucher.stacking_group === "alone" && <small>Tidak bisa digabung</small>}
      </th>
      <td>
        <Badge tone={tones[phase]}>{voucherPhaseLabels[phase]}</Badge>
        <small className={table.when}>
          {formatDate(new Date(voucher.starts_at))} – {lastDayText(new Date(voucher.ends_at))}
        </small>
        {canStop && (
          <div className={styles.stop}>
            <ConfirmForm
              intent={`stop ${voucher.id}`}
              label={`Hentikan ${voucher.voucher_code}`}
              question="Pembeli tidak bisa memakainya lagi. Pembelian yang sudah memakainya tidak berubah. Ini tidak bisa dibatalkan."
              confirm="Ya, hentikan voucher"
              look="danger"
              failure={failure}
            />
          </div>
        )}
      </td>
      <td data-label="Terpakai">
        {formatCount(voucher.used)} dari {formatCount(voucher.quota)}
        <small>{formatRupiah(voucher.spent)} sudah dibayar</small>
        <small>paling banyak {formatRupiah(voucher.max_cost)}</small>
      </td>
    </tr>
  );
}
