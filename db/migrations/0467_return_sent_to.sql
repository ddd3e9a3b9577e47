-- The shop's address when the buyer sent goods back to it (name, street, city, postcode): the shop may change its own later.
-- Null: nothing was sent back, the shop had no address, or it was before this version.
alter table complaints add column sent_to jsonb;
