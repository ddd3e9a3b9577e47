-- The bank's running balance shows whether movements are missing or were added.
alter table bank_statement_lines add column balance_cents bigint check (abs(balance_cents) < 1000000000000000000);
comment on column bank_statement_lines.balance_cents is 'The account''s balance after the movement, in hundredths of a rupiah; null when the file has none.';
-- What one operator's files or hands matched within a day.
create index bank_statement_decisions_actor on bank_statement_decisions (actor_id, created_at) where action = 'matched';
create or replace function bank_statement_lines_are_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'movements of a bank account are not deleted'; end if;
  if row(new.id, new.statement_id, new.account, new.fingerprint, new.day, new.amount, new.cents, new.description, new.balance_cents)
    is distinct from row(old.id, old.statement_id, old.account, old.fingerprint, old.day, old.amount, old.cents, old.description, old.balance_cents)
    then raise exception 'what a bank reported does not change'; end if;
  if old.status = 'matched' then raise exception 'a match is final'; end if;
  return new;
end $$;
