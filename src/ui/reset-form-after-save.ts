import { useEffect, useRef, type RefObject } from "react";
import { useNavigation } from "react-router";

/**
 * A reference to a form that shows the stored values instead of the typed ones after `saved` has changed and the page's
 * data was loaded again: a number in its usual form, a name without spaces around it. `saved` is undefined while
 * nothing was saved. `other` is a reference that the form has already.
 */
export function useResetAfterSave(
  saved: unknown,
  other?: RefObject<HTMLFormElement | null>,
): RefObject<HTMLFormElement | null> {
  const own = useRef<HTMLFormElement>(null);
  const form = other ?? own;
  const shown = useRef(saved);
  const isIdle = useNavigation().state === "idle";
  useEffect(() => {
    if (!isIdle || saved === shown.current) return;
    shown.current = saved;
    if (saved !== undefined) form.current?.reset();
  }, [saved, isIdle, form]);
  return form;
}
