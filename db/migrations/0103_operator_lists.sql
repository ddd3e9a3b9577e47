-- The operator's console lists orders, payments and the ledger of everybody, newest first.
create index orders_newest on orders (created_at desc, id desc);
create index payments_newest on payments (created_at desc, id desc);
create index ledger_transactions_newest on ledger_transactions (created_at desc, id desc);
