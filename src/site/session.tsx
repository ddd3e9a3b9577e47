import { createContext, use, type ReactNode } from "react";
import useSWR from "swr";
import { browserCall } from "#lib/api-client.ts";

/** The current user as `GET /v1/users` answers it (specification §3). */
export type SessionUser = {
  id: string;
  name: string;
  email: string;
  image: string | null;
  type: string;
  total_notification: number;
  total_cart: number;
};

/** Session of the visitor: loading, then logged in (user) or out (null). Specification §4. */
export type Session = { state: "loading" } | { state: "in"; user: SessionUser } | { state: "out" };

const Initial = createContext<SessionUser | null | undefined>(undefined);

/** Gives pages what the server already knew: the user, null for nobody, undefined for not asked (kept pages). */
export function SessionProvider({ initial, children }: { initial: SessionUser | null | undefined; children: ReactNode }) {
  return <Initial value={initial}>{children}</Initial>;
}

async function fetchUser(): Promise<SessionUser | null> {
  const { status, body } = await browserCall("GET", "/v1/users");
  if (status === 200) return (body as { result: SessionUser }).result;
  if (status === 401) await browserCall("POST", "/removeToken");
  return null;
}

/** The session, asked for once at start; lists are not fetched again when the window gets focus. */
export function useSession(): Session & { refresh: () => void } {
  const initial = use(Initial);
  const { data, mutate } = useSWR("/v1/users", fetchUser, { ...(initial === undefined ? {} : { fallbackData: initial }), revalidateOnFocus: false, revalidateIfStale: true });
  const refresh = () => void mutate();
  if (data === undefined) return { state: "loading", refresh };
  return data === null ? { state: "out", refresh } : { state: "in", user: data, refresh };
}
