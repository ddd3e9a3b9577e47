-- The slice that owns these tables is called shops now. Jobs that wait keep their work under their new names.
comment on table shops is 'shops: each shop with its place, couriers and counters';
comment on table kept_shop_names is 'shops: names that shops gave up, as SHA-256 of the skeleton; until the moment nobody else may take one, only the shop that had it';
update graphile_worker._private_tasks set identifier = replace(identifier, 'sellers.', 'shops.') where identifier like 'sellers.%';
