-- An operator's session counts at the console only when a second factor or a passkey was used in it.
alter table sessions add column second_factor boolean not null default false;
comment on column sessions.second_factor is 'a code of an authenticator app, a recovery code or a passkey was used in this session';
