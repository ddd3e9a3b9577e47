/**
 * The typed client of `/v1`. In the browser a call is a fetch with credentials; on the server the page handler puts in a
 * caller that reaches the same route in process with the visitor's cookie. Types come from the contracts by `import
 * type`, so no schema is shipped to a browser. This file and what it imports must stay free of server code.
 */
import { createContext, data, redirect, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import { hrefs } from "#hrefs.ts";
import { presenceHeaders } from "./user-presence.ts";
import type { Endpoint } from "./endpoint.ts";
import type { CodeOf, requestRefusals, sessionRefusals } from "./refusal.ts";

/** A plain call: method, path with query, JSON body. Answers status and parsed body. */
export type RawCall = (
  method: string,
  url: string,
  options?: {
    body?: unknown;
    form?: FormData;
    headers?: Record<string, string>;
    signal?: AbortSignal;
    /**
     * Whether a browser asks for the login when the session is over; of itself only when something is to be changed. With
     * false nobody hears of it.
     */
    asks?: boolean;
  },
) => Promise<{ status: number; body: unknown }>;

type SchemaInput<S> = S extends z.core.$ZodType ? z.input<S> : never;
type CallInput<E extends Endpoint> = (E["params"] extends z.core.$ZodType
  ? { params: SchemaInput<E["params"]> }
  : { params?: undefined }) &
  (E["query"] extends z.core.$ZodType ? { query?: SchemaInput<E["query"]> } : { query?: undefined }) &
  (E["body"] extends z.core.$ZodType ? { body: SchemaInput<E["body"]> } : { body?: undefined }) & {
    headers?: Record<string, string>;
    form?: FormData;
    signal?: AbortSignal;
  };
/** What a call answers, as JSON. */
export type ApiResponse<E extends Endpoint> = z.output<E["response"]>;

/** The client of the given contracts: `api("GET /v1/cart")`, `api("PUT /v1/cart/lines/:lineId", { params, body })`. */
export type Api<T> = <K extends keyof T & string>(
  key: K,
  ...input: T[K] extends Endpoint ? ({} extends CallInput<T[K]> ? [CallInput<T[K]>?] : [CallInput<T[K]>]) : never
) => Promise<T[K] extends Endpoint ? ApiResponse<T[K]> : never>;

/** A refusal of the API, as pages see it. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string[]>;
  readonly body: Record<string, unknown>;
  constructor(status: number, body: Record<string, unknown>) {
    super(typeof body.message === "string" ? body.message : "Terjadi kesalahan");
    this.name = "ApiError";
    this.status = status;
    // Two calls put the status where others have the code (specification §7).
    const unnamed = status === 401 ? ("session.required" satisfies CodeOf<typeof sessionRefusals>) : "server.error";
    this.code = typeof body.code === "string" ? body.code : unnamed;
    this.fields = typeof body.data === "object" && body.data !== null ? (body.data as Record<string, string[]>) : {};
    this.body = body;
  }
}

function notFound(): ApiError {
  return new ApiError(404, {
    success: false,
    code: "request.not_found" satisfies CodeOf<typeof requestRefusals>,
    message: "Data tidak ditemukan.",
  });
}

/**
 * Sent to the window after every call of the browser that changed something, with its address as `detail`: what is shown of
 * the user is asked again.
 */
export const dataChangedEvent = "kawung:written";

/** Sent to the window when a call found nobody logged in: what is shown of the user may be over. */
export const sessionLostEvent = "kawung:refused";

/** Asks the person whose session is over to log in again. Answers undefined when nobody was logged in here. */
type RequestLogin = () => Promise<boolean | undefined>;
let requestLogin: RequestLogin | undefined;

/** Says how to ask for the login when a call finds the session over (accounts/ui/session-provider.tsx). */
export function onSessionEnded(ask: RequestLogin): void {
  requestLogin = ask;
}

/**
 * What to do about a call of the browser that was refused because the session is over: asks for the login over the page where
 * `asks`. True: make the call again, it has changed nothing. False: the person declined. Undefined: nobody was there to ask.
 */
export async function handleSessionEnd(asks: boolean): Promise<boolean | undefined> {
  const again = asks ? await requestLogin?.() : undefined;
  if (!again) dispatchEvent(new Event(sessionLostEvent));
  return again;
}

/**
 * Calls from the browser. When the session is over in the middle of a change, the person is asked to log in over the page and
 * the call is made again: a refused call has changed nothing. Who declines gets `session.declined`.
 */
export const browserCall: RawCall = async (method, url, options = {}) => {
  const init: RequestInit = {
    method,
    credentials: "same-origin",
    headers: { accept: "application/json", ...presenceHeaders(), ...options.headers },
  };
  if (options.signal) init.signal = options.signal;
  if (options.form) init.body = options.form;
  else if (options.body !== undefined) {
    init.body = JSON.stringify(options.body);
    (init.headers as Record<string, string>)["content-type"] = "application/json";
  }
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return {
      status: 0,
      body: {
        success: false,
        code: "network.unreachable",
        message: "Sambungan terputus. Periksa jaringan Anda lalu coba lagi.",
      },
    };
  }
  const body: unknown = await response
    .json()
    .catch(() => ({ success: false, code: "server.error", message: "Terjadi kesalahan" }));
  if (method !== "GET" && response.ok && url !== "/removeToken")
    dispatchEvent(new CustomEvent(dataChangedEvent, { detail: url }));
  // A wrong password is no session that is over.
  if (response.status === 401 && options.asks !== false && !url.startsWith("/v1/auth/")) {
    const again = await handleSessionEnd(options.asks ?? method !== "GET");
    if (again) return browserCall(method, url, options);
    if (again === false) return { status: 401, body: loginDeclined };
  }
  return { status: response.status, body };
};

