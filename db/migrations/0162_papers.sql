-- The numbers of papers.
create table papers (
  kind text not null check (kind in ('receipt', 'correction', 'statement')),
  subject text not null check (length(subject) between 1 and 60),
  number text not null unique check (number ~ '^[A-Z]{2,3}/[0-9]{8}/[A-Z0-9]{10}$'),
  created_at timestamptz not null,
  primary key (kind, subject)
);
comment on table papers is 'papers: the numbers of receipts, corrections and statements; random, so that they reveal nothing about other papers. The number of an invoice belongs to its order';
