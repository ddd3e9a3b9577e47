-- A seller may file a product elsewhere after the sale. What the buyer was promised for its main category stays.
alter table order_lines add column root_category_id uuid references categories (id);
comment on column order_lines.root_category_id is 'The main category of the product on the day of the order; null for older lines, for which the product of today counts.';