/** What a call answers whose person did not want to log in again. */
export const loginDeclined = {
  success: false,
  code: "session.declined",
  message: "Anda belum masuk, jadi belum ada yang tersimpan. Yang Anda ketik masih ada di halaman ini.",
};

/** Turns a plain caller into a typed client. Throws {@link ApiError} for whatever is not a success. */
export function typedApi<T>(call: RawCall): Api<T> {
  const typed = async (
    key: string,
    input: {
      params?: Record<string, string>;
      query?: Record<string, unknown>;
      body?: unknown;
      headers?: Record<string, string>;
      form?: FormData;
      signal?: AbortSignal;
      asks?: boolean;
    } = {},
  ) => {
    const [method = "GET", pattern = "/"] = key.split(" ");
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
      const value = input.params?.[name] ?? "";
      // Nothing and dots would make the address of another call.
      if (/^\.{0,2}$/.test(value)) throw notFound();
      return encodeURIComponent(value);
    });
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(input.query ?? {})) {
      if (Array.isArray(value)) for (const one of value) query.append(name, String(one));
      else if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
    }
    const url = query.size > 0 ? `${path}?${query}` : path;
    const { status, body } = await call(method, url, input);
    if (status < 200 || status >= 300) throw new ApiError(status, (body ?? {}) as Record<string, unknown>);
    return body;
  };
  return typed as unknown as Api<T>;
}

/** How pages reach the API; the server puts its own caller here for each request. */
export const callContext = createContext<RawCall>(browserCall);

type PageArgs = { request: Request; context: Readonly<RouterContextProvider> };

/** Header of a redirect to /login in the middle of a form: whoever answers it need not lose what was typed. */
export const loginRequiredHeader = "kawung-log-in-needed";

/**
 * The typed client for a page's loader or action. Not logged in → redirect to /login with `from` (in an action of a browser
 * after asking on the spot, on the server marked with {@link loginRequiredHeader}); missing, foreign or asked for in a way that
 * means nothing → the 404 page; not allowed, too often or too busy → the error page with that status; everything else is
 * thrown as {@link ApiError}.
 */
export function pageApi<T>({ request, context }: PageArgs): Api<T> {
  const api = typedApi<T>(context.get(callContext)) as unknown as (key: unknown, input: object) => Promise<unknown>;
  const asks = request.method !== "GET";
  const guarded = async (key: unknown, input: object = {}) => {
    try {
      return await api(key, { ...input, asks });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === ("session.required" satisfies CodeOf<typeof sessionRefusals>)) {
        const url = new URL(request.url);
        const from = asks ? url.pathname : url.pathname + url.search;
        throw redirect(hrefs.login(from), asks ? { headers: { [loginRequiredHeader]: "1" } } : {});
      }
      if (!asks) {
        const { code, message, status } = error;
        if (status === 400 || status === 404 || status === 422) throw data({ message }, { status: 404 });
        if (status === 403 || status === 429 || status === 503) throw data({ code, message }, { status });
      }
      throw error;
    }
  };
  return guarded as unknown as Api<T>;
}

/** What a form's action gives back when the API refused: shown in place, typed values kept. */
export type FormFailure = {
  failed: true;
  code: string;
  message: string;
  fields: Record<string, string[]>;
  /** What was typed, by name; of a name that was sent more than once the last. */
  values: Record<string, string>;
  /** All that was sent under a name that was sent more than once. */
  repeated?: Record<string, string[]>;
};

/** What a form sent, as {@link FormFailure} carries it. */
export function submittedValues(
  fields: Iterable<[string, FormDataEntryValue]>,
): Pick<FormFailure, "values" | "repeated"> {
  const values: Record<string, string> = {};
  const repeated: Record<string, string[]> = {};
  for (const [name, value] of fields) {
    if (typeof value !== "string" || name.includes("password")) continue;
    const before = repeated[name] ?? (Object.hasOwn(values, name) ? [values[name] ?? ""] : []);
    if (before.length > 0) repeated[name] = [...before, value];
    values[name] = value;
  }
  return Object.keys(repeated).length > 0 ? { values, repeated } : { values };
}

/** All values that a refused form had under `name`: what was ticked there. Undefined when nothing was refused. */
export function submittedList(failure: FormFailure | undefined, name: string): string[] | undefined {
  if (!failure) return undefined;
  const last = failure.values[name];
  return failure.repeated?.[name] ?? (last === undefined ? [] : [last]);
}

/** Turns a refusal into a {@link FormFailure} with its HTTP status; anything else is thrown on. Passwords are not given back. */
export function formFailure(error: unknown, form: FormData) {
  if (!(error instanceof ApiError)) throw error;
  const { code, message, fields } = error;
  const failure: FormFailure = { failed: true, code, message, fields, ...submittedValues(form) };
  return data(failure, { status: error.status >= 400 ? error.status : 503 });
}
