-- Made by npm run db:schema from db/migrations. Do not edit.

create extension pg_trgm;

CREATE OR REPLACE FUNCTION public.audit_entries_are_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is append-only';
end $function$
;

CREATE OR REPLACE FUNCTION public.bank_statement_decisions_are_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'decisions are append-only';
end $function$
;

CREATE OR REPLACE FUNCTION public.bank_statement_lines_are_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then raise exception 'movements of a bank account are not deleted'; end if;
  if row(new.id, new.statement_id, new.account, new.fingerprint, new.day, new.amount, new.cents, new.description, new.balance_cents)
    is distinct from row(old.id, old.statement_id, old.account, old.fingerprint, old.day, old.amount, old.cents, old.description, old.balance_cents)
    then raise exception 'what a bank reported does not change'; end if;
  if old.status = 'matched' then raise exception 'a match is final'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.check_category_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.parent_id is null then
    return new;
  end if;
  -- Two changes at once must see each other: A below B, and B below A.
  perform pg_advisory_xact_lock(hashtextextended('category tree', 61));
  if new.parent_id = new.id
    or exists (select from categories where id = new.parent_id and (parent_id is not null or is_custom or merged_into is not null))
    or exists (select from categories where parent_id = new.id) then
    raise exception 'a category is below a main category and has nothing below it' using errcode = '23514', constraint = 'categories_place';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.clear_expected_share()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'orders' then
    new.expected_share := null;
    return new;
  end if;
  update orders set expected_share = null where id = new.order_id and expected_share is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.clear_search_texts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update orders set search_text = null where buyer_id = new.id and search_text is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.copy_balance_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into balance_entries (shop_id, booked_at, transaction_id, amount)
  select a.owner::uuid, t.created_at, e.transaction_id, sum(e.amount)
  from new_rows e
  join ledger_accounts a on a.id = e.account_id and a.kind in ('seller_balance', 'seller_debt')
  join ledger_transactions t on t.id = e.transaction_id
  group by 1, 2, 3
  on conflict (shop_id, booked_at, transaction_id) do update set amount = balance_entries.amount + excluded.amount;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.corrected_orders_fit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from corrected_orders c join orders o on o.id = c.order_id where o.id = new.id and c.earned <> o.earned) then
    raise check_violation using table = 'corrected_orders', constraint = 'corrected_orders_fit',
      message = format('order %s was corrected, and this process is of a version that does not fit corrections', new.id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.delete_rows_of_user(person uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  it record;
begin
  for it in
    select c.conrelid::regclass as name, a.attname as col
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c' and array_length(c.conkey, 1) = 1
    order by 1, 2
  loop
    execute format('delete from %s where %I = $1', it.name, it.col) using person;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is append-only';
end $function$
;

CREATE OR REPLACE FUNCTION public.lock_audit_chain(OUT last_id bigint, OUT last_hash text, OUT locked_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(4107220);
  select e.id, e.hash into last_id, last_hash from audit_entries e order by e.id desc limit 1;
  locked_at := date_trunc('milliseconds', clock_timestamp());
end $function$
;

CREATE OR REPLACE FUNCTION public.note_product_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into product_changes (product_id) select id from after_rows where status = 'active' order by id;
  elsif tg_op = 'DELETE' then
    insert into product_changes (product_id) select id from before_rows where status = 'active' order by id;
  else
    insert into product_changes (product_id)
    select a.id from after_rows a join before_rows b on b.id = a.id
    where (a.status = 'active' or b.status = 'active') and a.* is distinct from b.*
    order by a.id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.order_adjustments_rules(r order_adjustments)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare broken text := case
  when not (r.amount <> 0) then 'order_adjustments_amount_check'
  when not (r.bearer in ('buyer', 'shop', 'platform')) then 'order_adjustments_bearer_check'
  when not (case when (r.kind in ('insurance', 'service_fee', 'cod_fee')) then r.amount > 0 else (r.amount < 0 and r.bearer <> 'buyer') end) then 'order_adjustments_check'
  when not (case when (r.kind in ('free_shipping', 'service_fee', 'insurance', 'cod_fee')) then (r.line_id is null) else ((r.line_id is not null) or (r.kind = 'unique_code')) end) then 'order_adjustments_check1'
  when not ((r.kind <> 'insurance') or (r.bearer = 'shop')) then 'order_adjustments_insurance_bearer'
  when not (r.kind in ('wholesale', 'discount', 'flash_sale', 'bundle', 'voucher', 'free_shipping', 'insurance', 'service_fee', 'cod_fee', 'unique_code')) then 'order_adjustments_kind_check'
  when not (length(r.source) <= 80) then 'order_adjustments_source_check'
end;
begin
  if broken is null then return true; end if;
  return refuse_row('order_adjustments', broken);
end $function$
;

CREATE OR REPLACE FUNCTION public.order_corrections_are_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or old.state <> 'proposed'
    or row (new.order_id, new.kind, new.amount, new.reason, new.proposed_by, new.proposed_at)
      is distinct from row (old.order_id, old.kind, old.amount, old.reason, old.proposed_by, old.proposed_at) then
    raise exception 'a correction is history: a wrong one is corrected by its opposite';
  end if;
  return new;
end;
$function$
;

CREATE OR REPLACE FUNCTION public.order_lines_rules(r order_lines)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare broken text := case
  when not (r.changed_mind_days >= 0 and r.changed_mind_days <= 60) then 'order_lines_changed_mind_days_check'
  when not (r.commission_cap >= 0) then 'order_lines_commission_cap_check'
  when not (r.commission >= 0) then 'order_lines_commission_check'
  when not (r.commission_flat >= 0) then 'order_lines_commission_flat_check'
  when not (r.commission_per_mille >= 0 and r.commission_per_mille <= 1000) then 'order_lines_commission_per_mille_check'
  when not (r.price > 0) then 'order_lines_price_check'
  when not (r.quantity >= 1 and r.quantity <= 999) then 'order_lines_quantity_check'
  when not (r.refunded >= 0 and (r.refunded <= (r.price * r.quantity))) then 'order_lines_refunded_check'
  when not ((r.tax_exemption is null) or ((r.tax_exemption in ('phone_credit', 'gold', 'courier_service', 'property')) and (r.tax_per_mille = 0))) then 'order_lines_tax_exemption_check'
  when not (r.tax_per_mille >= 0 and r.tax_per_mille <= 1000) then 'order_lines_tax_per_mille_check'
  when not (r.vat_per_mille >= 0 and r.vat_per_mille <= 1000) then 'order_lines_vat_per_mille_check'
  when not (r.weight_g > 0) then 'order_lines_weight_g_check'
end;
begin
  if broken is null then return true; end if;
  return refuse_row('order_lines', broken);
end $function$
;

CREATE OR REPLACE FUNCTION public.order_search_text(buyer text, goods text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (octet_length(upper(((buyer || '
'::text) || goods))) <= 2000) THEN upper(((buyer || '
'::text) || goods)) ELSE NULL::text END
;

CREATE OR REPLACE FUNCTION public.orders_rules(r orders)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare broken text := case
  when not ((length(r.cancel_reason) >= 1) and (length(r.cancel_reason) <= 300)) then 'orders_cancel_reason_check'
  when not (r.commission >= 0 and r.commission <= r.goods_total) then 'orders_check'
  when not ((r.status not in ('completed', 'cancelled', 'refunded')) or (r.due_at is null)) then 'orders_check2'
  when not (r.courier_cost >= 0) then 'orders_courier_cost_check'
  when not ((r.settled_at is not null) or (r.earned = 0)) then 'orders_earned_check'
  when not (r.fees_refunded >= 0) then 'orders_fees_refunded_check'
  when not (r.goods_total > 0) then 'orders_goods_total_check'
  when not (r.invoice ~ '^INV/[0-9]{8}/[A-Z0-9]{8,16}$') then 'orders_invoice_check'
  when not (((r.status not in ('delivered', 'completed')) or (r.paid_at is not null)) and ((r.status <> 'shipped') or (r.paid_at is not null) or r.cod)) then 'orders_paid_check'
  when not (r.preorder_days > 0) then 'orders_preorder_days_check'
  when not (r.promotion_cost >= 0) then 'orders_promotion_cost_check'
  when not ((r.sender_phone is null) or (r.sender_name is not null)) then 'orders_sender'
  when not ((length(r.sender_name) >= 1) and (length(r.sender_name) <= 60)) then 'orders_sender_name_check'
  when not (r.sender_phone ~ '^\+[0-9]{8,15}$') then 'orders_sender_phone_check'
  when not (r.shipping_cost >= 0) then 'orders_shipping_cost_check'
  when not (r.shipping_refunded >= 0) then 'orders_shipping_refunded_check'
  when not (jsonb_typeof(r.shop_point) = 'object') then 'orders_shop_point_check'
  when not (r.status in ('awaiting_payment', 'awaiting_confirmation', 'processing', 'shipped', 'delivered', 'completed', 'cancelled', 'disputed', 'refunded')) then 'orders_status_check'
  when not ((r.total >= 0) and (r.total = ((r.goods_total + r.shipping_cost) + r.adjustments_total))) then 'orders_total_check'
  when not (((r.usual_min_days is null) = (r.usual_max_days is null)) and (r.usual_min_days > 0) and (r.usual_max_days >= r.usual_min_days)) then 'orders_usual_days'
end;
begin
  if broken is null then return true; end if;
  return refuse_row('orders', broken);
end $function$
;

CREATE OR REPLACE FUNCTION public.payment_attempts_rules(r payment_attempts)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare broken text := case
  when not (r.account ~ '^[a-z][a-z0-9_]{1,19}:[0-9]{5,20}$') then 'payment_attempts_account_check'
  when not (r.amount > 0) then 'payment_attempts_amount_check'
  when not (r.chargebacks_returned >= 0) then 'payment_attempts_chargebacks_returned_check'
  when not (r.charged_back >= 0 and r.charged_back <= r.received) then 'payment_attempts_check'
  when not ((r.settled + r.returned) <= r.received) then 'payment_attempts_check1'
  when not ((r.status = 'pending') or ((r.settled + r.returned) = r.received)) then 'payment_attempts_check2'
  when not (r.settled = case when r.status = 'paid' then r.amount else (0)::bigint end) then 'payment_attempts_check3'
  when not (r.code >= 0 and r.code <= 499) then 'payment_attempts_code_check'
  when not ((length(r.external_id) >= 1) and (length(r.external_id) <= 200)) then 'payment_attempts_external_id_check'
  when not ((length(r.method) >= 2) and (length(r.method) <= 40)) then 'payment_attempts_method_check'
  when not (r.polls >= 0) then 'payment_attempts_polls_check'
  when not (r.provider in ('simulator', 'manual', 'midtrans', 'xendit', 'cod')) then 'payment_attempts_provider_check'
  when not (r.received >= 0) then 'payment_attempts_received_check'
  when not ((length(r.reference) >= 8) and (length(r.reference) <= 60)) then 'payment_attempts_reference_check'
  when not (r.returned >= 0) then 'payment_attempts_returned_check'
  when not (r.settled >= 0) then 'payment_attempts_settled_check'
  when not (r.status in ('pending', 'paid', 'expired', 'cancelled')) then 'payment_attempts_status_check'
  when not ((r.provider = 'manual') = (r.account is not null)) then 'payment_attempts_transfer_account_check'
  when not ((r.code = 0) or (r.account is not null)) then 'payment_attempts_transfer_code_check'
end;
begin
  if broken is null then return true; end if;
  return refuse_row('payment_attempts', broken);
end $function$
;

CREATE OR REPLACE FUNCTION public.refunds_are_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'what was refunded is history: money that comes again is a row of its own';
end;
$function$
;

CREATE OR REPLACE FUNCTION public.refuse_replaced_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select 1 from replaced_tracking_numbers
    where tracking_number = new.tracking_number and split_part(courier, '-', 1) = split_part(new.courier, '-', 1)) then
    raise exception 'the tracking number was replaced' using errcode = 'unique_violation', constraint = 'parcels_tracking_number';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_row(relation text, rule text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  raise check_violation using table = relation, constraint = rule,
    message = format('new row for relation "%s" violates check constraint "%s"', relation, rule);
end $function$
;

CREATE OR REPLACE FUNCTION public.sum_balance_months()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  named date := date_trunc('month', new.booked_at at time zone 'Asia/Jakarta')::date;
begin
  if tg_op = 'INSERT' then
    insert into balance_months as m (shop_id, month, income, outgo)
    values (new.shop_id, named, greatest(new.amount, 0), greatest(-new.amount, 0))
    on conflict (shop_id, month) do update set income = m.income + excluded.income, outgo = m.outgo + excluded.outgo;
  else
    update balance_months
    set income = income + greatest(new.amount, 0) - greatest(old.amount, 0), outgo = outgo + greatest(-new.amount, 0) - greatest(-old.amount, 0)
    where shop_id = new.shop_id and month = named;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.vouchers_rules(r vouchers)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare broken text := case
  when not (r.used >= 0 and r.used <= r.quota) then 'vouchers_check'
  when not (r.per_buyer <= r.quota) then 'vouchers_check1'
  when not (r.starts_at < r.ends_at) then 'vouchers_check2'
  when not ((r.per_mille is not null) = (r.kind in ('percent', 'cashback'))) then 'vouchers_check3'
  when not ((r.stacking_group = 'shop') = (r.shop_id is not null)) then 'vouchers_check4'
  when not ((r.state = 'stopped') = (r.stopped_at is not null)) then 'vouchers_check5'
  when not ((r.buyer_id is null) = (r.created_by is not null)) then 'vouchers_check6'
  when not (r.code ~ '^[A-Z0-9]{4,20}$') then 'vouchers_code_check'
  when not (r.kind in ('percent', 'fixed', 'free_shipping', 'cashback')) then 'vouchers_kind_check'
  when not (r.max_amount >= 100 and r.max_amount <= 10000000) then 'vouchers_max_amount_check'
  when not (r.min_goods >= 0 and (r.min_goods <= '5000000000'::bigint)) then 'vouchers_min_goods_check'
  when not (r.per_buyer >= 1 and r.per_buyer <= 100) then 'vouchers_per_buyer_check'
  when not (r.per_mille >= 1 and r.per_mille <= 1000) then 'vouchers_per_mille_check'
  when not (r.quota >= 1 and r.quota <= 1000000) then 'vouchers_quota_check'
  when not (r.stacking_group in ('shop', 'discount', 'shipping', 'alone')) then 'vouchers_stacking_group_check'
  when not (r.state in ('active', 'stopped')) then 'vouchers_state_check'
end;
begin
  if broken is null then return true; end if;
  return refuse_row('vouchers', broken);
end $function$
;

create table account_deletions (
  user_id uuid not null,
  requested_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  shop_paused boolean default false not null,
  postponed_since timestamp with time zone,
  done_at timestamp with time zone,
  constraint account_deletions_pkey PRIMARY KEY (user_id),
  constraint account_deletions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint account_deletions_check CHECK ((due_at > requested_at)),
  constraint account_deletions_check1 CHECK (((done_at IS NULL) OR (done_at >= due_at)))
);
comment on table account_deletions is 'privacy: who asked for their account to go, when it goes and when it went; shop_paused says that we closed the shop for the time in between';
CREATE INDEX account_deletions_due ON public.account_deletions USING btree (due_at) WHERE (done_at IS NULL);

create table account_traces (
  user_id uuid not null,
  kind text not null,
  digest bytea not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint account_traces_pkey PRIMARY KEY (user_id, kind, digest),
  constraint account_traces_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint account_traces_check CHECK ((last_seen_at >= first_seen_at)),
  constraint account_traces_digest_check CHECK ((length(digest) = 32)),
  constraint account_traces_kind_check CHECK ((kind = ANY (ARRAY['browser'::text, 'network'::text])))
);
comment on table account_traces is 'accounts: from which browsers and networks a person logged in, as digests that need the installation''s secret; deleted 90 days after the last login from there';
CREATE INDEX account_traces_age ON public.account_traces USING btree (last_seen_at);
CREATE INDEX account_traces_same ON public.account_traces USING btree (kind, digest, user_id);

create table addresses (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  label text not null,
  recipient text not null,
  phone text not null,
  province_code text not null,
  regency_code text not null,
  district_code text not null,
  village_code text not null,
  postcode text not null,
  street text not null,
  note text default ''::text not null,
  lat double precision,
  lng double precision,
  is_main boolean default false not null,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint addresses_pkey PRIMARY KEY (id),
  constraint addresses_district_code_fkey FOREIGN KEY (district_code) REFERENCES regions(code),
  constraint addresses_province_code_fkey FOREIGN KEY (province_code) REFERENCES regions(code),
  constraint addresses_regency_code_fkey FOREIGN KEY (regency_code) REFERENCES regions(code),
  constraint addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint addresses_village_code_fkey FOREIGN KEY (village_code) REFERENCES regions(code),
  constraint addresses_check CHECK (((lat IS NULL) = (lng IS NULL))),
  constraint addresses_label_check CHECK (((length(label) >= 1) AND (length(label) <= 30))),
  constraint addresses_lat_check CHECK (((lat >= ('-11.5'::numeric)::double precision) AND (lat <= (6.5)::double precision))),
  constraint addresses_lng_check CHECK (((lng >= (94.5)::double precision) AND (lng <= (141.5)::double precision))),
  constraint addresses_note_check CHECK ((length(note) <= 120)),
  constraint addresses_phone_check CHECK ((phone ~ '^\+62[0-9]{8,13}$'::text)),
  constraint addresses_postcode_check CHECK ((postcode ~ '^[0-9]{5}$'::text)),
  constraint addresses_recipient_check CHECK (((length(recipient) >= 1) AND (length(recipient) <= 80))),
  constraint addresses_street_check CHECK (((length(street) >= 5) AND (length(street) <= 300)))
);
comment on table addresses is 'addresses: the address book of each person';
CREATE UNIQUE INDEX addresses_one_main ON public.addresses USING btree (user_id) WHERE (is_main AND (deleted_at IS NULL));
CREATE INDEX addresses_user ON public.addresses USING btree (user_id) WHERE (deleted_at IS NULL);

create table answers (
  id uuid default uuidv7() not null,
  question_id uuid not null,
  user_id uuid not null,
  role text not null,
  text text not null,
  state text default 'shown'::text not null,
  hidden_reason text,
  created_at timestamp with time zone not null,
  constraint answers_pkey PRIMARY KEY (id),
  constraint answers_question_id_fkey FOREIGN KEY (question_id) REFERENCES questions(id) ON DELETE CASCADE,
  constraint answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint answers_hidden CHECK (((state <> 'hidden'::text) OR (hidden_reason IS NOT NULL))),
  constraint answers_hidden_reason_check CHECK (((length(hidden_reason) >= 1) AND (length(hidden_reason) <= 500))),
  constraint answers_role_check CHECK ((role = ANY (ARRAY['seller'::text, 'buyer'::text]))),
  constraint answers_state_check CHECK ((state = ANY (ARRAY['shown'::text, 'hidden'::text]))),
  constraint answers_text_check CHECK (((length(text) >= 1) AND (length(text) <= 1000)))
);
comment on table answers is 'reviews: answers to a question by the seller or by people who bought the product';
CREATE INDEX answers_question ON public.answers USING btree (question_id, created_at, id);
CREATE INDEX answers_user ON public.answers USING btree (user_id, created_at DESC, id);

create unlogged table attempts (
  kind text not null,
  key_hash bytea not null,
  since timestamp with time zone not null,
  count integer not null,
  constraint attempts_pkey PRIMARY KEY (kind, key_hash),
  constraint attempts_count_check CHECK ((count >= 0)),
  constraint attempts_key_hash_check CHECK ((length(key_hash) = 32)),
  constraint attempts_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 40)))
);
comment on table attempts is 'accounts: how often something that can be guessed was tried in a window, for all processes; keys are digests';
CREATE INDEX attempts_age ON public.attempts USING btree (since);

create table audit_entries (
  id bigint not null,
  at timestamp with time zone not null,
  actor_id uuid,
  actor_role text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  previous_hash text not null,
  hash text not null,
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint audit_entries_hash_key UNIQUE (hash),
  constraint audit_entries_previous_hash_key UNIQUE (previous_hash),
  constraint audit_entries_action_check CHECK (((action ~ '^[a-z][a-z_-]*\.[a-z][a-z_]*$'::text) AND (length(action) <= 80))),
  constraint audit_entries_actor_role_check CHECK (((length(actor_role) >= 1) AND (length(actor_role) <= 40))),
  constraint audit_entries_after_check CHECK ((jsonb_typeof(after) = 'object'::text)),
  constraint audit_entries_before_check CHECK ((jsonb_typeof(before) = 'object'::text)),
  constraint audit_entries_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint audit_entries_id_check CHECK ((id > 0)),
  constraint audit_entries_previous_hash_check CHECK ((previous_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint audit_entries_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 1000))),
  constraint audit_entries_subject_id_check CHECK (((length(subject_id) >= 1) AND (length(subject_id) <= 100))),
  constraint audit_entries_subject_kind_check CHECK (((subject_kind ~ '^[a-z][a-z_]*$'::text) AND (length(subject_kind) <= 40)))
);
comment on table audit_entries is 'audit-log: what operators and the system did; append-only; ids have no gaps, and each hash covers the row and the hash before it; holds ids of people, never their data';
CREATE INDEX audit_entries_action ON public.audit_entries USING btree (action, id DESC);
CREATE INDEX audit_entries_actor ON public.audit_entries USING btree (actor_id, id DESC);
CREATE INDEX audit_entries_at ON public.audit_entries USING btree (at, id);
CREATE INDEX audit_entries_subject ON public.audit_entries USING btree (subject_id, id DESC);
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_are_append_only();

create table audit_findings (
  audit_id uuid not null,
  invariant text not null,
  what text not null,
  constraint audit_findings_pkey PRIMARY KEY (audit_id, invariant, what),
  constraint audit_findings_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES audits(id) ON DELETE CASCADE,
  constraint audit_findings_invariant_check CHECK (((length(invariant) >= 1) AND (length(invariant) <= 300))),
  constraint audit_findings_what_check CHECK ((length(what) <= 300))
);
comment on table audit_findings is 'orders: breaches of invariants that an audit found, some of each; what is the id of an order, payment, shop or whatever the invariant is about';

create table audits (
  id uuid default uuidv7() not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  checked integer not null,
  found integer not null,
  balances jsonb not null,
  constraint audits_pkey PRIMARY KEY (id),
  constraint audits_balances_check CHECK ((jsonb_typeof(balances) = 'object'::text)),
  constraint audits_check CHECK ((finished_at >= started_at)),
  constraint audits_checked_check CHECK ((checked > 0)),
  constraint audits_found_check CHECK ((found >= 0))
);
comment on table audits is 'orders: runs of the auditor over the whole database; balances are the sums of the ledger''s accounts by kind at that moment';
CREATE INDEX audits_newest ON public.audits USING btree (started_at DESC, id DESC);

create table balance_entries (
  shop_id uuid not null,
  booked_at timestamp with time zone not null,
  transaction_id uuid not null,
  amount bigint not null,
  constraint balance_entries_pkey PRIMARY KEY (shop_id, booked_at, transaction_id)
);
comment on table balance_entries is 'payments: what each event of the ledger changed in the balance of a shop, debts included; written by a trigger of ledger_entries';
CREATE TRIGGER balance_entries_sum AFTER INSERT OR UPDATE OF amount ON public.balance_entries FOR EACH ROW EXECUTE FUNCTION sum_balance_months();

create table balance_months (
  shop_id uuid not null,
  month date not null,
  income bigint not null,
  outgo bigint not null,
  constraint balance_months_pkey PRIMARY KEY (shop_id, month),
  constraint balance_months_income_check CHECK ((income >= 0)),
  constraint balance_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint balance_months_outgo_check CHECK ((outgo >= 0))
) with (fillfactor=70);
comment on table balance_months is 'payments: what came into and went out of the balance of a shop in each month; written by a trigger of balance_entries';

create table bank_accounts (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  bank_code text not null,
  number_sealed bytea not null,
  number_digest bytea not null,
  last4 text not null,
  holder_name text not null,
  verified_at timestamp with time zone,
  is_main boolean not null,
  usable_from timestamp with time zone not null,
  created_at timestamp with time zone not null,
  same_digest bytea,
  constraint bank_accounts_pkey PRIMARY KEY (id),
  constraint bank_accounts_user_id_bank_code_number_digest_key UNIQUE (user_id, bank_code, number_digest),
  constraint bank_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint bank_accounts_bank_code_check CHECK ((bank_code ~ '^[a-z][a-z0-9_]{1,19}$'::text)),
  constraint bank_accounts_check CHECK ((usable_from >= created_at)),
  constraint bank_accounts_holder_name_check CHECK (((length(holder_name) >= 1) AND (length(holder_name) <= 100))),
  constraint bank_accounts_last4_check CHECK ((last4 ~ '^[0-9]{4}$'::text)),
  constraint bank_accounts_number_digest_check CHECK ((length(number_digest) = 32)),
  constraint bank_accounts_number_sealed_check CHECK (((length(number_sealed) >= 29) AND (length(number_sealed) <= 100))),
  constraint bank_accounts_same_digest_check CHECK ((length(same_digest) = 32))
);
comment on table bank_accounts is 'payments: bank accounts to which a person''s money can be sent; the number is sealed, number_digest finds the same account of a person again, same_digest that of other persons; verified_at: the payout provider named the holder';
CREATE UNIQUE INDEX bank_accounts_one_main ON public.bank_accounts USING btree (user_id) WHERE is_main;
CREATE INDEX bank_accounts_same ON public.bank_accounts USING btree (same_digest) WHERE (same_digest IS NOT NULL);
CREATE INDEX bank_accounts_without_digest ON public.bank_accounts USING btree (id) WHERE (same_digest IS NULL);

create table bank_statement_decisions (
  id uuid default uuidv7() not null,
  line_id uuid not null,
  action text not null,
  actor_id uuid not null,
  is_automatic boolean default false not null,
  attempt_id uuid,
  reason text default ''::text not null,
  created_at timestamp with time zone not null,
  constraint bank_statement_decisions_pkey PRIMARY KEY (id),
  constraint bank_statement_decisions_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint bank_statement_decisions_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  constraint bank_statement_decisions_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_statement_lines(id),
  constraint bank_statement_decisions_action_check CHECK ((action = ANY (ARRAY['matched'::text, 'proposed'::text, 'approved'::text, 'rejected'::text, 'foreign'::text, 'bank_charge'::text, 'reopened'::text]))),
  constraint bank_statement_decisions_reason_check CHECK ((length(reason) <= 300))
);
comment on table bank_statement_decisions is 'payments: who decided what about a movement of a bank account; append-only';
CREATE INDEX bank_statement_decisions_actor ON public.bank_statement_decisions USING btree (actor_id, created_at) WHERE (action = 'matched'::text);
CREATE INDEX bank_statement_decisions_charges ON public.bank_statement_decisions USING btree (actor_id, created_at) WHERE (action = 'bank_charge'::text);
CREATE INDEX bank_statement_decisions_line ON public.bank_statement_decisions USING btree (line_id, id);
CREATE TRIGGER bank_statement_decisions_final BEFORE DELETE OR UPDATE ON public.bank_statement_decisions FOR EACH ROW EXECUTE FUNCTION bank_statement_decisions_are_final();

create table bank_statement_layouts (
  account text not null,
  layout jsonb not null,
  updated_by uuid not null,
  updated_at timestamp with time zone not null,
  constraint bank_statement_layouts_pkey PRIMARY KEY (account),
  constraint bank_statement_layouts_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  constraint bank_statement_layouts_account_check CHECK ((account ~ '^[a-z][a-z0-9_]{1,19}:[0-9]{5,20}$'::text)),
  constraint bank_statement_layouts_layout_check CHECK (((jsonb_typeof(layout) = 'object'::text) AND (length((layout)::text) <= 4000)))
);
comment on table bank_statement_layouts is 'payments: which column of a bank''s CSV file means what, for each bank account of the marketplace';

create table bank_statement_lines (
  id uuid default uuidv7() not null,
  statement_id uuid not null,
  account text not null,
  fingerprint bytea not null,
  day date not null,
  amount bigint not null,
  cents smallint not null,
  description text not null,
  status text default 'open'::text not null,
  attempt_id uuid,
  needs_approval boolean default false not null,
  is_automatic boolean default false not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  approved_by uuid,
  reason text default ''::text not null,
  balance_cents bigint,
  constraint bank_statement_lines_pkey PRIMARY KEY (id),
  constraint bank_statement_lines_account_fingerprint_key UNIQUE (account, fingerprint),
  constraint bank_statement_lines_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  constraint bank_statement_lines_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  constraint bank_statement_lines_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint bank_statement_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statements(id),
  constraint bank_statement_lines_balance_cents_check CHECK ((abs(balance_cents) < '1000000000000000000'::bigint)),
  constraint bank_statement_lines_bank_charge_check CHECK (((status <> 'bank_charge'::text) OR (length(reason) >= 3))),
  constraint bank_statement_lines_cents_check CHECK (((cents >= '-99'::integer) AND (cents <= 99))),
  constraint bank_statement_lines_check CHECK (((amount <> 0) OR (cents <> 0))),
  constraint bank_statement_lines_check1 CHECK (((status = ANY (ARRAY['proposed'::text, 'matched'::text])) = (attempt_id IS NOT NULL))),
  constraint bank_statement_lines_check2 CHECK ((((status = 'open'::text) = (decided_by IS NULL)) AND ((status = 'open'::text) = (decided_at IS NULL)))),
  constraint bank_statement_lines_check3 CHECK (((status <> ALL (ARRAY['proposed'::text, 'matched'::text])) OR ((amount > 0) AND (cents = 0)))),
  constraint bank_statement_lines_check4 CHECK (((status <> 'foreign'::text) OR (length(reason) >= 3))),
  constraint bank_statement_lines_check5 CHECK (((status <> 'proposed'::text) OR (needs_approval AND (approved_by IS NULL)))),
  constraint bank_statement_lines_check6 CHECK (((status <> 'matched'::text) OR (NOT needs_approval) OR (approved_by IS NOT NULL))),
  constraint bank_statement_lines_check7 CHECK (((approved_by IS NULL) OR ((status = 'matched'::text) AND (approved_by <> decided_by)))),
  constraint bank_statement_lines_description_check CHECK ((length(description) <= 500)),
  constraint bank_statement_lines_fingerprint_check CHECK ((length(fingerprint) = 32)),
  constraint bank_statement_lines_reason_check CHECK ((length(reason) <= 300)),
  constraint bank_statement_lines_status_check CHECK ((status = ANY (ARRAY['open'::text, 'proposed'::text, 'matched'::text, 'foreign'::text, 'bank_charge'::text])))
);
comment on table bank_statement_lines is 'payments: one movement of a bank account; positive came in; the fingerprint makes a line of an overlapping file the same line';
CREATE INDEX bank_statement_lines_attempt ON public.bank_statement_lines USING btree (attempt_id) WHERE (attempt_id IS NOT NULL);
CREATE INDEX bank_statement_lines_day ON public.bank_statement_lines USING btree (account, day);
CREATE INDEX bank_statement_lines_statement ON public.bank_statement_lines USING btree (statement_id);
CREATE INDEX bank_statement_lines_sum ON public.bank_statement_lines USING btree (account, amount) WHERE (status = 'open'::text);
CREATE INDEX bank_statement_lines_waiting ON public.bank_statement_lines USING btree (day DESC, id DESC) WHERE ((status = ANY (ARRAY['open'::text, 'proposed'::text])) AND (amount > 0));
CREATE TRIGGER bank_statement_lines_final BEFORE DELETE OR UPDATE ON public.bank_statement_lines FOR EACH ROW EXECUTE FUNCTION bank_statement_lines_are_final();

create table bank_statements (
  id uuid default uuidv7() not null,
  account text not null,
  file_name text not null,
  line_count integer not null,
  new_count integer not null,
  matched_count integer default 0 not null,
  skipped_count integer not null,
  first_day date not null,
  last_day date not null,
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone not null,
  constraint bank_statements_pkey PRIMARY KEY (id),
  constraint bank_statements_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  constraint bank_statements_account_check CHECK ((account ~ '^[a-z][a-z0-9_]{1,19}:[0-9]{5,20}$'::text)),
  constraint bank_statements_check CHECK (((new_count >= 0) AND (new_count <= line_count))),
  constraint bank_statements_check1 CHECK (((matched_count >= 0) AND (matched_count <= new_count))),
  constraint bank_statements_check2 CHECK ((last_day >= first_day)),
  constraint bank_statements_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  constraint bank_statements_line_count_check CHECK (((line_count >= 1) AND (line_count <= 20000))),
  constraint bank_statements_skipped_count_check CHECK ((skipped_count >= 0))
);
comment on table bank_statements is 'payments: files of a bank account that operators uploaded; new_count lines of line_count were not known before';
CREATE INDEX bank_statements_account ON public.bank_statements USING btree (account, last_day DESC);
CREATE INDEX bank_statements_newest ON public.bank_statements USING btree (uploaded_at DESC, id DESC);

create table business_clock (
  only_row boolean default true not null,
  offset_ms bigint default 0 not null,
  constraint business_clock_pkey PRIMARY KEY (only_row),
  constraint business_clock_offset_ms_check CHECK ((offset_ms >= 0)),
  constraint business_clock_only_row_check CHECK (only_row)
);
comment on table business_clock is 'operator: how far the business clock of a demo marketplace was moved forward; always one row, 0 outside demo mode';

create table cart_lines (
  id uuid default uuidv7() not null,
  variant_id uuid not null,
  quantity integer not null,
  selected boolean default true not null,
  note text default ''::text not null,
  created_at timestamp with time zone not null,
  cart_id uuid not null,
  constraint cart_lines_pkey PRIMARY KEY (id),
  constraint cart_lines_variant UNIQUE (cart_id, variant_id),
  constraint cart_lines_cart FOREIGN KEY (cart_id) REFERENCES carts(id) ON DELETE CASCADE,
  constraint cart_lines_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variants(id) ON DELETE CASCADE,
  constraint cart_lines_note_check CHECK ((length(note) <= 200)),
  constraint cart_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 999)))
);
comment on table cart_lines is 'cart: what somebody wants to buy; prices are never stored here';

create table cart_removed_lines (
  line_id uuid not null,
  variant_id uuid not null,
  quantity integer not null,
  selected boolean not null,
  note text not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone not null,
  cart_id uuid not null,
  constraint cart_removed_lines_pkey PRIMARY KEY (line_id),
  constraint cart_removed_lines_cart FOREIGN KEY (cart_id) REFERENCES carts(id) ON DELETE CASCADE,
  constraint cart_removed_lines_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variants(id) ON DELETE CASCADE,
  constraint cart_removed_lines_note_check CHECK ((length(note) <= 200)),
  constraint cart_removed_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 999)))
);
comment on table cart_removed_lines is 'cart: lines that were removed a moment ago, so that undo restores them where and as they were';
CREATE INDEX cart_removed_lines_cart ON public.cart_removed_lines USING btree (cart_id, removed_at DESC);

