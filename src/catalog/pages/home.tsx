import { Suspense, useEffect, useState } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { pageApi } from "#lib/api-client.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import type { Home, HomeApi } from "../home/contract.ts";
import { lazyExtra } from "#ui/lazy-extra.ts";
import { heroKey, heroPreload, HomeView } from "../ui/home-view.tsx";

const RecentProducts = lazyExtra(async () => (await import("../ui/recent-products.tsx")).RecentProducts);

export async function loader(args: LoaderFunctionArgs): Promise<Home> {
  return (await pageApi<HomeApi>(args)("GET /v1/home")).result;
}

export const handle: PageHandle<Home> = {
  layout: "shop",
  head: (home) => ({
    title: brandName(),
    description:
      "Pasar daring karya dan kebutuhan dari seluruh Nusantara. Belanja langsung dari penjual dan perajin, dibayar aman lewat rekening bersama.",
    canonical: "/",
    image: hrefs.picture(heroKey(home), 800, "webp"),
    preload: heroPreload(home),
  }),
  tags: () => ["home", "catalog", "shops"],
};

export function Component() {
  const home = useLoaderData<Home>();
  // What the browser remembers is shown below everything else, and loads only if there is something.
  const [hasRecent, setHasRecent] = useState(false);
  useEffect(() => {
    try {
      setHasRecent(localStorage.getItem("recent_products") !== null);
    } catch {
      // A private window may forbid storage.
    }
  }, []);
  return (
    <>
      <HomeView home={home} />
      {hasRecent && (
        <div className="wrap">
          <Suspense>
            <RecentProducts />
          </Suspense>
        </div>
      )}
    </>
  );
}
