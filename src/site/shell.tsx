import { Suspense, useContext, useEffect, useRef, useState } from "react";
import {
  Outlet,
  ScrollRestoration,
  UNSAFE_DataRouterDataContext as RouterData,
  useLocation,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from "react-router";
import { FlashMessageNotice } from "#accounts/ui/flash-message/flash-message-notice.tsx";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { autoReloadStoppedEvent } from "#lib/browser/auto-reload.ts";
import type { RootData } from "./menu-category.ts";
import { useSession } from "#accounts/ui/session/session-provider.tsx";
import { lazyExtra } from "#ui/lazy-extra.ts";
import { StaticHtml, useStaticHtmlBehaviour } from "./static-html.tsx";
import { BottomNav } from "./ui/frame/bottom-nav.tsx";
import { CheckoutHeader } from "./ui/frame/checkout-header.tsx";
import { Header } from "./ui/frame/header.tsx";
import styles from "./ui/frame/shell.module.css";

// Only the server imports them. A browser gets their HTML, and loads their code only when it has to render them.
const footer = import.meta.env.SSR ? await import("./ui/frame/footer.tsx") : undefined;
const announcement = import.meta.env.SSR ? await import("./ui/frame/announcement.tsx") : undefined;
const menus = import.meta.env.SSR ? await import("./ui/frame/menus.tsx") : undefined;
const LazyFooter = lazyExtra(async () => (await import("./ui/frame/footer.tsx")).Footer);
const LazyReloadStoppedNotice = lazyExtra(
  async () => (await import("./ui/frame/reload-stopped-notice.tsx")).ReloadStoppedNotice,
);
const LazyMenus = lazyExtra(async () => (await import("./ui/frame/menus.tsx")).FetchedMenus);

/** Header, page and footer (S006–S008, S015, S016). The page's `handle.layout` decides which of them it has. */
export function Shell() {
  const matches = useMatches();
  const root = useRouteLoaderData<RootData>("root");
  const leaf = matches.at(-1);
  const handle = leaf?.handle as PageHandle<unknown> | undefined;
  // The console shows refused and missing pages in its own frame. Another page that failed has none.
  const errors = useContext(RouterData)?.errors;
  const isConsole =
    handle?.layout === "console" && (leaf?.loaderData !== undefined || hasFrame(errors?.[leaf?.id ?? ""]));
  const layout = handle?.layout === "console" && !isConsole ? "work" : (handle?.layout ?? "shop");
  const framed = layout === "shop" || layout === "work";
  useStaticHtmlBehaviour();
  useSessionHint();
  useEffect(() => {
    document.documentElement.dataset.ready = "1";
  }, []);
  usePageChange(handle, leaf?.loaderData, layout);
  const page = isConsole ? (
    <Outlet />
  ) : (
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
      <StaticHtml id="announcement" otherwise={null}>
        {announcement && <announcement.Announcement />}
      </StaticHtml>
      {framed && (
        <>
          <Header />
          <StaticHtml id="menus" sameAs={root?.menu?.text ?? ""} otherwise={<LazyMenus />}>
            {menus && <menus.Menus categories={root?.menu?.categories ?? []} />}
          </StaticHtml>
        </>
      )}
      {layout === "checkout" && <CheckoutHeader />}
      <ReloadStopped />
      {page}
      {framed && (
        <>
          <StaticHtml id="footer" sameAs={layout} otherwise={<LazyFooter folded={layout === "work"} />}>
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

// Here, and not by frameOfFailure: every page loads this file.
function hasFrame(error: unknown): boolean {
  return (error as { data?: { frame?: unknown } | null } | undefined)?.data?.frame !== undefined;
}

/** A notice when the page reloaded itself too often and stopped doing so. */
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

/** A progress line at the top while the next page loads. CSS shows it only after 300 ms. */
function Progress() {
  const { state } = useNavigation();
  return state === "idle" ? null : <progress className={styles.progress} aria-label="Memuat halaman" />;
}

/** Updates the attribute on <html> that gives the account area its size before the session is loaded. */
function useSessionHint() {
  const { state } = useSession();
  useEffect(() => {
    if (state === "in") document.documentElement.dataset.session = "in";
    if (state === "out") delete document.documentElement.dataset.session;
  }, [state]);
}

/** After a client-side navigation, updates title and layout, closes menus and moves the focus. */
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
    if (title) document.title = title === brandName() ? title : `${title} · ${brandName()}`;
    for (const open of document.querySelectorAll<HTMLElement>("[popover]:popover-open")) open.hidePopover();
    if (shown.current !== pathname && !hash)
      document.querySelector<HTMLElement>("#main")?.focus({ preventScroll: true });
    shown.current = pathname;
    // New data of the same page is not a change of page, so it is no dependency.
  }, [pathname, search, layout]); // oxlint-disable-line react-hooks/exhaustive-deps
}