create table carts (
  id uuid default uuidv7() not null,
  user_id uuid,
  token_hash bytea,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint carts_pkey PRIMARY KEY (id),
  constraint carts_token UNIQUE (token_hash),
  constraint carts_user UNIQUE (user_id),
  constraint carts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint carts_one_owner CHECK (((user_id IS NULL) = (token_hash IS NOT NULL))),
  constraint carts_token_length CHECK ((length(token_hash) = 32)),
  constraint carts_visitors_expire CHECK (((user_id IS NULL) = (expires_at IS NOT NULL)))
);
comment on table carts is 'cart: one of each user, and one of each visitor''s browser until it expires; of the browser''s token only the SHA-256 is stored';
CREATE INDEX carts_expiry ON public.carts USING btree (expires_at) WHERE (user_id IS NULL);

create table categories (
  id uuid default uuidv7() not null,
  parent_id uuid,
  slug text not null,
  name text not null,
  icon text default 'leaf'::text not null,
  is_custom boolean default false not null,
  url text,
  "position" integer default 0 not null,
  is_hidden boolean default false not null,
  version integer default 1 not null,
  merged_into uuid,
  attribute_set jsonb default '[]'::jsonb not null,
  changed_mind_days smallint,
  constraint categories_pkey PRIMARY KEY (id),
  constraint categories_slug_key UNIQUE (slug),
  constraint categories_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES categories(id),
  constraint categories_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES categories(id),
  constraint categories_attribute_set CHECK (((jsonb_typeof(attribute_set) = 'array'::text) AND (jsonb_array_length(attribute_set) <= 15))),
  constraint categories_changed_mind_days_check CHECK (((changed_mind_days >= 0) AND (changed_mind_days <= 60))),
  constraint categories_check CHECK ((is_custom = (url IS NOT NULL))),
  constraint categories_merged CHECK (((merged_into IS NULL) OR ((merged_into <> id) AND (parent_id IS NULL) AND (NOT is_custom)))),
  constraint categories_name_check CHECK (((length(name) >= 2) AND (length(name) <= 60))),
  constraint categories_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 60))),
  constraint categories_url_check CHECK (((url ~ '^/[^/\\]'::text) OR (url = '/'::text) OR (url ~ '^https://'::text))),
  constraint categories_version_check CHECK ((version > 0))
);
comment on table categories is 'catalog: category tree of two levels; a custom one is only a link to its own url, a merged one only an address that leads to another';
CREATE INDEX categories_merged_into ON public.categories USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX categories_parent ON public.categories USING btree (parent_id, "position");
CREATE TRIGGER categories_place BEFORE INSERT OR UPDATE OF parent_id ON public.categories FOR EACH ROW EXECUTE FUNCTION check_category_place();

create table category_tax_rules (
  id uuid default uuidv7() not null,
  category_id uuid not null,
  kind text not null,
  value text not null,
  valid_from date not null,
  announced_at timestamp with time zone not null,
  created_by uuid not null,
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  constraint category_tax_rules_pkey PRIMARY KEY (id),
  constraint category_tax_rules_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id),
  constraint category_tax_rules_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint category_tax_rules_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id),
  constraint category_tax_rules_kind_check CHECK ((kind = ANY (ARRAY['income_tax'::text, 'vat'::text]))),
  constraint category_tax_rules_value_check CHECK (((value = 'ordinary'::text) OR ((kind = 'vat'::text) AND (value = 'luxury'::text)) OR ((kind = 'income_tax'::text) AND (value = ANY (ARRAY['phone_credit'::text, 'gold'::text, 'courier_service'::text, 'property'::text]))))),
  constraint category_tax_rules_withdrawn_check CHECK (((withdrawn_at IS NULL) = (withdrawn_by IS NULL)))
);
comment on table category_tax_rules is 'payments: how goods of a category are taxed; of each kind the latest day that has come counts, and that of the product''s own category wins over its root';
CREATE UNIQUE INDEX category_tax_rules_day ON public.category_tax_rules USING btree (category_id, kind, valid_from) WHERE (withdrawn_at IS NULL);

create table checkouts (
  id uuid default uuidv7() not null,
  buyer_id uuid not null,
  goods_total bigint not null,
  shipping_total bigint not null,
  total bigint not null,
  created_at timestamp with time zone not null,
  adjustments_total bigint default 0 not null,
  purchase text,
  repeat_of uuid,
  constraint checkouts_pkey PRIMARY KEY (id),
  constraint checkouts_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id),
  constraint checkouts_repeat_of_fkey FOREIGN KEY (repeat_of) REFERENCES checkouts(id),
  constraint checkouts_check CHECK ((total = ((goods_total + shipping_total) + adjustments_total))),
  constraint checkouts_goods_total_check CHECK ((goods_total >= 0)),
  constraint checkouts_purchase_check CHECK (((char_length(purchase) >= 1) AND (char_length(purchase) <= 100))),
  constraint checkouts_shipping_total_check CHECK ((shipping_total >= 0)),
  constraint checkouts_total_check CHECK ((total > 0))
);
comment on table checkouts is 'orders: one purchase of one buyer: one payment, one order for each shop';
CREATE INDEX checkouts_buyer ON public.checkouts USING btree (buyer_id, created_at DESC);
CREATE UNIQUE INDEX checkouts_purchase ON public.checkouts USING btree (buyer_id, purchase, repeat_of) NULLS NOT DISTINCT WHERE (purchase IS NOT NULL);

create table cod_collections (
  order_id uuid not null,
  attempt_id uuid not null,
  courier text not null,
  amount bigint not null,
  collected_at timestamp with time zone not null,
  remittance_id uuid,
  settled bigint default 0 not null,
  constraint cod_collections_pkey PRIMARY KEY (order_id),
  constraint cod_collections_attempt_id_key UNIQUE (attempt_id),
  constraint cod_collections_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  constraint cod_collections_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint cod_collections_remittance_id_fkey FOREIGN KEY (remittance_id) REFERENCES cod_remittances(id),
  constraint cod_collections_amount_check CHECK ((amount > 0)),
  constraint cod_collections_check CHECK (((settled >= 0) AND (settled <= amount))),
  constraint cod_collections_courier_check CHECK ((courier ~ '^[a-z][a-z0-9]{1,19}$'::text))
);
comment on table cod_collections is 'payments: cash that a courier collected for a COD order; the courier owes it until a remittance has it';
CREATE INDEX cod_collections_owed ON public.cod_collections USING btree (collected_at, order_id) WHERE (remittance_id IS NULL);
CREATE INDEX cod_collections_remittance ON public.cod_collections USING btree (remittance_id) WHERE (remittance_id IS NOT NULL);

create table cod_decisions (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  kind text not null,
  amount bigint not null,
  reference text default ''::text not null,
  reason text not null,
  state text not null,
  needs_second boolean not null,
  decided_by uuid not null,
  approved_by uuid,
  created_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  constraint cod_decisions_pkey PRIMARY KEY (id),
  constraint cod_decisions_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  constraint cod_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint cod_decisions_order_id_fkey FOREIGN KEY (order_id) REFERENCES cod_collections(order_id),
  constraint cod_decisions_amount_check CHECK ((amount >= 0)),
  constraint cod_decisions_check CHECK (((kind = 'still_owed'::text) = (amount = 0))),
  constraint cod_decisions_check1 CHECK (((kind = ANY (ARRAY['part_paid'::text, 'recovered'::text])) = (reference <> ''::text))),
  constraint cod_decisions_check2 CHECK (((approved_by IS NULL) = (approved_at IS NULL))),
  constraint cod_decisions_check3 CHECK (((approved_by IS NULL) OR (approved_by <> decided_by))),
  constraint cod_decisions_check4 CHECK ((needs_second OR (state = 'booked'::text))),
  constraint cod_decisions_check5 CHECK (((NOT needs_second) OR ((state = 'proposed'::text) = (approved_by IS NULL)))),
  constraint cod_decisions_kind_check CHECK ((kind = ANY (ARRAY['still_owed'::text, 'part_paid'::text, 'written_off'::text, 'recovered'::text]))),
  constraint cod_decisions_reason_check CHECK (((char_length(reason) >= 5) AND (char_length(reason) <= 600))),
  constraint cod_decisions_reference_check CHECK ((char_length(reference) <= 120)),
  constraint cod_decisions_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'booked'::text, 'refused'::text])))
);
comment on table cod_decisions is 'payments: what operators decided about the cash of a COD order that a courier did not hand over in full';
CREATE INDEX cod_decisions_newest ON public.cod_decisions USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX cod_decisions_once ON public.cod_decisions USING btree (order_id, kind, reference) WHERE ((reference <> ''::text) AND (state <> 'refused'::text));
CREATE INDEX cod_decisions_order ON public.cod_decisions USING btree (order_id);

create table cod_remittances (
  id uuid default uuidv7() not null,
  courier text not null,
  reference text not null,
  file_name text,
  line_count integer not null,
  matched_count integer not null,
  amount bigint not null,
  fee bigint not null,
  found integer not null,
  differences jsonb default '[]'::jsonb not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  constraint cod_remittances_pkey PRIMARY KEY (id),
  constraint cod_remittances_once UNIQUE (courier, reference),
  constraint cod_remittances_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint cod_remittances_amount_check CHECK ((amount > 0)),
  constraint cod_remittances_check CHECK ((fee <= amount)),
  constraint cod_remittances_check1 CHECK ((matched_count <= line_count)),
  constraint cod_remittances_courier_check CHECK ((courier ~ '^[a-z][a-z0-9]{1,19}$'::text)),
  constraint cod_remittances_fee_check CHECK ((fee >= 0)),
  constraint cod_remittances_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  constraint cod_remittances_found_check CHECK ((found >= 0)),
  constraint cod_remittances_line_count_check CHECK ((line_count > 0)),
  constraint cod_remittances_matched_count_check CHECK ((matched_count > 0)),
  constraint cod_remittances_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 60)))
);
comment on table cod_remittances is 'payments: cash of COD orders that a courier handed over; differences are lines that match nothing owed';
CREATE INDEX cod_remittances_newest ON public.cod_remittances USING btree (created_at DESC, id DESC);

create table complaint_decisions (
  id uuid default uuidv7() not null,
  complaint_id uuid not null,
  message_id uuid not null,
  mediator_id uuid,
  rule text not null,
  reason text not null,
  solution jsonb not null,
  is_final boolean not null,
  is_precedent boolean default false not null,
  buyer_accepted_at timestamp with time zone,
  seller_accepted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint complaint_decisions_pkey PRIMARY KEY (id),
  constraint complaint_decisions_message_id_key UNIQUE (message_id),
  constraint complaint_decisions_complaint_id_fkey FOREIGN KEY (complaint_id) REFERENCES complaints(id),
  constraint complaint_decisions_mediator_id_fkey FOREIGN KEY (mediator_id) REFERENCES users(id),
  constraint complaint_decisions_message_id_fkey FOREIGN KEY (message_id) REFERENCES complaint_messages(id),
  constraint complaint_decisions_reason_check CHECK (((length(reason) >= 5) AND (length(reason) <= 4000))),
  constraint complaint_decisions_rule_check CHECK (((length(rule) >= 3) AND (length(rule) <= 40))),
  constraint complaint_decisions_solution_check CHECK ((jsonb_typeof(solution) = 'object'::text))
);
comment on table complaint_decisions is 'complaints: written decisions of mediators; mediator_id is null for one that silence made';
CREATE INDEX complaint_decisions_complaint ON public.complaint_decisions USING btree (complaint_id, created_at);
CREATE INDEX complaint_decisions_mediator ON public.complaint_decisions USING btree (mediator_id) WHERE (mediator_id IS NOT NULL);
CREATE INDEX complaint_decisions_precedents ON public.complaint_decisions USING btree (created_at DESC) WHERE is_precedent;

create table complaint_evidence (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  uploaded_by uuid not null,
  message_id uuid,
  "position" smallint default 0 not null,
  key text not null,
  type text not null,
  bytes integer not null,
  created_at timestamp with time zone not null,
  constraint complaint_evidence_pkey PRIMARY KEY (id),
  constraint complaint_evidence_key_key UNIQUE (key),
  constraint complaint_evidence_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint complaint_evidence_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint complaint_evidence_bytes_check CHECK ((bytes > 0)),
  constraint complaint_evidence_key_check CHECK ((key ~ '^[pv][0-9a-f]{30}$'::text)),
  constraint complaint_evidence_key_of_type CHECK (((type = 'image/webp'::text) = (key ~~ 'p%'::text))),
  constraint complaint_evidence_position_check CHECK ((("position" >= 0) AND ("position" <= 100))),
  constraint complaint_evidence_type_check CHECK ((type = ANY (ARRAY['image/webp'::text, 'video/mp4'::text, 'video/webm'::text])))
);
comment on table complaint_evidence is 'complaints: private pictures and videos for a complaint about an order; without a message they are deleted after a day';
CREATE INDEX complaint_evidence_of_message ON public.complaint_evidence USING btree (message_id, "position") WHERE (message_id IS NOT NULL);
CREATE INDEX complaint_evidence_of_order ON public.complaint_evidence USING btree (order_id, uploaded_by);
CREATE INDEX complaint_evidence_of_user ON public.complaint_evidence USING btree (uploaded_by);
CREATE INDEX complaint_evidence_unused ON public.complaint_evidence USING btree (created_at) WHERE (message_id IS NULL);

create table complaint_lines (
  complaint_id uuid not null,
  order_line_id uuid not null,
  quantity integer not null,
  problem text not null,
  constraint complaint_lines_pkey PRIMARY KEY (complaint_id, order_line_id),
  constraint complaint_lines_complaint_id_fkey FOREIGN KEY (complaint_id) REFERENCES complaints(id),
  constraint complaint_lines_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id),
  constraint complaint_lines_problem_check CHECK ((problem = ANY (ARRAY['not_arrived'::text, 'damaged'::text, 'not_as_described'::text, 'incomplete'::text, 'changed_mind'::text]))),
  constraint complaint_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 999)))
);
comment on table complaint_lines is 'complaints: which goods of the order, how many, and what is wrong';
CREATE INDEX complaint_lines_line ON public.complaint_lines USING btree (order_line_id);

create table complaint_messages (
  id uuid default uuidv7() not null,
  complaint_id uuid not null,
  author text not null,
  author_id uuid,
  kind text not null,
  text text not null,
  solution jsonb,
  created_at timestamp with time zone not null,
  constraint complaint_messages_pkey PRIMARY KEY (id),
  constraint complaint_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint complaint_messages_complaint_id_fkey FOREIGN KEY (complaint_id) REFERENCES complaints(id),
  constraint complaint_messages_author_check CHECK ((author = ANY (ARRAY['buyer'::text, 'seller'::text, 'mediator'::text, 'system'::text]))),
  constraint complaint_messages_check CHECK (((author = 'system'::text) = (author_id IS NULL))),
  constraint complaint_messages_check1 CHECK (((solution IS NOT NULL) = (kind = ANY (ARRAY['opening'::text, 'offer'::text, 'decision'::text])))),
  constraint complaint_messages_kind_check CHECK ((kind = ANY (ARRAY['opening'::text, 'message'::text, 'offer'::text, 'accept'::text, 'call_mediator'::text, 'decision'::text, 'appeal'::text, 'system'::text]))),
  constraint complaint_messages_solution_check CHECK ((jsonb_typeof(solution) = 'object'::text)),
  constraint complaint_messages_text_check CHECK ((length(text) <= 4000))
);
comment on table complaint_messages is 'complaints: everything that was said in a case, in order; rows are only added, and their texts cleared when a person''s data is anonymised';
CREATE INDEX complaint_messages_author ON public.complaint_messages USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX complaint_messages_complaint ON public.complaint_messages USING btree (complaint_id, created_at, id);

create table complaints (
  id uuid default uuidv7() not null,
  number text not null,
  order_id uuid not null,
  buyer_id uuid not null,
  shop_id uuid not null,
  state text not null,
  due_at timestamp with time zone,
  talk_until timestamp with time zone not null,
  seller_answered boolean default false not null,
  demand jsonb not null,
  offer_id uuid,
  solution jsonb,
  parcel_id uuid,
  appealed_by text,
  outcome text,
  outcome_text text,
  refunded bigint default 0 not null,
  opened_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  arrival_assumed boolean default false not null,
  address_missing boolean default false not null,
  awarded jsonb,
  sent_to jsonb,
  constraint complaints_pkey PRIMARY KEY (id),
  constraint complaints_number_key UNIQUE (number),
  constraint complaints_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id),
  constraint complaints_offer_fkey FOREIGN KEY (offer_id) REFERENCES complaint_messages(id),
  constraint complaints_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint complaints_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint complaints_appealed_by_check CHECK ((appealed_by = ANY (ARRAY['buyer'::text, 'seller'::text]))),
  constraint complaints_check CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint complaints_check1 CHECK (((state = 'closed'::text) = (due_at IS NULL))),
  constraint complaints_check2 CHECK (((state <> 'closed'::text) OR ((outcome IS NOT NULL) AND (outcome_text IS NOT NULL)))),
  constraint complaints_demand_check CHECK ((jsonb_typeof(demand) = 'object'::text)),
  constraint complaints_number_check CHECK ((number ~ '^K-[A-Z2-9]{6}$'::text)),
  constraint complaints_outcome_check CHECK ((outcome = ANY (ARRAY['agreed'::text, 'decided'::text, 'seller_silent'::text, 'buyer_silent'::text, 'withdrawn'::text]))),
  constraint complaints_outcome_text_check CHECK (((length(outcome_text) >= 5) AND (length(outcome_text) <= 2000))),
  constraint complaints_refunded_check CHECK ((refunded >= 0)),
  constraint complaints_solution_check CHECK ((jsonb_typeof(solution) = 'object'::text)),
  constraint complaints_state_check CHECK ((state = ANY (ARRAY['awaiting_seller'::text, 'awaiting_buyer'::text, 'with_mediator'::text, 'decided'::text, 'appealed'::text, 'awaiting_return'::text, 'return_shipped'::text, 'inspecting'::text, 'awaiting_replacement'::text, 'replacement_shipped'::text, 'checking'::text, 'closed'::text])))
) with (fillfactor=85);
comment on table complaints is 'complaints: one case about an order; due_at is when silence decides, demand is what the buyer wants now, solution is what was agreed or decided';
CREATE INDEX complaints_buyer ON public.complaints USING btree (buyer_id, opened_at DESC, id DESC);
CREATE INDEX complaints_due ON public.complaints USING btree (due_at, id) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX complaints_open_order ON public.complaints USING btree (order_id) WHERE (state <> 'closed'::text);
CREATE INDEX complaints_opened ON public.complaints USING btree (opened_at);
CREATE INDEX complaints_order ON public.complaints USING btree (order_id);
CREATE INDEX complaints_parcel ON public.complaints USING btree (parcel_id) WHERE (parcel_id IS NOT NULL);
CREATE INDEX complaints_shop ON public.complaints USING btree (shop_id, opened_at DESC, id DESC);
CREATE INDEX complaints_with_mediator ON public.complaints USING btree (due_at, id) WHERE (state = ANY (ARRAY['with_mediator'::text, 'appealed'::text]));

