-- A seller's progress about a parcel may have a private picture as proof.
alter table tracking_scans
  add column proof_key text constraint tracking_scans_proof_key unique check (proof_key ~ '^p[0-9a-f]{30}$'),
  add constraint tracking_scans_proof_of_seller check (proof_key is null or source = 'seller');
comment on column tracking_scans.proof_key is 'The private picture that proves a seller''s progress; null without one, or after it was deleted.';
