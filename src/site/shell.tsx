import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation, useRouteLoaderData } from "react-router";
import { FlashMessageNotice } from "#accounts/ui/flash-message-notice.tsx";
import { marketName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { autoReloadStoppedEvent } from "#lib/browser/auto-reload.ts";
import type { RootData } from "./menu-category.ts";
import { useSession } from "#accounts/ui/session-provider.tsx";
import { StaticHtml, useStaticHtmlBehaviour } from "./static-html.tsx";
import { BottomNav } from "./ui/bottom-nav.tsx";
import { CheckoutHeader } from "./ui/checkout-header.tsx";
import { Header } from "./ui/header.tsx";
import styles from "./ui/shell.module.css";

// On the server only: a browser gets them as finished HTML, and their code just when it needs it.
const footer = import.meta.env.SSR ? await import("./ui/footer.tsx") : undefined;
const menus = import.meta.env.SSR ? await import("./ui/menus.tsx") : undefined;
const LazyFooter = lazy(async () => ({ default: (await import("./ui/footer.tsx")).Footer }));
const LazyReloadStoppedNotice = lazy(async () => ({
  default: (await import("./ui/reload-stopped-notice.tsx")).ReloadStoppedNotice,
}));
const LazyMenus = lazy(async () => ({ default: (await import("./ui/menus.tsx")).FetchedMenus }));

/** Header, page, footer; which of them stand there is the page's choice (`handle.layout`, specification §1). */
export function Shell() {
  const matches = useMatches();
  const root = useRouteLoaderData<RootData>("root");
  const leaf = matches.at(-1);
  const handle = leaf?.handle as PageHandle<unknown> | undefined;
  const layout = handle?.layout ?? "shop";
  const framed = layout === "shop" || layout === "work";
  useStaticHtmlBehaviour();
  useSessionHint();
  useEffect(() => {
    document.documentElement.dataset.ready = "1";
  }, []);
  usePageChange(handle, leaf?.loaderData, layout);
  const page = (
    <main id="main" tabIndex={-1} className={styles.main}>
      <Outlet />
    </main>
  );
  return (
    <>
      <a className={styles.skip} href="#main">
        Langsung ke isi
      </a>
      <Progress />
      {framed && (
        <>
          <Header />
          <StaticHtml id="menus" otherwise={<LazyMenus />}>
            {menus && <menus.Menus categories={root?.menu?.categories ?? []} />}
          </StaticHtml>
        </>
      )}
      {layout === "checkout" && <CheckoutHeader />}
      <ReloadStopped />
      {page}
      {framed && (
        <>
          <StaticHtml id="footer" otherwise={<LazyFooter folded={layout === "work"} />}>
            {footer && <footer.Footer folded={layout === "work"} />}
          </StaticHtml>
          <BottomNav />
        </>
      )}
      <FlashMessageNotice />
      <ScrollRestoration />
    </>
  );
}

/** Says so when the page has loaded itself too often and stays now. */
function ReloadStopped() {
  const [stayed, setStayed] = useState(false);
  useEffect(() => {
    const show = () => setStayed(true);
    addEventListener(autoReloadStoppedEvent, show);
    return () => removeEventListener(autoReloadStoppedEvent, show);
  }, []);
  return (
    stayed && (
      <Suspense>
        <LazyReloadStoppedNotice />
      </Suspense>
    )
  );
}

/** A line at the top while the next page is being fetched; seen only when that takes longer than 300 ms. */
function Progress() {
  const { state } = useNavigation();
  return state === "idle" ? null : <progress className={styles.progress} aria-label="Memuat halaman" />;
}

/** Keeps the mark on <html> that gives the account area its size before the session is known. */
function useSessionHint() {
  const { state } = useSession();
  useEffect(() => {
    if (state === "in") document.documentElement.dataset.session = "in";
    if (state === "out") delete document.documentElement.dataset.session;
  }, [state]);
}

/** After going to another page without loading it whole: title, layout, open menus and focus follow. */
function usePageChange(handle: PageHandle<unknown> | undefined, data: unknown, layout: string) {
  const { pathname, search, hash } = useLocation();
  const first = useRef(true);
  const shown = useRef(pathname);
  useEffect(() => {
    document.body.dataset.layout = layout;
    const folded = document.querySelector<HTMLDetailsElement>("#footer details");
    if (folded) folded.open = layout !== "work";
    if (first.current) {
      first.current = false;
      return;
    }
    const title = handle?.head?.(data as never, new URL(location.href)).title;
    if (title) document.title = title === marketName ? title : `${title} · ${marketName}`;
    for (const open of document.querySelectorAll<HTMLElement>("[popover]:popover-open")) open.hidePopover();
    if (shown.current !== pathname && !hash)
      document.querySelector<HTMLElement>("#main")?.focus({ preventScroll: true });
    shown.current = pathname;
    // The page's data may change without going anywhere; that is no change of page.
  }, [pathname, search, layout]); // oxlint-disable-line react-hooks/exhaustive-deps
}
