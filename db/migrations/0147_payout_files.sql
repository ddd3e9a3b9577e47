-- Payouts that operators transfer themselves: files for the bank, and the layouts of their columns.
create table payout_batches (
  id uuid primary key default uuidv7(),
  created_by uuid not null references users (id),
  created_at timestamptz not null
);
comment on table payout_batches is 'payments: payouts that were put into one file for the bank';
alter table payouts add constraint payouts_batch_id_fkey foreign key (batch_id) references payout_batches (id);
create index payouts_of_batch on payouts (batch_id, id) where batch_id is not null;

create table payout_layouts (
  id uuid primary key default uuidv7(),
  name text not null unique check (length(name) between 1 and 60),
  separator text not null check (separator in (',', ';')),
  first_row text not null check (length(first_row) <= 500),
  columns jsonb not null check (jsonb_typeof(columns) = 'array' and jsonb_array_length(columns) between 1 and 40),
  updated_at timestamptz not null
);
comment on table payout_layouts is 'payments: columns of the file that a bank takes, as an operator described them; each column has a title and a text with placeholders';
