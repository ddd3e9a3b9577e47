import { lazy, Suspense } from "react";
import { hrefs } from "#hrefs.ts";

// The server has the page at hand; a browser loads it when something failed, and makes do with a sentence when even that
// cannot be reached.
const server = import.meta.env.SSR ? await import("./error-page.tsx") : undefined;
const LazyErrorPage = lazy(() =>
  import("./error-page.tsx").then(
    ({ ErrorPage }) => ({ default: ErrorPage }),
    () => ({ default: Unreachable }),
  ),
);

/** What the router shows instead of a page that failed. */
export function ErrorBoundary() {
  return <Suspense>{server ? <server.ErrorPage /> : <LazyErrorPage />}</Suspense>;
}

function Unreachable() {
  return (
    <div className="wrap plain-error">
      <h1>Sambungan terputus</h1>
      <p>Keranjang dan pesanan Anda tetap tersimpan. Periksa jaringan Anda lalu coba lagi.</p>
      <p>
        <button type="button" className="link" onClick={() => location.reload()}>
          Coba lagi
        </button>{" "}
        · <a href={hrefs.home()}>Ke beranda</a>
      </p>
    </div>
  );
}