create table consents (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  purpose text not null,
  text_version text not null,
  given boolean not null,
  source text not null,
  at timestamp with time zone not null,
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint consents_purpose_check CHECK ((purpose ~ '^[a-z_]{3,40}$'::text)),
  constraint consents_source_check CHECK ((source = ANY (ARRAY['registration'::text, 'provider'::text, 'profile'::text, 'shop'::text]))),
  constraint consents_text_version_check CHECK (((length(text_version) >= 1) AND (length(text_version) <= 40)))
);
comment on table consents is 'accounts: each time a person gave or withdrew a consent, for what, under which text and where; never changed, only added to';
CREATE INDEX consents_user ON public.consents USING btree (user_id, purpose, id DESC);

create table corrected_orders (
  order_id uuid not null,
  commission bigint not null,
  earned bigint not null,
  fee_returned bigint default 0 not null,
  credit_taken_back bigint default 0 not null,
  shop_goodwill bigint default 0 not null,
  buyer_goodwill bigint default 0 not null,
  constraint corrected_orders_pkey PRIMARY KEY (order_id),
  constraint corrected_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint corrected_orders_buyer_goodwill_check CHECK ((buyer_goodwill >= 0)),
  constraint corrected_orders_commission_check CHECK ((commission >= 0)),
  constraint corrected_orders_credit_check CHECK (((credit_taken_back >= 0) AND (credit_taken_back <= earned))),
  constraint corrected_orders_earned_check CHECK ((earned >= 0)),
  constraint corrected_orders_fee_check CHECK (((fee_returned >= 0) AND (fee_returned <= commission))),
  constraint corrected_orders_shop_goodwill_check CHECK ((shop_goodwill >= 0))
);
comment on table corrected_orders is 'orders: what operators corrected of the money of an order in all, and what limits it';

create table courier_bookings (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  provider text not null,
  state text not null,
  draft_id text,
  parcel_id uuid,
  insured boolean not null,
  price bigint default 0 not null,
  charges integer default 0 not null,
  drafts integer default 0 not null,
  failures integer default 0 not null,
  failure text,
  sent_at timestamp with time zone,
  cancel_requested_at timestamp with time zone,
  poll_at timestamp with time zone,
  requested_by uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  cash bigint default 0 not null,
  contents jsonb,
  driver jsonb,
  by_system boolean default false not null,
  constraint courier_bookings_pkey PRIMARY KEY (id),
  constraint courier_bookings_parcel_id_key UNIQUE (parcel_id),
  constraint courier_bookings_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint courier_bookings_parcel_id_fkey FOREIGN KEY (parcel_id) REFERENCES parcels(id) ON DELETE CASCADE,
  constraint courier_bookings_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint courier_bookings_cash_check CHECK ((cash >= 0)),
  constraint courier_bookings_charges_check CHECK ((charges >= 0)),
  constraint courier_bookings_check CHECK (((state <> ALL (ARRAY['booked'::text, 'collected'::text])) OR (parcel_id IS NOT NULL))),
  constraint courier_bookings_check1 CHECK (((state = ANY (ARRAY['requested'::text, 'refused'::text, 'cancelled'::text])) OR (draft_id IS NOT NULL))),
  constraint courier_bookings_contents_check CHECK ((jsonb_typeof(contents) = 'array'::text)),
  constraint courier_bookings_draft_id_check CHECK (((length(draft_id) >= 1) AND (length(draft_id) <= 100))),
  constraint courier_bookings_drafts_check CHECK ((drafts >= 0)),
  constraint courier_bookings_driver_check CHECK ((jsonb_typeof(driver) = 'object'::text)),
  constraint courier_bookings_failure_check CHECK (((length(failure) >= 1) AND (length(failure) <= 300))),
  constraint courier_bookings_failures_check CHECK ((failures >= 0)),
  constraint courier_bookings_price_check CHECK ((price >= 0)),
  constraint courier_bookings_provider_check CHECK ((provider = 'biteship'::text)),
  constraint courier_bookings_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'drafted'::text, 'booked'::text, 'collected'::text, 'refused'::text, 'cancelled'::text])))
);
comment on table courier_bookings is 'orders: couriers ordered at a platform to fetch a parcel of an order; one is awaited at a time';
CREATE INDEX courier_bookings_due ON public.courier_bookings USING btree (poll_at) WHERE (poll_at IS NOT NULL);
CREATE UNIQUE INDEX courier_bookings_open ON public.courier_bookings USING btree (order_id) WHERE (state = ANY (ARRAY['requested'::text, 'drafted'::text, 'booked'::text]));
CREATE INDEX courier_bookings_order ON public.courier_bookings USING btree (order_id, created_at);
CREATE INDEX courier_bookings_requested_by ON public.courier_bookings USING btree (requested_by);

create table data_archives (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  requested_at timestamp with time zone not null,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone,
  file bytea,
  constraint data_archives_pkey PRIMARY KEY (id),
  constraint data_archives_user_id_key UNIQUE (user_id),
  constraint data_archives_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint data_archives_check CHECK (((ready_at IS NULL) = (file IS NULL))),
  constraint data_archives_check1 CHECK (((ready_at IS NULL) = (expires_at IS NULL)))
);
comment on table data_archives is 'privacy: the latest copy of their data that each person asked for, as a ZIP, until it expires';
CREATE INDEX data_archives_expiry ON public.data_archives USING btree (expires_at);

create table data_breach_letters (
  id uuid default uuidv7() not null,
  breach_id uuid not null,
  subject text not null,
  title text not null,
  paragraphs text[] not null,
  notice_title text not null,
  notice_text text not null,
  sent_at timestamp with time zone not null,
  constraint data_breach_letters_pkey PRIMARY KEY (id),
  constraint data_breach_letters_breach_id_fkey FOREIGN KEY (breach_id) REFERENCES data_breaches(id),
  constraint data_breach_letters_notice_text_check CHECK (((length(notice_text) >= 1) AND (length(notice_text) <= 4000))),
  constraint data_breach_letters_notice_title_check CHECK (((length(notice_title) >= 1) AND (length(notice_title) <= 400))),
  constraint data_breach_letters_paragraphs_check CHECK (((cardinality(paragraphs) >= 1) AND (cardinality(paragraphs) <= 500))),
  constraint data_breach_letters_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 400))),
  constraint data_breach_letters_title_check CHECK (((length(title) >= 1) AND (length(title) <= 400)))
);
comment on table data_breach_letters is 'privacy: the texts of the letters about a breach as they were sent, each with the notification that went with it';
CREATE INDEX data_breach_letters_of_breach ON public.data_breach_letters USING btree (breach_id, id);

create table data_breach_people (
  breach_id uuid not null,
  user_id uuid not null,
  notified_at timestamp with time zone,
  letter_id uuid,
  constraint data_breach_people_pkey PRIMARY KEY (breach_id, user_id),
  constraint data_breach_people_breach_id_fkey FOREIGN KEY (breach_id) REFERENCES data_breaches(id),
  constraint data_breach_people_letter_id_fkey FOREIGN KEY (letter_id) REFERENCES data_breach_letters(id),
  constraint data_breach_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table data_breach_people is 'privacy: whose data a breach concerns, when each person got the letter, and which one; null for letters that were sent before they were stored';
CREATE INDEX data_breach_people_of_letter ON public.data_breach_people USING btree (letter_id) WHERE (letter_id IS NOT NULL);
CREATE INDEX data_breach_people_of_user ON public.data_breach_people USING btree (user_id);
CREATE INDEX data_breach_people_waiting ON public.data_breach_people USING btree (breach_id, user_id) WHERE (notified_at IS NULL);

create table data_breaches (
  id uuid default uuidv7() not null,
  number text not null,
  title text not null,
  what text not null,
  cause text not null,
  measures text not null,
  advice text not null,
  data_kinds text[] not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  noticed_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  other_people integer default 0 not null,
  recorded_by uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  letters_started_at timestamp with time zone,
  reported_at timestamp with time zone,
  reported_by uuid,
  report_reference text,
  constraint data_breaches_pkey PRIMARY KEY (id),
  constraint data_breaches_number_key UNIQUE (number),
  constraint data_breaches_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  constraint data_breaches_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES users(id),
  constraint data_breaches_advice_check CHECK ((length(advice) <= 8000)),
  constraint data_breaches_cause_check CHECK ((length(cause) <= 8000)),
  constraint data_breaches_check CHECK ((ended_at >= began_at)),
  constraint data_breaches_check1 CHECK ((due_at > noticed_at)),
  constraint data_breaches_check2 CHECK (((reported_at IS NULL) = (reported_by IS NULL))),
  constraint data_breaches_check3 CHECK (((reported_at IS NULL) = (report_reference IS NULL))),
  constraint data_breaches_data_kinds_check CHECK (((cardinality(data_kinds) >= 1) AND (cardinality(data_kinds) <= 30))),
  constraint data_breaches_measures_check CHECK (((length(measures) >= 1) AND (length(measures) <= 8000))),
  constraint data_breaches_number_check CHECK ((number ~ '^KPD/[0-9]{8}/[0-9A-Z]{10}$'::text)),
  constraint data_breaches_other_people_check CHECK ((other_people >= 0)),
  constraint data_breaches_report_reference_check CHECK (((length(report_reference) >= 1) AND (length(report_reference) <= 400))),
  constraint data_breaches_title_check CHECK (((length(title) >= 1) AND (length(title) <= 400))),
  constraint data_breaches_what_check CHECK (((length(what) >= 1) AND (length(what) <= 8000)))
);
comment on table data_breaches is 'privacy: breaches of personal data: what happened and when it was noticed, what was done, when people and the authority got their letters; other_people is the number of people without an account';
CREATE INDEX data_breaches_waiting ON public.data_breaches USING btree (due_at, id) WHERE ((reported_at IS NULL) OR (letters_started_at IS NULL));

create table data_requests (
  id uuid default uuidv7() not null,
  number text not null,
  user_id uuid,
  sender_name text,
  sender_email text,
  channel text not null,
  kind text not null,
  text text not null,
  received_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  entered_by uuid,
  state text default 'open'::text not null,
  answer text,
  done text,
  closed_at timestamp with time zone,
  answered_by uuid,
  anonymised_at timestamp with time zone,
  constraint data_requests_pkey PRIMARY KEY (id),
  constraint data_requests_number_key UNIQUE (number),
  constraint data_requests_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  constraint data_requests_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  constraint data_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint data_requests_answer_check CHECK (((length(answer) >= 1) AND (length(answer) <= 8000))),
  constraint data_requests_channel_check CHECK ((channel = ANY (ARRAY['account'::text, 'letter'::text]))),
  constraint data_requests_check CHECK ((due_at > received_at)),
  constraint data_requests_check1 CHECK (((channel = 'letter'::text) = (entered_by IS NOT NULL))),
  constraint data_requests_check2 CHECK (((user_id IS NOT NULL) OR (sender_name IS NOT NULL) OR (anonymised_at IS NOT NULL))),
  constraint data_requests_check3 CHECK (((state = 'open'::text) = (closed_at IS NULL))),
  constraint data_requests_check4 CHECK (((state = ANY (ARRAY['open'::text, 'withdrawn'::text])) = (answer IS NULL))),
  constraint data_requests_check5 CHECK (((answered_by IS NULL) OR (state = ANY (ARRAY['granted'::text, 'refused'::text])))),
  constraint data_requests_done_check CHECK ((done ~ '^[a-z_]{3,20}$'::text)),
  constraint data_requests_kind_check CHECK ((kind ~ '^[a-z_]{3,20}$'::text)),
  constraint data_requests_number_check CHECK ((number ~ '^PDP/[0-9]{8}/[0-9A-Z]{10}$'::text)),
  constraint data_requests_sender_email_check CHECK (((length(sender_email) >= 3) AND (length(sender_email) <= 320))),
  constraint data_requests_sender_name_check CHECK (((length(sender_name) >= 1) AND (length(sender_name) <= 200))),
  constraint data_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'granted'::text, 'refused'::text, 'withdrawn'::text]))),
  constraint data_requests_text_check CHECK (((length(text) >= 1) AND (length(text) <= 8000)))
);
comment on table data_requests is 'privacy: what people ask about their personal data in their account, or in a letter that an operator entered; answered_by is null when the system answered';
CREATE INDEX data_requests_closed ON public.data_requests USING btree (closed_at DESC, id DESC) WHERE (state <> 'open'::text);
CREATE INDEX data_requests_of_user ON public.data_requests USING btree (user_id, id DESC) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX data_requests_once ON public.data_requests USING btree (user_id, kind) WHERE (state = 'open'::text);
CREATE INDEX data_requests_queue ON public.data_requests USING btree (due_at, id) WHERE (state = 'open'::text);
CREATE INDEX data_requests_to_anonymise ON public.data_requests USING btree (closed_at) WHERE (anonymised_at IS NULL);

create table email_links (
  user_id uuid not null,
  purpose text not null,
  email text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  requester_hash bytea default '\x'::bytea not null,
  constraint email_links_pkey PRIMARY KEY (user_id, purpose, requester_hash),
  constraint email_links_token_hash_key UNIQUE (token_hash),
  constraint email_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint email_links_check CHECK ((expires_at > created_at)),
  constraint email_links_email_check CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (email = lower(email)))),
  constraint email_links_purpose_check CHECK ((purpose = ANY (ARRAY['reset'::text, 'verify'::text, 'change'::text]))),
  constraint email_links_requester_hash_check CHECK ((length(requester_hash) = ANY (ARRAY[0, 32]))),
  constraint email_links_token_hash_check CHECK ((length(token_hash) = 32))
);
comment on table email_links is 'accounts: links that were mailed and not yet used, at most one of a kind for each person and asker; the token itself is only in the mail, here is its SHA-256';
CREATE INDEX email_links_expiry ON public.email_links USING btree (expires_at);

create table empty_searches (
  day date not null,
  query text not null,
  count integer default 1 not null,
  constraint empty_searches_pkey PRIMARY KEY (day, query),
  constraint empty_searches_count_check CHECK ((count > 0)),
  constraint empty_searches_query_check CHECK (((length(query) >= 2) AND (length(query) <= 60)))
);
comment on table empty_searches is 'search: what was searched for and not found, by day in Jakarta, without whoever searched; texts that may be a person''s are never written';

create table exports (
  id uuid default uuidv7() not null,
  operator_id uuid not null,
  kind text not null,
  first_day date not null,
  last_day date not null,
  state text default 'making'::text not null,
  rows_written integer default 0 not null,
  bytes bigint,
  requested_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES users(id),
  constraint exports_bytes_check CHECK ((bytes >= 0)),
  constraint exports_check CHECK ((last_day >= first_day)),
  constraint exports_check1 CHECK (((state = 'making'::text) = (finished_at IS NULL))),
  constraint exports_check2 CHECK (((state <> 'ready'::text) OR (bytes IS NOT NULL))),
  constraint exports_kind_check CHECK ((kind ~ '^[a-z_]{3,30}$'::text)),
  constraint exports_rows_written_check CHECK ((rows_written >= 0)),
  constraint exports_state_check CHECK ((state = ANY (ARRAY['making'::text, 'ready'::text, 'failed'::text, 'deleted'::text])))
);
comment on table exports is 'operator: files of orders, ledger, people (masked) and products that operators asked for; the files are private and deleted after some days';
CREATE UNIQUE INDEX exports_making ON public.exports USING btree (operator_id) WHERE (state = 'making'::text);
CREATE INDEX exports_newest ON public.exports USING btree (requested_at DESC, id DESC);
CREATE INDEX exports_ready ON public.exports USING btree (finished_at) WHERE (state = 'ready'::text);

create table fee_rules (
  id uuid default uuidv7() not null,
  kind text not null,
  category_id uuid,
  per_mille integer not null,
  cap bigint,
  flat bigint not null,
  valid_from date not null,
  announced_at timestamp with time zone not null,
  created_by uuid,
  withdrawn_at timestamp with time zone,
  constraint fee_rules_pkey PRIMARY KEY (id),
  constraint fee_rules_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id),
  constraint fee_rules_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint fee_rules_cap_check CHECK ((cap > 0)),
  constraint fee_rules_check CHECK (((kind = 'commission'::text) OR (category_id IS NULL))),
  constraint fee_rules_check1 CHECK (((cap IS NULL) OR (per_mille > 0))),
  constraint fee_rules_flat_check CHECK ((flat >= 0)),
  constraint fee_rules_kind_check CHECK ((kind = ANY (ARRAY['commission'::text, 'service_fee'::text]))),
  constraint fee_rules_per_mille_check CHECK (((per_mille >= 0) AND (per_mille <= 1000)))
);
comment on table fee_rules is 'payments: the fees of each day; the rule of the product''s category wins over that of all goods, and the latest day that has come wins over earlier ones';
CREATE UNIQUE INDEX fee_rules_day ON public.fee_rules USING btree (kind, category_id, valid_from) NULLS NOT DISTINCT WHERE (withdrawn_at IS NULL);

create table forbidden_rules (
  id uuid default uuidv7() not null,
  label text not null,
  effect text not null,
  words text[] default '{}'::text[] not null,
  exceptions text[] default '{}'::text[] not null,
  category_id uuid,
  permit_name text,
  permit_form text,
  sentence text not null,
  is_active boolean default true not null,
  changed_at timestamp with time zone not null,
  changed_by uuid,
  constraint forbidden_rules_pkey PRIMARY KEY (id),
  constraint forbidden_rules_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id),
  constraint forbidden_rules_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint forbidden_rules_check CHECK (((effect = 'permit'::text) = (permit_name IS NOT NULL))),
  constraint forbidden_rules_check1 CHECK (((effect = 'permit'::text) = (permit_form IS NOT NULL))),
  constraint forbidden_rules_check2 CHECK (((effect = 'permit'::text) OR (cardinality(words) > 0))),
  constraint forbidden_rules_check3 CHECK (((effect <> 'permit'::text) OR (category_id IS NOT NULL) OR (cardinality(words) > 0))),
  constraint forbidden_rules_effect_check CHECK ((effect = ANY (ARRAY['refuse'::text, 'hold'::text, 'permit'::text]))),
  constraint forbidden_rules_exceptions_check CHECK ((cardinality(exceptions) <= 100)),
  constraint forbidden_rules_label_check CHECK (((length(label) >= 3) AND (length(label) <= 80))),
  constraint forbidden_rules_permit_form_check CHECK (((length(permit_form) >= 3) AND (length(permit_form) <= 40))),
  constraint forbidden_rules_permit_name_check CHECK (((length(permit_name) >= 2) AND (length(permit_name) <= 40))),
  constraint forbidden_rules_sentence_check CHECK (((length(sentence) >= 10) AND (length(sentence) <= 300))),
  constraint forbidden_rules_words_check CHECK ((cardinality(words) <= 100))
);
comment on table forbidden_rules is 'catalog: what may not be sold, or only after an operator looked, or only with a permit number; changed_by is null for the rules that came with the marketplace';
CREATE INDEX forbidden_rules_category ON public.forbidden_rules USING btree (category_id) WHERE (category_id IS NOT NULL);
CREATE INDEX forbidden_rules_changed_by ON public.forbidden_rules USING btree (changed_by) WHERE (changed_by IS NOT NULL);

create table former_prices (
  product_id uuid not null,
  ended_at timestamp with time zone not null,
  price bigint not null,
  constraint former_prices_pkey PRIMARY KEY (product_id, ended_at),
  constraint former_prices_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint former_prices_price_check CHECK (((price >= 100) AND (price <= 1000000000)))
);
comment on table former_prices is 'catalog: what a product cost until when; a reduction is compared with it';

create table fraud_scans (
  source text not null,
  read_until timestamp with time zone not null,
  constraint fraud_scans_pkey PRIMARY KEY (source),
  constraint fraud_scans_source_check CHECK ((source = ANY (ARRAY['orders'::text, 'users'::text, 'reviews'::text])))
);
comment on table fraud_scans is 'operator: until when the rules about signs of fraud have read the rows of a source';

create table fraud_signal_people (
  signal_id uuid not null,
  user_id uuid not null,
  role text not null,
  constraint fraud_signal_people_pkey PRIMARY KEY (signal_id, user_id),
  constraint fraud_signal_people_signal_id_fkey FOREIGN KEY (signal_id) REFERENCES fraud_signals(id) ON DELETE CASCADE,
  constraint fraud_signal_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint fraud_signal_people_role_check CHECK ((role = ANY (ARRAY['account'::text, 'buyer'::text, 'seller'::text])))
);
comment on table fraud_signal_people is 'operator: whom a sign of fraud is about';
CREATE INDEX fraud_signal_people_of_user ON public.fraud_signal_people USING btree (user_id);

create table fraud_signals (
  id uuid default uuidv7() not null,
  rule text not null,
  key text not null,
  strength integer not null,
  evidence jsonb not null,
  found_at timestamp with time zone not null,
  last_found_at timestamp with time zone not null,
  state text default 'open'::text not null,
  reason text,
  closed_at timestamp with time zone,
  closed_by uuid,
  constraint fraud_signals_pkey PRIMARY KEY (id),
  constraint fraud_signals_rule_key_key UNIQUE (rule, key),
  constraint fraud_signals_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  constraint fraud_signals_check CHECK (((state = 'open'::text) = (closed_at IS NULL))),
  constraint fraud_signals_check1 CHECK (((state = 'open'::text) = (closed_by IS NULL))),
  constraint fraud_signals_check2 CHECK (((state = 'dismissed'::text) = (reason IS NOT NULL))),
  constraint fraud_signals_evidence_check CHECK ((jsonb_typeof(evidence) = 'object'::text)),
  constraint fraud_signals_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  constraint fraud_signals_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 1000))),
  constraint fraud_signals_rule_check CHECK ((rule ~ '^[a-z_]{3,40}$'::text)),
  constraint fraud_signals_state_check CHECK ((state = ANY (ARRAY['open'::text, 'dismissed'::text, 'acted'::text]))),
  constraint fraud_signals_strength_check CHECK ((strength > 0))
);
comment on table fraud_signals is 'operator: signs of fraud by rule, with ids as evidence; open until an operator dismisses them or takes a measure; nothing follows by itself';
CREATE INDEX fraud_signals_age ON public.fraud_signals USING btree (last_found_at);
CREATE INDEX fraud_signals_closed ON public.fraud_signals USING btree (closed_at DESC, id DESC) WHERE (state <> 'open'::text);
CREATE INDEX fraud_signals_queue ON public.fraud_signals USING btree (id DESC) WHERE (state = 'open'::text);

create table hidden_pictures (
  picture_id uuid not null,
  hidden_at timestamp with time zone not null,
  constraint hidden_pictures_pkey PRIMARY KEY (picture_id),
  constraint hidden_pictures_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id) ON DELETE CASCADE
);
comment on table hidden_pictures is 'media: uploaded pictures that operators hid; they have no public address until they are shown again';

create table holidays (
  day date not null,
  name text not null,
  source text default ''::text not null,
  id uuid default uuidv7() not null,
  province_code text,
  is_provisional boolean default false not null,
  constraint holidays_pkey PRIMARY KEY (id),
  constraint holidays_province_code_fkey FOREIGN KEY (province_code) REFERENCES regions(code),
  constraint holidays_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint holidays_source_check CHECK ((length(source) <= 200))
);
comment on table holidays is 'orders: days that do not count where a deadline says working days';
CREATE UNIQUE INDEX holidays_once ON public.holidays USING btree (day, COALESCE(province_code, ''::text));

create table idempotency_keys (
  user_id uuid not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  status integer,
  response jsonb,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, route, key),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 8) AND (length(key) <= 128))),
  constraint idempotency_keys_route_check CHECK ((length(route) <= 120)),
  constraint idempotency_keys_status_check CHECK (((status >= 200) AND (status <= 499)))
);
comment on table idempotency_keys is 'lib: the answer of each money request by user, route and key, so that a repeat is answered and not done again';
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  provider text not null,
  email text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint identities_pkey PRIMARY KEY (issuer, subject),
  constraint identities_user_id_provider_key UNIQUE (user_id, provider),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint identities_email_check CHECK ((length(email) <= 254)),
  constraint identities_issuer_check CHECK (((length(issuer) >= 3) AND (length(issuer) <= 200))),
  constraint identities_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'apple'::text, 'facebook'::text]))),
  constraint identities_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);
comment on table identities is 'accounts: which account of another provider belongs to which person; (issuer, subject) never changes, an e-mail may';

create table imported_products (
  shop_id uuid not null,
  external_id text not null,
  product_id uuid not null,
  record_hash bytea not null,
  pictures_hash bytea not null,
  imported_at timestamp with time zone not null,
  constraint imported_products_pkey PRIMARY KEY (shop_id, external_id),
  constraint imported_products_product_id_key UNIQUE (product_id),
  constraint imported_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint imported_products_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint imported_products_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 60))),
  constraint imported_products_pictures_hash_check CHECK ((length(pictures_hash) = 32)),
  constraint imported_products_record_hash_check CHECK ((length(record_hash) = 32))
);
comment on table imported_products is 'catalog: the product that each record of a seller''s file became, by the seller''s own id';

