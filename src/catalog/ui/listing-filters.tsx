import { Fragment, useEffect, useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { hrefs, type ListingQuery } from "#hrefs.ts";
import { browserCall } from "#lib/api-client.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { breakpoints } from "#ui/breakpoints.ts";
import { Icon } from "#ui/icon.tsx";
import { withoutAttributes } from "../attributes/filter-address.ts";
import type { Facets } from "../contract.ts";
import { countLabel, shippingSteps, totalLabel } from "../rules.ts";
import {
  filterSections,
  listingFilters,
  recordsOf,
  type FilterName,
  type FilterRecord,
} from "../listing/filter-rules.ts";
import { listingHref, chosenFilters, listingRequest, parseListing } from "../listing/url.ts";
import { AttributeFilters } from "./attribute-filters.tsx";
import { FilterOption, Options } from "./filter-options.tsx";
import { usePreHydrationChoice } from "./pre-hydration-choice.ts";
import styles from "./listing-filters.module.css";

export const filterSheet = "filters";
const wideScreenQuery = `(min-width:${breakpoints.desktop}px)`;

type Category = { name: string; slug: string; parent: { name: string; slug: string } | null } | null;

function dropEmptyFields(form: HTMLFormElement): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && value !== "") search.append(name, value);
  return search;
}

/**
 * The filters of a listing: one GET form, in a column on wide screens and in a sheet on small ones. It works without
 * scripts. With scripts, a choice on a wide screen applies at once, and the button of the sheet shows how many products
 * would be left.
 */
