import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Lane } from "./rules.ts";

/**
 * Replaces the statistics by those of the parcels that arrived since `since`. A parcel counts when its courier, and not
 * the seller, reported its arrival. Days are begun days from shipping to arrival.
 */
export async function replaceLanes(
  tx: Tx,
  { since, now, minParcels, from, to }: { since: Date; now: Date; minParcels: number; from: number; to: number },
): Promise<void> {
  await tx.run(sql`delete from lane_statistics`);
  await tx.run(sql`
    insert into lane_statistics (origin_province, destination_province, courier, parcels, min_days, max_days, updated_at)
    select origin, destination, courier, count(*), percentile_disc(${from}::float8) within group (order by days),
      percentile_disc(${to}::float8) within group (order by days), ${now}
    from (
      select s.province_code as origin, o.address ->> 'provinceCode' as destination, p.courier,
        greatest(1, ceil(extract(epoch from p.arrived_at - p.shipped_at) / 86400))::int as days
      from parcels p join orders o on o.id = p.order_id join shops s on s.id = o.shop_id
      where p.direction = 'out' and p.state = 'arrived' and p.arrived_at > ${since} and p.arrived_at >= p.shipped_at
        and exists (select 1 from tracking_scans t where t.parcel_id = p.id and t.status = 'delivered' and t.source <> 'seller')
    ) measured
    where origin ~ '^[0-9]{2}$' and destination ~ '^[0-9]{2}$'
    group by origin, destination, courier having count(*) >= ${minParcels}::int`);
}

/** The statistics of all couriers from these provinces to one province. */
export function listLanes(db: Queryable, origins: readonly string[], destination: string): Promise<Lane[]> {
  return db.rows(sql`
    select origin_province as origin, courier, min_days as min, max_days as max, parcels from lane_statistics
    where origin_province = any(${origins}::text[]) and destination_province = ${destination}`);
}
