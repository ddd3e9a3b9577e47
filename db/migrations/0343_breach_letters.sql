-- A letter about a breach is stored as it was sent: its record may be changed afterwards.
create table data_breach_letters (
  id uuid primary key default uuidv7(),
  breach_id uuid not null references data_breaches (id),
  subject text not null check (length(subject) between 1 and 400),
  title text not null check (length(title) between 1 and 400),
  paragraphs text[] not null check (cardinality(paragraphs) between 1 and 500),
  notice_title text not null check (length(notice_title) between 1 and 400),
  notice_text text not null check (length(notice_text) between 1 and 4000),
  sent_at timestamptz not null
);
comment on table data_breach_letters is 'privacy: the texts of the letters about a breach as they were sent, each with the notification that went with it';
create index data_breach_letters_of_breach on data_breach_letters (breach_id, id);
alter table data_breach_people add column letter_id uuid references data_breach_letters (id);
comment on table data_breach_people is 'privacy: whose data a breach concerns, when each person got the letter, and which one; null for letters that were sent before they were stored';
create index data_breach_people_of_letter on data_breach_people (letter_id) where letter_id is not null;
