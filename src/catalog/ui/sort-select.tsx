import { useNavigate } from "react-router";
import type { ListingQuery } from "#hrefs.ts";
import { Icon } from "#ui/icon.tsx";
import { listingHref, listingRequest } from "../listing/url.ts";
import { listingSorts, sortLabel, type ListingSort } from "../rules.ts";
import { usePreHydrationChoice } from "./pre-hydration-choice.ts";
import styles from "./sort-select.module.css";

/** Selects the order of a listing. The form has a button only where scripts do not run. */
export function SortSelect({ listing, to = listing.to }: { listing: ListingQuery; to?: string | undefined }) {
  const navigate = useNavigate();
  const choose = (form: HTMLFormElement) => {
    const chosen = new FormData(form).get("sort") as ListingSort;
    void navigate(
      listingHref(listing, {
        sort: chosen === "relevance" ? undefined : chosen,
        ...(chosen === "nearest" && { to }),
      }),
    );
  };
  const offered = listingSorts.filter(({ id }) => id !== "nearest" || to !== undefined);
  const form = usePreHydrationChoice(choose);
  const { sort = "relevance", page: _page, ...others } = listingRequest(listing);
  return (
    <form ref={form} className={styles.sort} autoComplete="off">
      {Object.entries(others).flatMap(([name, value]) =>
        [value].flat().map((one) => <input key={name + one} type="hidden" name={name} value={one} />),
      )}
      <label>
        <span className="sr-only">Urutkan</span>
        <select
          key={String(sort)}
          name="sort"
          defaultValue={sort}
          onChange={(event) => event.currentTarget.form && choose(event.currentTarget.form)}
        >
          {offered.map((one) => (
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
