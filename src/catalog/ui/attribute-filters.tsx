import type { ListingQuery } from "#hrefs.ts";
import { rangesOf } from "../attributes/filter-address.ts";
import type { Facets } from "../contract.ts";
import { Options } from "./filter-options.tsx";
import styles from "./listing-filters.module.css";

type Filter = Facets["attributes"][number];

/** The filters by the attributes of the category: values to choose, and numbers from and to. */
export function AttributeFilters({
  listing,
  filters,
  label,
}: {
  listing: ListingQuery;
  filters: readonly Filter[];
  label: (count: number) => string;
}) {
  const numbers = filters.filter((one) => one.is_number);
  return filters.map((one) => (
    <section key={one.name}>
      <h3>
        {one.name}
        {one.unit !== null && ` (${one.unit})`}
      </h3>
      {one.is_number ? (
        <NumberRange listing={listing} name={one.name} slot={numbers.indexOf(one) + 1} />
      ) : (
        <Options
          name="attr"
          options={one.options}
          chosen={listing.attr?.filter((value) => value.startsWith(`${one.name}:`))}
          visible={6}
          others="pilihan lain"
          label={label}
        />
      )}
    </section>
  ));
}

/** A range of a number. The hidden field says of which attribute, because each category has others. */
function NumberRange({ listing, name, slot }: { listing: ListingQuery; name: string; slot: number }) {
  const range = rangesOf(listing).find((one) => one.name === name);
  return (
    <div className={styles.prices}>
      <input type="hidden" name={`num${slot}`} value={name} />
      <NumberInput name={`min${slot}`} label={`${name} minimum`} hint="Minimum" value={range?.min} />
      <NumberInput name={`max${slot}`} label={`${name} maksimum`} hint="Maksimum" value={range?.max} />
    </div>
  );
}

function NumberInput(props: { name: string; label: string; hint: string; value: string | undefined }) {
  const { name, label, hint, value = "" } = props;
  return (
    <div className={styles.price}>
      <input
        type="text"
        name={name}
        aria-label={label}
        placeholder={hint}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        defaultValue={value}
      />
    </div>
  );
}
