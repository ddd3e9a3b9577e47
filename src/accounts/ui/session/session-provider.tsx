import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { browserCall, sessionLostEvent, onSessionEnded, dataChangedEvent } from "#lib/api-client.ts";
import { autoReload } from "#lib/browser/auto-reload.ts";
import { keepDraftsOf } from "#lib/browser/form-drafts.ts";
import {
  applySessionChange,
  onSessionChange,
  readSessionMark,
  publishSession,
  publishSessionOfCall,
  trackTyping,
} from "./session-tabs.ts";

/** The current user as `GET /v1/users` returns it (docs/requirements.md S074). */
export type SessionUser = {
  id: string;
  name: string;
  email: string;
  image: string | null;
  type: string;
  total_notification: number;
  total_cart: number;
  /** When the account will be deleted; only while the user can still stop it. */
  deletion_due_at?: string | undefined;
};

/** The visitor's session: loading, then logged in (user) or out (docs/requirements.md S111). */
export type Session = { state: "loading" } | { state: "in"; user: SessionUser } | { state: "out" };

export type SessionStore = {
  read: () => SessionUser | null | undefined;
  /** The user who was logged in last while this document is open. */
  lastUser: () => SessionUser | undefined;
  subscribe: (changed: () => void) => () => void;
  /** Asks the server again. The page reacts to another user or none, unless it `stays`. */
  refresh: (stays?: boolean) => Promise<void>;
  /** Called when the user logs out in this tab, which navigates by itself. */
  clearPerson: () => void;
};

/**
 * One per document: stores the user and notifies subscribers. The response to an older request never replaces that of a
 * newer one.
 */
function createSessionStore(initial: SessionUser | null | undefined): SessionStore {
  let user = initial;
  let person = initial ?? undefined;
  let asked = 0;
  const watching = new Set<() => void>();
  if (initial !== undefined) keepDraftsOf(initial?.id ?? null);
  return {
    read: () => user,
    lastUser: () => person,
    subscribe(changed) {
      watching.add(changed);
      return () => void watching.delete(changed);
    },
    async refresh(stays = false) {
      const question = ++asked;
      const answer = await fetchUser();
      if (question !== asked || answer === undefined) return;
      const before = person?.id;
      const changes = user !== undefined && user?.id !== answer?.id;
      user = answer;
      person = answer ?? person;
      keepDraftsOf(answer?.id ?? null);
      for (const changed of watching) changed();
      publishSession(answer?.id ?? null);
      // Cached lists of one user are not kept for another.
      if (changes) void import("#lib/browser/list-cache.ts").then(({ clearLists }) => clearLists());
      if (!stays) applySessionChange(before, answer?.id ?? null);
    },
    clearPerson() {
      person = undefined;
      keepDraftsOf(null);
    },
  };
}

const SessionContext = createContext<SessionStore | undefined>(undefined);

/**
 * Provides what the server knew already: the user, null for an anonymous visitor, undefined when it did not ask (cached
 * pages). Asks for the current user once at start (docs/requirements.md S112), again after every call that changed
 * something, so that the counts in the header stay right, and when another tab found another user.
 */
export function SessionProvider({
  initial,
  children,
}: {
  initial: SessionUser | null | undefined;
  children: ReactNode;
}) {
  const [store] = useState(() => createSessionStore(initial));
  useEffect(() => {
    const written = ({ detail: url }: CustomEvent<string>) => {
      const change = publishSessionOfCall(url);
      if (change === "out") store.clearPerson();
      void store.refresh(change !== undefined);
    };
    // A page in the back/forward cache missed all changes. When its user has left, nothing of them is shown before the
    // reload.
    const onPageShow = (event: PageTransitionEvent) => {
      const user = event.persisted ? store.read() : undefined;
      if (user && readSessionMark() !== user.id) autoReload();
      else if (event.persisted) void store.refresh();
    };
    void store.refresh();
    onSessionEnded(async () => {
      const before = store.lastUser();
      if (!before) return undefined;
      const { openLoginDialog: askToLogIn } = await import("../login/login-dialog.tsx");
      return askToLogIn(before, store);
    });
    const refused = () => void store.refresh(true);
    addEventListener(dataChangedEvent, written as (event: Event) => void);
    addEventListener(sessionLostEvent, refused);
    addEventListener("pageshow", onPageShow);
    const unsubscribe = onSessionChange((mark) => {
      if (mark !== (store.read()?.id ?? "")) void store.refresh();
    });
    const stopWatching = trackTyping();
    return () => {
      removeEventListener(dataChangedEvent, written as (event: Event) => void);
      removeEventListener(sessionLostEvent, refused);
      removeEventListener("pageshow", onPageShow);
      unsubscribe();
      stopWatching();
    };
  }, [store]);
  return <SessionContext value={store}>{children}</SessionContext>;
}

// Returns undefined when the server did not respond, so nothing is known. After a refusal the stored token is removed,
// unless another tab has logged in meanwhile: then the new session is asked for again.
async function fetchUser(): Promise<SessionUser | null | undefined> {
  const mark = readSessionMark();
  // The header asks for status 200, so that the browser logs no error when no user is logged in.
  const { status, body } = await browserCall("GET", "/v1/users", {
    headers: { prefer: "handling=lenient" },
    asks: false,
  });
  const { success, result } = body as { success: boolean; result: SessionUser };
  if (status === 200 && success) return result;
  if (status !== 200 && status !== 401) return undefined;
  if (readSessionMark() !== mark) return fetchUser();
  await browserCall("POST", "/removeToken", { headers: { "kawung-check": "failed" } });
  return null;
}

const subscribeNothing = () => () => {};

/** The session, and `refresh` to ask again after something changed it (login, cart, notifications read). */
export function useSession(): Session & { refresh: () => void } {
  const store = use(SessionContext);
  const user = useSyncExternalStore(
    store?.subscribe ?? subscribeNothing,
    () => store?.read(),
    () => store?.read(),
  );
  const refresh = () => void store?.refresh();
  if (user === undefined) return { state: "loading", refresh };
  return user === null ? { state: "out", refresh } : { state: "in", user, refresh };
}
