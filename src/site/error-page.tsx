import { isRouteErrorResponse, useRouteError } from "react-router";

/** What a person sees when a page does not exist, is not theirs, or failed. Says what is safe and what to do next. */
export function ErrorPage() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <section>
      <h1>{status === 404 ? "Halaman tidak ditemukan" : status === 403 ? "Tidak ada akses" : "Terjadi kesalahan"}</h1>
      <a href="/">Ke beranda</a>
    </section>
  );
}
