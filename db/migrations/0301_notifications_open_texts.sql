-- A notification of new clauses opens the terms or the privacy policy.
alter table notifications drop constraint notifications_opens_check,
  add constraint notifications_opens_check check (
    (opens ~ '^/(profile|manageMerchant)\?page=[A-Za-z]+(&[A-Za-z]+=[0-9a-f-]+)?$' and length(opens) <= 200)
    or opens in ('/termCondition', '/privacy')
  );
