-- What a courier was asked for an insured parcel has a clock: until when it answers, and when operators are called to
-- ask it again. The defaults serve the processes of the earlier release during an update.
alter table insurance_claims
  add column due_at timestamptz not null default now() + interval '14 days',
  add column remind_at timestamptz not null default now() + interval '14 days';
update insurance_claims set due_at = asked_at + interval '14 days', remind_at = asked_at + interval '14 days';
create index insurance_claims_asked on insurance_claims (remind_at) where state = 'asked';
-- Cases of the last weeks whose courier was not asked yet.
create index complaints_opened on complaints (opened_at);
