import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";

/**
 * The newest refusal of a form about this case. When a live notification loads the page's data again, the router drops
 * the refusal, but the person is still correcting the form. It stays until another form was sent or another case is
 * shown.
 */
export function useLastRefusal(failure: FormFailure | undefined, complaintId: string): FormFailure | undefined {
  const [kept, setKept] = useState({ failure, complaintId });
  const { state, formData } = useNavigation();
  const wasSent = useRef(false);
  useEffect(() => {
    if (formData) wasSent.current = true;
    if (state !== "idle" || (!failure && !wasSent.current)) return;
    wasSent.current = false;
    setKept({ failure, complaintId });
  }, [state, formData, failure, complaintId]);
  if (failure) return failure;
  return kept.complaintId === complaintId ? kept.failure : undefined;
}
