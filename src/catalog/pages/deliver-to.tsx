import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import type { AddressApi } from "#addresses/contract.ts";
import { deliverToHref } from "#delivery-hrefs.ts";
import { hrefs, type ListingQuery } from "#hrefs.ts";
import { ApiError, callContext, pageApi, typedApi } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import type { RegionApi } from "#regions/contract.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { listingHref, listingRequest, parseListing, placeless } from "../listing/url.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { chosenPlace, withoutPlace, type Place } from "../ui/place.ts";
import styles from "./deliver-to.module.css";

type Data = { listing: ListingQuery; q: string; found: Place[]; own: (Place & { label: string })[] };

export async function loader(args: LoaderFunctionArgs): Promise<Data> {
  const search = new URL(args.request.url).searchParams;
  const q = (search.get("q") ?? "").replace(/\s+/g, " ").trim().slice(0, 60);
  const [found, own] = await Promise.all([
    q.length < 2 ? [] : pageApi<RegionApi>(args)("GET /v1/regions/search", { query: { name: q } }).then(placesOf),
    ownPlaces(args),
  ]);
  return { listing: { ...parseListing(search), page: undefined }, q, found, own };
}

function placesOf({ result }: { result: { code: string; name: string; level: number; within: string }[] }): Place[] {
  return result
    .filter(({ level }) => level === 2 || level === 3)
    .map(({ code, name, level, within }) => ({ code, name: level === 2 ? name : `${name}, ${within}` }));
}

/** The places of the user's addresses, the main one first; none for a visitor. */
async function ownPlaces({ context }: LoaderFunctionArgs): Promise<Data["own"]> {
  try {
    const { result } = await typedApi<AddressApi>(context.get(callContext))("GET /v1/addresses");
    return result.map(({ label, district, regency }) => ({
      label,
      code: district.code,
      name: `${district.name}, ${regency.name}`,
    }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return [];
    throw error;
  }
}

export const handle: PageHandle<Data> = {
  layout: "shop",
  head: () => ({ title: "Kota tujuan", noindex: true }),
};

export function Component() {
  const { listing, q, found, own } = useLoaderData<Data>();
  const choice = (place: Place, label?: string) => (
    <li key={`${label} ${place.code}`}>
      <a href={listingHref(listing, { to: place.code }) + chosenPlace}>
        <Icon name="pin" small />
        {label === undefined ? place.name : `${label}: ${place.name}`}
      </a>
    </li>
  );
  return (
    <div className="wrap">
      <Breadcrumb above={[{ name: "Beranda", href: hrefs.home() }]} current="Kota tujuan" />
      <h1 className={styles.title}>Dikirim ke mana?</h1>
      <p className="muted">
        Dengan kota atau kecamatan tujuan, produk tampil dengan ongkir termurahnya, dan yang dari kota Anda bisa
        didahulukan. Pilihan ini hanya disimpan di browser Anda.
      </p>
      {own.length > 0 && (
        <section className="section">
          <h2>Alamat Anda</h2>
          <ul className={styles.list}>{own.map((one) => choice(one, one.label))}</ul>
        </section>
      )}
      <form action={deliverToHref({})} className={styles.find} role="search">
        {Object.entries(listingRequest(listing)).flatMap(([name, value]) =>
          [value].flat().map((one) => <input key={name + one} type="hidden" name={name} value={one} />),
        )}
        <input
          type="search"
          name="q"
          defaultValue={q}
          minLength={2}
          maxLength={60}
          aria-label="Kota atau kecamatan"
          placeholder="Misalnya: Bandung, atau Coblong"
        />
        <Button>Cari</Button>
      </form>
      {q !== "" && found.length === 0 && <p role="status">Tidak ada kota atau kecamatan “{q}”.</p>}
      {found.length > 0 && <ul className={styles.list}>{found.map((place) => choice(place))}</ul>}
      <p>
        <a className={styles.without} href={listingHref(placeless(listing), {}) + withoutPlace}>
          Lanjut tanpa kota tujuan
        </a>
      </p>
    </div>
  );
}
