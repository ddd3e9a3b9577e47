-- A movement may be the bank's own charge or interest, which is booked like a provider's fee.
alter table bank_statement_lines drop constraint bank_statement_lines_status_check;
alter table bank_statement_lines add constraint bank_statement_lines_status_check
  check (status in ('open', 'proposed', 'matched', 'foreign', 'bank_charge'));
alter table bank_statement_lines add constraint bank_statement_lines_bank_charge_check
  check (status <> 'bank_charge' or length(reason) >= 3);
alter table bank_statement_decisions drop constraint bank_statement_decisions_action_check;
alter table bank_statement_decisions add constraint bank_statement_decisions_action_check
  check (action in ('matched', 'proposed', 'approved', 'rejected', 'foreign', 'bank_charge', 'reopened'));
