import { lazy, Suspense } from "react";
import { hrefs } from "#hrefs.ts";

// The server has the error page; a browser loads it when something failed, and shows a short message when that load
// fails too.
const server = import.meta.env.SSR ? await import("./error-page.tsx") : undefined;
const LazyErrorPage = lazy(() =>
  import("./error-page.tsx").then(
    ({ ErrorPage }) => ({ default: ErrorPage }),
    () => ({ default: Unreachable }),
  ),
);

/** The router shows this instead of a page that failed. */
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
