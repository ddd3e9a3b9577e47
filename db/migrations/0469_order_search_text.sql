-- What a list of orders is searched for beside the numbers, so that a search need not read the buyer and the lines of a thousand orders.
-- It is stored with the order, and cleared when the buyer gets another name: then buyer and lines are read, as for an order
-- whose text does not fit into an index.
alter table orders add column search_text text;
comment on column orders.search_text is 'names of the buyer and of the goods in capital letters, a line each; null when they must be read';

create function order_search_text(buyer text, goods text) returns text language sql immutable
  return case when octet_length(upper(buyer || e'\n' || goods)) <= 2000 then upper(buyer || e'\n' || goods) end;

create function clear_search_texts() returns trigger language plpgsql as $$
begin
  update orders set search_text = null where buyer_id = new.id and search_text is not null;
  return null;
end $$;
create trigger users_search_texts after update of name on users for each row
  when (old.name is distinct from new.name) execute function clear_search_texts();
