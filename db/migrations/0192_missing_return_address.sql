-- Nobody can send goods back to a shop without address, so its seller, and not the buyer, loses by silence.
alter table complaints add column address_missing boolean not null default false;
