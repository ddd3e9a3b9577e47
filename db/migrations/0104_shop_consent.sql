-- Who opens a shop agrees to the terms anew, where it is opened.
alter table consents drop constraint consents_how_check;
alter table consents add constraint consents_how_check check (how in ('registration', 'provider', 'profile', 'shop'));
