import { Outlet } from "react-router";

/** Header, page, footer; which of them stand there is the page's choice (`handle.layout`). */
export function Shell() {
  return (
    <main id="isi">
      <Outlet />
    </main>
  );
}
