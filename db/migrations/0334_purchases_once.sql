-- What a checkout bought: the quote of a cart, or a product with its quantity. A purchase of the same is stored only with
-- the one before it, so two requests at the same moment cannot both follow the same one.
alter table checkouts add column purchase text constraint checkouts_purchase_check check (char_length(purchase) between 1 and 100),
  add column repeat_of uuid constraint checkouts_repeat_of_fkey references checkouts (id);
create unique index checkouts_purchase on checkouts (buyer_id, purchase, repeat_of) nulls not distinct where purchase is not null;