create table incident_updates (
  incident_id uuid not null,
  version integer not null,
  text text not null,
  impact text not null,
  written_by uuid not null,
  written_at timestamp with time zone not null,
  constraint incident_updates_pkey PRIMARY KEY (incident_id, version),
  constraint incident_updates_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  constraint incident_updates_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id),
  constraint incident_updates_impact_check CHECK ((impact = ANY (ARRAY['maintenance'::text, 'slow'::text, 'down'::text]))),
  constraint incident_updates_text_check CHECK (((length(text) >= 10) AND (length(text) <= 2000))),
  constraint incident_updates_version_check CHECK ((version >= 1))
);
comment on table incident_updates is 'operator: what is said about an incident, in the order of time; never changed';
CREATE INDEX incident_updates_written_by ON public.incident_updates USING btree (written_by);

create table incidents (
  id uuid default uuidv7() not null,
  component text not null,
  impact text not null,
  title text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  version integer default 1 not null,
  constraint incidents_pkey PRIMARY KEY (id),
  constraint incidents_check CHECK ((ended_at >= began_at)),
  constraint incidents_component_check CHECK ((component ~ '^[a-z_]{3,20}$'::text)),
  constraint incidents_impact_check CHECK ((impact = ANY (ARRAY['maintenance'::text, 'slow'::text, 'down'::text]))),
  constraint incidents_title_check CHECK (((length(title) >= 5) AND (length(title) <= 240))),
  constraint incidents_version_check CHECK ((version >= 1))
);
comment on table incidents is 'operator: what does not work, by part of the marketplace; open until ended_at';
CREATE INDEX incidents_ended ON public.incidents USING btree (ended_at DESC, id DESC) WHERE (ended_at IS NOT NULL);
CREATE INDEX incidents_open ON public.incidents USING btree (began_at) WHERE (ended_at IS NULL);

create table information_page_versions (
  slug text not null,
  version integer not null,
  title text not null,
  summary text not null,
  body text not null,
  footer_column text,
  saved_at timestamp with time zone not null,
  saved_by uuid,
  published_at timestamp with time zone,
  published_by uuid,
  effective_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  announcement_withdrawn_at timestamp with time zone,
  announced_for timestamp with time zone,
  constraint information_page_versions_pkey PRIMARY KEY (slug, version),
  constraint information_page_versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES users(id),
  constraint information_page_versions_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id),
  constraint information_page_versions_slug_fkey FOREIGN KEY (slug) REFERENCES information_pages(slug),
  constraint information_page_versions_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id),
  constraint information_page_versions_announcement_withdrawn CHECK ((((announcement_withdrawn_at IS NULL) = (announced_for IS NULL)) AND ((announcement_withdrawn_at IS NULL) OR (published_at IS NULL)))),
  constraint information_page_versions_body_check CHECK ((char_length(body) <= 60000)),
  constraint information_page_versions_check CHECK (((published_at IS NULL) = (effective_at IS NULL))),
  constraint information_page_versions_check1 CHECK (((withdrawn_at IS NULL) OR (published_at IS NOT NULL))),
  constraint information_page_versions_footer_column_check CHECK ((footer_column = ANY (ARRAY['about'::text, 'help'::text]))),
  constraint information_page_versions_summary_check CHECK ((char_length(summary) <= 600)),
  constraint information_page_versions_title_check CHECK ((char_length(title) <= 240)),
  constraint information_page_versions_version_check CHECK ((version > 0))
);
comment on table information_page_versions is 'site: every text that was saved; the one with the latest effective_at that has passed is shown, unless it was withdrawn; announced_for is the day of an announcement that was withdrawn before it began';
CREATE INDEX information_page_versions_effective ON public.information_page_versions USING btree (slug, effective_at DESC, version DESC) WHERE (effective_at IS NOT NULL);

create table information_pages (
  slug text not null,
  last_version integer not null,
  created_at timestamp with time zone not null,
  constraint information_pages_pkey PRIMARY KEY (slug),
  constraint information_pages_last_version_check CHECK ((last_version > 0)),
  constraint information_pages_slug_check CHECK (((slug ~ '^[a-z0-9-]+$'::text) AND (char_length(slug) <= 60)))
);
comment on table information_pages is 'site: pages of the operators'' own, and their texts in built-in pages, whose slugs the code names';

create table insurance_claims (
  id uuid default uuidv7() not null,
  complaint_id uuid not null,
  order_id uuid not null,
  claimant text not null,
  insured bigint not null,
  state text not null,
  paid bigint default 0 not null,
  to_shop bigint default 0 not null,
  reference text default ''::text not null,
  note text not null,
  asked_by uuid not null,
  decided_by uuid,
  asked_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  due_at timestamp with time zone default (now() + '14 days'::interval) not null,
  remind_at timestamp with time zone default (now() + '14 days'::interval) not null,
  constraint insurance_claims_pkey PRIMARY KEY (id),
  constraint insurance_claims_complaint_id_key UNIQUE (complaint_id),
  constraint insurance_claims_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  constraint insurance_claims_complaint_id_fkey FOREIGN KEY (complaint_id) REFERENCES complaints(id),
  constraint insurance_claims_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint insurance_claims_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint insurance_claims_check CHECK (((paid >= 0) AND (paid <= insured))),
  constraint insurance_claims_check1 CHECK (((to_shop >= 0) AND (to_shop <= paid))),
  constraint insurance_claims_check2 CHECK (((state = 'paid'::text) = (paid > 0))),
  constraint insurance_claims_check3 CHECK (((state = 'asked'::text) = (decided_at IS NULL))),
  constraint insurance_claims_check4 CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
  constraint insurance_claims_check5 CHECK (((claimant = 'marketplace'::text) OR (to_shop = 0))),
  constraint insurance_claims_claimant_check CHECK ((claimant = ANY (ARRAY['marketplace'::text, 'shop'::text]))),
  constraint insurance_claims_insured_check CHECK ((insured > 0)),
  constraint insurance_claims_note_check CHECK (((char_length(note) >= 5) AND (char_length(note) <= 600))),
  constraint insurance_claims_reference_check CHECK ((char_length(reference) <= 120)),
  constraint insurance_claims_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'paid'::text, 'refused'::text]))),
  constraint insurance_claims_two_operators_check CHECK (((state <> 'paid'::text) OR (claimant <> 'marketplace'::text) OR (decided_by <> asked_by))) NOT VALID
);
comment on table insurance_claims is 'complaints: what a courier was asked for an insured parcel that was lost or damaged, and what it paid';
CREATE INDEX insurance_claims_asked ON public.insurance_claims USING btree (remind_at) WHERE (state = 'asked'::text);
CREATE INDEX insurance_claims_order ON public.insurance_claims USING btree (order_id);
CREATE UNIQUE INDEX insurance_claims_reference ON public.insurance_claims USING btree (upper(regexp_replace(reference, '\s'::text, ''::text, 'g'::text))) WHERE ((state = 'paid'::text) AND (claimant = 'marketplace'::text));

create table keywords (
  word text not null,
  weight integer default 0 not null,
  is_curated boolean default false not null,
  constraint keywords_pkey PRIMARY KEY (word),
  constraint keywords_word_check CHECK (((length(word) >= 2) AND (length(word) <= 60)))
);
comment on table keywords is 'search: phrases offered while somebody types, heaviest first';
CREATE INDEX keywords_prefix ON public.keywords USING btree (word text_pattern_ops);
CREATE INDEX keywords_typos ON public.keywords USING gin (word gin_trgm_ops);

create table known_devices (
  user_id uuid not null,
  device text not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, device),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint known_devices_check CHECK ((last_seen_at >= first_seen_at)),
  constraint known_devices_device_check CHECK (((length(device) >= 1) AND (length(device) <= 100)))
);
comment on table known_devices is 'accounts: kinds of devices that each person has logged in from, so that a login from a new one is told by mail';

create table lane_statistics (
  origin_province text not null,
  destination_province text not null,
  courier text not null,
  parcels integer not null,
  min_days integer not null,
  max_days integer not null,
  updated_at timestamp with time zone not null,
  constraint lane_statistics_pkey PRIMARY KEY (origin_province, destination_province, courier),
  constraint lane_statistics_check CHECK ((max_days >= min_days)),
  constraint lane_statistics_courier_check CHECK (((length(courier) >= 1) AND (length(courier) <= 40))),
  constraint lane_statistics_destination_province_check CHECK ((destination_province ~ '^[0-9]{2}$'::text)),
  constraint lane_statistics_min_days_check CHECK ((min_days > 0)),
  constraint lane_statistics_origin_province_check CHECK ((origin_province ~ '^[0-9]{2}$'::text)),
  constraint lane_statistics_parcels_check CHECK ((parcels > 0))
);
comment on table lane_statistics is 'shipping: in how many days the parcels of a courier arrived lately between two provinces, where there were enough of them';

create table ledger_accounts (
  id uuid default uuidv7() not null,
  kind text not null,
  owner text not null,
  balance bigint default 0 not null,
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_kind_owner_key UNIQUE (kind, owner),
  constraint ledger_accounts_check CHECK (((balance >= 0) OR (kind = ANY (ARRAY['cash'::text, 'seller_debt'::text, 'promotion_cost'::text, 'provider_fees'::text, 'chargeback_receivable'::text, 'tax_withheld'::text, 'cod_receivable'::text, 'courier_cost'::text, 'losses'::text, 'corrections'::text])))),
  constraint ledger_accounts_debt_check CHECK (((kind <> ALL (ARRAY['seller_debt'::text, 'promotion_cost'::text, 'cod_receivable'::text])) OR (balance <= 0))),
  constraint ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['cash'::text, 'escrow'::text, 'seller_balance'::text, 'seller_debt'::text, 'commission'::text, 'service_fee'::text, 'promotion_cost'::text, 'refund_payable'::text, 'unapplied_payment'::text, 'withdrawal_payable'::text, 'tax_withheld'::text, 'provider_fees'::text, 'chargeback_receivable'::text, 'cod_receivable'::text, 'courier_cost'::text, 'courier_payable'::text, 'losses'::text, 'corrections'::text])))
);
comment on table ledger_accounts is 'payments: accounts of the double-entry ledger; credit balances are positive, cash is the mirror (what providers hold for us, negative); all balances sum to 0';

create table ledger_entries (
  transaction_id uuid not null,
  account_id uuid not null,
  amount bigint not null,
  constraint ledger_entries_pkey PRIMARY KEY (transaction_id, account_id),
  constraint ledger_entries_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint ledger_entries_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id),
  constraint ledger_entries_amount_check CHECK ((amount <> 0))
);
comment on table ledger_entries is 'payments: the movements; append-only; the entries of a transaction sum to 0';
CREATE INDEX ledger_entries_account ON public.ledger_entries USING btree (account_id);
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_entries_copy AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION copy_balance_entries();

create table ledger_sums (
  kind text not null,
  balance bigint not null,
  owners integer not null,
  accounts integer not null,
  summed_at timestamp with time zone not null,
  constraint ledger_sums_pkey PRIMARY KEY (kind),
  constraint ledger_sums_accounts_check CHECK ((accounts >= 0)),
  constraint ledger_sums_owners_check CHECK ((owners >= 0))
);
comment on table ledger_sums is 'payments: the sums of the accounts of each kind at one moment, for the overview of the console; not what the ledger is checked by';

create table ledger_transactions (
  id uuid default uuidv7() not null,
  kind text not null,
  reference text not null,
  created_at timestamp with time zone not null,
  constraint ledger_transactions_pkey PRIMARY KEY (id),
  constraint ledger_transactions_kind_reference_key UNIQUE (kind, reference),
  constraint ledger_transactions_kind_check CHECK ((kind = ANY (ARRAY['payment_received'::text, 'late_payment_received'::text, 'payment_returned'::text, 'order_released'::text, 'order_refunded'::text, 'order_settled'::text, 'settlement_changed'::text, 'refund_paid'::text, 'refund_failed'::text, 'withdrawal_requested'::text, 'withdrawal_paid'::text, 'withdrawal_failed'::text, 'chargeback'::text, 'chargeback_returned'::text, 'chargeback_moved'::text, 'provider_settled'::text, 'tax_paid'::text, 'cod_collected'::text, 'cod_remitted'::text, 'courier_charged'::text, 'cod_part_paid'::text, 'cod_written_off'::text, 'cod_recovered'::text, 'claim_paid'::text, 'claim_returned'::text, 'fee_returned'::text, 'fee_charged_again'::text, 'buyer_goodwill'::text, 'shop_goodwill'::text, 'shop_goodwill_undone'::text, 'credit_taken_back'::text, 'credit_returned'::text])))
);
comment on table ledger_transactions is 'payments: one business event that moved money; kind and reference make doing it twice impossible';
CREATE INDEX ledger_transactions_newest ON public.ledger_transactions USING btree (created_at DESC, id DESC);

create table listing_reports (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  shop_id uuid not null,
  product_id uuid,
  kind text not null,
  text text not null,
  document_key text,
  document_type text,
  state text default 'open'::text not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  answer text,
  closed_at timestamp with time zone,
  closed_by uuid,
  constraint listing_reports_pkey PRIMARY KEY (id),
  constraint listing_reports_document_key_key UNIQUE (document_key),
  constraint listing_reports_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  constraint listing_reports_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint listing_reports_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint listing_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint listing_reports_answer_check CHECK (((length(answer) >= 10) AND (length(answer) <= 1000))),
  constraint listing_reports_check CHECK (((state = 'open'::text) = (closed_at IS NULL))),
  constraint listing_reports_check1 CHECK (((document_key IS NULL) = (document_type IS NULL))),
  constraint listing_reports_check2 CHECK (((state = 'open'::text) = (closed_by IS NULL))),
  constraint listing_reports_document_key_check CHECK ((document_key ~ '^d[0-9a-f]{30}$'::text)),
  constraint listing_reports_document_type_check CHECK ((document_type = ANY (ARRAY['image/webp'::text, 'application/pdf'::text]))),
  constraint listing_reports_kind_check CHECK ((kind ~ '^[a-z_]{3,20}$'::text)),
  constraint listing_reports_state_check CHECK ((state = ANY (ARRAY['open'::text, 'acted'::text, 'dismissed'::text]))),
  constraint listing_reports_text_check CHECK (((length(text) >= 10) AND (length(text) <= 2000)))
);
comment on table listing_reports is 'catalog: reports of products (product_id) and of shops by people, open until an operator acts or dismisses them; a document that proves a right is an encrypted file';
CREATE INDEX listing_reports_closed_by ON public.listing_reports USING btree (closed_by, id DESC) WHERE (closed_by IS NOT NULL);
CREATE INDEX listing_reports_documents ON public.listing_reports USING btree (closed_at) WHERE ((document_key IS NOT NULL) AND (state <> 'open'::text));
CREATE INDEX listing_reports_of_product ON public.listing_reports USING btree (product_id) WHERE (product_id IS NOT NULL);
CREATE INDEX listing_reports_of_shop ON public.listing_reports USING btree (shop_id, product_id);
CREATE INDEX listing_reports_of_user ON public.listing_reports USING btree (user_id, id DESC);
CREATE UNIQUE INDEX listing_reports_once ON public.listing_reports USING btree (user_id, shop_id, COALESCE(product_id, shop_id)) WHERE (state = 'open'::text);
CREATE INDEX listing_reports_queue ON public.listing_reports USING btree (due_at, id) WHERE (state = 'open'::text);

create table login_steps (
  token_hash bytea not null,
  user_id uuid not null,
  attempts integer default 0 not null,
  expires_at timestamp with time zone not null,
  constraint login_steps_pkey PRIMARY KEY (token_hash),
  constraint login_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint login_steps_token_hash_check CHECK ((length(token_hash) = 32))
);
comment on table login_steps is 'accounts: logins that lack their second step; no session yet';
CREATE INDEX login_steps_expiry ON public.login_steps USING btree (expires_at);
CREATE INDEX login_steps_user ON public.login_steps USING btree (user_id);

create table measures (
  id uuid default uuidv7() not null,
  kind text not null,
  user_id uuid not null,
  shop_id uuid,
  product_id uuid,
  rule text not null,
  text text not null,
  product_status text,
  taken_by uuid not null,
  taken_at timestamp with time zone not null,
  appeal text,
  appealed_at timestamp with time zone,
  answer text,
  decided_by uuid,
  decided_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by uuid,
  constraint measures_pkey PRIMARY KEY (id),
  constraint measures_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint measures_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  constraint measures_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint measures_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint measures_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES users(id),
  constraint measures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint measures_answer_check CHECK (((length(answer) >= 20) AND (length(answer) <= 1000))),
  constraint measures_appeal_check CHECK (((length(appeal) >= 20) AND (length(appeal) <= 2000))),
  constraint measures_check CHECK (((kind = 'user'::text) = (shop_id IS NULL))),
  constraint measures_check1 CHECK (((kind = 'product'::text) = (product_id IS NOT NULL))),
  constraint measures_check2 CHECK (((kind = 'product'::text) = (product_status IS NOT NULL))),
  constraint measures_check3 CHECK (((appeal IS NULL) = (appealed_at IS NULL))),
  constraint measures_check4 CHECK ((((answer IS NULL) = (decided_at IS NULL)) AND ((answer IS NULL) = (decided_by IS NULL)))),
  constraint measures_check5 CHECK (((answer IS NULL) OR ((appeal IS NOT NULL) AND (decided_by <> taken_by)))),
  constraint measures_check6 CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint measures_check7 CHECK ((user_id <> taken_by)),
  constraint measures_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'shop'::text, 'product'::text]))),
  constraint measures_product_status_check CHECK ((product_status = ANY (ARRAY['active'::text, 'hidden'::text]))),
  constraint measures_rule_check CHECK ((rule ~ '^[a-z_]{3,40}$'::text)),
  constraint measures_text_check CHECK (((length(text) >= 20) AND (length(text) <= 1000)))
);
comment on table measures is 'accounts: blocks of people, suspensions of shops and takedowns of products, each with its text for the person and one appeal; open until ended_at';
CREATE INDEX measures_appeals ON public.measures USING btree (appealed_at, id) WHERE ((appealed_at IS NOT NULL) AND (decided_at IS NULL) AND (ended_at IS NULL));
CREATE INDEX measures_of_shop ON public.measures USING btree (shop_id, taken_at DESC, id DESC) WHERE (shop_id IS NOT NULL);
CREATE INDEX measures_of_user ON public.measures USING btree (user_id, taken_at DESC, id DESC);
CREATE UNIQUE INDEX measures_open_product ON public.measures USING btree (product_id) WHERE ((kind = 'product'::text) AND (ended_at IS NULL));
CREATE UNIQUE INDEX measures_open_shop ON public.measures USING btree (shop_id) WHERE ((kind = 'shop'::text) AND (ended_at IS NULL));
CREATE UNIQUE INDEX measures_open_user ON public.measures USING btree (user_id) WHERE ((kind = 'user'::text) AND (ended_at IS NULL));
CREATE INDEX measures_taken_by ON public.measures USING btree (taken_by);

create table migrations (
  file text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (file)
);
comment on table migrations is 'lib: which numbered files have been applied';

create table notification_preferences (
  user_id uuid not null,
  kind text not null,
  email boolean not null,
  push boolean not null,
  updated_at timestamp with time zone not null,
  constraint notification_preferences_pkey PRIMARY KEY (user_id, kind),
  constraint notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notification_preferences_kind_check CHECK ((kind = ANY (ARRAY['order'::text, 'user'::text, 'complaint'::text, 'marketing'::text])))
);
comment on table notification_preferences is 'notifications: by which channels a person wants to hear of which kind; a missing row means the default in code';

create table notifications (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  type text not null,
  user_type text not null,
  transaction_id uuid,
  status text default 'unread'::text not null,
  title text not null,
  description text not null,
  image_product text,
  dedupe_key text not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  "position" bigint,
  opens text,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_user_id_dedupe_key_key UNIQUE (user_id, dedupe_key),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notifications_check CHECK (((status = 'read'::text) = (read_at IS NOT NULL))),
  constraint notifications_dedupe_key_check CHECK ((length(dedupe_key) <= 200)),
  constraint notifications_description_check CHECK (((length(description) >= 1) AND (length(description) <= 500))),
  constraint notifications_opens_check CHECK ((((opens ~ '^/(profile|manageMerchant)\?page=[A-Za-z]+(&[A-Za-z]+=[0-9a-f-]+)?$'::text) AND (length(opens) <= 200)) OR (opens = ANY (ARRAY['/termCondition'::text, '/privacy'::text])))),
  constraint notifications_status_check CHECK ((status = ANY (ARRAY['unread'::text, 'read'::text]))),
  constraint notifications_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120))),
  constraint notifications_type_check CHECK ((type = ANY (ARRAY['order'::text, 'user'::text, 'complaint'::text]))),
  constraint notifications_user_type_check CHECK ((user_type = ANY (ARRAY['buyer'::text, 'seller'::text])))
);
comment on table notifications is 'notifications: what each person was told; dedupe_key makes telling twice impossible';
CREATE INDEX notifications_picture ON public.notifications USING btree ("substring"(image_product, '([a-z0-9-]+)-(?:200|400|800)[.]'::text)) WHERE (image_product ~~ '/img/%'::text);
CREATE UNIQUE INDEX notifications_position ON public.notifications USING btree ("position");
CREATE INDEX notifications_undelivered ON public.notifications USING btree (created_at, id) WHERE ("position" IS NULL);
CREATE INDEX notifications_unread ON public.notifications USING btree (user_id) WHERE (status = 'unread'::text);
CREATE INDEX notifications_user ON public.notifications USING btree (user_id, created_at DESC);
CREATE INDEX notifications_user_position ON public.notifications USING btree (user_id, "position");

create table oauth_tokens_used (
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint oauth_tokens_used_pkey PRIMARY KEY (token_hash),
  constraint oauth_tokens_used_token_hash_check CHECK ((length(token_hash) = 32))
);
comment on table oauth_tokens_used is 'accounts: id_tokens that logged somebody in once, until they end by themselves: none works twice';
CREATE INDEX oauth_tokens_used_expiry ON public.oauth_tokens_used USING btree (expires_at);

create table operator_role_changes (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  role text,
  changed_by uuid not null,
  reason text not null,
  changed_at timestamp with time zone not null,
  constraint operator_role_changes_pkey PRIMARY KEY (id),
  constraint operator_role_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint operator_role_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint operator_role_changes_check CHECK ((user_id <> changed_by)),
  constraint operator_role_changes_reason_check CHECK (((length(reason) >= 5) AND (length(reason) <= 300))),
  constraint operator_role_changes_role_check CHECK ((role = ANY (ARRAY['support'::text, 'mediator'::text, 'finance'::text, 'catalogue'::text, 'owner'::text])))
);
comment on table operator_role_changes is 'accounts: roles that an owner gave to operators or took from them (role is null); nobody changes the own role';
CREATE INDEX operator_role_changes_by ON public.operator_role_changes USING btree (changed_by);
CREATE INDEX operator_role_changes_user ON public.operator_role_changes USING btree (user_id, changed_at DESC, id DESC);

create table order_adjustments (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  line_id uuid,
  kind text not null,
  bearer text not null,
  amount bigint not null,
  source text default ''::text not null,
  constraint order_adjustments_pkey PRIMARY KEY (id),
  constraint order_adjustments_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id) ON DELETE CASCADE,
  constraint order_adjustments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_adjustments_rules CHECK (order_adjustments_rules(order_adjustments.*))
);
comment on table order_adjustments is 'orders: everything that makes a buyer pay another sum than goods and shipping; negative amounts lower it; bearer says who pays it or whom it belongs to';
CREATE UNIQUE INDEX order_adjustments_insurance ON public.order_adjustments USING btree (order_id) WHERE (kind = 'insurance'::text);
CREATE INDEX order_adjustments_line ON public.order_adjustments USING btree (line_id) WHERE (line_id IS NOT NULL);
CREATE INDEX order_adjustments_order ON public.order_adjustments USING btree (order_id);
CREATE INDEX order_adjustments_source ON public.order_adjustments USING btree (source) WHERE (source <> ''::text);

create table order_corrections (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  kind text not null,
  amount bigint not null,
  allowed bigint not null,
  reason text not null,
  state text not null,
  proposed_by uuid,
  proposed_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  answer text default ''::text not null,
  refund_id uuid,
  constraint order_corrections_pkey PRIMARY KEY (id),
  constraint order_corrections_refund_id_key UNIQUE (refund_id),
  constraint order_corrections_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint order_corrections_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_corrections_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id),
  constraint order_corrections_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint order_corrections_amount_check CHECK ((amount > 0)),
  constraint order_corrections_answer_check CHECK ((char_length(answer) <= 600)),
  constraint order_corrections_decided_check CHECK (((state = 'proposed'::text) = (decided_at IS NULL))),
  constraint order_corrections_kind_check CHECK ((kind = ANY (ARRAY['fee_returned'::text, 'fee_charged_again'::text, 'buyer_goodwill'::text, 'shop_goodwill'::text, 'shop_goodwill_undone'::text, 'credit_taken_back'::text, 'credit_returned'::text]))),
  constraint order_corrections_limit_check CHECK (((state = 'void'::text) OR (amount <= allowed))),
  constraint order_corrections_reason_check CHECK (((char_length(reason) >= 10) AND (char_length(reason) <= 600))),
  constraint order_corrections_refund_check CHECK (((refund_id IS NOT NULL) = ((kind = 'buyer_goodwill'::text) AND (state = 'booked'::text)))),
  constraint order_corrections_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'booked'::text, 'rejected'::text, 'withdrawn'::text, 'void'::text]))),
  constraint order_corrections_two_operators_check CHECK (
CASE
    WHEN (proposed_by IS NULL) THEN ((state = 'booked'::text) AND (decided_by IS NULL) AND (kind = ANY (ARRAY['fee_charged_again'::text, 'credit_returned'::text])))
    WHEN (state = ANY (ARRAY['booked'::text, 'rejected'::text])) THEN ((decided_by IS NOT NULL) AND (decided_by <> proposed_by) AND (char_length(answer) >= 10))
    WHEN (state = 'withdrawn'::text) THEN ((decided_by IS NOT NULL) AND (decided_by = proposed_by))
    ELSE (decided_by IS NULL)
END)
);
comment on table order_corrections is 'orders: corrections of the money of an order that operators propose and other operators decide';
CREATE INDEX order_corrections_oldest ON public.order_corrections USING btree (proposed_at) WHERE (state = 'proposed'::text);
CREATE INDEX order_corrections_order ON public.order_corrections USING btree (order_id, proposed_at);
CREATE UNIQUE INDEX order_corrections_waiting ON public.order_corrections USING btree (order_id) WHERE (state = 'proposed'::text);
CREATE TRIGGER order_corrections_are_history BEFORE DELETE OR UPDATE ON public.order_corrections FOR EACH ROW EXECUTE FUNCTION order_corrections_are_history();

