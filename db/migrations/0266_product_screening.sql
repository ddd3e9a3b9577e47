-- What may not be sold, as rules that operators edit, and products that wait for an operator before they are on sale.
create table forbidden_rules (
  id uuid primary key default uuidv7(),
  label text not null check (length(label) between 3 and 80),
  effect text not null check (effect in ('refuse', 'hold', 'permit')),
  words text[] not null default '{}' check (cardinality(words) <= 100),
  exceptions text[] not null default '{}' check (cardinality(exceptions) <= 100),
  category_id uuid references categories (id),
  permit_name text check (length(permit_name) between 2 and 40),
  permit_form text check (length(permit_form) between 3 and 40),
  sentence text not null check (length(sentence) between 10 and 300),
  is_active boolean not null default true,
  changed_at timestamptz not null,
  changed_by uuid references users (id),
  check ((effect = 'permit') = (permit_name is not null)),
  check ((effect = 'permit') = (permit_form is not null)),
  check (effect = 'permit' or cardinality(words) > 0),
  check (effect <> 'permit' or category_id is not null or cardinality(words) > 0)
);
comment on table forbidden_rules is 'catalog: what may not be sold, or only after an operator looked, or only with a permit number; changed_by is null for the rules that came with the marketplace';
create index forbidden_rules_category on forbidden_rules (category_id) where category_id is not null;
create index forbidden_rules_changed_by on forbidden_rules (changed_by) where changed_by is not null;

insert into forbidden_rules (label, effect, words, exceptions, sentence, changed_at) values
  ('Narkotika dan psikotropika', 'refuse', '{"sabu sabu","ganja","kokain","heroin","ekstasi","pil koplo","tembakau gorila","tembakau sintetis","obat bius"}', '{"bebas ganja","anti narkoba"}',
    'Narkotika dan psikotropika tidak boleh dijual (UU 35/2009).', now()),
  ('Senjata api dan amunisi', 'refuse', '{"senjata api","pistol asli","peluru tajam","amunisi","senapan serbu","granat"}', '{"pistol mainan","senjata api mainan"}',
    'Senjata api, amunisi, dan bahan peledak tidak boleh dijual.', now()),
  ('Satwa dilindungi', 'refuse', '{"gading gajah","sisik trenggiling","kulit harimau","cula badak","paruh rangkong","telur penyu","bayi orangutan"}', '{"motif kulit harimau","gambar kulit harimau"}',
    'Satwa yang dilindungi dan bagian tubuhnya tidak boleh dijual (UU 5/1990).', now()),
  ('Dokumen dan uang palsu', 'refuse', '{"ijazah palsu","uang palsu","ktp palsu","sim palsu","jasa ijazah","buku nikah palsu"}', '{"detektor uang palsu","pendeteksi uang palsu","alat cek uang palsu"}',
    'Dokumen dan uang palsu tidak boleh dijual.', now()),
  ('Barang tiruan', 'hold', '{"kw super","kw premium","mirror quality","replika tas","barang kw","kw1"}', '{}',
    'Barang tiruan merek orang lain tidak boleh dijual. Kami memeriksa produk ini lebih dulu.', now()),
  ('Obat keras', 'hold', '{"obat aborsi","penggugur kandungan","tramadol","misoprostol","cytotec","viagra","xanax","alprazolam"}', '{}',
    'Obat keras hanya dijual apotek dengan resep. Kami memeriksa produk ini lebih dulu.', now());

create table product_holds (
  id uuid primary key default uuidv7(),
  product_id uuid not null references products (id),
  reasons jsonb not null check (jsonb_typeof(reasons) = 'array' and length(reasons::text) <= 8000),
  -- What each reason is about, so that an approved one does not hold the product again.
  marks text[] not null check (cardinality(marks) between 1 and 200),
  held_at timestamptz not null,
  closed_at timestamptz,
  outcome text check (outcome in ('approved', 'taken_down', 'withdrawn')),
  closed_by uuid references users (id),
  check ((closed_at is null) = (outcome is null)),
  check ((outcome in ('approved', 'taken_down')) = (closed_by is not null) or outcome is null)
);
comment on table product_holds is 'catalog: products that an operator looks at before they are on sale, with the reasons that the seller reads; open until closed_at';
create unique index product_holds_open on product_holds (product_id) where closed_at is null;
create index product_holds_queue on product_holds (held_at, id) where closed_at is null;
create index product_holds_of_product on product_holds (product_id);
create index product_holds_closed_by on product_holds (closed_by) where closed_by is not null;

alter table products
  drop constraint products_status_check,
  add constraint products_status_check check (status in ('active', 'hidden', 'removed', 'suspended', 'taken_down', 'held'));
comment on column products.status is 'hidden by the seller, removed by the seller, suspended with its shop (it was active), taken_down by an operator, held until an operator looked at it (its seller wants it on sale)';

-- Pictures that look like each other have hashes that differ in few bits.
alter table pictures add column hash bigint;
comment on column pictures.hash is 'Perceptual hash (64 bits, dHash); null for a picture of an earlier version and for one without details.';

create table removed_pictures (
  id uuid primary key default uuidv7(),
  product_id uuid not null references products (id),
  picture_key text not null check (length(picture_key) <= 80),
  hash bigint not null,
  -- The bytes of the hash with their position: hashes that differ in 7 bits or fewer have one in common.
  bands int[] not null check (cardinality(bands) = 8),
  created_at timestamptz not null,
  unique (product_id, picture_key)
);
comment on table removed_pictures is 'catalog: perceptual hashes of the pictures of products that operators took down';
create index removed_pictures_key on removed_pictures (picture_key);
create index removed_pictures_bands on removed_pictures using gin (bands);
