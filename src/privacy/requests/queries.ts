import { sql, type Queryable, type Tx } from "#lib/database.ts";
import { id } from "#lib/schema.ts";
import type { RequestKind, RequestState, RequestStep } from "./rules.ts";

export type RequestRow = {
  id: string;
  number: string;
  user_id: string | null;
  /** The name of the account, else the one in the letter. */
  sender: string;
  sender_email: string | null;
  channel: "account" | "letter";
  kind: RequestKind;
  text: string;
  state: RequestState;
  answer: string | null;
  done: RequestStep | null;
  received_at: Date;
  due_at: Date;
  closed_at: Date | null;
  entered_by: string | null;
  entered_by_id: string | null;
  answered_by: string | null;
};

const columns = sql`
  r.id, r.number, case when u.deleted_at is null then r.user_id end as user_id,
  coalesce(case when u.deleted_at is null then u.name end, r.sender_name, 'Akun yang sudah dihapus') as sender, r.sender_email, r.channel, r.kind,
  r.text, r.state, r.answer, r.done, r.received_at, r.due_at, r.closed_at,
  r.entered_by as entered_by_id, (select e.name from users e where e.id = r.entered_by) as entered_by, (select a.name from users a where a.id = r.answered_by) as answered_by`;
const tables = sql`data_requests r left join users u on u.id = r.user_id`;

/** Stores a request. Undefined when this person has an open one of this kind. */
export async function insertRequest(
  tx: Tx,
  it: Pick<RequestRow, "number" | "user_id" | "sender_email" | "channel" | "kind" | "text"> & {
    senderName: string | null;
    enteredBy: string | null;
    receivedAt: Date;
    dueAt: Date;
    now: Date;
  },
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    insert into data_requests (number, user_id, sender_name, sender_email, channel, kind, text, received_at, due_at, created_at, entered_by)
    values (${it.number}, ${it.user_id}, ${it.senderName}, ${it.sender_email}, ${it.channel}, ${it.kind}, ${it.text}, ${it.receivedAt},
      ${it.dueAt}, ${it.now}, ${it.enteredBy})
    on conflict do nothing returning id`);
  return row?.id;
}

/** The account with this e-mail (in lower case) or id. */
export async function findAccount(tx: Tx, account: string): Promise<string | undefined> {
  const named = account.toLowerCase();
  // As a uuid, because a comparison of texts would read all accounts.
  const isAccount = id.safeParse(named).success ? sql`id = ${named}::uuid` : sql`email = ${named}`;
  const row = await tx.row<{ id: string }>(sql`select id from users where ${isAccount} and deleted_at is null`);
  return row?.id;
}

/** A person's own requests, the newest first. */
export function listOwnRequests(db: Queryable, userId: string, limit: number): Promise<RequestRow[]> {
  return db.rows(sql`select ${columns} from ${tables} where r.user_id = ${userId} order by r.id desc limit ${limit}`);
}

/** Requests for operators, after one of them: open ones by their clock, closed ones the newest first. */
export function listRequests(
  db: Queryable,
  view: "open" | "closed",
  after: string | null,
  limit: number,
): Promise<RequestRow[]> {
  return view === "open"
    ? db.rows(sql`
        select ${columns} from ${tables}
        where r.state = 'open' and (${after}::uuid is null or (r.due_at, r.id) > (select a.due_at, a.id from data_requests a where a.id = ${after}::uuid))
        order by r.due_at, r.id limit ${limit}`)
    : db.rows(sql`
        select ${columns} from ${tables}
        where r.state <> 'open' and (${after}::uuid is null or (r.closed_at, r.id) < (select a.closed_at, a.id from data_requests a where a.id = ${after}::uuid))
        order by r.closed_at desc, r.id desc limit ${limit}`);
}

/** One request. */
export function findRequest(db: Queryable, id: string): Promise<RequestRow | undefined> {
  return db.row(sql`select ${columns} from ${tables} where r.id = ${id}`);
}

/** Locks a request. */
export function lockRequest(tx: Tx, id: string): Promise<RequestRow | undefined> {
  return tx.row(sql`select ${columns} from ${tables} where r.id = ${id} for update of r`);
}

/** Answers an open request. Returns whether it was open. */
export async function closeRequest(
  tx: Tx,
  id: string,
  it: { state: "granted" | "refused"; answer: string; done: RequestStep | null; by: string; now: Date },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      update data_requests set state = ${it.state}, answer = ${it.answer}, done = ${it.done}, answered_by = ${it.by}, closed_at = ${it.now}
      where id = ${id} and state = 'open'`)) === 1
  );
}

/** Grants the open requests of these kinds that a person made, in the name of the system. Returns how many. */
export function grantRequests(
  tx: Tx,
  userId: string,
  it: { kinds: readonly RequestKind[]; step: RequestStep; answer: string; now: Date },
): Promise<number> {
  return tx.run(sql`
    update data_requests set state = 'granted', answer = ${it.answer}, done = ${it.step}, closed_at = ${it.now}
    where user_id = ${userId} and kind = any(${it.kinds as RequestKind[]}::text[]) and state = 'open'`);
}

/** Withdraws an own open request. Returns whether it was open. */
export async function withdrawOwnRequest(tx: Tx, id: string, userId: string, now: Date): Promise<boolean> {
  return (
    (await tx.run(sql`
      update data_requests set state = 'withdrawn', closed_at = ${now} where id = ${id} and user_id = ${userId} and state = 'open'`)) ===
    1
  );
}

/** Removes the texts of a person's requests. Kind, days and outcome stay. An open one is closed as withdrawn. */
export async function anonymiseRequestsOf(tx: Tx, userId: string, text: string, now: Date): Promise<void> {
  await tx.run(sql`
    update data_requests set text = ${text}, answer = case when answer is not null then ${text} end, sender_name = null, sender_email = null,
      anonymised_at = ${now}, state = case state when 'open' then 'withdrawn' else state end, closed_at = coalesce(closed_at, ${now})
    where user_id = ${userId}`);
}

/** Removes texts and senders of requests that were closed before. Returns how many. */
export function anonymiseRequestsBefore(db: Queryable, before: Date, text: string, now: Date): Promise<number> {
  return db.run(sql`
    update data_requests set text = ${text}, answer = case when answer is not null then ${text} end, sender_name = null, sender_email = null,
      anonymised_at = ${now}
    where anonymised_at is null and closed_at < ${before}`);
}

/** Where a person gets mail; undefined when the account is deleted. */
export function findContact(tx: Tx, userId: string): Promise<{ email: string } | undefined> {
  return tx.row(sql`select email from users where id = ${userId} and deleted_at is null`);
}