create table order_events (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  action text not null,
  from_status text,
  to_status text not null,
  actor text not null,
  actor_id uuid,
  reason text default ''::text not null,
  created_at timestamp with time zone not null,
  constraint order_events_pkey PRIMARY KEY (id),
  constraint order_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_events_actor_check CHECK ((actor = ANY (ARRAY['buyer'::text, 'seller'::text, 'system'::text, 'operator'::text, 'courier'::text]))),
  constraint order_events_reason_check CHECK ((length(reason) <= 300))
);
comment on table order_events is 'orders: every change of an order with who, when and why';
CREATE INDEX order_events_order ON public.order_events USING btree (order_id, created_at, id);

create table order_lines (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  shop_id uuid not null,
  variant_id uuid not null,
  product_id uuid not null,
  product_slug text not null,
  name text not null,
  variant_name text default ''::text not null,
  picture_key text,
  price bigint not null,
  quantity integer not null,
  weight_g integer not null,
  commission bigint not null,
  note text default ''::text not null,
  refunded bigint default 0 not null,
  commission_per_mille integer not null,
  commission_cap bigint,
  commission_flat bigint default 0 not null,
  vat_per_mille integer default 0 not null,
  tax_per_mille integer default 0 not null,
  root_category_id uuid,
  tax_exemption text,
  changed_mind_days smallint,
  constraint order_lines_pkey PRIMARY KEY (id),
  constraint order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint order_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint order_lines_root_category_id_fkey FOREIGN KEY (root_category_id) REFERENCES categories(id),
  constraint order_lines_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint order_lines_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variants(id),
  constraint order_lines_rules CHECK (order_lines_rules(order_lines.*))
);
comment on table order_lines is 'orders: what was bought, as it was on that day';
CREATE INDEX order_lines_order ON public.order_lines USING btree (order_id);
CREATE INDEX order_lines_picture ON public.order_lines USING btree (picture_key) WHERE (picture_key IS NOT NULL);
CREATE INDEX order_lines_variant ON public.order_lines USING btree (variant_id);
CREATE TRIGGER order_lines_expected AFTER UPDATE OF refunded ON public.order_lines FOR EACH ROW WHEN ((old.refunded IS DISTINCT FROM new.refunded)) EXECUTE FUNCTION clear_expected_share();

create table orders (
  id uuid default uuidv7() not null,
  checkout_id uuid not null,
  buyer_id uuid not null,
  shop_id uuid not null,
  invoice text not null,
  status text not null,
  goods_total bigint not null,
  shipping_cost bigint not null,
  total bigint not null,
  commission bigint not null,
  courier text not null,
  courier_name text not null,
  eta text not null,
  address jsonb not null,
  due_at timestamp with time zone,
  extended boolean default false not null,
  cancel_requested_at timestamp with time zone,
  cancel_reason text,
  stock_released boolean default false not null,
  paid_at timestamp with time zone,
  shipped_at timestamp with time zone,
  delivered_at timestamp with time zone,
  completed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  resumed_vacation_since timestamp with time zone,
  ship_due_at timestamp with time zone,
  adjustments_total bigint default 0 not null,
  promotion_cost bigint default 0 not null,
  shipping_refunded bigint default 0 not null,
  fees_refunded bigint default 0 not null,
  earned bigint default 0 not null,
  settled_at timestamp with time zone,
  preorder_days integer,
  arrival_asked_at timestamp with time zone,
  usual_min_days integer,
  usual_max_days integer,
  cod boolean default false not null,
  courier_cost bigint default 0 not null,
  sender_name text,
  sender_phone text,
  shop_point jsonb,
  expected_share bigint,
  search_text text,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_invoice_key UNIQUE (invoice),
  constraint orders_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id),
  constraint orders_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  constraint orders_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint orders_rules CHECK (orders_rules(orders.*))
) with (fillfactor=85);
comment on table orders is 'orders: one for each shop of a checkout; due_at is when silence decides';
CREATE INDEX orders_age ON public.orders USING brin (created_at);
CREATE INDEX orders_buyer ON public.orders USING btree (buyer_id, created_at DESC);
CREATE INDEX orders_checkout ON public.orders USING btree (checkout_id);
CREATE INDEX orders_cod ON public.orders USING btree (buyer_id, created_at) WHERE cod;
CREATE INDEX orders_due ON public.orders USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX orders_invoice_code ON public.orders USING btree (split_part(invoice, '/'::text, 3) text_pattern_ops);
CREATE INDEX orders_newest ON public.orders USING btree (created_at DESC, id DESC);
CREATE INDEX orders_paid_age ON public.orders USING brin (paid_at);
CREATE INDEX orders_shop ON public.orders USING btree (shop_id, status, created_at DESC);
CREATE INDEX orders_shop_searched ON public.orders USING btree (shop_id, created_at DESC, id DESC) INCLUDE (buyer_id, invoice, search_text);
CREATE INDEX orders_shop_sold ON public.orders USING btree (shop_id, completed_at) INCLUDE (goods_total) WHERE (status = 'completed'::text);
CREATE INDEX orders_status_newest ON public.orders USING btree (status, created_at DESC, id DESC);
CREATE INDEX orders_under_way ON public.orders USING btree (shop_id) INCLUDE (id, status, expected_share, cancel_requested_at, due_at) WHERE (status = ANY (ARRAY['awaiting_confirmation'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'disputed'::text]));
CREATE INDEX orders_unpaid ON public.orders USING btree (buyer_id) WHERE ((status = 'awaiting_payment'::text) IS TRUE);
CREATE CONSTRAINT TRIGGER orders_corrections_fit AFTER UPDATE OF earned ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.earned IS DISTINCT FROM new.earned)) EXECUTE FUNCTION corrected_orders_fit();
CREATE TRIGGER orders_expected BEFORE UPDATE OF shipping_cost, shipping_refunded, courier_cost ON public.orders FOR EACH ROW WHEN (((new.expected_share IS NOT NULL) AND (NOT (new.expected_share IS DISTINCT FROM old.expected_share)) AND (((old.shipping_cost IS DISTINCT FROM new.shipping_cost) OR (old.shipping_refunded IS DISTINCT FROM new.shipping_refunded)) OR (old.courier_cost IS DISTINCT FROM new.courier_cost)))) EXECUTE FUNCTION clear_expected_share();

create table outgoing_messages (
  dedupe_key text not null,
  channel text not null,
  claimed_until timestamp with time zone,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  created_at timestamp with time zone default now() not null,
  constraint outgoing_messages_pkey PRIMARY KEY (dedupe_key),
  constraint outgoing_messages_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'phone'::text]))),
  constraint outgoing_messages_check CHECK (((sent_at IS NULL) OR (failed_at IS NULL))),
  constraint outgoing_messages_check1 CHECK (((failed_at IS NULL) = (failure IS NULL))),
  constraint outgoing_messages_dedupe_key_check CHECK (((length(dedupe_key) >= 1) AND (length(dedupe_key) <= 200))),
  constraint outgoing_messages_failure_check CHECK ((length(failure) <= 300))
);
comment on table outgoing_messages is 'messages: mails and one-time codes by their key, so that none is sent twice; whom and what is not kept; moments are real time';
CREATE INDEX outgoing_messages_age ON public.outgoing_messages USING btree (created_at);

create table papers (
  kind text not null,
  subject text not null,
  number text not null,
  created_at timestamp with time zone not null,
  constraint papers_pkey PRIMARY KEY (kind, subject),
  constraint papers_number_key UNIQUE (number),
  constraint papers_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'correction'::text, 'statement'::text]))),
  constraint papers_number_check CHECK ((number ~ '^[A-Z]{2,3}/[0-9]{8}/[A-Z0-9]{10}$'::text)),
  constraint papers_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 60)))
);
comment on table papers is 'papers: the numbers of receipts, corrections and statements; random, so that they reveal nothing about other papers. The number of an invoice belongs to its order';

create table parcel_findings (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  parcel_id uuid,
  kind text not null,
  detail text not null,
  created_at timestamp with time zone not null,
  constraint parcel_findings_pkey PRIMARY KEY (id),
  constraint parcel_findings_order_id_parcel_id_kind_key UNIQUE NULLS NOT DISTINCT (order_id, parcel_id, kind),
  constraint parcel_findings_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint parcel_findings_parcel_id_fkey FOREIGN KEY (parcel_id) REFERENCES parcels(id) ON DELETE CASCADE,
  constraint parcel_findings_detail_check CHECK ((length(detail) <= 200)),
  constraint parcel_findings_kind_check CHECK ((kind = ANY (ARRAY['number_used'::text, 'number_replaced'::text, 'scanned_before'::text, 'scanned_in_future'::text, 'foreign_origin'::text, 'delivered_after_end'::text, 'price_changed'::text, 'cash_differs'::text])))
);
comment on table parcel_findings is 'orders: what is implausible about a tracking number or its scans, once for each kind; without a parcel it is a number that was refused';
CREATE INDEX parcel_findings_parcel ON public.parcel_findings USING btree (parcel_id);
CREATE INDEX parcel_findings_time ON public.parcel_findings USING btree (created_at DESC, id DESC);

create table parcels (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  direction text default 'out'::text not null,
  courier text not null,
  courier_name text not null,
  tracking_number text,
  state text not null,
  scan_source text,
  booked_with text,
  external_id text,
  weight_g integer,
  cost bigint,
  shipped_at timestamp with time zone,
  arrived_at timestamp with time zone,
  created_at timestamp with time zone not null,
  code_attempts integer default 0 not null,
  code_attempts_since timestamp with time zone,
  contents jsonb,
  constraint parcels_pkey PRIMARY KEY (id),
  constraint parcels_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint parcels_booked_with_check CHECK ((booked_with = 'biteship'::text)),
  constraint parcels_check CHECK (((booked_with IS NULL) = (external_id IS NULL))),
  constraint parcels_check1 CHECK (((state <> 'shipped'::text) OR (shipped_at IS NOT NULL))),
  constraint parcels_check2 CHECK (((state = 'arrived'::text) = (arrived_at IS NOT NULL))),
  constraint parcels_code_attempts_check CHECK ((code_attempts >= 0)),
  constraint parcels_contents_check CHECK ((jsonb_typeof(contents) = 'array'::text)),
  constraint parcels_cost_check CHECK ((cost >= 0)),
  constraint parcels_courier_check CHECK (((length(courier) >= 1) AND (length(courier) <= 40))),
  constraint parcels_courier_name_check CHECK (((length(courier_name) >= 1) AND (length(courier_name) <= 80))),
  constraint parcels_direction_check CHECK ((direction = ANY (ARRAY['out'::text, 'return'::text, 'replacement'::text]))),
  constraint parcels_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 100))),
  constraint parcels_scan_source_check CHECK ((scan_source = ANY (ARRAY['simulator'::text, 'biteship'::text, 'rajaongkir'::text]))),
  constraint parcels_state_check CHECK ((state = ANY (ARRAY['booked'::text, 'shipped'::text, 'arrived'::text, 'returned'::text, 'cancelled'::text]))),
  constraint parcels_tracking_number_check CHECK (((length(tracking_number) >= 5) AND (length(tracking_number) <= 40))),
  constraint parcels_weight_g_check CHECK ((weight_g > 0))
);
comment on table parcels is 'orders: a parcel of an order, to the buyer, back to the seller, or as a replacement';
CREATE UNIQUE INDEX parcels_booking ON public.parcels USING btree (booked_with, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX parcels_number ON public.parcels USING btree (tracking_number) WHERE (tracking_number IS NOT NULL);
CREATE INDEX parcels_order ON public.parcels USING btree (order_id, created_at);
CREATE UNIQUE INDEX parcels_tracking_number ON public.parcels USING btree (split_part(courier, '-'::text, 1), tracking_number) WHERE (tracking_number IS NOT NULL);
CREATE TRIGGER parcels_replaced_number BEFORE INSERT OR UPDATE OF tracking_number ON public.parcels FOR EACH ROW WHEN ((new.tracking_number IS NOT NULL)) EXECUTE FUNCTION refuse_replaced_number();

create table passkey_challenges (
  challenge_hash bytea not null,
  user_id uuid,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passkey_challenges_challenge_hash_check CHECK ((length(challenge_hash) = 32))
);
comment on table passkey_challenges is 'accounts: questions to devices that wait for one answer; user_id: of whom a new passkey would be, none for a login';
CREATE INDEX passkey_challenges_expiry ON public.passkey_challenges USING btree (expires_at);

create table passkeys (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] default '{}'::text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_credential_id_check CHECK (((length(credential_id) >= 16) AND (length(credential_id) <= 1400))),
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  constraint passkeys_public_key_check CHECK (((length(public_key) >= 32) AND (length(public_key) <= 2000)))
);
comment on table passkeys is 'accounts: public keys of devices a person logs in with; the private key never leaves the device';
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);

create table payment_attempts (
  id uuid default uuidv7() not null,
  payment_id uuid not null,
  provider text not null,
  method text not null,
  amount bigint not null,
  code integer default 0 not null,
  status text default 'pending'::text not null,
  reference text not null,
  external_id text,
  instructions jsonb,
  due_at timestamp with time zone not null,
  received bigint default 0 not null,
  settled bigint default 0 not null,
  returned bigint default 0 not null,
  charged_back bigint default 0 not null,
  poll_at timestamp with time zone,
  polls integer default 0 not null,
  created_at timestamp with time zone not null,
  account text,
  chargebacks_returned integer default 0 not null,
  constraint payment_attempts_pkey PRIMARY KEY (id),
  constraint payment_attempts_reference_key UNIQUE (reference),
  constraint payment_attempts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint payment_attempts_rules CHECK (payment_attempts_rules(payment_attempts.*))
);
comment on table payment_attempts is 'payments: a charge at a provider; a payment has several when its buyer changes the method; received is settled, returned or, while pending, waiting for the rest';
CREATE INDEX payment_attempts_closed_to_poll ON public.payment_attempts USING btree (provider, poll_at, id) WHERE ((poll_at IS NOT NULL) AND (status = ANY (ARRAY['expired'::text, 'cancelled'::text])));
CREATE UNIQUE INDEX payment_attempts_external ON public.payment_attempts USING btree (provider, external_id) WHERE (external_id IS NOT NULL);
CREATE UNIQUE INDEX payment_attempts_open ON public.payment_attempts USING btree (payment_id) WHERE (status = 'pending'::text);
CREATE INDEX payment_attempts_payment ON public.payment_attempts USING btree (payment_id, id DESC);
CREATE INDEX payment_attempts_pending_to_poll ON public.payment_attempts USING btree (provider, poll_at, id) WHERE ((poll_at IS NOT NULL) AND (status = 'pending'::text));
CREATE UNIQUE INDEX payment_attempts_settled ON public.payment_attempts USING btree (payment_id) WHERE (status = 'paid'::text);
CREATE UNIQUE INDEX payment_attempts_transfer_amount ON public.payment_attempts USING btree (account, amount) WHERE ((status = 'pending'::text) AND (account IS NOT NULL));
CREATE INDEX payment_attempts_transfers ON public.payment_attempts USING btree (account, amount, created_at) WHERE (account IS NOT NULL);

create table payment_notifications (
  id uuid default uuidv7() not null,
  provider text not null,
  verdict text not null,
  body_hash bytea not null,
  received_at timestamp with time zone not null,
  attempt_id uuid,
  constraint payment_notifications_pkey PRIMARY KEY (id),
  constraint payment_notifications_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  constraint payment_notifications_verdict_check CHECK ((verdict = ANY (ARRAY['settled'::text, 'already_known'::text, 'late'::text, 'partial'::text, 'lapsed'::text, 'refunded'::text, 'charged_back'::text, 'ignored'::text, 'bad_signature'::text, 'wrong_amount'::text, 'unknown_payment'::text, 'not_confirmed'::text])))
);
comment on table payment_notifications is 'payments: every notification that knocked, with what we made of it';
CREATE INDEX payment_notifications_attempt ON public.payment_notifications USING btree (attempt_id);
CREATE INDEX payment_notifications_forged ON public.payment_notifications USING btree (received_at) WHERE (verdict = 'bad_signature'::text);

create table payment_receipts (
  id uuid default uuidv7() not null,
  attempt_id uuid not null,
  provider text not null,
  reference text not null,
  amount bigint not null,
  received_at timestamp with time zone not null,
  booked_at timestamp with time zone not null,
  constraint payment_receipts_pkey PRIMARY KEY (id),
  constraint payment_receipts_provider_reference_key UNIQUE (provider, reference),
  constraint payment_receipts_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  constraint payment_receipts_amount_check CHECK ((amount > 0)),
  constraint payment_receipts_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200)))
);
comment on table payment_receipts is 'payments: money that came for an attempt, once for each reference of the provider';
CREATE INDEX payment_receipts_attempt ON public.payment_receipts USING btree (attempt_id);
CREATE INDEX payment_receipts_day ON public.payment_receipts USING btree (provider, received_at);

create table payments (
  id uuid default uuidv7() not null,
  checkout_id uuid not null,
  buyer_id uuid not null,
  amount bigint not null,
  status text not null,
  due_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_checkout_id_key UNIQUE (checkout_id),
  constraint payments_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id),
  constraint payments_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  constraint payments_amount_check CHECK ((amount > 0)),
  constraint payments_paid_at_check CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
  constraint payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'expired'::text, 'cancelled'::text])))
);
comment on table payments is 'payments: what a checkout owes; its attempts say how and where';
CREATE INDEX payments_due ON public.payments USING btree (due_at) WHERE (status = 'pending'::text);
CREATE INDEX payments_newest ON public.payments USING btree (created_at DESC, id DESC);
CREATE INDEX payments_status_newest ON public.payments USING btree (status, created_at DESC, id DESC);

create table payout_batches (
  id uuid default uuidv7() not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  constraint payout_batches_pkey PRIMARY KEY (id),
  constraint payout_batches_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);
comment on table payout_batches is 'payments: payouts that were put into one file for the bank';

create table payout_events (
  id uuid default uuidv7() not null,
  payout_id uuid not null,
  kind text not null,
  actor_id uuid,
  note text default ''::text not null,
  created_at timestamp with time zone not null,
  constraint payout_events_pkey PRIMARY KEY (id),
  constraint payout_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint payout_events_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  constraint payout_events_kind_check CHECK ((kind = ANY (ARRAY['requested'::text, 'approval'::text, 'approved'::text, 'sent'::text, 'resent'::text, 'paid'::text, 'failed'::text, 'returned'::text, 'cancelled'::text, 'result_entered'::text, 'result_rejected'::text, 'noticed'::text]))),
  constraint payout_events_note_check CHECK ((length(note) <= 200))
);
comment on table payout_events is 'payments: what happened to a payout and by whom; append-only; an operator approves a payout at most once';
CREATE UNIQUE INDEX payout_events_approval ON public.payout_events USING btree (payout_id, actor_id) WHERE (kind = 'approval'::text);
CREATE INDEX payout_events_of_payout ON public.payout_events USING btree (payout_id, id);

create table payout_holds (
  reason text not null,
  note text not null,
  since timestamp with time zone not null,
  constraint payout_holds_pkey PRIMARY KEY (reason),
  constraint payout_holds_note_check CHECK ((length(note) <= 300)),
  constraint payout_holds_reason_check CHECK ((reason ~ '^[a-z_]{3,40}$'::text))
);
comment on table payout_holds is 'payments: why no payout is accepted or sent now, such as findings of the auditor; empty means that payouts run';

create table payout_layouts (
  id uuid default uuidv7() not null,
  name text not null,
  separator text not null,
  first_row text not null,
  columns jsonb not null,
  updated_at timestamp with time zone not null,
  constraint payout_layouts_pkey PRIMARY KEY (id),
  constraint payout_layouts_name_key UNIQUE (name),
  constraint payout_layouts_columns_check CHECK (((jsonb_typeof(columns) = 'array'::text) AND ((jsonb_array_length(columns) >= 1) AND (jsonb_array_length(columns) <= 40)))),
  constraint payout_layouts_first_row_check CHECK ((length(first_row) <= 500)),
  constraint payout_layouts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint payout_layouts_separator_check CHECK ((separator = ANY (ARRAY[','::text, ';'::text])))
);
comment on table payout_layouts is 'payments: columns of the file that a bank takes, as an operator described them; each column has a title and a text with placeholders';

create table payout_schedules (
  shop_id uuid not null,
  weekday smallint not null,
  last_day date,
  updated_at timestamp with time zone not null,
  constraint payout_schedules_pkey PRIMARY KEY (shop_id),
  constraint payout_schedules_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint payout_schedules_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);
comment on table payout_schedules is 'payments: shops whose whole balance is withdrawn once a week; weekday 1 is Monday; last_day is the Jakarta day of the last run';

