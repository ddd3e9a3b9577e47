import { useNavigate } from "react-router";
import type { ListingQuery } from "#hrefs.ts";
import { Icon } from "#ui/icon.tsx";
import { changeListing, listingRequest } from "../listing-address.ts";
import { listingSorts, sortLabel, type ListingSort } from "../rules.ts";
import styles from "./sort-select.module.css";

/** The order of a listing: a form with a button, and without the button where scripts run. */
export function SortSelect({ listing }: { listing: ListingQuery }) {
  const navigate = useNavigate();
  const { sort = "relevance", page: _page, ...others } = listingRequest(listing);
  return (
    <form className={styles.sort}>
      {Object.entries(others).flatMap(([name, value]) =>
        [value].flat().map((one) => <input key={name + one} type="hidden" name={name} value={one} />),
      )}
      <label>
        <span className="sr-only">Urutkan</span>
        <select
          key={String(sort)}
          name="sort"
          defaultValue={sort}
          onChange={(event) => {
            const chosen = event.currentTarget.value as ListingSort;
            void navigate(changeListing(listing, { sort: chosen === "relevance" ? undefined : chosen }));
          }}
        >
          {listingSorts.map((one) => (
            <option key={one.id} value={one.id}>
              {sortLabel(one, listing.name !== undefined)}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" small />
      </label>
      <button className="without-js">Urutkan</button>
    </form>
  );
}
