import { useEffect } from "react";
import { useNavigate } from "react-router";
import { searchHref, searchType } from "./rules.ts";

/** What footer and menus do beyond plain HTML; see static-part.tsx. */
export function useStaticBehaviour(): void {
  const navigate = useNavigate();
  useEffect(() => {
    function search(event: SubmitEvent) {
      const form = event.target;
      if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !form.matches("[data-search]")) return;
      event.preventDefault();
      const sent = new FormData(form);
      void navigate(searchHref(String(sent.get("name") ?? ""), searchType(String(sent.get("type")))));
    }
    const listeners = [
      ["submit", search],
      ["change", chooseTheme],
      ["keydown", moveInMenu],
      ["pointerdown", touchMenu],
    ] as [string, EventListener][];
    for (const [name, listener] of listeners) document.addEventListener(name, listener);
    showTheme();
    return () => {
      for (const [name, listener] of listeners) document.removeEventListener(name, listener);
    };
  }, [navigate]);
}

/** Light, dark or as the device; kept on this device under the key that the document reads before it paints. */
function chooseTheme(event: Event): void {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || input.name !== "tema") return;
  const { value } = input;
  const dark = value === "dark" || (value === "" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  try {
    if (value === "") localStorage.removeItem("tema");
    else localStorage.setItem("tema", value);
  } catch {
    // Storing may be forbidden; the choice then holds for this page.
  }
}

function showTheme(): void {
  try {
    const kept = localStorage.getItem("tema") ?? "";
    const input = document.querySelector<HTMLInputElement>(`input[name="tema"][value="${kept}"]`);
    if (input) input.checked = true;
  } catch {
    // As above: then the choice of the HTML stands.
  }
}

/** Arrow keys in the category menu: up and down in a list, right into the sub-categories, left back. */
function moveInMenu(event: Event): void {
  const { target, key } = event as KeyboardEvent;
  if (!(target instanceof HTMLAnchorElement) || !target.closest("#kategori")) return;
  const category = target.closest("[data-category]");
  const isRoot = target.matches("[data-root]");
  const subs = [...(category?.querySelectorAll<HTMLElement>("[data-sub]") ?? [])];
  const ring = isRoot ? [...document.querySelectorAll<HTMLElement>("#kategori [data-root]")] : subs;
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
function touchMenu(event: Event): void {
  if ((event as PointerEvent).pointerType !== "touch" || !(event.target instanceof Element)) return;
  const root = event.target.closest("#kategori [data-root]");
  if (!root || root === touched || !root.nextElementSibling) return;
  touched = root;
  root.addEventListener("click", (click) => click.preventDefault(), { once: true });
}
