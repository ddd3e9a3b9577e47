/**
 * Drafts: what was typed into a form and not sent, in this tab only. Each belongs to one person, and is deleted at
 * logout and when another person logs in. ui/form-draft.tsx stores and restores them.
 */
import type { FormFailure } from "../api-client.ts";

/** A draft as the browser stores it. */
export type StoredDraft = Pick<FormFailure, "values" | "repeated"> & {
  /** What the form began with. When it begins with something else now, the draft is not restored. */
  base: string;
  /** Whether files were chosen, which a draft does not have. */
  hadFiles: boolean;
};

const prefix = "draft ";
let owner: string | null = null;

/** From now on, drafts are those of this person; those of all others are deleted. null: no user is logged in. */
export function keepDraftsOf(userId: string | null): void {
  if (typeof window === "undefined") return;
  owner = userId;
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && !key.startsWith(`${prefix}${owner} `)) sessionStorage.removeItem(key);
  } catch {
    // Without storage there are no drafts.
  }
}

/** The draft of a form that begins with `base` now. A draft with another base is deleted. */
export function readDraft(form: string, base: string): StoredDraft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(`${prefix}${owner} ${form}`) ?? "null") as StoredDraft | null;
    if (draft?.base === base) return draft;
    writeDraft(form, null);
  } catch {
    // Without storage there is no draft.
  }
  return undefined;
}

/** Stores the draft of a form; null deletes it. */
export function writeDraft(form: string, draft: StoredDraft | null): void {
  if (owner === null) return;
  const key = `${prefix}${owner} ${form}`;
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // There is no storage, or it is full.
  }
}