create table payouts (
  id uuid default uuidv7() not null,
  reference text not null,
  purpose text not null,
  user_id uuid not null,
  shop_id uuid,
  refund_id uuid,
  amount bigint not null,
  fee bigint not null,
  bank_account_id uuid,
  bank_code text not null,
  number_sealed bytea,
  number_digest bytea,
  last4 text not null,
  holder_name text,
  status text not null,
  needed_approvals smallint not null,
  is_automatic boolean default false not null,
  provider text,
  external_id text,
  sends integer default 0 not null,
  failure text,
  attention text,
  bank_reference text,
  entered_outcome text,
  entered_reference text,
  batch_id uuid,
  entered_by uuid,
  poll_at timestamp with time zone,
  polls integer default 0 not null,
  requested_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  sent_at timestamp with time zone,
  paid_at timestamp with time zone,
  closed_at timestamp with time zone,
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_reference_key UNIQUE (reference),
  constraint payouts_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id) ON DELETE SET NULL,
  constraint payouts_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payout_batches(id),
  constraint payouts_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  constraint payouts_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint payouts_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint payouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint payouts_amount_check CHECK ((amount > 0)),
  constraint payouts_attention_check CHECK (((length(attention) >= 1) AND (length(attention) <= 60))),
  constraint payouts_bank_code_check CHECK ((bank_code ~ '^[a-z][a-z0-9_]{1,19}$'::text)),
  constraint payouts_bank_reference_check CHECK (((length(bank_reference) >= 1) AND (length(bank_reference) <= 80))),
  constraint payouts_check CHECK (((fee >= 0) AND (fee < amount))),
  constraint payouts_check1 CHECK (((purpose = 'withdrawal'::text) = (shop_id IS NOT NULL))),
  constraint payouts_check2 CHECK (((purpose = 'refund'::text) = (refund_id IS NOT NULL))),
  constraint payouts_check3 CHECK (((purpose = 'withdrawal'::text) OR (fee = 0))),
  constraint payouts_check4 CHECK (((status <> ALL (ARRAY['approved'::text, 'sent'::text, 'paid'::text, 'returned'::text])) OR (approved_at IS NOT NULL))),
  constraint payouts_check5 CHECK (((status <> ALL (ARRAY['sent'::text, 'paid'::text, 'returned'::text])) OR ((provider IS NOT NULL) AND (sent_at IS NOT NULL)))),
  constraint payouts_check6 CHECK (((status = 'paid'::text) <= (paid_at IS NOT NULL))),
  constraint payouts_check7 CHECK (((status = ANY (ARRAY['failed'::text, 'returned'::text, 'cancelled'::text])) = (closed_at IS NOT NULL))),
  constraint payouts_check8 CHECK (((status <> ALL (ARRAY['requested'::text, 'approved'::text, 'sent'::text])) OR ((number_sealed IS NOT NULL) AND (holder_name IS NOT NULL)))),
  constraint payouts_check9 CHECK (((entered_outcome IS NULL) = (entered_by IS NULL))),
  constraint payouts_entered_outcome_check CHECK ((entered_outcome = ANY (ARRAY['paid'::text, 'failed'::text, 'returned'::text]))),
  constraint payouts_entered_reference_check CHECK (((length(entered_reference) >= 1) AND (length(entered_reference) <= 80))),
  constraint payouts_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 200))),
  constraint payouts_failure_check CHECK (((length(failure) >= 1) AND (length(failure) <= 60))),
  constraint payouts_holder_name_check CHECK (((length(holder_name) >= 1) AND (length(holder_name) <= 100))),
  constraint payouts_last4_check CHECK ((last4 ~ '^[0-9]{4}$'::text)),
  constraint payouts_needed_approvals_check CHECK (((needed_approvals >= 0) AND (needed_approvals <= 2))),
  constraint payouts_number_digest_check CHECK ((length(number_digest) = 32)),
  constraint payouts_number_sealed_check CHECK (((length(number_sealed) >= 29) AND (length(number_sealed) <= 100))),
  constraint payouts_poll_check CHECK (((status <> ALL (ARRAY['requested'::text, 'returned'::text, 'cancelled'::text])) OR (poll_at IS NULL))),
  constraint payouts_polls_check CHECK ((polls >= 0)),
  constraint payouts_provider_check CHECK ((provider = ANY (ARRAY['simulator'::text, 'manual'::text, 'xendit'::text, 'midtrans'::text]))),
  constraint payouts_purpose_check CHECK ((purpose = ANY (ARRAY['withdrawal'::text, 'refund'::text]))),
  constraint payouts_reference_check CHECK ((reference ~ '^KWP-[0-9A-F]{20}$'::text)),
  constraint payouts_sends_check CHECK ((sends >= 0)),
  constraint payouts_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'approved'::text, 'sent'::text, 'paid'::text, 'failed'::text, 'returned'::text, 'cancelled'::text])))
);
comment on table payouts is 'payments: money sent to a bank account: a withdrawal of a shop or a refund to a buyer; the account is stored as it was; amount is taken from its owner, amount minus fee arrives';
CREATE INDEX payouts_attention ON public.payouts USING btree (id) WHERE (attention IS NOT NULL);
CREATE INDEX payouts_due ON public.payouts USING btree (poll_at, id) WHERE (poll_at IS NOT NULL);
CREATE INDEX payouts_entered ON public.payouts USING btree (id) WHERE (entered_outcome IS NOT NULL);
CREATE UNIQUE INDEX payouts_external ON public.payouts USING btree (provider, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX payouts_of_batch ON public.payouts USING btree (batch_id, id) WHERE (batch_id IS NOT NULL);
CREATE UNIQUE INDEX payouts_of_refund ON public.payouts USING btree (refund_id) WHERE (status <> ALL (ARRAY['failed'::text, 'returned'::text, 'cancelled'::text]));
CREATE INDEX payouts_of_shop ON public.payouts USING btree (shop_id, id DESC) WHERE (shop_id IS NOT NULL);
CREATE INDEX payouts_of_user ON public.payouts USING btree (user_id, id DESC);
CREATE INDEX payouts_open ON public.payouts USING btree (status, id) WHERE (status = ANY (ARRAY['requested'::text, 'approved'::text, 'sent'::text]));
CREATE INDEX payouts_paid_day ON public.payouts USING btree (paid_at) WHERE (paid_at IS NOT NULL);

create table phone_codes (
  id uuid not null,
  user_id uuid not null,
  phone text not null,
  network text not null,
  code_hash bytea not null,
  attempts integer default 0 not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint phone_codes_pkey PRIMARY KEY (id),
  constraint phone_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint phone_codes_attempts_check CHECK (((attempts >= 0) AND (attempts <= 5))),
  constraint phone_codes_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint phone_codes_network_check CHECK ((length(network) <= 60)),
  constraint phone_codes_phone_check CHECK ((phone ~ '^\+62[0-9]{8,13}$'::text))
);
comment on table phone_codes is 'accounts: one-time codes sent to prove a phone number, as HMAC; kept for a day so that they can be counted';
CREATE INDEX phone_codes_age ON public.phone_codes USING btree (sent_at);
CREATE INDEX phone_codes_network ON public.phone_codes USING btree (network, sent_at);
CREATE UNIQUE INDEX phone_codes_open ON public.phone_codes USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX phone_codes_phone ON public.phone_codes USING btree (phone, sent_at);

create table pictures (
  id uuid default uuidv7() not null,
  owner_id uuid,
  storage_key text not null,
  width integer not null,
  height integer not null,
  color text not null,
  alt text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  unused_since timestamp with time zone,
  hash bigint,
  constraint pictures_pkey PRIMARY KEY (id),
  constraint pictures_storage_key_key UNIQUE (storage_key),
  constraint pictures_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint pictures_alt_check CHECK ((length(alt) <= 300)),
  constraint pictures_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
  constraint pictures_height_check CHECK (((height >= 1) AND (height <= 20000))),
  constraint pictures_width_check CHECK (((width >= 1) AND (width <= 20000)))
);
comment on table pictures is 'media: every picture we made (re-encoded), in widths 200, 400 and 800 as AVIF and WebP under storage_key';
CREATE INDEX pictures_owner ON public.pictures USING btree (owner_id, created_at);
CREATE INDEX pictures_unused ON public.pictures USING btree (unused_since) WHERE (unused_since IS NOT NULL);

create table pins (
  user_id uuid not null,
  pin_hash text not null,
  set_at timestamp with time zone not null,
  constraint pins_pkey PRIMARY KEY (user_id),
  constraint pins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint pins_pin_hash_check CHECK (((length(pin_hash) >= 40) AND (length(pin_hash) <= 200)))
);
comment on table pins is 'accounts: the PIN with which a person confirms a withdrawal; argon2id of an HMAC with this installation''s key, so the table alone says nothing';

create table places (
  id integer generated always as identity not null,
  regency_code text not null,
  name text not null,
  lat double precision not null,
  lng double precision not null,
  constraint places_pkey PRIMARY KEY (id),
  constraint places_regency_code_name_key UNIQUE (regency_code, name),
  constraint places_regency_code_fkey FOREIGN KEY (regency_code) REFERENCES regions(code),
  constraint places_lat_check CHECK (((lat >= ('-11.5'::numeric)::double precision) AND (lat <= (6.5)::double precision))),
  constraint places_lng_check CHECK (((lng >= (94.5)::double precision) AND (lng <= (141.5)::double precision))),
  constraint places_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
comment on table places is 'regions: towns and villages with where they lie, after GeoNames';
CREATE INDEX places_lat ON public.places USING btree (lat);
CREATE INDEX places_name ON public.places USING gin (name gin_trgm_ops);

create table product_changes (
  "position" bigint generated always as identity not null,
  product_id uuid not null,
  xid xid8 default pg_current_xact_id() not null,
  changed_at timestamp with time zone default now() not null,
  constraint product_changes_pkey PRIMARY KEY ("position")
);
comment on table product_changes is 'catalog: products whose place in listings or searches changed, for search engines; deleted after a day';
CREATE INDEX product_changes_age ON public.product_changes USING brin (changed_at);
CREATE INDEX product_changes_xid ON public.product_changes USING btree (xid);

create table product_holds (
  id uuid default uuidv7() not null,
  product_id uuid not null,
  reasons jsonb not null,
  marks text[] not null,
  held_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  outcome text,
  closed_by uuid,
  constraint product_holds_pkey PRIMARY KEY (id),
  constraint product_holds_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  constraint product_holds_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint product_holds_check CHECK (((closed_at IS NULL) = (outcome IS NULL))),
  constraint product_holds_check1 CHECK ((((outcome = ANY (ARRAY['approved'::text, 'taken_down'::text])) = (closed_by IS NOT NULL)) OR (outcome IS NULL))),
  constraint product_holds_marks_check CHECK (((cardinality(marks) >= 1) AND (cardinality(marks) <= 200))),
  constraint product_holds_outcome_check CHECK ((outcome = ANY (ARRAY['approved'::text, 'taken_down'::text, 'withdrawn'::text]))),
  constraint product_holds_reasons_check CHECK (((jsonb_typeof(reasons) = 'array'::text) AND (length((reasons)::text) <= 40000)))
);
comment on table product_holds is 'catalog: products that an operator looks at before they are on sale, with the reasons that the seller reads; open until closed_at';
CREATE INDEX product_holds_closed_by ON public.product_holds USING btree (closed_by) WHERE (closed_by IS NOT NULL);
CREATE INDEX product_holds_of_product ON public.product_holds USING btree (product_id);
CREATE UNIQUE INDEX product_holds_open ON public.product_holds USING btree (product_id) WHERE (closed_at IS NULL);
CREATE INDEX product_holds_queue ON public.product_holds USING btree (held_at, id) WHERE (closed_at IS NULL);

create table product_pictures (
  product_id uuid not null,
  picture_id uuid not null,
  "position" integer not null,
  constraint product_pictures_pkey PRIMARY KEY (product_id, "position"),
  constraint product_pictures_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id),
  constraint product_pictures_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint product_pictures_position_check CHECK ((("position" >= 0) AND ("position" <= 19)))
);
comment on table product_pictures is 'catalog: gallery of a product in order; position 0 is the cover';
CREATE INDEX product_pictures_picture ON public.product_pictures USING btree (picture_id);

create table products (
  id uuid default uuidv7() not null,
  shop_id uuid not null,
  category_id uuid not null,
  root_category_id uuid not null,
  slug text not null,
  name text not null,
  description text not null,
  condition text default 'new'::text not null,
  weight_g integer not null,
  length_cm integer,
  width_cm integer,
  height_cm integer,
  min_order integer default 1 not null,
  preorder_days integer,
  is_regional boolean default false not null,
  attributes jsonb default '[]'::jsonb not null,
  axes jsonb default '[]'::jsonb not null,
  status text default 'active'::text not null,
  price_min bigint not null,
  price_max bigint not null,
  strike_price bigint,
  in_stock boolean default true not null,
  rating_sum bigint default 0 not null,
  rating_count integer default 0 not null,
  rating_average real generated always as (
CASE
    WHEN (rating_count = 0) THEN (0)::double precision
    ELSE ((rating_sum)::real / (rating_count)::double precision)
END) stored not null,
  sold_count integer default 0 not null,
  province_code text not null,
  city_name text not null,
  cover_picture_id uuid,
  search_words tsvector default ''::tsvector not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  strike_until timestamp with time zone,
  on_sale_since timestamp with time zone default now() not null,
  rating_score real generated always as (
CASE
    WHEN (rating_count = 0) THEN (0)::double precision
    ELSE (((rating_sum + 30))::real / ((rating_count + 10))::double precision)
END) stored not null,
  regency_code text,
  couriers text[] default '{}'::text[] not null,
  has_cod boolean default false not null,
  courier_services text[] default '{}'::text[] not null,
  constraint products_pkey PRIMARY KEY (id),
  constraint products_slug_key UNIQUE (slug),
  constraint products_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id),
  constraint products_cover_picture_id_fkey FOREIGN KEY (cover_picture_id) REFERENCES pictures(id),
  constraint products_province_code_fkey FOREIGN KEY (province_code) REFERENCES regions(code),
  constraint products_regency_code_fkey FOREIGN KEY (regency_code) REFERENCES regions(code),
  constraint products_root_category_id_fkey FOREIGN KEY (root_category_id) REFERENCES categories(id),
  constraint products_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint products_attributes_check CHECK ((jsonb_typeof(attributes) = 'array'::text)),
  constraint products_axes_check CHECK (((jsonb_typeof(axes) = 'array'::text) AND (jsonb_array_length(axes) <= 2))),
  constraint products_check CHECK ((price_max >= price_min)),
  constraint products_check1 CHECK (((strike_price IS NULL) OR (strike_price > price_min))),
  constraint products_condition_check CHECK ((condition = ANY (ARRAY['new'::text, 'used'::text]))),
  constraint products_courier_services_check CHECK ((cardinality(courier_services) <= 40)),
  constraint products_couriers_check CHECK ((cardinality(couriers) <= 40)),
  constraint products_description_check CHECK (((length(description) >= 20) AND (length(description) <= 6000))),
  constraint products_height_cm_check CHECK (((height_cm >= 1) AND (height_cm <= 500))),
  constraint products_length_cm_check CHECK (((length_cm >= 1) AND (length_cm <= 500))),
  constraint products_min_order_check CHECK (((min_order >= 1) AND (min_order <= 999))),
  constraint products_name_check CHECK (((length(name) >= 5) AND (length(name) <= 120))),
  constraint products_preorder_days_check CHECK (((preorder_days >= 1) AND (preorder_days <= 90))),
  constraint products_price_max_check CHECK (((price_max >= 100) AND (price_max <= 1000000000))),
  constraint products_price_min_check CHECK (((price_min >= 100) AND (price_min <= 1000000000))),
  constraint products_rating_count_check CHECK ((rating_count >= 0)),
  constraint products_rating_sum_check CHECK ((rating_sum >= 0)),
  constraint products_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND ((length(slug) >= 3) AND (length(slug) <= 120)))),
  constraint products_sold_count_check CHECK ((sold_count >= 0)),
  constraint products_status_check CHECK ((status = ANY (ARRAY['active'::text, 'hidden'::text, 'removed'::text, 'suspended'::text, 'taken_down'::text, 'held'::text]))),
  constraint products_strike_price_check CHECK (((strike_price >= 100) AND (strike_price <= 1000000000))),
  constraint products_strike_until_check CHECK (((strike_price IS NULL) = (strike_until IS NULL))),
  constraint products_weight_g_check CHECK (((weight_g >= 1) AND (weight_g <= 500000))),
  constraint products_width_cm_check CHECK (((width_cm >= 1) AND (width_cm <= 500)))
) with (fillfactor=85);
comment on table products is 'catalog: what shops sell; price_min, price_max and in_stock mirror the variants';
CREATE INDEX products_best ON public.products USING btree (in_stock DESC, sold_count DESC, id) WHERE (status = 'active'::text);
CREATE INDEX products_category_best ON public.products USING btree (category_id, in_stock DESC, sold_count DESC, id) WHERE (status = 'active'::text);
CREATE INDEX products_category_cheap ON public.products USING btree (category_id, price_min, id) WHERE (status = 'active'::text);
CREATE INDEX products_category_new ON public.products USING btree (category_id, created_at DESC, id) WHERE (status = 'active'::text);
CREATE INDEX products_cheap ON public.products USING btree (price_min, id) WHERE (status = 'active'::text);
CREATE INDEX products_cover ON public.products USING btree (cover_picture_id) WHERE (cover_picture_id IS NOT NULL);
CREATE INDEX products_discounted ON public.products USING btree (in_stock DESC, sold_count DESC, id) WHERE ((status = 'active'::text) AND (strike_price IS NOT NULL));
CREATE INDEX products_new ON public.products USING btree (created_at DESC, id) WHERE (status = 'active'::text);
CREATE INDEX products_own_names ON public.products USING btree (shop_id, id DESC, lower(name)) INCLUDE (name, status) WHERE (status <> 'removed'::text);
CREATE INDEX products_root_best ON public.products USING btree (root_category_id, in_stock DESC, sold_count DESC, id) WHERE (status = 'active'::text);
CREATE INDEX products_root_cheap ON public.products USING btree (root_category_id, price_min, id) WHERE (status = 'active'::text);
CREATE INDEX products_root_new ON public.products USING btree (root_category_id, created_at DESC, id) WHERE (status = 'active'::text);
CREATE INDEX products_scored ON public.products USING btree (rating_score DESC, id) WHERE (status = 'active'::text);
CREATE INDEX products_search ON public.products USING gin (search_words);
CREATE INDEX products_shop ON public.products USING btree (shop_id, sold_count DESC, id);
CREATE INDEX products_strike_until ON public.products USING btree (strike_until) WHERE (strike_until IS NOT NULL);
CREATE TRIGGER products_deleted AFTER DELETE ON public.products REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION note_product_changes();
CREATE TRIGGER products_inserted AFTER INSERT ON public.products REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_product_changes();
CREATE TRIGGER products_updated AFTER UPDATE ON public.products REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_product_changes();

create table push_subscriptions (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone not null,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint push_subscriptions_auth_check CHECK (((length(auth) >= 20) AND (length(auth) <= 30))),
  constraint push_subscriptions_endpoint_check CHECK ((length(endpoint) <= 1000)),
  constraint push_subscriptions_p256dh_check CHECK (((length(p256dh) >= 80) AND (length(p256dh) <= 100)))
);
comment on table push_subscriptions is 'notifications: browsers that may be told by web push; ends with the session that allowed it';
CREATE INDEX push_subscriptions_session ON public.push_subscriptions USING btree (session_id);
CREATE INDEX push_subscriptions_user ON public.push_subscriptions USING btree (user_id);

create table questions (
  id uuid default uuidv7() not null,
  product_id uuid not null,
  shop_id uuid not null,
  user_id uuid not null,
  text text not null,
  state text default 'shown'::text not null,
  hidden_reason text,
  created_at timestamp with time zone not null,
  constraint questions_pkey PRIMARY KEY (id),
  constraint questions_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint questions_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint questions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint questions_hidden CHECK (((state <> 'hidden'::text) OR (hidden_reason IS NOT NULL))),
  constraint questions_hidden_reason_check CHECK (((length(hidden_reason) >= 1) AND (length(hidden_reason) <= 500))),
  constraint questions_state_check CHECK ((state = ANY (ARRAY['shown'::text, 'hidden'::text]))),
  constraint questions_text_check CHECK (((length(text) >= 1) AND (length(text) <= 500)))
);
comment on table questions is 'reviews: what people ask about a product, for everyone to read';
CREATE INDEX questions_product ON public.questions USING btree (product_id, created_at DESC, id);
CREATE INDEX questions_shop ON public.questions USING btree (shop_id, created_at DESC, id);
CREATE INDEX questions_user ON public.questions USING btree (user_id, created_at DESC, id);

create table reconciliation_differences (
  id uuid default uuidv7() not null,
  provider text not null,
  day date not null,
  kind text not null,
  entry text not null,
  reference text not null,
  note text default ''::text not null,
  ours bigint,
  theirs bigint,
  constraint reconciliation_differences_pkey PRIMARY KEY (id),
  constraint reconciliation_differences_provider_day_fkey FOREIGN KEY (provider, day) REFERENCES reconciliations(provider, day) ON DELETE CASCADE,
  constraint reconciliation_differences_entry_check CHECK ((entry = ANY (ARRAY['receipt'::text, 'refund'::text, 'payout'::text, 'chargeback'::text, 'outgoing'::text, 'balance'::text, 'charge'::text]))),
  constraint reconciliation_differences_kind_check CHECK ((kind = ANY (ARRAY['missing_here'::text, 'missing_there'::text, 'amount'::text, 'doubled'::text, 'gap'::text, 'unread'::text]))),
  constraint reconciliation_differences_note_check CHECK ((length(note) <= 200)),
  constraint reconciliation_differences_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200)))
);
comment on table reconciliation_differences is 'payments: what differs between a provider and our books; the first 500 of a comparison';
CREATE INDEX reconciliation_differences_day ON public.reconciliation_differences USING btree (provider, day, id);

create table reconciliations (
  provider text not null,
  day date not null,
  checked integer not null,
  found integer not null,
  unread integer not null,
  received bigint not null,
  returned bigint not null,
  paid_out bigint not null,
  finished_at timestamp with time zone not null,
  constraint reconciliations_pkey PRIMARY KEY (provider, day),
  constraint reconciliations_check CHECK (((unread >= 0) AND (unread <= found))),
  constraint reconciliations_checked_check CHECK ((checked >= 0)),
  constraint reconciliations_found_check CHECK ((found >= 0)),
  constraint reconciliations_paid_out_check CHECK ((paid_out >= 0)),
  constraint reconciliations_provider_check CHECK ((provider = ANY (ARRAY['simulator'::text, 'manual'::text, 'midtrans'::text, 'xendit'::text]))),
  constraint reconciliations_received_check CHECK ((received >= 0)),
  constraint reconciliations_returned_check CHECK ((returned >= 0))
);
comment on table reconciliations is 'payments: comparisons of a day of a provider with our books, with the sums of the books; the latest one of each day';
CREATE INDEX reconciliations_found ON public.reconciliations USING btree (day) WHERE (found > 0);
CREATE INDEX reconciliations_newest ON public.reconciliations USING btree (day DESC, provider);

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE,
  constraint recovery_codes_code_hash_check CHECK ((length(code_hash) = 32))
);
comment on table recovery_codes is 'accounts: keyed hashes of the codes that stand in for an authenticator app, each usable once';

create table refund_parts (
  refund_id uuid not null,
  part text not null,
  line_id uuid,
  amount bigint not null,
  given_up bigint not null,
  constraint refund_parts_refund_id_part_line_id_key UNIQUE NULLS NOT DISTINCT (refund_id, part, line_id),
  constraint refund_parts_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id) ON DELETE CASCADE,
  constraint refund_parts_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id) ON DELETE CASCADE,
  constraint refund_parts_amounts_check CHECK ((((amount >= 0) AND (given_up >= amount)) OR ((amount <= 0) AND (given_up <= 0)))),
  constraint refund_parts_check CHECK (((part = 'goods'::text) = (line_id IS NOT NULL))),
  constraint refund_parts_part_check CHECK ((part = ANY (ARRAY['goods'::text, 'shipping'::text, 'fees'::text])))
);
comment on table refund_parts is 'payments: what of an order a refund returns, in rupiah that the buyer gets';
CREATE TRIGGER refund_parts_are_history BEFORE DELETE OR UPDATE ON public.refund_parts FOR EACH ROW EXECUTE FUNCTION refunds_are_history();

create table refunds (
  id uuid default uuidv7() not null,
  payment_id uuid not null,
  order_id uuid,
  reason text not null,
  amount bigint not null,
  status text default 'pending'::text not null,
  provider_reference text,
  created_at timestamp with time zone not null,
  done_at timestamp with time zone,
  queued_at timestamp with time zone,
  attempt_id uuid not null,
  buyer_id uuid not null,
  cause text not null,
  way text default 'provider'::text not null,
  refused_at timestamp with time zone,
  sent_at timestamp with time zone,
  reminded_at timestamp with time zone,
  bank_account_id uuid,
  returns uuid,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_cause_key UNIQUE (cause),
  constraint refunds_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  constraint refunds_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint refunds_returns_fkey FOREIGN KEY (returns) REFERENCES refunds(id),
  constraint refunds_account_check CHECK (((status <> 'needs_account'::text) OR (way = 'bank_account'::text))),
  constraint refunds_amount_check CHECK (((amount > 0) OR ((amount = 0) AND (status = 'done'::text) AND (order_id IS NOT NULL)) OR ((amount < 0) AND (returns IS NOT NULL)))),
  constraint refunds_check CHECK (((status = 'done'::text) = (done_at IS NOT NULL))),
  constraint refunds_goodwill_check CHECK (((reason <> 'goodwill'::text) OR ((order_id IS NULL) AND (way <> 'chargeback'::text) AND (returns IS NULL)))),
  constraint refunds_reason_check CHECK ((reason = ANY (ARRAY['order_cancelled'::text, 'order_refunded'::text, 'order_part_refunded'::text, 'late_payment'::text, 'overpayment'::text, 'underpayment'::text, 'chargeback'::text, 'goodwill'::text]))),
  constraint refunds_returns_check CHECK (((returns IS NULL) OR ((amount < 0) AND (status = 'done'::text) AND (way = 'chargeback'::text) AND (returns <> id)))),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['needs_account'::text, 'pending'::text, 'sent'::text, 'done'::text]))),
  constraint refunds_way_check CHECK ((way = ANY (ARRAY['provider'::text, 'bank_account'::text, 'chargeback'::text])))
);
comment on table refunds is 'payments: money on its way back to a buyer; several for one order; cause makes each happen once';
CREATE INDEX refunds_age ON public.refunds USING brin (created_at);
CREATE INDEX refunds_attempt ON public.refunds USING btree (attempt_id);
CREATE INDEX refunds_buyer ON public.refunds USING btree (buyer_id, created_at DESC);
CREATE INDEX refunds_open ON public.refunds USING btree (created_at) WHERE (status <> 'done'::text);
CREATE INDEX refunds_order ON public.refunds USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX refunds_returns ON public.refunds USING btree (returns) WHERE (returns IS NOT NULL);
CREATE INDEX refunds_waiting ON public.refunds USING btree (COALESCE(queued_at, created_at)) WHERE (status = ANY (ARRAY['pending'::text, 'sent'::text]));
CREATE TRIGGER refunds_are_history BEFORE DELETE OR UPDATE OF amount, payment_id, attempt_id, order_id, buyer_id, reason, cause, returns ON public.refunds FOR EACH ROW EXECUTE FUNCTION refunds_are_history();

create table regions (
  code text not null,
  parent_code text,
  level smallint not null,
  name text not null,
  lat double precision,
  lng double precision,
  postcode text,
  constraint regions_pkey PRIMARY KEY (code),
  constraint regions_parent_code_fkey FOREIGN KEY (parent_code) REFERENCES regions(code),
  constraint regions_level_check CHECK (((level >= 1) AND (level <= 4))),
  constraint regions_postcode_check CHECK ((postcode ~ '^[0-9]{5}$'::text))
);
comment on table regions is 'regions: provinces (1), regencies and cities (2), districts (3) and villages (4) of Indonesia by official code';
CREATE INDEX regions_lat ON public.regions USING btree (lat) WHERE (lat IS NOT NULL);
CREATE INDEX regions_name ON public.regions USING gin (name gin_trgm_ops);
CREATE INDEX regions_parent ON public.regions USING btree (parent_code, name);

create table removed_pictures (
  id uuid default uuidv7() not null,
  product_id uuid not null,
  picture_key text not null,
  hash bigint not null,
  bands integer[] not null,
  created_at timestamp with time zone not null,
  constraint removed_pictures_pkey PRIMARY KEY (id),
  constraint removed_pictures_product_id_picture_key_key UNIQUE (product_id, picture_key),
  constraint removed_pictures_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint removed_pictures_bands_check CHECK ((cardinality(bands) = 8)),
  constraint removed_pictures_picture_key_check CHECK ((length(picture_key) <= 80))
);
comment on table removed_pictures is 'catalog: perceptual hashes of the pictures of products that operators took down';
CREATE INDEX removed_pictures_bands ON public.removed_pictures USING gin (bands);
CREATE INDEX removed_pictures_key ON public.removed_pictures USING btree (picture_key);

create table replaced_tracking_numbers (
  parcel_id uuid not null,
  courier text not null,
  tracking_number text not null,
  replaced_at timestamp with time zone not null,
  constraint replaced_tracking_numbers_pkey PRIMARY KEY (parcel_id, tracking_number),
  constraint replaced_tracking_numbers_parcel_id_fkey FOREIGN KEY (parcel_id) REFERENCES parcels(id) ON DELETE CASCADE,
  constraint replaced_tracking_numbers_courier_check CHECK (((length(courier) >= 1) AND (length(courier) <= 40))),
  constraint replaced_tracking_numbers_tracking_number_check CHECK (((length(tracking_number) >= 5) AND (length(tracking_number) <= 40)))
);
comment on table replaced_tracking_numbers is 'orders: tracking numbers that parcels had before their seller replaced them; no parcel gets one again';
CREATE INDEX replaced_tracking_numbers_number ON public.replaced_tracking_numbers USING btree (tracking_number);
CREATE UNIQUE INDEX replaced_tracking_numbers_once ON public.replaced_tracking_numbers USING btree (split_part(courier, '-'::text, 1), tracking_number);

create table reserved_shop_names (
  digest text not null,
  shop_id uuid,
  reserved_until timestamp with time zone not null,
  constraint reserved_shop_names_pkey PRIMARY KEY (digest),
  constraint reserved_shop_names_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE,
  constraint reserved_shop_names_digest_check CHECK ((length(digest) = 64))
);
comment on table reserved_shop_names is 'shops: former names of shops, as SHA-256 of the skeleton; until the stored moment only the shop that had the name can take it';
CREATE INDEX reserved_shop_names_shop ON public.reserved_shop_names USING btree (shop_id);

