-- Whoever asked a courier for the marketplace does not also enter what it paid. Payments that were entered before this rule
-- stay as they are.
alter table insurance_claims add constraint insurance_claims_two_operators_check
  check (state <> 'paid' or claimant <> 'marketplace' or decided_by <> asked_by) not valid;
drop index insurance_claims_decided;
