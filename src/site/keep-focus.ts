/**
 * Design note. When the thing that has the focus goes away (a deleted row, a closed notice, the link to the next page), a
 * browser gives the focus to nothing: who goes by keyboard begins at the top, and a screen reader falls silent. So what has
 * the focus is remembered with its place in every box around it. When it is gone, the focus goes to the same thing drawn
 * anew, else to its like in the nearest box that is left (the button of the next row), else to the page's content. A page
 * that came without a whole load says its title, as a loaded one does by itself.
 */

const usable =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex='-1'])" as const;

/** How long a page takes at most to be shown when it has come, in milliseconds. */
const arrival = 1000;

type Held = { element: HTMLElement; boxes: { box: Element; at: number }[] };

function within(box: Element): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(usable)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(":disabled") && one.checkVisibility({ visibilityProperty: true }),
  );
}

function hold(element: HTMLElement): Held {
  const boxes: Held["boxes"] = [];
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    boxes.push({ box, at: within(box).indexOf(element) });
    if (box.matches("main, dialog, [popover]")) break;
  }
  return { element, boxes };
}

/** What makes it the same thing for a person. */
function sign(one: HTMLElement): string {
  const value = one instanceof HTMLInputElement && /checkbox|radio/.test(one.type) ? one.value : "";
  const name = one.getAttribute("aria-label") ?? one.textContent;
  return [one.tagName, one.getAttribute("name"), value, one.getAttribute("href"), name].join("|");
}

function inSight(one: Element): boolean {
  const { top, bottom } = one.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Where somebody goes on whose place is gone; the page's content when nothing of its surroundings is left in sight. */
function instead({ element, boxes }: Held): HTMLElement | null {
  const folded = element.isConnected ? element.closest("details:not([open])")?.querySelector("summary") : null;
  if (folded) return folded;
  for (const { box, at } of boxes) {
    if (!box.isConnected) continue;
    const left = within(box);
    const same = left.find((one) => sign(one) === sign(element));
    if (same) return inSight(same) ? same : null;
    if (box.matches("main")) return null;
    const like = left
      .map((one, place) => ({ one, far: Math.abs(place - at) }))
      .filter(({ one }) => one.tagName === element.tagName && one.className === element.className)
      .sort((a, b) => a.far - b.far)[0]?.one;
    const found = like ?? left[Math.min(at, left.length - 1)];
    if (found) return inSight(found) ? found : null;
  }
  return null;
}

/** Watches from now on. Gives back what is to be told when the page of another address is about to be shown. */
export function keepFocus(): () => void {
  let held: Held | undefined;
  let arrived = Number.NEGATIVE_INFINITY;
  const isGone = (element: HTMLElement) => !element.isConnected || !element.checkVisibility();
  const isNowhere = () => !document.activeElement || document.activeElement === document.body;
  const remember = (target: EventTarget | null) => {
    held = target instanceof HTMLElement && target !== document.body ? hold(target) : undefined;
  };
  document.addEventListener("focusin", ({ target }) => remember(target));
  // Somebody pressed on nothing: that is where they are.
  document.addEventListener("pointerdown", () => setTimeout(() => isNowhere() && (held = undefined)));
  const toContent = () => document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  new MutationObserver(() => {
    // The next page of a list begins at the top.
    const arriving = performance.now() - arrived < arrival;
    if (arriving && document.activeElement && !inSight(document.activeElement)) toContent();
    if (!held || !isGone(held.element)) return;
    const lost = held;
    // What took it away may give the focus a place itself.
    requestAnimationFrame(() => {
      if (held !== lost || (!isNowhere() && document.activeElement !== lost.element)) return;
      held = undefined;
      const place = instead(lost);
      if (place) place.focus({ preventScroll: true });
      else toContent();
    });
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["open", "hidden"] });
  remember(document.activeElement);
  return () => {
    arrived = performance.now();
  };
}

/** A dialog that can have the focus takes it, not the first link that stands in it before its list has come. */
function enter({ target }: Event): void {
  if (target instanceof HTMLElement && target.matches("dialog[tabindex]:popover-open")) target.focus();
}

/** What drops down closes behind who leaves it by keyboard: it would lie over where they go. */
export function closeBehind(): void {
  document.addEventListener("toggle", enter, true);
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    for (const open of document.querySelectorAll<HTMLElement>("[popover]:popover-open"))
      if (!open.contains(target) && target.getAttribute("popovertarget") !== open.id) open.hidePopover();
  });
}

/** Says the page's title whenever it changes. */
export function sayTitle(): void {
  const place = document.createElement("p");
  place.role = "status";
  place.className = "sr-only";
  document.body.append(place);
  let said = document.title;
  new MutationObserver(() => {
    if (document.title === said) return;
    said = document.title;
    place.textContent = said;
  }).observe(document.head, { childList: true, subtree: true, characterData: true });
}
