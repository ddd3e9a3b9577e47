import type { ReactNode } from "react";
import type { RouterContextProvider } from "react-router";
import type { FormFailure } from "./api-client.ts";

/**
 * What a page file (`<slice>/pages/<name>.tsx`) exports: `loader`, `action`, `Component`, `ErrorBoundary` as React
 * Router's data mode wants them, and `handle` of this type. Free of server code: pages run in browsers too.
 */
export type Head = {
  title: string;
  description?: string;
  /** Path of the canonical address; the page's own path and known parameters when left out. */
  canonical?: string;
  /** Absolute path of a picture for share cards. */
  image?: string;
  /** Picture to preload (the largest one above the fold). */
  preload?: { href: string; type: string; srcSet?: string; sizes?: string };
  noindex?: boolean;
  /** JSON-LD objects. */
  structured?: readonly object[];
};

export type PageHandle<Data = never> = {
  /**
   * `shop`: header and footer; `work`: the same with a folded footer, for pages with forms, orders or sales;
   * `auth`: neither (specification §1); `checkout`: logo only; `bare`: nothing.
   */
  layout?: "shop" | "work" | "auth" | "checkout" | "bare";
  head?: (data: Data, url: URL) => Head;
  /** The address that shows a form as it was sent, of a page that keeps choices in its address and shows no FormFailure. */
  resumeAt?: (fields: Iterable<[string, FormDataEntryValue]>) => string;
  /** Tags under which the finished page is purged, for cached pages. */
  tags?: (data: Data) => readonly string[];
};

/** What a section of /profile or /manageMerchant is given: the page's request and context. */
export type SectionArgs = { request: Request; context: Readonly<RouterContextProvider> };

/**
 * One part of /profile or /manageMerchant (chosen by `page` in the query): written by the slice it belongs to, put
 * together by site. `load` answers plain JSON; `act` handles the section's form and answers a redirect or a failure.
 */
export type Section<Data> = {
  title: string;
  load: (args: SectionArgs) => Promise<Data>;
  act?: (args: SectionArgs, form: FormData) => Promise<unknown>;
  View: (props: { data: Data; failure: FormFailure | undefined }) => ReactNode;
};
