import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Home, HomeSection } from "../home/contract.ts";
import { HomeView } from "./home-view.tsx";

const product = (slug: string) => ({
  id: slug,
  slug,
  name: slug,
  price_min: 10_000,
  price_max: 10_000,
  strike_price: null,
  discount_percent: 0,
  rating_average: 0,
  rating_count: 0,
  min_order: 1,
  sold_count: 0,
  shop_name: "Toko",
  city_name: "Solo",
  is_regional: false,
  in_stock: true,
  picture: { key: slug, color: "#ffffff" },
});
const section = (kind: HomeSection["kind"], slugs: readonly string[] = []): HomeSection => ({
  kind,
  title: kind,
  href: null,
  products: slugs.map(product),
  categories: [],
  provinces: [],
  shop: null,
});
const hero = {
  isShown: true,
  title: "Judul",
  text: "",
  action: "Lihat",
  href: "/product",
  picture: null,
  hasPicture: true,
};

/** The pictures of products that the browser loads before it knows where they are. */
function loadedAtOnce(sections: HomeSection[]): string[] {
  const home: Home = { hero, banners: [], sections };
  const html = renderToStaticMarkup(<HomeView home={home} />);
  const pictures = [...html.matchAll(/<img src="[^"]*\/img\/(p\d)-[^>]*>/g)];
  return pictures.flatMap(([tag, key = ""]) => (tag.includes('loading="eager"') ? [key] : []));
}

test("on the home page the first product is not loaded late, those after it are", () => {
  const rail = section("discounted", ["p1", "p2", "p3", "p4"]);
  const more = section("varied", ["p5", "p6"]);
  expect(loadedAtOnce([section("categories"), rail, more])).toEqual(["p1"]);
  expect(loadedAtOnce([more, rail])).toEqual(["p5"]);
  expect(loadedAtOnce([section("categories"), section("provinces"), rail])).toEqual([]);
});
