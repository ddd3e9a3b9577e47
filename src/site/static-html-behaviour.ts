/** What footer and menus do beyond plain HTML; loaded when somebody first touches them (static-html.tsx). */
import { searchHref, searchType } from "#search/rules.ts";
import { showCategoryPreview } from "./ui/category-preview.ts";

/** Listens from now on. `go` visits an address of ours without loading the page whole. */
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
  if (menu?.matches(":popover-open")) showCategoryPreview(menu.querySelector("[data-category]"));
  document.addEventListener("toggle", onMenuOpen, true);
  // A link to another place of the page that is shown.
  addEventListener("hashchange", () => {
    for (const open of document.querySelectorAll<HTMLElement>("#menus :popover-open")) open.hidePopover();
  });
  for (const name of ["pointerover", "focusin"]) document.addEventListener(name, onCategoryHover);
}

/** The menu opens with its first category. */
function onMenuOpen(event: Event): void {
  const menu = event.target;
  if (menu instanceof Element && menu.id === "category-menu" && menu.matches(":popover-open"))
    showCategoryPreview(menu.querySelector("[data-category]"));
}

function onCategoryHover({ target }: Event): void {
  const category = target instanceof Element ? target.closest("#category-menu [data-category]") : null;
  if (category) showCategoryPreview(category);
}

/** Light, dark or as the device; kept on this device under the key that the document reads before it paints. */
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
    // Storing may be forbidden; the choice then holds for this page.
  }
}

/** Arrow keys in the category menu: down into it from its button, up and down in a list, right into the sub-categories, left back. */
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
    menu.querySelector<HTMLElement>("[data-root]")?.focus();
    return;
  }
  if (!(target instanceof HTMLAnchorElement) || !target.closest("#category-menu")) return;
  const category = target.closest("[data-category]");
  const isRoot = target.matches("[data-root]");
  const subs = [...(category?.querySelectorAll<HTMLElement>("[data-subcategory]") ?? [])];
  const ring = isRoot ? [...document.querySelectorAll<HTMLElement>("#category-menu [data-root]")] : subs;
  const at = ring.indexOf(target);
  const to: Record<string, HTMLElement | null | undefined> = {
    ArrowDown: ring[(at + 1) % ring.length],
    ArrowUp: ring[(at - 1 + ring.length) % ring.length],
    Home: ring[0],
    End: ring.at(-1),
    ArrowRight: isRoot ? subs[0] : undefined,
    ArrowLeft: isRoot ? undefined : category?.querySelector<HTMLElement>("[data-root]"),
  };
  const next = to[key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

let touched: Element | undefined;

/** A first touch on a category shows what is in it; the second goes there. */
function touchMenu(event: PointerEvent): void {
  if (event.pointerType !== "touch" || !(event.target instanceof Element)) return;
  const root = event.target.closest("#category-menu [data-root]");
  if (!root || root === touched || !root.nextElementSibling) return;
  touched = root;
  root.addEventListener("click", (click) => click.preventDefault(), { once: true });
}
