import { sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";
import { correctionKinds } from "#orders/corrections/rules.ts";
import type { ExportKind, ExportState } from "./rules.ts";

export type ExportRow = {
  id: string;
  kind: ExportKind;
  first_day: string;
  last_day: string;
  state: ExportState;
  rows: number;
  bytes: number | null;
  by: string;
  requested_at: Date;
  finished_at: Date | null;
};

const columns = sql`e.id, e.kind, e.first_day::text as first_day, e.last_day::text as last_day, e.state, e.rows_written as rows, e.bytes,
  u.name as by, e.requested_at, e.finished_at`;

/** The newest files. */
export function listExports(db: Queryable, limit: number): Promise<ExportRow[]> {
  return db.rows(sql`
    select ${columns} from exports e join users u on u.id = e.operator_id order by e.requested_at desc, e.id desc limit ${limit}`);
}

/** One file. */
export function findExport(db: Queryable, id: string): Promise<ExportRow | undefined> {
  return db.row(sql`select ${columns} from exports e join users u on u.id = e.operator_id where e.id = ${id}`);
}

/** Stores that an operator asks for a file. Undefined while another one of this operator is made. */
export async function insertExport(
  tx: Tx,
  it: { operatorId: string; kind: ExportKind; firstDay: string; lastDay: string; now: Date },
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    insert into exports (operator_id, kind, first_day, last_day, requested_at)
    values (${it.operatorId}, ${it.kind}, ${it.firstDay}, ${it.lastDay}, ${it.now}) on conflict do nothing returning id`);
  return row?.id;
}

/** Notes how many rows are written. */
export async function updateProgress(db: Queryable, id: string, rows: number): Promise<void> {
  await db.run(sql`update exports set rows_written = ${rows} where id = ${id} and state = 'making'`);
}

/** Notes the size of a file that is stored now: from here on there may be one. False when its making had ended. */
export async function updateStoring(db: Queryable, id: string, bytes: number): Promise<boolean> {
  return (await db.run(sql`update exports set bytes = ${bytes} where id = ${id} and state = 'making'`)) === 1;
}

/** Ends the making of a file. False when it had ended already. */
export async function updateExportEnded(
  db: Queryable,
  id: string,
  it: { state: "ready" | "failed"; rows: number; bytes: number | null; now: Date },
): Promise<boolean> {
  return (
    (await db.run(sql`
      update exports set state = ${it.state}, rows_written = ${it.rows}, bytes = ${it.bytes}, finished_at = ${it.now}
      where id = ${id} and state = 'making'`)) === 1
  );
}

/** Ends files that were asked for before this moment and are not finished. */
export async function failOldExports(db: Queryable, before: Date, now: Date): Promise<void> {
  await db.run(sql`
    update exports set state = 'failed', finished_at = ${now} where state = 'making' and requested_at <= ${before}`);
}

/** Files that were finished before this moment. */
export function listExpiredExports(db: Queryable, before: Date, limit: number): Promise<{ id: string }[]> {
  return db.rows(
    sql`select id from exports where state = 'ready' and finished_at <= ${before} order by finished_at limit ${limit}`,
  );
}

/** Failed ones whose file may have been stored: its job was killed before it could say so. */
export function listLeftBehind(db: Queryable, limit: number): Promise<{ id: string }[]> {
  return db.rows(sql`select id from exports where state = 'failed' and bytes is not null limit ${limit}`);
}

/** Notes that nothing is stored of a failed one. */
export async function updateNothingStored(db: Queryable, id: string): Promise<void> {
  await db.run(sql`update exports set bytes = null where id = ${id} and state = 'failed'`);
}

/** Notes that a file is deleted. */
export async function updateDeleted(db: Queryable, id: string): Promise<void> {
  await db.run(sql`update exports set state = 'deleted' where id = ${id} and state = 'ready'`);
}

/** Moments of a file as people in Jakarta read them. */
const shown = (column: Sql) =>
  sql`coalesce(to_char(${column} at time zone 'Asia/Jakarta', 'YYYY-MM-DD HH24:MI:SS'), '')`;

/** The first row of each file. */
export const exportHeads: Readonly<Record<ExportKind, readonly string[]>> = {
  orders:
    "nomor,dibuat,toko,pembeli,status,cod,barang,ongkir,penyesuaian,total,komisi,kurir,kota_tujuan,dibayar,dikirim,tiba,selesai".split(
      ",",
    ),
  ledger: "waktu,jenis,acuan,pesanan,akun,pemilik,jumlah".split(","),
  people: "id,terdaftar,nama,email,telepon,jenis,telepon_terverifikasi,dihapus".split(","),
  products:
    "id,dibuat,toko,alamat,nama,kategori,status,harga_terendah,harga_tertinggi,stok,terjual,penilaian,rata_rata".split(
      ",",
    ),
};

type Days = { from: Date; to: Date };

// One statement for each kind, in the order of time. Each row is an array in the order of its head.
const selects: Readonly<Record<ExportKind, (days: Days) => Sql>> = {
  orders: ({ from, to }) => sql`
    select json_build_array(o.invoice, ${shown(sql`o.created_at`)}, s.name, o.buyer_id, o.status, o.cod, o.goods_total, o.shipping_cost, o.adjustments_total,
      o.total, o.commission, o.courier_name, coalesce(o.address->>'regency', ''), ${shown(sql`o.paid_at`)}, ${shown(sql`o.shipped_at`)}, ${shown(sql`o.delivered_at`)},
      ${shown(sql`o.completed_at`)}) as cells
    from orders o join shops s on s.id = o.shop_id where o.created_at >= ${from} and o.created_at < ${to} order by o.created_at, o.id`,
  ledger: ({ from, to }) => sql`
    select json_build_array(${shown(sql`t.created_at`)}, t.kind, t.reference,
      coalesce(case when a.kind = 'escrow' then (select o.invoice from orders o where o.id = a.owner::uuid)
        when t.kind = any(${correctionKinds}::text[]) then (select o.invoice from orders o where o.id = split_part(t.reference, ' ', 2)::uuid) end, ''), a.kind, a.owner, e.amount) as cells
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.created_at >= ${from} and t.created_at < ${to} order by t.created_at, t.id, a.kind, a.owner`,
  people: ({ from, to }) => sql`
    select json_build_array(u.id, ${shown(sql`u.created_at`)}, u.name, u.email, coalesce(u.phone, ''), u.type, u.phone_verified_at is not null, u.deleted_at is not null) as cells
    from users u where u.created_at >= ${from} and u.created_at < ${to} order by u.created_at, u.id`,
  products: ({ from, to }) => sql`
    select json_build_array(p.id, ${shown(sql`p.created_at`)}, s.name, p.slug, p.name, c.name, p.status, p.price_min, p.price_max,
      (select coalesce(sum(v.stock), 0) from variants v where v.product_id = p.id and v.is_active), p.sold_count, p.rating_count, round(p.rating_average::numeric, 2)) as cells
    from products p join shops s on s.id = p.shop_id join categories c on c.id = p.category_id
    where p.created_at >= ${from} and p.created_at < ${to} and p.status <> 'removed' order by p.created_at, p.id`,
};

/** Sorting the rows of a year may take longer than other statements may. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await tx.run(sql`set local statement_timeout = '5min'`);
}

export type ExportedCell = string | number | boolean;

/** Reads the rows of a file in batches. The transaction sees one state of the database to its end. */
export async function* readExported(tx: Tx, kind: ExportKind, days: Days): AsyncGenerator<ExportedCell[][]> {
  await tx.run(sql`declare exported no scroll cursor for ${selects[kind](days)}`);
  for (;;) {
    const rows = await tx.rows<{ cells: ExportedCell[] }>(sql`fetch 2000 from exported`);
    if (rows.length === 0) return;
    yield rows.map(({ cells }) => cells);
  }
}
