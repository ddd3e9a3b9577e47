import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { hrefs } from "#hrefs.ts";
import { pageApi } from "#lib/api-client.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import type { Home, HomeApi } from "../home/contract.ts";
import { heroKey, heroPreload, HomeView } from "../ui/home-view.tsx";

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
  return <HomeView home={useLoaderData<Home>()} />;
}
