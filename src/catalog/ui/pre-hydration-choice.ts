import { useEffect, useRef, type RefObject } from "react";

/**
 * The ref of a form whose choices act at once. `act` is called when a choice was made before the scripts ran; the form needs `autoComplete="off"`, or a browser that fills it in again would look like a person.
 */
export function usePreHydrationChoice(act: (form: HTMLFormElement) => void): RefObject<HTMLFormElement | null> {
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const form = place.current;
    if (form && [...form.elements].some(isChanged)) act(form);
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps
  return place;
}

/** Whether another option is chosen than the page came with. Text is not a choice: it waits for its button. */
function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  return field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
}