export function ListingFilters({
  listing,
  facets,
  total,
  category,
}: {
  listing: ListingQuery;
  facets: Facets;
  /** As people read it. */
  total: string;
  category: Category;
}) {
  const navigate = useNavigate();
  const [counted, setCounted] = useState(total);
  useEffect(() => setCounted(total), [total]);

  function go(form: HTMLFormElement) {
    const address = hrefs.products(parseListing(dropEmptyFields(form)));
    if (address !== location.pathname + location.search) void navigate(address, { preventScrollReset: true });
  }
  const place = usePreHydrationChoice((form) => matchMedia(wideScreenQuery).matches && go(form));
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    document.getElementById(filterSheet)?.hidePopover?.();
    go(event.currentTarget);
  }
  async function change(event: FormEvent<HTMLFormElement>) {
    const field = event.target as HTMLInputElement;
    const form = event.currentTarget;
    if (matchMedia(wideScreenQuery).matches) {
      if (field.type !== "text") go(form);
      return;
    }
    const query = new URLSearchParams({ limit: "1" });
    for (const [name, value] of Object.entries(listingRequest(parseListing(dropEmptyFields(form)))))
      for (const one of [value].flat()) query.append(name, one);
    const { status, body } = await browserCall("GET", `/v1/products?${query}`);
    if (status === 200) setCounted(totalLabel(body as Parameters<typeof totalLabel>[0]));
  }

  const root = category?.parent ?? category;
  const label = (count: number) => countLabel(count, facets.are_exact);

  return (
    <aside id={filterSheet} popover="auto" className={styles.filters} aria-label="Filter">
      <form
        ref={place}
        action={hrefs.products()}
        autoComplete="off"
        onSubmit={submit}
        onChange={(event) => void change(event)}
        key={JSON.stringify(listing)}
      >
        <h2 className="sr-only">Filter</h2>
        <header className={styles.head}>
          <p aria-hidden>Filter</p>
          <button type="button" popoverTarget={filterSheet} popoverTargetAction="hide" aria-label="Tutup filter">
            <Icon name="close" />
          </button>
        </header>
        {(["category", "name", "sort", "to"] as const).map(
          (name) => listing[name] && <input key={name} type="hidden" name={name} value={listing[name]} />,
        )}
        {facets.categories.length > 0 && (
          <section>
            <h3>Kategori</h3>
            <ul className={styles.categories}>
              {root && (
                <li>
                  <a
                    href={listingHref(listing, { ...withoutAttributes, category: root.slug })}
                    aria-current={category?.slug === root.slug || undefined}
                  >
                    Semua {root.name}
                  </a>
                </li>
              )}
              {facets.categories.slice(0, 12).map((one) => (
                <li key={one.id}>
                  <a
                    href={listingHref(listing, { ...withoutAttributes, category: one.id })}
                    aria-current={category?.slug === one.id || undefined}
                  >
                    {one.name}
                    <span>{label(one.count)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
        {filterSections.map((section, at) => (
          <Fragment key={section}>
            <Section name={section} listing={listing} facets={facets} label={label} />
            {section === "Pengiriman" && listing.to !== undefined && <ShippingPrices listing={listing} />}
            {at === 0 && <AttributeFilters listing={listing} filters={facets.attributes} label={label} />}
          </Fragment>
        ))}
        <footer className={styles.foot}>
          {chosenFilters(listing) > 0 && (
            <a
              href={hrefs.products({
                category: listing.category,
                name: listing.name,
                sort: listing.sort,
                to: listing.to,
              })}
            >
              Hapus filter
            </a>
          )}
          <button>
            Tampilkan <span className={styles.count}>{counted} produk</span>
          </button>
        </footer>
      </form>
    </aside>
  );
}

/** What shipping to the visitor's place costs at most. */
function ShippingPrices({ listing }: { listing: ListingQuery }) {
  const steps = [...new Set([...shippingSteps, ...(listing.ship === undefined ? [] : [listing.ship])])];
  return (
    <section>
      <h3>Ongkir ke kota Anda</h3>
      <FilterOption type="radio" name="ship" value="" checked={listing.ship === undefined}>
        Semua
      </FilterOption>
      {steps
        .sort((a, b) => a - b)
        .map((most) => (
          <FilterOption key={most} type="radio" name="ship" value={`${most}`} checked={listing.ship === most}>
            {`Sampai ${formatRupiah(most)}`}
          </FilterOption>
        ))}
    </section>
  );
}

type Part = { listing: ListingQuery; facets: Facets; label: (count: number) => string };

/** The filters of a section; nothing if none of them has anything to choose. */
function Section({ name: section, ...part }: Part & { name: FilterRecord["section"] }) {
  const controls = recordsOf(listingFilters).flatMap(([name, record]) => {
    const control = record.section === section && controlOf(name, record, part);
    return control ? [<Fragment key={name}>{control}</Fragment>] : [];
  });
  if (controls.length === 0) return null;
  const isOfPrices = recordsOf(listingFilters).every(([, record]) => record.section !== section || "hint" in record);
  return (
    <section>
      <h3>{section}</h3>
      {isOfPrices ? <div className={styles.prices}>{controls}</div> : controls}
    </section>
  );
}

function controlOf(name: string, record: FilterRecord, { listing, facets, label }: Part) {
  const value = listing[name as FilterName];
  if ("hint" in record)
    return <PriceInput name={name} label={record.label} hint={record.hint} value={value as number | undefined} />;
  const counts = facets[record.counts.key as keyof Facets] as unknown;
  if (record.value === "list") {
    const options = counts as Facets["provinces"];
    const { visible, label: others } = record;
    const chosen = value as readonly string[] | undefined;
    return options.length === 0 ? null : (
      <Options name={name} options={options} chosen={chosen} visible={visible} others={others} label={label} />
    );
  }
  if (record.value === "choice") {
    const found = counts as Record<string, number>;
    const options = Object.entries(record.options);
    if (!value && !options.slice(1).some(([option]) => (found[option] ?? 0) > 0)) return null;
    return (
      <>
        <FilterOption type="radio" name={name} value="" checked={!value}>
          {record.label}
        </FilterOption>
        {options.map(([option, text]) => (
          <FilterOption
            key={option}
            type="radio"
            name={name}
            value={option}
            checked={value === option}
            count={label(found[option] ?? 0)}
          >
            {text.label}
          </FilterOption>
        ))}
      </>
    );
  }
  const offered = record.value === "number" ? record.offered : "1";
  return counts === null ? null : (
    <FilterOption name={name} value={`${offered}`} checked={value === offered} count={label(counts as number)}>
      {record.label}
    </FilterOption>
  );
}

function PriceInput({
  name,
  label,
  hint,
  value,
}: {
  name: string;
  label: string;
  hint: string;
  value: number | undefined;
}) {
  return (
    <div className={styles.price}>
      <i aria-hidden>Rp.</i>
      <input
        type="text"
        name={name}
        aria-label={label}
        placeholder={hint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={16}
        defaultValue={value === undefined ? "" : formatCount(value)}
        onInput={(event) => {
          const digits = event.currentTarget.value.replace(/\D/g, "").slice(0, 10);
          event.currentTarget.value = digits === "" ? "" : formatCount(Number(digits));
        }}
      />
    </div>
  );
}
