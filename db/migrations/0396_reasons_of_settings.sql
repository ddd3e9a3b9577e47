-- Why an operator changed a setting, as it was typed. Changes from before have their reason in the audit log only.
alter table setting_changes add column note text check (length(note) between 1 and 500);
alter table setting_plans add column note text check (length(note) between 1 and 500);
