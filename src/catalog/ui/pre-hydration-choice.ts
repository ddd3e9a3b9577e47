import { useEffect, useRef, type RefObject } from "react";

/**
 * Returns the ref of a form whose choices apply at once, and calls `act` if a choice was made before the scripts ran.
 * The form needs `autoComplete="off"`: otherwise a browser that restores its fields looks like a person who made a
 * choice.
 */
export function usePreHydrationChoice(act: (form: HTMLFormElement) => void): RefObject<HTMLFormElement | null> {
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const form = place.current;
    if (form && [...form.elements].some(isChanged)) act(form);
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps
  return place;
}

/**
 * Whether another option is selected than when the page was loaded. Text fields do not count: they wait for their
 * button.
 */
function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  return field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
}
