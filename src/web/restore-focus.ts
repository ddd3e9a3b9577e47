/**
 * Design note. When the thing that has the focus goes away (a deleted row, a closed notice, the link to the next page), a
 * browser gives the focus to nothing: who goes by keyboard begins at the top, and a screen reader falls silent. So what has
 * the focus is remembered with its place in every box around it. When it is gone, the focus goes to the same thing drawn
 * anew, else to its like in the next row of the list, else to the heading of what stands there now, else to the content. A page
 * that came without a whole load says its title, as a loaded one does by itself.
 */

const focusable =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex='-1'])" as const;

/** How long a page takes at most to be shown when it has come, in milliseconds. */
const maxRenderDuration = 1000;

type FocusPosition = { element: HTMLElement; boxes: { box: Element; at: number }[] };

function within(box: Element): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(focusable)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(":disabled") && one.checkVisibility({ visibilityProperty: true }),
  );
}

function rememberPosition(element: HTMLElement): FocusPosition {
  const boxes: FocusPosition["boxes"] = [];
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    boxes.push({ box, at: within(box).indexOf(element) });
    if (box.matches("main, dialog, [popover]")) break;
  }
  return { element, boxes };
}

/** What makes it the same thing for a person. */
function identityOf(one: HTMLElement): string {
  const value = one instanceof HTMLInputElement && /checkbox|radio/.test(one.type) ? one.value : "";
  const name = one.getAttribute("aria-label") ?? one.textContent;
  return [one.tagName, one.getAttribute("name"), value, one.getAttribute("href"), name].join("|");
}

function isInViewport(one: Element): boolean {
  const { top, bottom } = one.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Where somebody goes on whose place is gone; null when nothing of its surroundings is left in sight. */
function findReplacement({ element, boxes }: FocusPosition): HTMLElement | null {
  const folded = element.isConnected ? element.closest("details:not([open])")?.querySelector("summary") : null;
  if (folded) return folded;
  for (const { box, at } of boxes) {
    if (!box.isConnected) continue;
    const left = within(box);
    const same = left.find((one) => identityOf(one) === identityOf(element));
    const next = left[Math.min(at, left.length - 1)];
    if (!same && !next) continue;
    const found = same ?? (box.matches("ul, ol, tbody") ? sameInNextRow(left, element, at) : headingAbove(next));
    return found && isInViewport(found) ? found : null;
  }
  return null;
}

/** In a list, the same button of the next row. */
function sameInNextRow(left: HTMLElement[], element: HTMLElement, at: number): HTMLElement | undefined {
  const far = (one: HTMLElement) => Math.abs(left.indexOf(one) - at);
  const alike = left.filter((one) => one.tagName === element.tagName && one.className === element.className);
  return alike.sort((a, b) => far(a) - far(b))[0] ?? left[Math.min(at, left.length - 1)];
}

/** Elsewhere the heading of what comes next: another button there would do something else when it is pressed once more. */
function headingAbove(next: HTMLElement | undefined): HTMLElement | null {
  const heading = next?.closest("section")?.querySelector<HTMLElement>("h1, h2, h3, h4") ?? null;
  if (heading) heading.tabIndex = -1;
  return heading;
}

/** Watches from now on. Gives back what is to be told when the page of another address is about to be shown. */
export function restoreFocus(): () => void {
  let held: FocusPosition | undefined;
  let arrived = Number.NEGATIVE_INFINITY;
  const isGone = (element: HTMLElement) => !element.isConnected || !element.checkVisibility();
  const isNowhere = () => !document.activeElement || document.activeElement === document.body;
  const remember = (target: EventTarget | null) => {
    held = target instanceof HTMLElement && target !== document.body ? rememberPosition(target) : undefined;
  };
  document.addEventListener("focusin", ({ target }) => remember(target));
  // Somebody pressed on nothing: that is where they are.
  document.addEventListener("pointerdown", () => setTimeout(() => isNowhere() && (held = undefined)));
  const toContent = () => document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  new MutationObserver(() => {
    const lost = held && isGone(held.element) ? held : undefined;
    if (!lost) {
      // The next page of a list begins at the top.
      const arriving = performance.now() - arrived < maxRenderDuration;
      if (arriving && (isNowhere() || !isInViewport(document.activeElement ?? document.body))) toContent();
      return;
    }
    // What took it away may give the focus a place itself.
    requestAnimationFrame(() => {
      if (held !== lost || (!isNowhere() && document.activeElement !== lost.element)) return;
      held = undefined;
      const place = findReplacement(lost);
      if (place) place.focus({ preventScroll: true });
      else toContent();
    });
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["open", "hidden"] });
  remember(document.activeElement);
  return () => {
    arrived = performance.now();
  };
}

/** A browser may leave what has the focus half beyond the edge of what scrolls: who goes by Tab sees all of it. */
export function scrollToFocus(): void {
  let byTab = false;
  document.addEventListener("keydown", ({ key }) => (byTab = key === "Tab"), true);
  document.addEventListener("focusin", ({ target }) => {
    if (byTab && target instanceof Element && target.matches(focusable))
      target.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}

/** A dialog that can have the focus takes it, not the first link that stands in it before its list has come. */
function focusDialog({ target }: Event): void {
  if (target instanceof HTMLElement && target.matches("dialog[tabindex]:popover-open")) target.focus();
}

/** What drops down closes behind who leaves it by keyboard: it would lie over where they go. */
export function closeOnFocusLeave(): void {
  document.addEventListener("toggle", focusDialog, true);
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    for (const open of document.querySelectorAll<HTMLElement>("[popover]:popover-open"))
      if (!open.contains(target) && target.getAttribute("popovertarget") !== open.id) open.hidePopover();
  });
}

/** Says the page's title whenever it changes. */
export function announceTitle(): void {
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
