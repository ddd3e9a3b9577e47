/**
 * Design note. When the focused element disappears (a deleted row, a closed notice, the link to the next page), nothing
 * has the focus. Keyboard users then start at the top of the page, and a screen reader says nothing. So this code
 * remembers the focused element with its position in each ancestor. When the element is gone, it focuses the first that
 * exists of: the same element rendered again; in a list, the same control of the nearest row; elsewhere, the heading of
 * the section at that position; the main content. It also announces the title of a page that opens without a full load,
 * as browsers do after a full load.
 */

const focusable =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex='-1'])" as const;

/** Time within which a new page must be rendered for the focus to move to its top, in milliseconds. */
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

/** Equal for two elements that are the same control to a user. */
function identityOf(one: HTMLElement): string {
  const value = one instanceof HTMLInputElement && /checkbox|radio/.test(one.type) ? one.value : "";
  const name = one.getAttribute("aria-label") ?? one.textContent;
  return [one.tagName, one.getAttribute("name"), value, one.getAttribute("href"), name].join("|");
}

function isInViewport(one: Element): boolean {
  const { top, bottom } = one.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** The element that gets the focus of one that disappeared; null when none near it is left in the viewport. */
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

/** In a list, the same control of the nearest row. */
function sameInNextRow(left: HTMLElement[], element: HTMLElement, at: number): HTMLElement | undefined {
  const far = (one: HTMLElement) => Math.abs(left.indexOf(one) - at);
  const alike = left.filter((one) => one.tagName === element.tagName && one.className === element.className);
  return alike.sort((a, b) => far(a) - far(b))[0] ?? left[Math.min(at, left.length - 1)];
}

/**
 * Outside a list, the heading of the next element's section. A button there could do something else at a second press.
 */
function headingAbove(next: HTMLElement | undefined): HTMLElement | null {
  const heading = next?.closest("section")?.querySelector<HTMLElement>("h1, h2, h3, h4") ?? null;
  if (heading) heading.tabIndex = -1;
  return heading;
}

/** Restores the focus from now on. Returns a function to call when a page with another URL is about to be shown. */
export function restoreFocus(): () => void {
  let remembered: FocusPosition | undefined;
  let arrived = Number.NEGATIVE_INFINITY;
  const isGone = (element: HTMLElement) => !element.isConnected || !element.checkVisibility();
  const isNowhere = () => !document.activeElement || document.activeElement === document.body;
  const remember = (target: EventTarget | null) => {
    remembered = target instanceof HTMLElement && target !== document.body ? rememberPosition(target) : undefined;
  };
  document.addEventListener("focusin", ({ target }) => remember(target));
  // The user has pressed outside any control, so no focus is to be restored.
  document.addEventListener("pointerdown", () => setTimeout(() => isNowhere() && (remembered = undefined)));
  const toContent = () => document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  new MutationObserver(() => {
    const lost = remembered && isGone(remembered.element) ? remembered : undefined;
    if (!lost) {
      // A new page, or the next part of a list, begins at the top.
      const arriving = performance.now() - arrived < maxRenderDuration;
      if (arriving && (isNowhere() || !isInViewport(document.activeElement ?? document.body))) toContent();
      return;
    }
    // The code that removed the element may set the focus itself.
    requestAnimationFrame(() => {
      if (remembered !== lost || (!isNowhere() && document.activeElement !== lost.element)) return;
      remembered = undefined;
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

/** Scrolls an element into view that gets the focus by Tab. A browser may leave it partly outside a scrolling box. */
export function scrollToFocus(): void {
  let byTab = false;
  document.addEventListener("keydown", ({ key }) => (byTab = key === "Tab"), true);
  document.addEventListener("focusin", ({ target }) => {
    if (byTab && target instanceof Element && target.matches(focusable))
      target.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}

/** Focuses a dialog that can have the focus, instead of its first link, whose list may still be loading. */
function focusDialog({ target }: Event): void {
  if (target instanceof HTMLElement && target.matches("dialog[tabindex]:popover-open")) target.focus();
}

/** Closes a popover when the focus leaves it, because it would cover the element that has the focus next. */
export function closeOnFocusLeave(): void {
  document.addEventListener("toggle", focusDialog, true);
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    for (const open of document.querySelectorAll<HTMLElement>("[popover]:popover-open"))
      if (!open.contains(target) && target.getAttribute("popovertarget") !== open.id) open.hidePopover();
  });
}

/** Makes screen readers announce the page's title whenever it changes. */
export function announceTitle(): void {
  const status = document.createElement("p");
  status.role = "status";
  status.className = "sr-only";
  document.body.append(status);
  let announced = document.title;
  new MutationObserver(() => {
    if (document.title === announced) return;
    announced = document.title;
    status.textContent = announced;
  }).observe(document.head, { childList: true, subtree: true, characterData: true });
}
