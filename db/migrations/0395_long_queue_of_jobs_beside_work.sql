-- Without a transaction: jobs are queued and done while the indexes are built.
-- Replaces 0395_long_queue_of_jobs.sql
-- The console, the metrics and the status page ask what waits, runs and failed of each kind. Without these a queue of a million jobs is
-- read in full each time. No condition names is_available, so the runner's own way to its next job stays as it is. They belong to a table
-- of graphile-worker: should a later version of it replace that table, they go with it, and the same statements are only slow again.
drop index concurrently if exists graphile_worker.kawung_jobs_waiting;
create index concurrently kawung_jobs_waiting on graphile_worker._private_jobs (task_id, run_at) where locked_at is null and attempts = 0;
drop index concurrently if exists graphile_worker.kawung_jobs_retrying;
create index concurrently kawung_jobs_retrying on graphile_worker._private_jobs (task_id, updated_at)
  where locked_at is null and attempts > 0 and attempts < max_attempts;
drop index concurrently if exists graphile_worker.kawung_jobs_failed;
create index concurrently kawung_jobs_failed on graphile_worker._private_jobs (task_id, updated_at) where locked_at is null and attempts >= max_attempts;
drop index concurrently if exists graphile_worker.kawung_jobs_running;
create index concurrently kawung_jobs_running on graphile_worker._private_jobs (task_id, locked_at) where locked_at is not null;
