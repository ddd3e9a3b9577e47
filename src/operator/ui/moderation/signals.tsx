import { hrefs } from "#hrefs.ts";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDate, formatDateTime, span } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { Tabs } from "#ui/tabs.tsx";
import type { SignalApi, SignalDetail } from "../../signals/contract.ts";
import {
  dismissReasonLength,
  namesText,
  sharedThings,
  signalDuration,
  signalRules,
  signalStates,
  signalText,
  type SignalState,
} from "../../signals/rules.ts";
import { MeasureForm } from "./measure-form.tsx";
import styles from "./moderation.module.css";
import { NextPage } from "./people.tsx";

export type SignalList = ApiResponse<SignalApi["GET /v1/operator/signals"]>["result"];

const at = (moment: string) => formatDateTime(new Date(moment));
const stateTones: Record<SignalState, Tone> = { open: "warning", dismissed: "neutral", acted: "error" };

/** Signs of fraud, the newest first. */
export function SignalListView({ view, list }: { view: "open" | "closed"; list: SignalList }) {
  return (
    <>
      <h1>Tanda penipuan</h1>
      <Tabs
        label="Tanda penipuan"
        tabs={[
          { href: operatorHrefs.signals(), label: "Belum diperiksa", current: view === "open" },
          { href: operatorHrefs.signals({ view: "closed" }), label: "Selesai", current: view === "closed" },
        ]}
      />
      <p>
        Tanda hanya menunjukkan kejadian yang perlu dilihat orang, dalam {span(signalDuration)}. Tidak ada akun yang
        ditindak dengan sendirinya, dan terhadap setiap tindakan ada banding.
      </p>
      {list.rows.length === 0 ? (
        <EmptyState>{view === "open" ? "Tidak ada tanda yang menunggu." : "Data tidak ditemukan."}</EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Tanda", "Orang", "Keadaan"]} label="Tanda penipuan" wide>
            {list.rows.map((signal) => (
              <tr key={signal.id}>
                <th scope="row">
                  <a href={operatorHrefs.signal(signal.id)}>{signalRules[signal.rule].label}</a>
                  <small>{signalText(signal.rule, signal.strength)}</small>
                  <small className={table.when}>{at(signal.last_found_at)}</small>
                </th>
                <td>{namesText(signal.people) || "–"}</td>
                <td>
                  <Badge tone={stateTones[signal.state]}>{signalStates[signal.state]}</Badge>
                </td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
      <NextPage href={list.next && operatorHrefs.signals({ view, after: list.next })} />
    </>
  );
}

/** One sign of fraud with its evidence, and what a person can do about it. */
export function SignalView({ signal, failure }: { signal: SignalDetail; failure: FormFailure | undefined }) {
  return (
    <>
      <header className={styles.title}>
        <BackLink href={operatorHrefs.signals()}>Semua tanda</BackLink>
        <h1>{signalRules[signal.rule].label}</h1>
      </header>
      <Panel title="Bukti">
        <div className={styles.stack}>
          <p>
            <Badge tone={stateTones[signal.state]}>{signalStates[signal.state]}</Badge>
          </p>
          <p>{signalText(signal.rule, signal.strength)}</p>
          {signal.shared.length > 0 && (
            <p>
              Yang sama: <b>{signal.shared.map((one) => sharedThings[one]).join(", ")}</b>.
            </p>
          )}
          {signal.total !== null && <p>Dari {signal.total} pesanan dalam waktu yang sama.</p>}
          {signal.voucher && (
            <p>
              Voucher: <b>{signal.voucher}</b>
            </p>
          )}
          <p>
            Pertama ditemukan {at(signal.found_at)}, terakhir {at(signal.last_found_at)}.
            {signal.closed_at && ` Diputuskan ${at(signal.closed_at)} oleh ${signal.closed_by ?? "operator"}.`}
          </p>
          {signal.reason && <p>Alasan: {signal.reason}</p>}
          {signal.dismisses && (
            <ConfirmForm
              intent={`dismiss ${signal.id}`}
              label="Bukan penipuan"
              question="Tanda ini ditutup dan tidak ada akun yang diubah. Tanda muncul lagi bila jumlahnya berlipat dua."
              confirm="Tutup tanda"
              reason={{ label: "Alasan (untuk log audit)", length: dismissReasonLength }}
              failure={failure}
            />
          )}
        </div>
      </Panel>
      {signal.people.map((person) => (
        <Person key={person.id} person={person} signal={signal} failure={failure} />
      ))}
      <Orders orders={signal.orders} />
      <Reviews reviews={signal.reviews} />
    </>
  );
}

const roleLabels = { account: "Akun", buyer: "Pembeli", seller: "Penjual" } as const;

function Person({
  person,
  signal,
  failure,
}: {
  person: SignalDetail["people"][number];
  signal: SignalDetail;
  failure: FormFailure | undefined;
}) {
  const { shop } = person;
  return (
    <Panel title={`${roleLabels[person.role]}: ${person.name}`}>
      <div className={styles.stack}>
        <p>
          <a className="link" href={operatorHrefs.person(person.id)}>
            Buka pengguna
          </a>{" "}
          · {person.email}
          {person.phone && ` · ${person.phone}`} · sejak {formatDate(new Date(person.created_at))} · {person.orders}{" "}
          pesanan{" "}
          {shop && (
            <>
              ·{" "}
              <a className="link" href={hrefs.merchant(shop.slug)}>
                {shop.name}
              </a>{" "}
            </>
          )}
          {person.is_blocked && <Badge tone="error">Diblokir</Badge>}{" "}
          {shop?.is_suspended && <Badge tone="error">Toko dihentikan</Badge>}
        </p>
        {signal.blocks && !person.is_blocked && (
          <MeasureForm
            intent={`block ${person.id}`}
            rule="fraud"
            against="user"
            label={`Blokir akun ${person.name}`}
            question="Semua perangkatnya keluar sekarang juga. Pesanan yang berjalan tetap diproses. Tokonya dihentikan dan penarikannya ditahan."
            failure={failure}
          />
        )}
        {signal.suspends && shop && !shop.is_suspended && (
          <MeasureForm
            intent={`suspend ${shop.id}`}
            rule="fraud"
            against="shop"
            label={`Hentikan toko ${shop.name}`}
            question="Semua produk toko ini tidak dijual lagi dan penarikannya ditahan. Pesanan yang sudah masuk tetap berjalan."
            failure={failure}
          >
            <input type="hidden" name="holds_payouts" value="1" />
          </MeasureForm>
        )}
      </div>
    </Panel>
  );
}

function Orders({ orders }: { orders: SignalDetail["orders"] }) {
  if (orders.length === 0) return null;
  return (
    <Panel title="Pesanan" flush>
      <ListTable head={["Pesanan", "Pembeli dan toko", "Jumlah"]} label="Pesanan dalam bukti">
        {orders.map((order) => (
          <tr key={order.id}>
            <th scope="row">
              <a href={operatorHrefs.order(order.id)}>{order.invoice}</a>
              <small className={table.when}>{at(order.created_at)}</small>
            </th>
            <td>
              {order.buyer}
              <small>{order.shop}</small>
            </td>
            <td>{formatRupiah(order.total)}</td>
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}

function Reviews({ reviews }: { reviews: SignalDetail["reviews"] }) {
  if (reviews.length === 0) return null;
  return (
    <Panel title="Ulasan" flush>
      <ListTable head={["Produk dan toko", "Penulis", "Bintang"]} label="Ulasan dalam bukti">
        {reviews.map((review) => (
          <tr key={review.id}>
            <th scope="row">
              {review.product}
              <small>{review.shop}</small>
              <small className={table.when}>{at(review.created_at)}</small>
            </th>
            <td>{review.author}</td>
            <td data-label="Bintang">{review.rating}</td>
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}