create table review_hidings (
  id uuid default uuidv7() not null,
  review_id uuid,
  question_id uuid,
  answer_id uuid,
  author_id uuid not null,
  reason text not null,
  hidden_at timestamp with time zone not null,
  hidden_by uuid,
  state text default 'hidden'::text not null,
  objection text,
  objected_at timestamp with time zone,
  decision text,
  decided_at timestamp with time zone,
  decided_by uuid,
  reply_of uuid,
  pictures_of uuid,
  constraint review_hidings_pkey PRIMARY KEY (id),
  constraint review_hidings_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES answers(id) ON DELETE CASCADE,
  constraint review_hidings_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint review_hidings_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint review_hidings_hidden_by_fkey FOREIGN KEY (hidden_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint review_hidings_pictures_of_fkey FOREIGN KEY (pictures_of) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint review_hidings_question_id_fkey FOREIGN KEY (question_id) REFERENCES questions(id) ON DELETE CASCADE,
  constraint review_hidings_reply_of_fkey FOREIGN KEY (reply_of) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint review_hidings_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint review_hidings_decided CHECK (((state = ANY (ARRAY['upheld'::text, 'restored'::text])) = (decided_at IS NOT NULL))),
  constraint review_hidings_decision_check CHECK (((length(decision) >= 1) AND (length(decision) <= 500))),
  constraint review_hidings_item CHECK ((num_nonnulls(review_id, question_id, answer_id, reply_of, pictures_of) = 1)),
  constraint review_hidings_objection CHECK ((((objection IS NULL) = (objected_at IS NULL)) AND ((state <> 'objected'::text) OR (objection IS NOT NULL)))),
  constraint review_hidings_objection_check CHECK (((length(objection) >= 1) AND (length(objection) <= 1000))),
  constraint review_hidings_other CHECK (((state <> 'upheld'::text) OR (decided_by <> hidden_by))),
  constraint review_hidings_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint review_hidings_state_check CHECK ((state = ANY (ARRAY['hidden'::text, 'objected'::text, 'upheld'::text, 'restored'::text]))),
  constraint review_hidings_upheld CHECK (((state <> 'upheld'::text) OR ((objection IS NOT NULL) AND (decision IS NOT NULL))))
);
comment on table review_hidings is 'reviews: which review, question or answer an operator hid and why, the objection of its author, and what another operator decided';
CREATE INDEX review_hidings_author ON public.review_hidings USING btree (author_id, hidden_at DESC, id);
CREATE INDEX review_hidings_decided_by ON public.review_hidings USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX review_hidings_hidden_by ON public.review_hidings USING btree (hidden_by) WHERE (hidden_by IS NOT NULL);
CREATE UNIQUE INDEX review_hidings_one ON public.review_hidings USING btree (COALESCE(review_id, question_id, answer_id)) WHERE (state <> 'restored'::text);
CREATE INDEX review_hidings_pictures ON public.review_hidings USING btree (pictures_of) WHERE (pictures_of IS NOT NULL);
CREATE UNIQUE INDEX review_hidings_pictures_one ON public.review_hidings USING btree (pictures_of) WHERE ((pictures_of IS NOT NULL) AND (state <> 'restored'::text));
CREATE INDEX review_hidings_queue ON public.review_hidings USING btree (objected_at, id) WHERE (state = 'objected'::text);
CREATE INDEX review_hidings_reply ON public.review_hidings USING btree (reply_of) WHERE (reply_of IS NOT NULL);
CREATE UNIQUE INDEX review_hidings_reply_one ON public.review_hidings USING btree (reply_of) WHERE ((reply_of IS NOT NULL) AND (state <> 'restored'::text));

create table review_pictures (
  review_id uuid not null,
  "position" smallint not null,
  picture_id uuid not null,
  constraint review_pictures_pkey PRIMARY KEY (review_id, "position"),
  constraint review_pictures_review_id_picture_id_key UNIQUE (review_id, picture_id),
  constraint review_pictures_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id),
  constraint review_pictures_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint review_pictures_position_check CHECK ((("position" >= 0) AND ("position" <= 4)))
);
comment on table review_pictures is 'reviews: pictures of a review in order';
CREATE INDEX review_pictures_picture ON public.review_pictures USING btree (picture_id);

create table review_reports (
  id uuid default uuidv7() not null,
  review_id uuid,
  question_id uuid,
  answer_id uuid,
  user_id uuid not null,
  reason text not null,
  text text default ''::text not null,
  state text default 'open'::text not null,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by uuid,
  reply_of uuid,
  constraint review_reports_pkey PRIMARY KEY (id),
  constraint review_reports_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES answers(id) ON DELETE CASCADE,
  constraint review_reports_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint review_reports_question_id_fkey FOREIGN KEY (question_id) REFERENCES questions(id) ON DELETE CASCADE,
  constraint review_reports_reply_of_fkey FOREIGN KEY (reply_of) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint review_reports_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint review_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint review_reports_closed CHECK (((state = 'open'::text) = (closed_at IS NULL))),
  constraint review_reports_item CHECK ((num_nonnulls(review_id, question_id, answer_id, reply_of) = 1)),
  constraint review_reports_reason_check CHECK ((reason = ANY (ARRAY['insult'::text, 'private_data'::text, 'advertising'::text, 'off_topic'::text, 'false'::text, 'unlawful'::text]))),
  constraint review_reports_state_check CHECK ((state = ANY (ARRAY['open'::text, 'hidden'::text, 'dismissed'::text]))),
  constraint review_reports_text_check CHECK ((length(text) <= 500))
);
comment on table review_reports is 'reviews: who reported a review, a question or an answer, and what an operator decided';
CREATE INDEX review_reports_answer ON public.review_reports USING btree (answer_id) WHERE (answer_id IS NOT NULL);
CREATE INDEX review_reports_closed_by ON public.review_reports USING btree (closed_by) WHERE (closed_by IS NOT NULL);
CREATE UNIQUE INDEX review_reports_once ON public.review_reports USING btree (user_id, COALESCE(review_id, question_id, answer_id));
CREATE INDEX review_reports_question ON public.review_reports USING btree (question_id) WHERE (question_id IS NOT NULL);
CREATE INDEX review_reports_queue ON public.review_reports USING btree (created_at, id) WHERE (state = 'open'::text);
CREATE INDEX review_reports_reply ON public.review_reports USING btree (reply_of) WHERE (reply_of IS NOT NULL);
CREATE UNIQUE INDEX review_reports_reply_once ON public.review_reports USING btree (user_id, reply_of) WHERE (reply_of IS NOT NULL);
CREATE INDEX review_reports_review ON public.review_reports USING btree (review_id) WHERE (review_id IS NOT NULL);

create table review_version_pictures (
  version_id uuid not null,
  "position" smallint not null,
  picture_id uuid not null,
  constraint review_version_pictures_pkey PRIMARY KEY (version_id, "position"),
  constraint review_version_pictures_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id),
  constraint review_version_pictures_version_id_fkey FOREIGN KEY (version_id) REFERENCES review_versions(id) ON DELETE CASCADE,
  constraint review_version_pictures_position_check CHECK ((("position" >= 0) AND ("position" <= 4)))
);
comment on table review_version_pictures is 'reviews: pictures of an earlier version of a review in order';
CREATE INDEX review_version_pictures_picture ON public.review_version_pictures USING btree (picture_id);

create table review_versions (
  id uuid default uuidv7() not null,
  review_id uuid not null,
  rating smallint not null,
  text text not null,
  replaced_at timestamp with time zone not null,
  constraint review_versions_pkey PRIMARY KEY (id),
  constraint review_versions_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint review_versions_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint review_versions_text_check CHECK ((length(text) <= 2000))
);
comment on table review_versions is 'reviews: stars and text of a review as they were reported, after its author changed them; until the report is decided';
CREATE INDEX review_versions_review ON public.review_versions USING btree (review_id, replaced_at);

create table review_votes (
  review_id uuid not null,
  user_id uuid not null,
  helpful boolean not null,
  created_at timestamp with time zone not null,
  constraint review_votes_pkey PRIMARY KEY (review_id, user_id),
  constraint review_votes_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint review_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table review_votes is 'reviews: who found a review helpful or not; reviews.helpful and reviews.unhelpful count them';
CREATE INDEX review_votes_user ON public.review_votes USING btree (user_id);

create table reviews (
  id uuid default uuidv7() not null,
  order_line_id uuid not null,
  product_id uuid not null,
  shop_id uuid not null,
  user_id uuid not null,
  rating smallint not null,
  text text default ''::text not null,
  reply text,
  replied_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  state text default 'shown'::text not null,
  edited_at timestamp with time zone,
  hidden_reason text,
  hidden_at timestamp with time zone,
  reply_hidden_reason text,
  helpful integer default 0 not null,
  unhelpful integer default 0 not null,
  helpful_score real generated always as (
CASE
    WHEN ((helpful + unhelpful) = 0) THEN (0)::double precision
    ELSE ((((helpful)::double precision + (1.9208)::double precision) - ((1.96)::double precision * sqrt(((((helpful)::double precision * (unhelpful)::double precision) / ((helpful + unhelpful))::double precision) + (0.9604)::double precision)))) / ((((helpful + unhelpful))::numeric + 3.8416))::double precision)
END) stored not null,
  changes_since timestamp with time zone,
  changes smallint default 0 not null,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_order_line_id_key UNIQUE (order_line_id),
  constraint reviews_line FOREIGN KEY (order_line_id) REFERENCES order_lines(id),
  constraint reviews_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint reviews_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint reviews_changes CHECK (((changes = 0) OR (changes_since IS NOT NULL))),
  constraint reviews_changes_check CHECK ((changes >= 0)),
  constraint reviews_helpful_check CHECK ((helpful >= 0)),
  constraint reviews_hidden CHECK (((state <> 'hidden'::text) OR ((hidden_reason IS NOT NULL) AND (hidden_at IS NOT NULL)))),
  constraint reviews_hidden_reason_check CHECK (((length(hidden_reason) >= 1) AND (length(hidden_reason) <= 500))),
  constraint reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint reviews_removed CHECK (((state <> 'removed'::text) OR (text = ''::text))),
  constraint reviews_reply_check CHECK (((length(reply) >= 1) AND (length(reply) <= 2000))),
  constraint reviews_reply_hidden_reason_check CHECK (((length(reply_hidden_reason) >= 1) AND (length(reply_hidden_reason) <= 500))),
  constraint reviews_state_check CHECK ((state = ANY (ARRAY['shown'::text, 'refunded'::text, 'hidden'::text, 'removed'::text]))),
  constraint reviews_text_check CHECK ((length(text) <= 2000)),
  constraint reviews_unhelpful_check CHECK ((unhelpful >= 0))
);
comment on table reviews is 'reviews: what buyers say of a line they received; one a line. Only those in state shown count in the ratings of product and shop';
CREATE INDEX reviews_product_newest ON public.reviews USING btree (product_id, created_at DESC, id);
CREATE INDEX reviews_shop_newest ON public.reviews USING btree (shop_id, created_at DESC, id);
CREATE INDEX reviews_user ON public.reviews USING btree (user_id, created_at DESC, id);

create table search_feeds (
  name text not null,
  form text,
  target text,
  "position" text,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  source text,
  fed_at timestamp with time zone,
  constraint search_feeds_pkey PRIMARY KEY (name),
  constraint search_feeds_check CHECK (((target IS NULL) = ("position" IS NULL)))
);
comment on table search_feeds is 'catalog: how far a search engine outside the database has been fed';

create table search_indexes (
  name text not null,
  version integer not null,
  constraint search_indexes_pkey PRIMARY KEY (name)
);
comment on table search_indexes is 'search: version of the form in which products are indexed';

create table search_terms (
  term text not null,
  products integer not null,
  constraint search_terms_pkey PRIMARY KEY (term),
  constraint search_terms_products_check CHECK ((products >= 0)),
  constraint search_terms_term_check CHECK ((length(term) <= 130))
);
comment on table search_terms is 'search: in how many products a token of the index is';

create table second_factors (
  user_id uuid not null,
  sealed_key bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  failures integer default 0 not null,
  failures_since timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint second_factors_failures_check CHECK ((failures >= 0)),
  constraint second_factors_sealed_key_check CHECK (((length(sealed_key) >= 29) AND (length(sealed_key) <= 200)))
);
comment on table second_factors is 'accounts: keys of authenticator apps, sealed; one counts only when confirmed, and each of its codes once (last_step)';

create table seller_verifications (
  id uuid default uuidv7() not null,
  shop_id uuid not null,
  status text not null,
  kind text not null,
  data_sealed bytea,
  times_sent integer default 0 not null,
  reasons jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_by uuid,
  valid_until timestamp with time zone,
  ended_at timestamp with time zone,
  reminded_at timestamp with time zone,
  constraint seller_verifications_pkey PRIMARY KEY (id),
  constraint seller_verifications_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint seller_verifications_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint seller_verifications_check CHECK (((status = 'draft'::text) OR (times_sent > 0) OR (ended_at IS NOT NULL))),
  constraint seller_verifications_check1 CHECK (((status = ANY (ARRAY['refused'::text, 'withdrawn'::text, 'expired'::text, 'replaced'::text])) = (ended_at IS NOT NULL))),
  constraint seller_verifications_check2 CHECK (((status <> 'verified'::text) OR ((decided_by IS NOT NULL) AND (valid_until IS NOT NULL)))),
  constraint seller_verifications_check3 CHECK (((data_sealed IS NOT NULL) OR (ended_at IS NOT NULL) OR (status = 'draft'::text))),
  constraint seller_verifications_data_sealed_check CHECK (((length(data_sealed) >= 34) AND (length(data_sealed) <= 4000))),
  constraint seller_verifications_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'company'::text]))),
  constraint seller_verifications_reasons_check CHECK (((jsonb_typeof(reasons) = 'object'::text) AND (length((reasons)::text) <= 8000))),
  constraint seller_verifications_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'sent'::text, 'returned'::text, 'verified'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text, 'replaced'::text]))),
  constraint seller_verifications_times_sent_check CHECK ((times_sent >= 0))
);
comment on table seller_verifications is 'shops: applications of sellers to be verified; data_sealed holds names and numbers and is null after its retention';
CREATE INDEX seller_verifications_decided_by ON public.seller_verifications USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX seller_verifications_drafts ON public.seller_verifications USING btree (created_at) WHERE (status = ANY (ARRAY['draft'::text, 'returned'::text]));
CREATE INDEX seller_verifications_ended ON public.seller_verifications USING btree (ended_at) WHERE ((ended_at IS NOT NULL) AND (data_sealed IS NOT NULL));
CREATE INDEX seller_verifications_ending ON public.seller_verifications USING btree (valid_until) WHERE (status = 'verified'::text);
CREATE INDEX seller_verifications_of_shop ON public.seller_verifications USING btree (shop_id, id DESC);
CREATE UNIQUE INDEX seller_verifications_open ON public.seller_verifications USING btree (shop_id) WHERE (status = ANY (ARRAY['draft'::text, 'sent'::text, 'returned'::text]));
CREATE INDEX seller_verifications_queue ON public.seller_verifications USING btree (sent_at, id) WHERE (status = 'sent'::text);
CREATE UNIQUE INDEX seller_verifications_verified ON public.seller_verifications USING btree (shop_id) WHERE (status = 'verified'::text);

create table sessions (
  token_hash bytea not null,
  id uuid default uuidv7() not null,
  user_id uuid not null,
  user_agent text default ''::text not null,
  ip text default ''::text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  authenticated_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  second_factor boolean default false not null,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_id_key UNIQUE (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_check CHECK ((expires_at <= ends_at)),
  constraint sessions_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint sessions_user_agent_check CHECK ((length(user_agent) <= 300))
);
comment on table sessions is 'accounts: who is logged in where; the token itself is only with the person, here is its SHA-256';
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

create table setting_changes (
  id bigint generated always as identity not null,
  key text not null,
  version integer not null,
  value jsonb,
  is_secret boolean default false not null,
  changed_at timestamp with time zone not null,
  changed_by uuid,
  note text,
  constraint setting_changes_pkey PRIMARY KEY (id),
  constraint setting_changes_key_version_key UNIQUE (key, version),
  constraint setting_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint setting_changes_key_fkey FOREIGN KEY (key) REFERENCES settings(key) DEFERRABLE INITIALLY DEFERRED,
  constraint setting_changes_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  constraint setting_changes_version_check CHECK ((version > 0))
);
comment on table setting_changes is 'settings: the history of each setting; value is null for the default and for secrets, whose old values are not stored';

create table setting_plans (
  key text not null,
  value jsonb not null,
  valid_from timestamp with time zone not null,
  announced_at timestamp with time zone not null,
  announced_by uuid not null,
  note text,
  constraint setting_plans_pkey PRIMARY KEY (key),
  constraint setting_plans_announced_by_fkey FOREIGN KEY (announced_by) REFERENCES users(id),
  constraint setting_plans_check CHECK ((valid_from > announced_at)),
  constraint setting_plans_key_check CHECK ((length(key) <= 80)),
  constraint setting_plans_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500)))
);
comment on table setting_plans is 'settings: values that were announced for a later day; a job brings them into effect and removes them here';

create table settings (
  key text not null,
  version integer not null,
  value jsonb,
  sealed bytea,
  changed_at timestamp with time zone not null,
  changed_by uuid,
  constraint settings_pkey PRIMARY KEY (key),
  constraint settings_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint settings_check CHECK (((value IS NULL) OR (sealed IS NULL))),
  constraint settings_key_check CHECK (((key ~ '^[a-z][a-z_-]*\.[a-z][a-z0-9_]*$'::text) AND (length(key) <= 80))),
  constraint settings_version_check CHECK ((version > 0))
);
comment on table settings is 'settings: values that operators changed; a row with neither value nor sealed has the default again; sealed is an encrypted secret';

create table settlement_columns (
  provider text not null,
  columns jsonb not null,
  updated_by uuid not null,
  updated_at timestamp with time zone not null,
  constraint settlement_columns_pkey PRIMARY KEY (provider),
  constraint settlement_columns_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  constraint settlement_columns_columns_check CHECK (((jsonb_typeof(columns) = 'object'::text) AND (length((columns)::text) <= 2000))),
  constraint settlement_columns_provider_check CHECK ((provider = ANY (ARRAY['midtrans'::text, 'xendit'::text])))
);
comment on table settlement_columns is 'payments: which column of a provider''s settlement report means what, as in the last file';

create table settlement_files (
  id uuid default uuidv7() not null,
  provider text not null,
  file_name text not null,
  line_count integer not null,
  new_count integer not null,
  fees bigint not null,
  found integer not null,
  differences jsonb default '[]'::jsonb not null,
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone not null,
  constraint settlement_files_pkey PRIMARY KEY (id),
  constraint settlement_files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  constraint settlement_files_check CHECK (((new_count >= 0) AND (new_count <= line_count))),
  constraint settlement_files_differences_check CHECK (((jsonb_typeof(differences) = 'array'::text) AND (length((differences)::text) <= 100000))),
  constraint settlement_files_fees_check CHECK ((fees >= 0)),
  constraint settlement_files_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  constraint settlement_files_found_check CHECK ((found >= 0)),
  constraint settlement_files_line_count_check CHECK (((line_count >= 1) AND (line_count <= 20000))),
  constraint settlement_files_provider_check CHECK ((provider = ANY (ARRAY['midtrans'::text, 'xendit'::text])))
);
comment on table settlement_files is 'payments: settlement reports of a provider that operators uploaded; fees of new lines were booked in one ledger event';
CREATE INDEX settlement_files_newest ON public.settlement_files USING btree (uploaded_at DESC, id DESC);

create table settlement_lines (
  provider text not null,
  reference text not null,
  kind text not null,
  file_id uuid not null,
  amount bigint not null,
  fee_cents bigint not null,
  constraint settlement_lines_pkey PRIMARY KEY (provider, reference, kind),
  constraint settlement_lines_file_id_fkey FOREIGN KEY (file_id) REFERENCES settlement_files(id),
  constraint settlement_lines_amount_check CHECK ((amount > 0)),
  constraint settlement_lines_fee_cents_check CHECK ((fee_cents >= 0)),
  constraint settlement_lines_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text]))),
  constraint settlement_lines_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 100)))
);
comment on table settlement_lines is 'payments: lines of settlement reports, once for each reference; the fee is in hundredths of a rupiah';

create table shops (
  id uuid default uuidv7() not null,
  owner_id uuid not null,
  slug text not null,
  name text not null,
  tagline text default ''::text not null,
  description text default ''::text not null,
  regency_code text not null,
  province_code text not null,
  city_name text not null,
  couriers text[] default '{}'::text[] not null,
  is_pkp boolean default false not null,
  on_vacation boolean default false not null,
  picture_id uuid,
  rating_sum bigint default 0 not null,
  rating_count integer default 0 not null,
  sold_count integer default 0 not null,
  product_count integer default 0 not null,
  search_words tsvector default ''::tsvector not null,
  opened_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  vacation_since timestamp with time zone,
  vacation_until timestamp with time zone,
  name_skeleton text,
  street text default ''::text not null,
  postcode text,
  pickup_note text default ''::text not null,
  has_cod boolean default false not null,
  suspended_at timestamp with time zone,
  payouts_held boolean default false not null,
  verified_at timestamp with time zone,
  legal_name text,
  legal_kind text,
  nib text,
  badges text[] default '{}'::text[] not null,
  badge_numbers jsonb,
  lat double precision,
  lng double precision,
  pickup_days smallint[] default '{1,2,3,4,5,6}'::smallint[] not null,
  pickup_opens smallint default 540 not null,
  pickup_closes smallint default 1020 not null,
  address_changes timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  constraint shops_pkey PRIMARY KEY (id),
  constraint shops_owner_id_key UNIQUE (owner_id),
  constraint shops_slug_key UNIQUE (slug),
  constraint shops_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint shops_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id),
  constraint shops_province_code_fkey FOREIGN KEY (province_code) REFERENCES regions(code),
  constraint shops_regency_code_fkey FOREIGN KEY (regency_code) REFERENCES regions(code),
  constraint shops_badge_numbers_check CHECK ((jsonb_typeof(badge_numbers) = 'object'::text)),
  constraint shops_badges_check CHECK ((cardinality(badges) <= 5)),
  constraint shops_check CHECK ((vacation_until >= vacation_since)),
  constraint shops_description_check CHECK ((length(description) <= 3000)),
  constraint shops_held_check CHECK (((NOT payouts_held) OR (suspended_at IS NOT NULL))),
  constraint shops_lat_check CHECK (((lat >= ('-11.5'::numeric)::double precision) AND (lat <= (6.5)::double precision))),
  constraint shops_legal_kind_check CHECK ((legal_kind = ANY (ARRAY['person'::text, 'company'::text]))),
  constraint shops_legal_name_check CHECK (((length(legal_name) >= 2) AND (length(legal_name) <= 100))),
  constraint shops_lng_check CHECK (((lng >= (94.5)::double precision) AND (lng <= (141.5)::double precision))),
  constraint shops_name_check CHECK (((length(name) >= 3) AND (length(name) <= 60))),
  constraint shops_nib_check CHECK ((nib ~ '^[0-9]{13}$'::text)),
  constraint shops_pickup_days_check CHECK ((((cardinality(pickup_days) >= 1) AND (cardinality(pickup_days) <= 7)) AND (pickup_days <@ '{1,2,3,4,5,6,7}'::smallint[]))),
  constraint shops_pickup_hours_check CHECK ((((pickup_opens >= 0) AND (pickup_opens <= 1439)) AND ((pickup_closes >= (pickup_opens + 1)) AND (pickup_closes <= 1440)))),
  constraint shops_pickup_note_check CHECK ((length(pickup_note) <= 200)),
  constraint shops_point_check CHECK (((lat IS NULL) = (lng IS NULL))),
  constraint shops_postcode_check CHECK ((postcode ~ '^[0-9]{5}$'::text)),
  constraint shops_product_count_check CHECK ((product_count >= 0)),
  constraint shops_rating_count_check CHECK ((rating_count >= 0)),
  constraint shops_rating_sum_check CHECK ((rating_sum >= 0)),
  constraint shops_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND ((length(slug) >= 3) AND (length(slug) <= 60)))),
  constraint shops_sold_count_check CHECK ((sold_count >= 0)),
  constraint shops_street_check CHECK ((length(street) <= 200)),
  constraint shops_tagline_check CHECK ((length(tagline) <= 120)),
  constraint shops_verified_check CHECK ((((verified_at IS NULL) = (legal_name IS NULL)) AND ((verified_at IS NULL) = (legal_kind IS NULL)))),
  constraint shops_verified_nib_check CHECK (((nib IS NULL) OR (verified_at IS NOT NULL)))
);
comment on table shops is 'shops: each shop with its place, couriers and counters';
CREATE INDEX shops_listed_words ON public.shops USING btree (sold_count DESC, id) INCLUDE (search_words) WHERE (suspended_at IS NULL);
CREATE UNIQUE INDEX shops_name_skeleton_key ON public.shops USING btree (name_skeleton);
CREATE INDEX shops_picture ON public.shops USING btree (picture_id) WHERE (picture_id IS NOT NULL);
CREATE INDEX shops_search ON public.shops USING gin (search_words);
CREATE INDEX shops_without_skeleton ON public.shops USING btree (opened_at, id) WHERE (name_skeleton IS NULL);

create table simulator_charges (
  reference text not null,
  method text not null,
  amount bigint not null,
  status text default 'pending'::text not null,
  refunded bigint default 0 not null,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  constraint simulator_charges_pkey PRIMARY KEY (reference),
  constraint simulator_charges_amount_check CHECK ((amount > 0)),
  constraint simulator_charges_check CHECK (((refunded >= 0) AND (refunded <= amount))),
  constraint simulator_charges_paid_at_check CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
  constraint simulator_charges_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'expired'::text, 'cancelled'::text])))
);
comment on table simulator_charges is 'payments: the books of the simulated bank; nothing of ours decides by them except through the provider port';

create table simulator_payouts (
  reference text not null,
  amount bigint not null,
  status text not null,
  reports integer default 0 not null,
  created_at timestamp with time zone not null,
  constraint simulator_payouts_pkey PRIMARY KEY (reference),
  constraint simulator_payouts_amount_check CHECK ((amount > 0)),
  constraint simulator_payouts_reports_check CHECK ((reports >= 0)),
  constraint simulator_payouts_status_check CHECK ((status = ANY (ARRAY['paid'::text, 'failed'::text, 'returned'::text])))
);
comment on table simulator_payouts is 'payments: the payouts of the simulated bank; nothing of ours decides by them except through the provider port';

