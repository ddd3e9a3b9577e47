/**
 * Design note. Drafts: what was typed into a form and is not saved, in this tab only. Each belongs to one person, and
 * is deleted at logout and when another person logs in. ui/form-draft.tsx stores and restores them. A draft that is
 * sent stays until its answer, because a reload loses the page that waits for it. What saves a form answers with a
 * redirect, so the action of the page deletes the draft then, also when the user has left the page meanwhile. When the
 * browser sends the form itself, the next page is the answer: it was saved if a redirect led there.
 */
import type { FormFailure } from "../api-client.ts";

/** A draft as the browser stores it. */
export type StoredDraft = Pick<FormFailure, "values" | "repeated"> & {
  /** What the form began with. When it begins with something else now, the draft is not restored. */
  base: string;
  /** Whether files were chosen, which a draft does not have. */
  hadFiles: boolean;
  /** What will answer, since the form was sent and until it is answered: a call of the page, or the next page. */
  sent?: "call" | "page" | undefined;
};

/** A form that was sent, with or without a draft. */
export type SentForm = { form: string; isAnswered: boolean };

const prefix = "draft ";
let owner: string | null = null;
let isFirstOwner = true;
// The form whose submit event runs, then the one whose action has not started yet.
let submitted: SentForm | undefined;
let navigating: SentForm | undefined;

/** From now on, drafts are those of this person; those of all others are deleted. null: no user is logged in. */
export function keepDraftsOf(userId: string | null): void {
  if (typeof window === "undefined") return;
  owner = userId;
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && (!key.startsWith(`${prefix}${owner} `) || (isFirstOwner && isSavedByPage(key))))
        sessionStorage.removeItem(key);
  } catch {
    // Without storage there are no drafts.
  }
  isFirstOwner = false;
}

/** Whether the browser sent this draft, and this page is the answer that saved it. */
function isSavedByPage(key: string): boolean {
  const { sent } = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<StoredDraft>;
  const [load] = performance.getEntriesByType("navigation") as (PerformanceNavigationTiming | undefined)[];
  return sent === "page" && load?.type === "navigate" && load.redirectCount > 0 && !(load.responseStatus >= 400);
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

/** Says that a form is sent, during its submit event. Its draft, if there is one, waits for the answer. */
export function sendDraft(form: string, draft: StoredDraft | null): SentForm {
  if (draft) writeDraft(form, { ...draft, sent: "call" });
  return (submitted = { form, isAnswered: false });
}

/** The navigation that begins sends the form whose submit event runs, or no form with a draft. */
export function beginNavigation(): void {
  navigating = submitted;
  submitted = undefined;
}

/** The browser sends the form of the present navigation. */
export function sendDraftByPage(): void {
  if (navigating) setSent(navigating.form, "page");
  navigating = undefined;
}

/** Runs an action of a page for the form of the present navigation. Its answer decides what becomes of the draft. */
export async function answerDraft<T>(action: () => Promise<T>): Promise<T> {
  const sent = navigating;
  navigating = undefined;
  try {
    const answer = await action();
    if (sent) settle(sent, answer);
    return answer;
  } catch (error) {
    if (sent) settle(sent, error);
    throw error;
  }
}

function settle(sent: SentForm, answer: unknown): void {
  if (answer instanceof Response) return writeDraft(sent.form, null);
  if (answer instanceof Error) return;
  sent.isAnswered = true;
  const { data = answer } = (answer ?? {}) as { data?: unknown };
  // When the user has left the page, no form stores the refused draft again. So it is marked as not sent here.
  if ((data as Partial<FormFailure> | undefined)?.failed) setSent(sent.form, undefined);
}

function setSent(form: string, sent: StoredDraft["sent"]): void {
  try {
    const draft = JSON.parse(sessionStorage.getItem(`${prefix}${owner} ${form}`) ?? "null") as StoredDraft | null;
    if (draft) writeDraft(form, { ...draft, sent });
  } catch {
    // Without storage there is no draft.
  }
}
