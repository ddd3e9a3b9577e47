-- Each holiday says where it comes from, so that an operator knows which ones to compare with the next decree.
alter table holidays add column source text not null default '' check (length(source) <= 200);
update holidays set source = 'SKB Menteri Agama, Menteri Ketenagakerjaan, dan Menteri PANRB No. 1497/2025, 2/2025, dan 5/2025 (19 September 2025)'
  where day between '2026-01-01' and '2026-12-31';
update holidays set source = 'Tanggal tetap menurut Keppres No. 8/2024' where day between '2027-01-01' and '2028-12-31';
-- The names as the decree of 2026 writes them.
update holidays set name = 'Idulfitri 1447 Hijriah' where day in ('2026-03-21', '2026-03-22');
update holidays set name = 'Iduladha 1447 Hijriah' where day = '2026-05-27';
update holidays set name = '1 Muharam Tahun Baru Islam 1448 Hijriah' where day = '2026-06-16';
