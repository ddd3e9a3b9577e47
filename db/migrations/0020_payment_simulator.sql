create table simulator_charges (
  reference text primary key,
  method text not null,
  amount bigint not null check (amount > 0),
  status text not null default 'pending' check (status in ('pending', 'paid', 'expired', 'cancelled')),
  refunded bigint not null default 0 check (refunded between 0 and amount),
  due_at timestamptz not null,
  created_at timestamptz not null
);
comment on table simulator_charges is 'payments: the books of the simulated bank; nothing of ours decides by them except through the provider port';

create table simulator_refunds (
  reference text primary key,
  charge_reference text not null references simulator_charges,
  amount bigint not null check (amount > 0)
);
comment on table simulator_refunds is 'payments: refunds the simulated bank has carried out, once for each reference';
