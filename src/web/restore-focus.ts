/**
 * Design note. When the focused element disappears, browsers drop the focus: keyboard users start at the top and screen
 * readers fall silent. This module moves it to the same element after a re-render, else to the same control in the next
 * row, else to the next heading, else to `main`. After client-side navigation it announces the title.
 */

const focusable =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex='-1'])" as const;

/** Time within which a new page must be rendered for the focus to move to its top, in milliseconds. */
const maxRenderDuration = 1000;

/** Where the focus is in each box around it. `isOnly`: the box has no other control that looks the same to a user. */
type FocusPosition = { element: HTMLElement; boxes: { box: Element; at: number; isOnly: boolean }[] };

function within(box: Element): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(focusable)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(":disabled") && one.checkVisibility({ visibilityProperty: true }),
  );
}

function rememberPosition(element: HTMLElement): FocusPosition {
  const boxes: FocusPosition["boxes"] = [];
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    const found = within(box);
    boxes.push({
      box,
      at: found.indexOf(element),
      isOnly: !found.some((one) => one !== element && isAlike(one, element)),
    });
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

function isAlike(one: HTMLElement, other: HTMLElement): boolean {
  return one.tagName === other.tagName && identityOf(one) === identityOf(other);
}

function isInViewport(one: Element): boolean {
  const { top, bottom } = one.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** The element to focus when the focused one is gone; null if nothing around it is visible. */
function findReplacement({ element, boxes }: FocusPosition): HTMLElement | null {
  const folded = element.isConnected ? element.closest("details:not([open])")?.querySelector("summary") : null;
  if (folded) return folded;
  for (const { box, at, isOnly } of boxes) {
    if (!box.isConnected) continue;
    const left = within(box);
    // What looked the same before is another control, such as the button that approves the next payout.
    const same = isOnly ? left.find((one) => isAlike(one, element)) : undefined;
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

/** Outside lists, the heading of the next section: a neighbouring button would do something else on a second press. */
function headingAbove(next: HTMLElement | undefined): HTMLElement | null {
  const heading = next?.closest("section")?.querySelector<HTMLElement>("h1, h2, h3, h4") ?? null;
  if (heading) heading.tabIndex = -1;
  return heading;
}

/** Starts watching. Returns a function to call before another page is shown. */
export function restoreFocus(): () => void {
  let remembered: FocusPosition | undefined;
  let arrived = Number.NEGATIVE_INFINITY;
  const isGone = (element: HTMLElement) => !element.isConnected || !element.checkVisibility();
  const isNowhere = () => !document.activeElement || document.activeElement === document.body;
  const remember = (target: EventTarget | null) => {
    remembered = target instanceof HTMLElement && target !== document.body ? rememberPosition(target) : undefined;
  };
  document.addEventListener("focusin", ({ target }) => remember(target));
  // A press on nothing focusable clears the remembered position.
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

/**
 * Closes a popover when the focus leaves it, because it would cover the element that has the focus next. A press on
 * text in a popover focuses what contains it, `main` for example: that leaves nothing.
 */
export function closeOnFocusLeave(): void {
  document.addEventListener("toggle", focusDialog, true);
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    for (const open of document.querySelectorAll<HTMLElement>("[popover]:popover-open"))
      if (!open.contains(target) && !target.contains(open) && target.getAttribute("popovertarget") !== open.id)
        open.hidePopover();
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
