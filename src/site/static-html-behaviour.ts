/**
 * The behaviour of footer and menus beyond plain HTML. It loads when a user first interacts with them
 * (static-html.tsx).
 */
import { searchHref, searchType } from "#search/rules.ts";
import { showCategoryPreview } from "./ui/frame/category-preview.ts";

/** The categories of the menu and the links to them. Attributes of their own would weigh 400 bytes in every page. */
const inMenu = {
  category: "#category-menu > ul > li",
  root: "#category-menu > ul > li > a",
  sub: ":scope > div a",
} as const;

/** Adds the listeners. `go` navigates within this site without a page load. */
export function startStaticHtmlBehaviour(go: (href: string) => void): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !form.matches("[data-search]")) return;
    event.preventDefault();
    const sent = new FormData(form);
    go(searchHref(String(sent.get("name") ?? ""), searchType(String(sent.get("type")))));
  });
  document.addEventListener("change", chooseTheme);
  document.addEventListener("keydown", moveInMenu);
  document.addEventListener("pointerdown", touchMenu);
  const menu = document.getElementById("category-menu");
  if (menu?.matches(":popover-open")) showCategoryPreview(menu.querySelector(inMenu.category));
  document.addEventListener("toggle", onMenuOpen, true);
  // A link to another anchor of the current page closes the menu.
  addEventListener("hashchange", () => {
    for (const open of document.querySelectorAll<HTMLElement>("#menus :popover-open")) open.hidePopover();
  });
  for (const name of ["pointerover", "focusin"]) document.addEventListener(name, onCategoryHover);
}

/** When the menu opens, it shows its first category. */
function onMenuOpen(event: Event): void {
  const menu = event.target;
  if (menu instanceof Element && menu.id === "category-menu" && menu.matches(":popover-open"))
    showCategoryPreview(menu.querySelector(inMenu.category));
}

function onCategoryHover({ target }: Event): void {
  const category = target instanceof Element ? target.closest(inMenu.category) : null;
  if (category) showCategoryPreview(category);
}

/**
 * Sets the theme: light, dark or the device's. Stores it under the key that the document reads before the first paint.
 */
function chooseTheme(event: Event): void {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || input.name !== "theme") return;
  const { value } = input;
  const dark = value === "dark" || (value === "" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  try {
    if (value === "") localStorage.removeItem("theme");
    else localStorage.setItem("theme", value);
  } catch {
    // The browser may forbid storage; the choice then lasts for this page.
  }
}

/**
 * Arrow keys in the category menu: down from its button into it, up and down in a list, right to sub-categories, left
 * back.
 */
function moveInMenu(event: KeyboardEvent): void {
  const { target, key } = event;
  if (
    key === "ArrowDown" &&
    target instanceof HTMLButtonElement &&
    target.popoverTargetElement?.id === "category-menu"
  ) {
    event.preventDefault();
    const menu = target.popoverTargetElement as HTMLElement;
    menu.showPopover({ source: target });
    menu.querySelector<HTMLElement>(inMenu.root)?.focus();
    return;
  }
  if (!(target instanceof HTMLAnchorElement) || !target.closest("#category-menu")) return;
  const category = target.closest(inMenu.category);
  const isRoot = target.matches(inMenu.root);
  const subs = [...(category?.querySelectorAll<HTMLElement>(inMenu.sub) ?? [])];
  const ring = isRoot ? [...document.querySelectorAll<HTMLElement>(inMenu.root)] : subs;
  const at = ring.indexOf(target);
  const to: Record<string, HTMLElement | null | undefined> = {
    ArrowDown: ring[(at + 1) % ring.length],
    ArrowUp: ring[(at - 1 + ring.length) % ring.length],
    Home: ring[0],
    End: ring.at(-1),
    ArrowRight: isRoot ? subs[0] : undefined,
    ArrowLeft: isRoot ? undefined : category?.querySelector<HTMLElement>(inMenu.root),
  };
  const next = to[key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

let touched: Element | undefined;

/** The first touch on a category shows its sub-categories; the second opens its page. */
function touchMenu(event: PointerEvent): void {
  if (event.pointerType !== "touch" || !(event.target instanceof Element)) return;
  const root = event.target.closest(inMenu.root);
  if (!root || root === touched || !root.nextElementSibling) return;
  touched = root;
  root.addEventListener("click", (click) => click.preventDefault(), { once: true });
}
