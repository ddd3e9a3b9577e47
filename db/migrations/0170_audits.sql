-- What the auditor found each night, and the balances that it found it in.
create table audits (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  finished_at timestamptz not null check (finished_at >= started_at),
  checked integer not null check (checked > 0),
  found integer not null check (found >= 0),
  balances jsonb not null check (jsonb_typeof(balances) = 'object')
);
comment on table audits is 'orders: runs of the auditor over the whole database; balances are the sums of the ledger''s accounts by kind at that moment';
create index audits_newest on audits (started_at desc, id desc);

create table audit_findings (
  audit_id uuid not null references audits on delete cascade,
  invariant text not null check (length(invariant) between 1 and 300),
  what text not null check (length(what) <= 300),
  primary key (audit_id, invariant, what)
);
comment on table audit_findings is 'orders: breaches of invariants that an audit found, some of each; what is the id of an order, payment, shop or whatever the invariant is about';
