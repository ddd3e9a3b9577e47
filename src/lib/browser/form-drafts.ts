/**
 * Design note. Drafts: what was typed into a form and is not saved, in this tab only. Each belongs to one person, and
 * is deleted at logout and when another person logs in. ui/form-draft.tsx stores and restores them, each by the place
 * of its form: the page's address or what the form is about, and the form's name.
 *
 * A draft that is sent stays until its answer, because a reload loses the page that waits for it. What saves a form
 * answers with a redirect, so the action of the page deletes the draft then, also when the user has left the page
 * meanwhile. When the browser sends the form itself, the next page is the answer: it was saved if a redirect led there.
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
export type SentForm = { place: string; isAnswered: boolean };

const prefix = "draft ";
let owner: string | null = null;
// Only the first call of keepDraftsOf asks whether this page is the answer to a draft that the browser sent.
let isFirstCall = true;
// The form whose submit event runs.
let submitted: SentForm | undefined;
// The form of a navigation whose action has not started yet.
let navigating: SentForm | undefined;

/** From now on, drafts are those of this person; those of all others are deleted. null: no user is logged in. */
export function keepDraftsOf(userId: string | null): void {
  if (typeof window === "undefined") return;
  owner = userId;
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && (!key.startsWith(`${prefix}${owner} `) || (isFirstCall && isSavedByPage(key))))
        sessionStorage.removeItem(key);
  } catch {
    // Without storage there are no drafts.
  }
  isFirstCall = false;
}

/** Whether the browser sent this draft, and this page is the answer that saved it. */
function isSavedByPage(key: string): boolean {
  const { sent } = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<StoredDraft>;
  const [load] = performance.getEntriesByType("navigation") as (PerformanceNavigationTiming | undefined)[];
  return sent === "page" && load?.type === "navigate" && load.redirectCount > 0 && !(load.responseStatus >= 400);
}

/** The draft of a form that begins with `base` now, or with anything. A draft with another base is deleted. */
export function readDraft(place: string, base?: string): StoredDraft | undefined {
  const draft = storedDraft(place);
  if (draft && (base === undefined || draft.base === base)) return draft;
  writeDraft(place, null);
  return undefined;
}

const keyOf = (place: string) => `${prefix}${owner} ${place}`;

function storedDraft(place: string): StoredDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(place)) ?? "null") as StoredDraft | null;
  } catch {
    // Without storage there is no draft.
    return null;
  }
}

/** Stores the draft of a form; null deletes it. */
export function writeDraft(place: string, draft: StoredDraft | null): void {
  if (owner === null) return;
  try {
    if (draft) sessionStorage.setItem(keyOf(place), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(place));
  } catch {
    // There is no storage, or it is full.
  }
}

/** Says that a form is sent, during its submit event. Its draft, if there is one, waits for the answer. */
export function sendDraft(place: string, draft: StoredDraft | null): SentForm {
  if (draft) writeDraft(place, { ...draft, sent: "call" });
  return (submitted = { place, isAnswered: false });
}

/** A navigation begins. It sends the form whose submit event runs now; if none runs, it sends no form with a draft. */
export function beginNavigation(): void {
  navigating = submitted;
  submitted = undefined;
}

/** The browser sends the form of the present navigation. */
export function sendDraftByPage(): void {
  if (navigating) setSent(navigating.place, "page");
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
  if (answer instanceof Response) return writeDraft(sent.place, null);
  if (answer instanceof Error) return;
  sent.isAnswered = true;
  // An answer with a status of its own is wrapped by React Router's `data`.
  const { data = answer } = (answer ?? {}) as { data?: unknown };
  // When the user has left the page, no form stores the refused draft again. So it is marked as not sent here.
  const { failed, code } = (data ?? {}) as Partial<FormFailure>;
  // A lost connection is no answer. Also a page that is left loses it, before it is gone.
  if (failed && code !== "network.unreachable") setSent(sent.place, undefined);
}

function setSent(place: string, sent: StoredDraft["sent"]): void {
  const draft = storedDraft(place);
  if (draft) writeDraft(place, { ...draft, sent });
}
