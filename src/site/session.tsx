import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { browserCall, writtenEvent } from "#lib/api-client.ts";

/** The current user as `GET /v1/users` answers it (specification §3). */
export type SessionUser = {
  id: string;
  name: string;
  email: string;
  image: string | null;
  type: string;
  total_notification: number;
  total_cart: number;
  /** Only while the account is to be deleted and that can be stopped. */
  deletion_due_at?: string | undefined;
};

/** Session of the visitor: loading, then logged in (user) or out (null). Specification §4. */
export type Session = { state: "loading" } | { state: "in"; user: SessionUser } | { state: "out" };

type SessionStore = {
  read: () => SessionUser | null | undefined;
  subscribe: (changed: () => void) => () => void;
  refresh: () => Promise<void>;
};

/** One per document: holds the user and tells who watches it. A later answer never gives way to an earlier question. */
function createSessionStore(initial: SessionUser | null | undefined): SessionStore {
  let user = initial;
  let asked = 0;
  const watching = new Set<() => void>();
  return {
    read: () => user,
    subscribe(changed) {
      watching.add(changed);
      return () => void watching.delete(changed);
    },
    async refresh() {
      const question = ++asked;
      const answer = await fetchUser();
      if (question !== asked || answer === undefined) return;
      user = answer;
      for (const changed of watching) changed();
    },
  };
}

const Store = createContext<SessionStore | undefined>(undefined);

/**
 * Gives pages what the server already knew: the user, null for nobody, undefined for not asked (kept pages). Asks for
 * the current user once at start (specification §4), and again after every call that changed something, so that the
 * counts in the header follow.
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
    const refresh = () => void store.refresh();
    refresh();
    addEventListener(writtenEvent, refresh);
    return () => removeEventListener(writtenEvent, refresh);
  }, [store]);
  return <Store value={store}>{children}</Store>;
}

// undefined: the server could not be asked, so nothing is known. A refused check removes the stored token.
async function fetchUser(): Promise<SessionUser | null | undefined> {
  const { status, body } = await browserCall("GET", "/v1/users");
  if (status === 200) return (body as { result: SessionUser }).result;
  if (status !== 401) return undefined;
  await browserCall("POST", "/removeToken");
  return null;
}

const nothing = () => () => {};

/** The session, and `refresh` to ask again after something changed it (login, cart, notifications read). */
export function useSession(): Session & { refresh: () => void } {
  const store = use(Store);
  const user = useSyncExternalStore(
    store?.subscribe ?? nothing,
    () => store?.read(),
    () => store?.read(),
  );
  const refresh = () => void store?.refresh();
  if (user === undefined) return { state: "loading", refresh };
  return user === null ? { state: "out", refresh } : { state: "in", user, refresh };
}
