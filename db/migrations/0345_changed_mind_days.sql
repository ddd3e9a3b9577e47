-- The days for a change of mind belong to a category, not to its address, so that they follow it wherever it moves.
alter table categories add column changed_mind_days smallint check (changed_mind_days between 0 and 60);
comment on column categories.changed_mind_days is 'Working days in which goods may be sent back for a change of mind, 0 for none; null: those of the main category above, else the common ones.';
update categories set changed_mind_days = 0 where slug = 'makanan-minuman';
alter table order_lines add column changed_mind_days smallint check (changed_mind_days between 0 and 60);
comment on column order_lines.changed_mind_days is 'The days of the product''s category when it was ordered; null where that category had none of its own.';