create table simulator_refunds (
  reference text not null,
  charge_reference text not null,
  amount bigint not null,
  constraint simulator_refunds_pkey PRIMARY KEY (reference),
  constraint simulator_refunds_charge_reference_fkey FOREIGN KEY (charge_reference) REFERENCES simulator_charges(reference),
  constraint simulator_refunds_amount_check CHECK ((amount > 0))
);
comment on table simulator_refunds is 'payments: refunds the simulated bank has carried out, once for each reference';

create table sitemap_parts (
  kind text not null,
  number integer not null,
  first_id uuid not null,
  constraint sitemap_parts_pkey PRIMARY KEY (kind, number),
  constraint sitemap_parts_kind_check CHECK ((kind = ANY (ARRAY['product'::text, 'shop'::text]))),
  constraint sitemap_parts_number_check CHECK ((number > 0))
);
comment on table sitemap_parts is 'web: the files of the site map; each begins with an id and ends before the next file, the last one is open';

create table tariff_lists (
  id uuid default uuidv7() not null,
  note text not null,
  rate_count integer not null,
  begins_at timestamp with time zone not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  constraint tariff_lists_pkey PRIMARY KEY (id),
  constraint tariff_lists_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint tariff_lists_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id),
  constraint tariff_lists_check CHECK ((begins_at >= created_at)),
  constraint tariff_lists_check1 CHECK (((withdrawn_by IS NULL) OR (withdrawn_at IS NOT NULL))),
  constraint tariff_lists_note_check CHECK ((length(note) <= 200)),
  constraint tariff_lists_rate_count_check CHECK ((rate_count > 0))
);
comment on table tariff_lists is 'shipping: price lists that operators imported, each counting from a moment until it is withdrawn';
CREATE INDEX tariff_lists_created_by ON public.tariff_lists USING btree (created_by);
CREATE INDEX tariff_lists_withdrawn_by ON public.tariff_lists USING btree (withdrawn_by);

create table tariff_rates (
  list_id uuid not null,
  courier text not null,
  origin text not null,
  destination text not null,
  per_kg bigint,
  next_kg bigint,
  min_kg integer not null,
  divisor integer not null,
  days_min integer not null,
  days_max integer not null,
  constraint tariff_rates_pkey PRIMARY KEY (list_id, courier, origin, destination),
  constraint tariff_rates_list_id_fkey FOREIGN KEY (list_id) REFERENCES tariff_lists(id) ON DELETE CASCADE,
  constraint tariff_rates_check CHECK (((days_max >= days_min) AND (days_max <= 60))),
  constraint tariff_rates_courier_check CHECK (((length(courier) >= 2) AND (length(courier) <= 40))),
  constraint tariff_rates_days_min_check CHECK (((days_min >= 1) AND (days_min <= 60))),
  constraint tariff_rates_destination_check CHECK ((destination ~ '^([a-z_]{3,20}|\d{2}(\.\d{2}){0,2})$'::text)),
  constraint tariff_rates_divisor_check CHECK (((divisor >= 1000) AND (divisor <= 20000))),
  constraint tariff_rates_min_kg_check CHECK (((min_kg >= 1) AND (min_kg <= 1000))),
  constraint tariff_rates_next_kg_check CHECK ((next_kg >= 0)),
  constraint tariff_rates_origin_check CHECK ((origin ~ '^(\*|\d{2}(\.\d{2})?)$'::text)),
  constraint tariff_rates_per_kg_check CHECK ((per_kg > 0))
);
comment on table tariff_rates is 'shipping: what a courier asks between two places or for a zone; the most exact rate of the latest list counts';
CREATE INDEX tariff_rates_route ON public.tariff_rates USING btree (courier, destination, origin);

create table tax_exemptions (
  id uuid default uuidv7() not null,
  shop_id uuid not null,
  kind text not null,
  status text not null,
  year integer,
  certificate_number text,
  valid_from date not null,
  valid_until date not null,
  text text not null,
  declared_by uuid not null,
  declared_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text default ''::text not null,
  ended_reason text,
  constraint tax_exemptions_pkey PRIMARY KEY (id),
  constraint tax_exemptions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint tax_exemptions_declared_by_fkey FOREIGN KEY (declared_by) REFERENCES users(id),
  constraint tax_exemptions_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint tax_exemptions_certificate_number_check CHECK (((length(certificate_number) >= 3) AND (length(certificate_number) <= 60))),
  constraint tax_exemptions_check CHECK (((kind = 'statement'::text) = (year IS NOT NULL))),
  constraint tax_exemptions_check1 CHECK (((kind = 'certificate'::text) = (certificate_number IS NOT NULL))),
  constraint tax_exemptions_check2 CHECK (((status = 'waiting'::text) = (decided_at IS NULL))),
  constraint tax_exemptions_check3 CHECK (((kind = 'statement'::text) OR (status = 'waiting'::text) OR (decided_by IS NOT NULL))),
  constraint tax_exemptions_check4 CHECK (((status = 'refused'::text) OR (valid_until >= (valid_from - 1)))),
  constraint tax_exemptions_ended_reason_check CHECK ((ended_reason = ANY (ARRAY['turnover'::text, 'seller'::text]))),
  constraint tax_exemptions_kind_check CHECK ((kind = ANY (ARRAY['statement'::text, 'certificate'::text]))),
  constraint tax_exemptions_reason_check CHECK ((length(reason) <= 300)),
  constraint tax_exemptions_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'accepted'::text, 'refused'::text]))),
  constraint tax_exemptions_text_check CHECK (((length(text) >= 20) AND (length(text) <= 1000))),
  constraint tax_exemptions_year_check CHECK (((year >= 2025) AND (year <= 2100)))
);
comment on table tax_exemptions is 'payments: why no PPh 22 is withheld from a shop, and from which day to which: a statement about its turnover in a year, or a certificate (SKB) that an operator accepted; text is what the seller agreed to';
CREATE INDEX tax_exemptions_of_shop ON public.tax_exemptions USING btree (shop_id, valid_until) WHERE (status = 'accepted'::text);
CREATE UNIQUE INDEX tax_exemptions_one_waiting ON public.tax_exemptions USING btree (shop_id) WHERE (status = 'waiting'::text);
CREATE INDEX tax_exemptions_waiting ON public.tax_exemptions USING btree (declared_at) WHERE (status = 'waiting'::text);
CREATE UNIQUE INDEX tax_exemptions_year ON public.tax_exemptions USING btree (shop_id, year) WHERE (kind = 'statement'::text);

create table tax_identities (
  shop_id uuid not null,
  kind text not null,
  number_kind text not null,
  number_sealed bytea not null,
  last4 text not null,
  name text,
  address text,
  updated_at timestamp with time zone not null,
  constraint tax_identities_pkey PRIMARY KEY (shop_id),
  constraint tax_identities_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint tax_identities_address_check CHECK (((length(address) >= 1) AND (length(address) <= 300))),
  constraint tax_identities_check CHECK (((kind = 'person'::text) OR (number_kind = 'npwp'::text))),
  constraint tax_identities_check1 CHECK (((name IS NULL) = (address IS NULL))),
  constraint tax_identities_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'company'::text]))),
  constraint tax_identities_last4_check CHECK ((last4 ~ '^[0-9]{4}$'::text)),
  constraint tax_identities_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint tax_identities_number_kind_check CHECK ((number_kind = ANY (ARRAY['npwp'::text, 'nik'::text]))),
  constraint tax_identities_number_sealed_check CHECK (((length(number_sealed) >= 29) AND (length(number_sealed) <= 100)))
);
comment on table tax_identities is 'payments: the taxpayer behind a shop, as the seller declared; the number (NPWP or NIK) is sealed; name and address are null after the seller deleted the account';

create table tax_payments (
  month text not null,
  amount bigint not null,
  reference text not null,
  paid_on date not null,
  entered_by uuid not null,
  entered_at timestamp with time zone not null,
  constraint tax_payments_pkey PRIMARY KEY (month),
  constraint tax_payments_reference_key UNIQUE (reference),
  constraint tax_payments_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  constraint tax_payments_amount_check CHECK ((amount > 0)),
  constraint tax_payments_month_check CHECK ((month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'::text)),
  constraint tax_payments_reference_check CHECK (((length(reference) >= 3) AND (length(reference) <= 40)))
);
comment on table tax_payments is 'payments: the PPh 22 of a month that was paid to the state, once; reference is the NTPN';

create table tax_readings (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  file text not null,
  month text,
  read_at timestamp with time zone not null,
  constraint tax_readings_pkey PRIMARY KEY (id),
  constraint tax_readings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint tax_readings_file_check CHECK ((file = ANY (ARRAY['withheld'::text, 'vat'::text, 'exemptions'::text, 'pmse'::text]))),
  constraint tax_readings_month_check CHECK ((month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'::text))
);
comment on table tax_readings is 'payments: which operator read the tax numbers of sellers, and when; append-only';
CREATE INDEX tax_readings_of_user ON public.tax_readings USING btree (user_id, read_at);

create table tracking_polls (
  parcel_id uuid not null,
  provider text not null,
  courier text not null,
  tracking_number text not null,
  external_id text,
  phone_end text,
  followed_at timestamp with time zone not null,
  poll_at timestamp with time zone not null,
  quiet_polls integer default 0 not null,
  failures integer default 0 not null,
  answered_at timestamp with time zone,
  reached_at timestamp with time zone,
  digest text default ''::text not null,
  recorded_digest text default ''::text not null,
  is_over boolean default false not null,
  ends_at timestamp with time zone,
  constraint tracking_polls_pkey PRIMARY KEY (parcel_id),
  constraint tracking_polls_courier_check CHECK (((length(courier) >= 1) AND (length(courier) <= 40))),
  constraint tracking_polls_digest_check CHECK ((length(digest) <= 64)),
  constraint tracking_polls_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 100))),
  constraint tracking_polls_failures_check CHECK ((failures >= 0)),
  constraint tracking_polls_phone_end_check CHECK ((phone_end ~ '^\d{5}$'::text)),
  constraint tracking_polls_provider_check CHECK ((provider = ANY (ARRAY['biteship'::text, 'rajaongkir'::text]))),
  constraint tracking_polls_quiet_polls_check CHECK ((quiet_polls >= 0)),
  constraint tracking_polls_recorded_digest_check CHECK ((length(recorded_digest) <= 64)),
  constraint tracking_polls_tracking_number_check CHECK (((length(tracking_number) >= 5) AND (length(tracking_number) <= 40)))
);
comment on table tracking_polls is 'shipping: parcels under way whose scans a courier platform is asked for; a row is deleted when its parcel is no longer followed';
CREATE INDEX tracking_polls_due ON public.tracking_polls USING btree (provider, poll_at, parcel_id);
CREATE UNIQUE INDEX tracking_polls_external ON public.tracking_polls USING btree (provider, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX tracking_polls_number ON public.tracking_polls USING btree (tracking_number);

create table tracking_scans (
  id uuid default uuidv7() not null,
  status text not null,
  place text default ''::text not null,
  note text default ''::text not null,
  scanned_at timestamp with time zone not null,
  parcel_id uuid not null,
  recorded_at timestamp with time zone not null,
  source text not null,
  proof_key text,
  constraint tracking_scans_pkey PRIMARY KEY (id),
  constraint tracking_scans_once UNIQUE (parcel_id, status, place, scanned_at),
  constraint tracking_scans_proof_key UNIQUE (proof_key),
  constraint tracking_scans_parcel_id_fkey FOREIGN KEY (parcel_id) REFERENCES parcels(id) ON DELETE CASCADE,
  constraint tracking_scans_note_check CHECK ((length(note) <= 200)),
  constraint tracking_scans_place_check CHECK ((length(place) <= 100)),
  constraint tracking_scans_proof_key_check CHECK ((proof_key ~ '^p[0-9a-f]{30}$'::text)),
  constraint tracking_scans_proof_of_seller CHECK (((proof_key IS NULL) OR (source = 'seller'::text))),
  constraint tracking_scans_source_check CHECK ((source = ANY (ARRAY['simulator'::text, 'biteship'::text, 'rajaongkir'::text, 'seller'::text]))),
  constraint tracking_scans_status_check CHECK ((status = ANY (ARRAY['picked'::text, 'in_transit'::text, 'out_for_delivery'::text, 'delivered'::text, 'on_hold'::text, 'returned'::text])))
);
comment on table tracking_scans is 'orders: the way of a parcel in our own words for statuses';

create table transfer_reports (
  attempt_id uuid not null,
  sender_name text not null,
  proof_key text,
  count integer not null,
  reported_at timestamp with time zone not null,
  constraint transfer_reports_pkey PRIMARY KEY (attempt_id),
  constraint transfer_reports_proof_key_key UNIQUE (proof_key),
  constraint transfer_reports_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id) ON DELETE CASCADE,
  constraint transfer_reports_count_check CHECK (((count >= 1) AND (count <= 10))),
  constraint transfer_reports_proof_key_check CHECK ((proof_key ~ '^p[0-9a-f]{30}$'::text)),
  constraint transfer_reports_sender_name_check CHECK ((length(sender_name) <= 100))
);
comment on table transfer_reports is 'payments: what a buyer says about a transfer to a bank account, with an optional picture; it helps operators to match and is no payment';
CREATE INDEX transfer_reports_proofs ON public.transfer_reports USING btree (reported_at) WHERE (proof_key IS NOT NULL);

create table users (
  id uuid default uuidv7() not null,
  email text not null,
  name text not null,
  password_hash text,
  phone text,
  phone_verified_at timestamp with time zone,
  email_verified_at timestamp with time zone,
  type text default 'pembeli'::text not null,
  operator_role text,
  image_id uuid,
  birth_date date,
  province_code text,
  is_demo boolean default false not null,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_image FOREIGN KEY (image_id) REFERENCES pictures(id),
  constraint users_check CHECK (((type = 'operator'::text) = (operator_role IS NOT NULL))),
  constraint users_email_check CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (email = lower(email)))),
  constraint users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint users_operator_role_check CHECK ((operator_role = ANY (ARRAY['support'::text, 'mediator'::text, 'finance'::text, 'catalogue'::text, 'owner'::text]))),
  constraint users_phone_check CHECK ((phone ~ '^\+62[0-9]{8,13}$'::text)),
  constraint users_type_check CHECK ((type = ANY (ARRAY['pembeli'::text, 'penjual'::text, 'operator'::text])))
);
comment on table users is 'accounts: people: buyers (pembeli), sellers (penjual, who buy too) and operators';
CREATE UNIQUE INDEX users_email ON public.users USING btree (email);
CREATE INDEX users_image ON public.users USING btree (image_id) WHERE (image_id IS NOT NULL);
CREATE INDEX users_name_start ON public.users USING btree (lower(name) text_pattern_ops, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX users_operators ON public.users USING btree (operator_role) WHERE (type = 'operator'::text);
CREATE INDEX users_phone ON public.users USING btree (phone) WHERE (phone IS NOT NULL);
CREATE UNIQUE INDEX users_phone_verified ON public.users USING btree (phone) WHERE (phone_verified_at IS NOT NULL);
CREATE TRIGGER users_search_texts AFTER UPDATE OF name ON public.users FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION clear_search_texts();

create table variants (
  id uuid default uuidv7() not null,
  product_id uuid not null,
  shop_id uuid not null,
  option1 text,
  option2 text,
  sku text default ''::text not null,
  price bigint not null,
  stock integer not null,
  stock_version integer default 0 not null,
  "position" integer default 0 not null,
  is_active boolean default true not null,
  picture_id uuid,
  constraint variants_pkey PRIMARY KEY (id),
  constraint variants_product_id_option1_option2_key UNIQUE NULLS NOT DISTINCT (product_id, option1, option2),
  constraint variants_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id),
  constraint variants_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint variants_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint variants_check CHECK (((option2 IS NULL) OR (option1 IS NOT NULL))),
  constraint variants_option1_check CHECK (((length(option1) >= 1) AND (length(option1) <= 40))),
  constraint variants_option2_check CHECK (((length(option2) >= 1) AND (length(option2) <= 40))),
  constraint variants_price_check CHECK (((price >= 100) AND (price <= 1000000000))),
  constraint variants_sku_check CHECK ((length(sku) <= 60)),
  constraint variants_stock_check CHECK ((stock >= 0))
) with (fillfactor=80);
comment on table variants is 'catalog: what is really bought: one combination of options with price and stock; stock can never go below zero';
CREATE INDEX variants_picture ON public.variants USING btree (picture_id) WHERE (picture_id IS NOT NULL);
CREATE INDEX variants_product ON public.variants USING btree (product_id, "position");

create table verification_documents (
  id uuid default uuidv7() not null,
  verification_id uuid not null,
  kind text not null,
  key text not null,
  type text not null,
  created_at timestamp with time zone not null,
  constraint verification_documents_pkey PRIMARY KEY (id),
  constraint verification_documents_key_key UNIQUE (key),
  constraint verification_documents_verification_id_kind_key UNIQUE (verification_id, kind),
  constraint verification_documents_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES seller_verifications(id) ON DELETE CASCADE,
  constraint verification_documents_key_check CHECK ((key ~ '^d[0-9a-f]{30}$'::text)),
  constraint verification_documents_kind_check CHECK ((kind ~ '^[a-z_]{2,20}$'::text)),
  constraint verification_documents_type_check CHECK ((type = ANY (ARRAY['image/webp'::text, 'application/pdf'::text])))
);
comment on table verification_documents is 'shops: identity documents of an application; the encrypted files are in DATA_DIR/private';

create table verification_numbers (
  digest bytea not null,
  kind text not null,
  shop_id uuid not null,
  constraint verification_numbers_pkey PRIMARY KEY (digest),
  constraint verification_numbers_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE,
  constraint verification_numbers_digest_check CHECK ((length(digest) = 32)),
  constraint verification_numbers_kind_check CHECK ((kind = ANY (ARRAY['nik'::text, 'npwp'::text, 'nib'::text])))
);
comment on table verification_numbers is 'shops: keyed digests of the numbers of verified sellers, so that no second shop uses one';
CREATE INDEX verification_numbers_of_shop ON public.verification_numbers USING btree (shop_id);

create table verification_readings (
  id uuid default uuidv7() not null,
  verification_id uuid not null,
  operator_id uuid not null,
  reason text not null,
  read_at timestamp with time zone not null,
  constraint verification_readings_pkey PRIMARY KEY (id),
  constraint verification_readings_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES users(id),
  constraint verification_readings_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES seller_verifications(id) ON DELETE CASCADE,
  constraint verification_readings_reason_check CHECK (((length(reason) >= 5) AND (length(reason) <= 300)))
);
comment on table verification_readings is 'shops: which operator opened the documents of an application and why; they are open for a short time from then on';
CREATE INDEX verification_readings_of ON public.verification_readings USING btree (verification_id, operator_id, read_at DESC);
CREATE INDEX verification_readings_operator ON public.verification_readings USING btree (operator_id);

create table voucher_shares (
  use_id uuid not null,
  order_id uuid not null,
  amount bigint not null,
  cashback_voucher_id uuid,
  constraint voucher_shares_pkey PRIMARY KEY (use_id, order_id),
  constraint voucher_shares_cashback_voucher_id_fkey FOREIGN KEY (cashback_voucher_id) REFERENCES vouchers(id),
  constraint voucher_shares_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint voucher_shares_use_id_fkey FOREIGN KEY (use_id) REFERENCES voucher_uses(id),
  constraint voucher_shares_amount_check CHECK ((amount > 0))
);
comment on table voucher_shares is 'promotions: the part of a voucher''s use that belongs to one order';
CREATE INDEX voucher_shares_order ON public.voucher_shares USING btree (order_id);

create table voucher_uses (
  id uuid default uuidv7() not null,
  voucher_id uuid not null,
  buyer_id uuid not null,
  checkout_id uuid not null,
  nth integer not null,
  amount bigint not null,
  state text default 'reserved'::text not null,
  reserved_at timestamp with time zone not null,
  used_at timestamp with time zone,
  released_at timestamp with time zone,
  constraint voucher_uses_pkey PRIMARY KEY (id),
  constraint voucher_uses_voucher_id_checkout_id_key UNIQUE (voucher_id, checkout_id),
  constraint voucher_uses_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id),
  constraint voucher_uses_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  constraint voucher_uses_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES vouchers(id),
  constraint voucher_uses_amount_check CHECK ((amount > 0)),
  constraint voucher_uses_check CHECK (((state = 'released'::text) = (released_at IS NOT NULL))),
  constraint voucher_uses_nth_check CHECK ((nth >= 1)),
  constraint voucher_uses_state_check CHECK ((state = ANY (ARRAY['reserved'::text, 'used'::text, 'released'::text])))
);
comment on table voucher_uses is 'promotions: a voucher in a checkout: reserved while unpaid, used when paid, released when its orders are all cancelled or refunded';
CREATE INDEX voucher_uses_buyer ON public.voucher_uses USING btree (buyer_id, voucher_id);
CREATE INDEX voucher_uses_checkout ON public.voucher_uses USING btree (checkout_id);
CREATE UNIQUE INDEX voucher_uses_nth ON public.voucher_uses USING btree (voucher_id, buyer_id, nth) WHERE (state <> 'released'::text);

create table vouchers (
  id uuid default uuidv7() not null,
  shop_id uuid,
  buyer_id uuid,
  code text not null,
  kind text not null,
  per_mille integer,
  max_amount bigint not null,
  min_goods bigint default 0 not null,
  category_id uuid,
  quota integer not null,
  per_buyer integer not null,
  used integer default 0 not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  stacking_group text not null,
  is_listed boolean not null,
  state text default 'active'::text not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  constraint vouchers_pkey PRIMARY KEY (id),
  constraint vouchers_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id),
  constraint vouchers_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id),
  constraint vouchers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint vouchers_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint vouchers_rules CHECK (vouchers_rules(vouchers.*))
);
comment on table vouchers is 'promotions: what a shop or the platform takes off a purchase, and for whom, when and how often';
CREATE INDEX vouchers_buyer ON public.vouchers USING btree (buyer_id) WHERE (buyer_id IS NOT NULL);
CREATE INDEX vouchers_by_code ON public.vouchers USING btree (code);
CREATE UNIQUE INDEX vouchers_code ON public.vouchers USING btree (shop_id, code) NULLS NOT DISTINCT WHERE (state = 'active'::text);
CREATE INDEX vouchers_shop ON public.vouchers USING btree (shop_id, created_at DESC, id DESC);

create table waiting_numbers (
  verification_id uuid not null,
  kind text not null,
  digest bytea not null,
  constraint waiting_numbers_pkey PRIMARY KEY (verification_id, kind),
  constraint waiting_numbers_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES seller_verifications(id) ON DELETE CASCADE,
  constraint waiting_numbers_digest_check CHECK ((length(digest) = 32)),
  constraint waiting_numbers_kind_check CHECK ((kind = ANY (ARRAY['nik'::text, 'npwp'::text, 'nib'::text])))
);
comment on table waiting_numbers is 'shops: keyed digests of the numbers of waiting applications, so that an operator sees when several shops use one';
CREATE INDEX waiting_numbers_digest ON public.waiting_numbers USING btree (digest);

create table web_builds (
  id text not null,
  number bigint generated always as identity not null,
  files text[] not null,
  last_run_at timestamp with time zone not null,
  constraint web_builds_pkey PRIMARY KEY (id),
  constraint web_builds_number_key UNIQUE (number),
  constraint web_builds_id_check CHECK (((length(id) >= 1) AND (length(id) <= 100)))
);
comment on table web_builds is 'web: builds of the pages that ran recently, and the names of their files; a larger number was published later';

create table web_files (
  name text not null,
  content bytea not null,
  is_brotli boolean not null,
  constraint web_files_pkey PRIMARY KEY (name),
  constraint web_files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
comment on table web_files is 'web: styles, scripts and other files of the builds that ran recently, whose names have a hash of their content; texts are compressed';

create table withheld_taxes (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  shop_id uuid not null,
  reference text not null,
  base bigint not null,
  per_mille integer not null,
  amount bigint not null,
  created_at timestamp with time zone not null,
  exemption text,
  constraint withheld_taxes_pkey PRIMARY KEY (id),
  constraint withheld_taxes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint withheld_taxes_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id),
  constraint withheld_taxes_check CHECK (((base <> 0) OR (amount <> 0))),
  constraint withheld_taxes_exemption_check CHECK ((exemption = ANY (ARRAY['phone_credit'::text, 'gold'::text, 'courier_service'::text, 'property'::text]))),
  constraint withheld_taxes_per_mille_check CHECK (
CASE
    WHEN (exemption IS NULL) THEN ((per_mille >= 1) AND (per_mille <= 1000))
    ELSE ((per_mille = 0) AND (amount = 0))
END)
);
comment on table withheld_taxes is 'payments: PPh 22 that an order withheld when its money was divided, negative when a refund gave it back; base is the price of the goods without PPN; reference is that of the ledger transaction; exemption says why nothing was withheld from the base';
CREATE INDEX withheld_taxes_at ON public.withheld_taxes USING btree (created_at, id);
CREATE INDEX withheld_taxes_of_order ON public.withheld_taxes USING btree (order_id);
CREATE INDEX withheld_taxes_of_shop ON public.withheld_taxes USING btree (shop_id, created_at);
CREATE UNIQUE INDEX withheld_taxes_reference ON public.withheld_taxes USING btree (reference, exemption) NULLS NOT DISTINCT;

create table withholding_rules (
  id uuid default uuidv7() not null,
  is_on boolean not null,
  valid_from date not null,
  announced_at timestamp with time zone not null,
  created_by uuid not null,
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  constraint withholding_rules_pkey PRIMARY KEY (id),
  constraint withholding_rules_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint withholding_rules_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id),
  constraint withholding_rules_check CHECK (((withdrawn_at IS NULL) = (withdrawn_by IS NULL)))
);
comment on table withholding_rules is 'payments: from which day PPh 22 is withheld and from which day no more; the latest day that has come counts, and none means off';
CREATE UNIQUE INDEX withholding_rules_day ON public.withholding_rules USING btree (valid_from) WHERE (withdrawn_at IS NULL);
