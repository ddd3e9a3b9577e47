import { sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";

export type NewPlace = { code: string; name: string; lat: number; lng: number };

/** Whether any map place is stored. */
export async function hasPlaces(db: Queryable): Promise<boolean> {
  return (await db.row(sql`select from places limit 1`)) !== undefined;
}

/** Stores towns and villages of known regencies. */
export async function insertPlaces(tx: Tx, places: readonly NewPlace[]): Promise<void> {
  await tx.run(sql`
    insert into places (regency_code, name, lat, lng)
    select p.code, p.name, p.lat, p.lng from unnest(
      ${places.map((it) => it.code)}::text[], ${places.map((it) => it.name)}::text[],
      ${places.map((it) => it.lat)}::float8[], ${places.map((it) => it.lng)}::float8[]) as p(code, name, lat, lng)
    join regions r on r.code = p.code`);
  await tx.run(sql`analyze places`);
}

/**
 * Stores positions: of regencies from the list, of provinces the centre of theirs, of districts a place with their
 * name.
 */
export async function locateRegions(tx: Tx, seats: readonly NewPlace[]): Promise<void> {
  await tx.run(sql`
    update regions r set lat = s.lat, lng = s.lng
    from unnest(
      ${seats.map((it) => it.code)}::text[], ${seats.map((it) => it.lat)}::float8[],
      ${seats.map((it) => it.lng)}::float8[]) as s(code, lat, lng)
    where r.code = s.code`);
  await tx.run(sql`
    update regions r set lat = m.lat, lng = m.lng
    from (select parent_code, avg(lat) as lat, avg(lng) as lng from regions where level = 2 group by 1) m
    where r.code = m.parent_code`);
  await tx.run(sql`
    update regions r set lat = p.lat, lng = p.lng from places p
    where r.level = 3 and r.parent_code = p.regency_code and lower(r.name) = lower(p.name)`);
}

export type FoundRegion = {
  code: string;
  name: string;
  level: number;
  within: string;
  lat: number | null;
  lng: number | null;
};

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
const likePattern = (text: string) => `%${escapeLike(text)}%`;

/** How many regions with a matching name are compared with the other words, the best names first. */
const maxCandidates = 2000;

/**
 * Condition on a name. One or two letters occur in most of 84,000 names and no index can find them, so such a word must
 * be at the start of the name; otherwise a search for "a a" would keep the database busy for seconds.
 */
function nameMatches(name: Sql, word: string): Sql {
  if ([...word].length > 2) return sql`${name} ilike ${likePattern(word)}`;
  const beginnings = ["", "Kota ", "Kabupaten ", "Kota Administrasi "].map((kind) => `${kind}${escapeLike(word)}%`);
  return sql`${name} ilike any (${beginnings}::text[])`;
}

/**
 * In the code of a city, the number within the province is 71 or more. Among regions with one name, the one in a city
 * comes first, because more people mean Bandung's Dago than a village of that name.
 */
const outsideCity = sql`substr(r.code, 4, 1) <> '7'`;

/**
 * At most `max` regencies, districts and villages (down to level `deepest`) whose name contains the first word and
 * whose path contains the others. The closest names come first; among equal names those in a city. A region without a
 * position gets that of the region around it.
 */
export async function searchRegions(
  db: Queryable,
  words: readonly string[],
  { deepest = 4, max = 20 }: { deepest?: 3 | 4; max?: number } = {},
): Promise<FoundRegion[]> {
  const [first = ""] = words;
  const only = words.length === 1;
  return db.rows<FoundRegion>(sql`
    with named as (
      select r.*, regexp_replace(lower(r.name), '^(kota administrasi|kota|kabupaten) ', '') as bare
      from regions r where r.level between 2 and ${deepest} and ${nameMatches(sql`r.name`, first)}),
    -- A single word needs no comparison with the regions around, so only the best names go on.
    found as (
      select * from named r order by r.bare <> lower(${first}), not starts_with(r.bare, lower(${first})), r.level, r.name, ${outsideCity}, r.code
      limit ${only ? max : maxCandidates})
    select r.code, r.name, r.level, concat_ws(', ', a.name, b.name, c.name) as within,
      coalesce(r.lat, a.lat, b.lat, c.lat) as lat, coalesce(r.lng, a.lng, b.lng, c.lng) as lng
    from found r join regions a on a.code = r.parent_code
      left join regions b on b.code = a.parent_code left join regions c on c.code = b.parent_code
    where concat_ws(' ', r.name, a.name, b.name, c.name) ilike all (${words.map(likePattern)}::text[])
    order by r.bare <> lower(${words.join(" ")}), r.bare <> lower(${first}), not starts_with(r.bare, lower(${first})),
      r.level, r.name, ${outsideCity}, r.code limit ${max}`);
}

export type FoundPlace = { name: string; within: string; lat: number; lng: number };

/** Towns and villages by the same rule as regions, except those with the name of a district around them. */
export async function searchPlaces(db: Queryable, words: readonly string[], max: number): Promise<FoundPlace[]> {
  const [first = ""] = words;
  return db.rows<FoundPlace>(sql`
    select p.name, concat_ws(', ', r.name, v.name) as within, p.lat, p.lng
    from places p join regions r on r.code = p.regency_code join regions v on v.code = r.parent_code
    where ${nameMatches(sql`p.name`, first)} and concat_ws(' ', p.name, r.name, v.name) ilike all (${words.map(likePattern)}::text[])
      and not exists (select from regions d where d.parent_code = r.code and lower(d.name) = lower(p.name))
    order by lower(p.name) <> lower(${first}), not starts_with(lower(p.name), lower(${first})), p.name, p.id limit ${max}`);
}

export type Box = { west: number; south: number; east: number; north: number };
export type Label = { name: string; lat: number; lng: number; level: number };

/** Names in a part of the map: provinces (1), then regencies and cities (2), then towns and villages (3). */
export async function listLabels(db: Queryable, box: Box, deepest: number): Promise<Label[]> {
  return db.rows<Label>(sql`
    select name, lat, lng, level from (
      select case when r.name like 'Kabupaten %' and replace(r.name, 'Kabupaten ', 'Kota ') in (select name from regions where level = 2)
          then replace(r.name, 'Kabupaten', 'Kab.') else regexp_replace(r.name, '^(Kota Administrasi|Kota|Kabupaten) ', '') end as name,
        r.lat, r.lng, r.level, (case when r.name like 'Kota %' then 0 else 1 end) || r.code as rank
      from regions r where r.level <= least(${deepest}, 2) and r.lat is not null
      union all
      select name, lat, lng, 3, regency_code from places where ${deepest} >= 3) l
    where lat between ${box.south} and ${box.north} and lng between ${box.west} and ${box.east}
    order by level, rank, name limit 400`);
}

/** The nearest known place within about a hundred kilometres, with the regions around it. */
export async function findNearest(db: Queryable, lat: number, lng: number): Promise<FoundPlace | undefined> {
  return db.row<FoundPlace>(sql`
    select n.name, n.within, n.lat, n.lng from (
      select p.name, concat_ws(', ', r.name, v.name) as within, p.lat, p.lng
      from places p join regions r on r.code = p.regency_code join regions v on v.code = r.parent_code
      where p.lat between ${lat - 1} and ${lat + 1} and p.lng between ${lng - 1} and ${lng + 1}
      union all
      select r.name, v.name, r.lat, r.lng from regions r join regions v on v.code = r.parent_code
      where r.level = 2 and r.lat between ${lat - 1} and ${lat + 1} and r.lng between ${lng - 1} and ${lng + 1}) n
    order by (n.lat - ${lat}) ^ 2 + (n.lng - ${lng}) ^ 2, n.name limit 1`);
}
