-- How goods of a category are taxed from a day on: why no PPh 22 is withheld from them, or that they are luxury goods.
create table category_tax_rules (
  id uuid primary key default uuidv7(),
  category_id uuid not null references categories (id),
  kind text not null check (kind in ('income_tax', 'vat')),
  value text not null,
  valid_from date not null,
  announced_at timestamptz not null,
  created_by uuid not null references users (id),
  withdrawn_at timestamptz,
  withdrawn_by uuid references users (id),
  constraint category_tax_rules_value_check check (value = 'ordinary' or (kind = 'vat' and value = 'luxury')
    or (kind = 'income_tax' and value in ('phone_credit', 'gold', 'courier_service', 'property'))),
  constraint category_tax_rules_withdrawn_check check ((withdrawn_at is null) = (withdrawn_by is null))
);
comment on table category_tax_rules is 'payments: how goods of a category are taxed; of each kind the latest day that has come counts, and that of the product''s own category wins over its root';
create unique index category_tax_rules_day on category_tax_rules (category_id, kind, valid_from) where withdrawn_at is null;

-- Why nothing is withheld from a line, although its shop is not exempt.
alter table order_lines add column tax_exemption text constraint order_lines_tax_exemption_check
  check (tax_exemption is null or (tax_exemption in ('phone_credit', 'gold', 'courier_service', 'property') and tax_per_mille = 0));
alter table withheld_taxes add column exemption text constraint withheld_taxes_exemption_check
  check (exemption in ('phone_credit', 'gold', 'courier_service', 'property'));
alter table withheld_taxes drop constraint withheld_taxes_per_mille_check;
alter table withheld_taxes add constraint withheld_taxes_per_mille_check
  check (case when exemption is null then per_mille between 1 and 1000 else per_mille = 0 and amount = 0 end);
alter table withheld_taxes drop constraint withheld_taxes_reference_key;
create unique index withheld_taxes_reference on withheld_taxes (reference, exemption) nulls not distinct;
comment on table withheld_taxes is 'payments: PPh 22 that an order withheld when its money was divided, negative when a refund gave it back; base is the price of the goods without PPN; reference is that of the ledger transaction; exemption says why nothing was withheld from the base';
