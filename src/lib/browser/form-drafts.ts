/**
 * What was typed into a form and not sent, in this tab only. Each draft belongs to one person: it is deleted at logout
 * and when another person logs in.
 */
import type { FormFailure } from "../api-client.ts";

export type FormDraft = Pick<FormFailure, "values" | "repeated"> & {
  /** What the form began with. A draft of other stored values is not restored. */
  base: string;
  /** Whether files were chosen, which a draft cannot keep. */
  hadFiles: boolean;
};

const prefix = "draft ";
let owner: string | null = null;

/** Keeps the drafts of this person from now on, and deletes those of all others. null: no user is logged in. */
export function keepDraftsOf(userId: string | null): void {
  if (typeof window === "undefined") return;
  owner = userId;
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && !key.startsWith(`${prefix}${owner} `)) sessionStorage.removeItem(key);
  } catch {
    // A browser without storage keeps no drafts.
  }
}

/** The draft of a form that begins with `base` now; an older one is deleted. */
export function readDraft(form: string, base: string): FormDraft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(`${prefix}${owner} ${form}`) ?? "null") as FormDraft | null;
    if (draft?.base === base) return draft;
    writeDraft(form, null);
  } catch {
    // As above.
  }
  return undefined;
}

/** Stores the draft of a form; null deletes it. */
export function writeDraft(form: string, draft: FormDraft | null): void {
  if (owner === null) return;
  const key = `${prefix}${owner} ${form}`;
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // As above, or it is full.
  }
}
