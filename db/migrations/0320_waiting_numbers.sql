-- Only an operator's decision gives a number to a shop. Before it, a number is just compared: whoever typed a stranger's
-- NIK must not keep that stranger from being verified.
create table waiting_numbers (
  verification_id uuid not null references seller_verifications (id) on delete cascade,
  kind text not null check (kind in ('nik', 'npwp', 'nib')),
  digest bytea not null check (length(digest) = 32),
  primary key (verification_id, kind)
);
comment on table waiting_numbers is 'shops: keyed digests of the numbers of waiting applications, so that an operator sees when several shops use one';
create index waiting_numbers_digest on waiting_numbers (digest);

insert into waiting_numbers (verification_id, kind, digest)
select distinct on (v.id, n.kind) v.id, n.kind, n.digest
from seller_verifications v join verification_numbers n on n.shop_id = v.shop_id where v.status = 'sent'
order by v.id, n.kind, n.digest;
delete from verification_numbers n
where not exists (select from seller_verifications v where v.shop_id = n.shop_id and v.status = 'verified');
comment on table verification_numbers is 'shops: keyed digests of the numbers of verified sellers, so that no second shop uses one';
