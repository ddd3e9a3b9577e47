-- Nyepi and Idul Fitri 2027 by astronomical calculation. The joint decree of three ministers for 2027 and its joint
-- leave days were not at hand when this was written: an operator compares these days with it.
insert into holidays (day, name, source) values
  ('2027-03-08', 'Hari Suci Nyepi Tahun Baru Saka 1949', 'Perkiraan menurut perhitungan kalender; bandingkan dengan SKB 2027'),
  ('2027-03-10', 'Idulfitri 1448 Hijriah', 'Perkiraan astronomis; bandingkan dengan SKB 2027, yang juga menetapkan cuti bersama'),
  ('2027-03-11', 'Idulfitri 1448 Hijriah', 'Perkiraan astronomis; bandingkan dengan SKB 2027, yang juga menetapkan cuti bersama')
on conflict (day) do nothing;
