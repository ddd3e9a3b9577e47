import type { ReactNode } from "react";
import type { RouterContextProvider } from "react-router";
import type { FormFailure } from "./api-client.ts";

/**
 * What a page file (`<slice>/pages/<name>.tsx`) exports: `loader`, `action`, `Component` and `ErrorBoundary` as React
 * Router's data mode expects them, and a `handle` of this type. It must be free of server code, because pages also run
 * in browsers.
 */
export type Head = {
  title: string;
  description?: string;
  /** Path of the canonical address. Default: the page's own path with its known parameters. */
  canonical?: string;
  /** Absolute path of a picture for previews on other sites. */
  image?: string;
  /** Picture to preload: the largest one that is visible without scrolling. */
  preload?: { href: string; type: string; srcSet?: string; sizes?: string };
  noindex?: boolean;
  /** JSON-LD objects. */
  structured?: readonly object[];
};

export type PageHandle<Data = never> = {
  /**
   * `shop`: header and footer. `work`: the same with a folded footer, for pages with forms, orders or sales. `auth`:
   * neither (S015, S016). `checkout`: the logo only. `bare`: nothing. `console`: nothing, and the page renders its own
   * `main`; when it fails, the error page has header and footer.
   */
  layout?: "shop" | "work" | "auth" | "checkout" | "bare" | "console";
  head?: (data: Data, url: URL) => Head;
  /**
   * The address that shows a form as it was sent. For a page that keeps choices in its address and shows no
   * FormFailure.
   */
  resumeAt?: (fields: Iterable<[string, FormDataEntryValue]>) => string;
  /** Tags that purge the cached page. */
  tags?: (data: Data) => readonly string[];
};

/** What a section of /profile or /manageMerchant gets: the page's request and context. */
export type SectionArgs = { request: Request; context: Readonly<RouterContextProvider> };

/**
 * One part of /profile or /manageMerchant, chosen by `page` in the query. Each slice writes its own sections, and site
 * puts them together. `load` returns plain JSON. `act` handles the section's form and returns a redirect or a failure.
 */
export type Section<Data> = {
  title: string;
  load: (args: SectionArgs) => Promise<Data>;
  act?: (args: SectionArgs, form: FormData) => Promise<unknown>;
  View: (props: { data: Data; failure: FormFailure | undefined }) => ReactNode;
};
