-- Tax by line, and what a seller gives up in a refund.

alter table order_lines
  add column vat_per_mille integer not null default 0 check (vat_per_mille between 0 and 1000),
  add column tax_per_mille integer not null default 0 check (tax_per_mille between 0 and 1000);
comment on column order_lines.vat_per_mille is 'PPN that the price contains, per mille of the price without it; 0 for a shop that is not PKP.';
comment on column order_lines.tax_per_mille is 'Income tax that is withheld from the seller, per mille of the price without PPN.';
update order_lines l set vat_per_mille = 110 from shops s where s.id = l.shop_id and s.is_pkp;
update order_lines l set tax_per_mille = o.tax_per_mille from orders o where o.id = l.order_id and o.tax_per_mille > 0;
alter table orders drop column tax_per_mille;

alter table refund_parts add column given_up bigint not null default 0;
update refund_parts set given_up = amount;
alter table refund_parts alter column given_up drop default, add check (given_up >= amount);
comment on column refund_parts.given_up is 'By how much the seller''s price falls: what the buyer gets, and the marketplace''s promotions for it.';
