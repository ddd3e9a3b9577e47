-- The file about sellers of a month for the tax office: its readings are recorded, and it finds a month's rows by their time.
alter table tax_readings drop constraint tax_readings_file_check;
alter table tax_readings add constraint tax_readings_file_check check (file in ('withheld', 'vat', 'exemptions', 'pmse'));
create index orders_paid_age on orders using brin (paid_at);
create index refunds_age on refunds using brin (created_at);
