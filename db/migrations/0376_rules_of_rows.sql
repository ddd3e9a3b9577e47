-- PostgreSQL reads and compiles each CHECK of a table again for each statement that stores a row. These tables have up to twenty, and
-- every order stores into all of them. A function stays compiled for the connection, and it takes the whole row, because a CHECK with
-- twenty arguments would cost half as much as twenty CHECKs (docs/decisions/0095). Each rule has the name of its former CHECK, and the
-- error names it as before. To change a rule, replace the function, then drop the CHECK and add it again, which looks at all rows.
create function refuse_row(relation text, rule text) returns boolean
language plpgsql immutable parallel safe as $$
begin
  raise check_violation using table = relation, constraint = rule,
    message = format('new row for relation "%s" violates check constraint "%s"', relation, rule);
end $$;

create function orders_rules(r orders) returns boolean
language plpgsql immutable parallel safe as $$
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
end $$;
alter table orders
  drop constraint orders_cancel_reason_check,
  drop constraint orders_check,
  drop constraint orders_check2,
  drop constraint orders_courier_cost_check,
  drop constraint orders_earned_check,
  drop constraint orders_fees_refunded_check,
  drop constraint orders_goods_total_check,
  drop constraint orders_invoice_check,
  drop constraint orders_paid_check,
  drop constraint orders_preorder_days_check,
  drop constraint orders_promotion_cost_check,
  drop constraint orders_sender,
  drop constraint orders_sender_name_check,
  drop constraint orders_sender_phone_check,
  drop constraint orders_shipping_cost_check,
  drop constraint orders_shipping_refunded_check,
  drop constraint orders_shop_point_check,
  drop constraint orders_status_check,
  drop constraint orders_total_check,
  drop constraint orders_usual_days,
  add constraint orders_rules check (orders_rules(orders.*));

create function order_lines_rules(r order_lines) returns boolean
language plpgsql immutable parallel safe as $$
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
end $$;
alter table order_lines
  drop constraint order_lines_changed_mind_days_check,
  drop constraint order_lines_commission_cap_check,
  drop constraint order_lines_commission_check,
  drop constraint order_lines_commission_flat_check,
  drop constraint order_lines_commission_per_mille_check,
  drop constraint order_lines_price_check,
  drop constraint order_lines_quantity_check,
  drop constraint order_lines_refunded_check,
  drop constraint order_lines_tax_exemption_check,
  drop constraint order_lines_tax_per_mille_check,
  drop constraint order_lines_vat_per_mille_check,
  drop constraint order_lines_weight_g_check,
  add constraint order_lines_rules check (order_lines_rules(order_lines.*));

create function order_adjustments_rules(r order_adjustments) returns boolean
language plpgsql immutable parallel safe as $$
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
end $$;
alter table order_adjustments
  drop constraint order_adjustments_amount_check,
  drop constraint order_adjustments_bearer_check,
  drop constraint order_adjustments_check,
  drop constraint order_adjustments_check1,
  drop constraint order_adjustments_insurance_bearer,
  drop constraint order_adjustments_kind_check,
  drop constraint order_adjustments_source_check,
  add constraint order_adjustments_rules check (order_adjustments_rules(order_adjustments.*));

create function payment_attempts_rules(r payment_attempts) returns boolean
language plpgsql immutable parallel safe as $$
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
end $$;
alter table payment_attempts
  drop constraint payment_attempts_account_check,
  drop constraint payment_attempts_amount_check,
  drop constraint payment_attempts_chargebacks_returned_check,
  drop constraint payment_attempts_check,
  drop constraint payment_attempts_check1,
  drop constraint payment_attempts_check2,
  drop constraint payment_attempts_check3,
  drop constraint payment_attempts_code_check,
  drop constraint payment_attempts_external_id_check,
  drop constraint payment_attempts_method_check,
  drop constraint payment_attempts_polls_check,
  drop constraint payment_attempts_provider_check,
  drop constraint payment_attempts_received_check,
  drop constraint payment_attempts_reference_check,
  drop constraint payment_attempts_returned_check,
  drop constraint payment_attempts_settled_check,
  drop constraint payment_attempts_status_check,
  drop constraint payment_attempts_transfer_account_check,
  drop constraint payment_attempts_transfer_code_check,
  add constraint payment_attempts_rules check (payment_attempts_rules(payment_attempts.*));

create function vouchers_rules(r vouchers) returns boolean
language plpgsql immutable parallel safe as $$
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
end $$;
alter table vouchers
  drop constraint vouchers_check,
  drop constraint vouchers_check1,
  drop constraint vouchers_check2,
  drop constraint vouchers_check3,
  drop constraint vouchers_check4,
  drop constraint vouchers_check5,
  drop constraint vouchers_check6,
  drop constraint vouchers_code_check,
  drop constraint vouchers_kind_check,
  drop constraint vouchers_max_amount_check,
  drop constraint vouchers_min_goods_check,
  drop constraint vouchers_per_buyer_check,
  drop constraint vouchers_per_mille_check,
  drop constraint vouchers_quota_check,
  drop constraint vouchers_stacking_group_check,
  drop constraint vouchers_state_check,
  add constraint vouchers_rules check (vouchers_rules(vouchers.*));
