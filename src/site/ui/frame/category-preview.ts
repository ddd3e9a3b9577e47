import type { ProductCard } from "#catalog/contract.ts";
import { hrefs } from "#hrefs.ts";
import { browserCall } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";

const maxPreviewProducts = 4;
/** The delay of the stylesheet before a hovered category is shown, in milliseconds. */
const hoverDelay = 120;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows the best-selling products of a category below its sub-categories in the menu when the user opens it. Menus are
 * plain HTML (static-html.tsx), so this uses no React. When the call fails, the menu stays unchanged.
 */
export function showCategoryPreview(category: Element | null | undefined): void {
  clearTimeout(timer);
  const place = category?.querySelector<HTMLElement>("[data-preview]");
  if (place && place.childElementCount === 0) timer = setTimeout(() => void fillPreview(place), hoverDelay);
}

async function fillPreview(place: HTMLElement): Promise<void> {
  const query = new URLSearchParams({
    category: place.dataset.preview ?? "",
    sort: "sold",
    limit: String(maxPreviewProducts),
  });
  const { status, body } = await browserCall("GET", `/v1/products?${query}`);
  if (status !== 200 || place.childElementCount > 0) return;
  const { result } = body as { result: ProductCard[] };
  if (result.length === 0) return;
  const heading = document.createElement("p");
  heading.textContent = "Paling laku";
  const list = document.createElement("ul");
  list.append(...result.map(card));
  place.replaceChildren(heading, list);
}

function card(product: ProductCard): HTMLElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = hrefs.product(product.slug);
  if (product.picture) {
    const { key, color } = product.picture;
    const picture = new Image(200, 200);
    picture.alt = "";
    picture.style.backgroundColor = color ?? "";
    picture.srcset = `${hrefs.picture(key, 200, "webp")} 200w, ${hrefs.picture(key, 400, "webp")} 400w`;
    picture.sizes = "200px";
    link.append(picture);
  }
  const name = document.createElement("span");
  name.textContent = product.name;
  const price = document.createElement("b");
  price.textContent = formatRupiah(product.price_min);
  link.append(name, price);
  item.append(link);
  return item;
}
