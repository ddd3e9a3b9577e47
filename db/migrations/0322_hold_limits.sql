-- A product can break many rules at once, and the sentences of operators are long.
alter table product_holds drop constraint product_holds_reasons_check,
  add constraint product_holds_reasons_check check (jsonb_typeof(reasons) = 'array' and length(reasons::text) <= 40000);

-- The documents of decided reports are deleted after a time.
create index listing_reports_documents on listing_reports (closed_at) where document_key is not null and state <> 'open';
