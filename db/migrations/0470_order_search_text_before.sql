-- In batches: orders change meanwhile.
-- The search text of the orders from before. The buyers are locked, so that no name is stored that changes at this moment.
with batch as materialized (
  select o.id from orders o where o.id > coalesce($1::text, '00000000-0000-0000-0000-000000000000')::uuid order by o.id limit $2::int
), texts as (
  select o.id, order_search_text(u.name, (select string_agg(l.name, e'\n') from order_lines l where l.order_id = o.id)) as text
  from batch join orders o on o.id = batch.id join users u on u.id = o.buyer_id for share of u
), stored as (
  update orders o set search_text = texts.text from texts where o.id = texts.id and o.search_text is null and texts.text is not null
)
select max(id::text) as position from batch
