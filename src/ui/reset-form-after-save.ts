import { useEffect, useRef, type RefObject } from "react";
import { useNavigation } from "react-router";

/**
 * A form that shows what was stored, and no more what was typed, as soon as `saved` is something new and the page's data has
 * come again: a number in its usual form, a name without spaces around it. Undefined while nothing was saved.
 */
export function useResetAfterSave(saved: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(saved);
  const isIdle = useNavigation().state === "idle";
  useEffect(() => {
    if (!isIdle || saved === shown.current) return;
    shown.current = saved;
    if (saved !== undefined) form.current?.reset();
  }, [saved, isIdle]);
  return form;
}
