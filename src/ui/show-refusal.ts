/**
 * Design note. A form can be long, with its button at the end and its message at the top. On a phone the message would
 * be out of view, and the button would seem to do nothing. So every refusal is focused and scrolled into view: the
 * first wrong field, or else the message. With scripts {@link showRefusal} does this. Without them the server marks the
 * same elements with `autofocus`, and the browser does it when the page has loaded. `scroll-margin` (base.css) keeps
 * them clear of header and bars.
 */
import { useEffect, useRef, type RefObject } from "react";
import { useHydrated } from "./use-hydrated.ts";

const focusable = "input:not([type=hidden]), select, textarea, button, [tabindex]";

/** Opens all folded sections around the element. */
export function openEnclosingDetails(element: Element): void {
  for (let box = element.closest("details"); box; box = box.parentElement?.closest("details") ?? null) box.open = true;
}

/** Scrolls as little as possible, so that the element and its label are clear of header and bars. */
export function bringIntoView(element: Element): void {
  element.closest("[data-field]")?.scrollIntoView({ block: "nearest" });
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function moveFocus(element: HTMLElement): boolean {
  openEnclosingDetails(element);
  element.focus({ preventScroll: true });
  return element === document.activeElement;
}

/** Focuses the first wrong field of the form around `place`, or `place` itself, and scrolls it into view. */
function showRefusal(place: HTMLElement): void {
  const around = place.closest("form") ?? document;
  for (const wrong of around.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')) {
    const field = wrong.matches(focusable) ? wrong : wrong.querySelector<HTMLElement>(focusable);
    if (!field || !moveFocus(field)) continue;
    bringIntoView(field);
    const { top } = place.getBoundingClientRect();
    const { bottom } = field.getBoundingClientRect();
    // The message too, if both fit.
    if (bottom - top < innerHeight / 2) bringIntoView(place);
    return;
  }
  showMessage(place);
}

function showMessage(place: HTMLElement): void {
  moveFocus(place);
  bringIntoView(place);
}

/**
 * Shows each new `refusal` (by identity) in the element that gets the reference. With `alone` no field is wrong. When a
 * page was loaded with its refusal, the browser has shown it already, and the user may be typing in another field.
 */
export function useShowRefusal<T extends HTMLElement>(
  refusal: object | undefined,
  { alone = false } = {},
): RefObject<T | null> {
  const place = useRef<T>(null);
  const hydrated = useHydrated();
  const atOnce = useRef(!hydrated);
  useEffect(() => {
    const isPlaced = atOnce.current && document.activeElement !== document.body;
    atOnce.current = false;
    if (refusal && place.current && !isPlaced) (alone ? showMessage : showRefusal)(place.current);
  }, [refusal, alone]);
  return place;
}
