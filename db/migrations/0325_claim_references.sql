-- One payment of a courier is entered for one claim. Where it was entered for several, the later ones keep it with the
-- end of their id, so that an operator finds them.
update insurance_claims c set reference = c.reference || ' #' || right(c.id::text, 12)
where c.state = 'paid' and c.claimant = 'marketplace' and exists (
  select from insurance_claims x where x.state = 'paid' and x.claimant = 'marketplace' and x.id < c.id
    and upper(regexp_replace(x.reference, '\s', '', 'g')) = upper(regexp_replace(c.reference, '\s', '', 'g')));
create unique index insurance_claims_reference on insurance_claims (upper(regexp_replace(reference, '\s', '', 'g')))
  where state = 'paid' and claimant = 'marketplace';
create index insurance_claims_decided on insurance_claims (decided_by, decided_at) where state = 'paid';
