/**
 * The typed client of `/v1`. In the browser a call is a fetch with credentials. On the server the page handler puts a
 * caller into the context that runs the same route in process, with the visitor's cookie. Types come from the contracts
 * by `import type`, so no schema is shipped to a browser. This file and its imports must stay free of server code.
 */
import { createContext, data, redirect, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import { hrefs } from "#hrefs.ts";
import { holdForm } from "./browser/hold-form.ts";
import { presenceHeaders } from "./browser/user-presence.ts";
import type { Endpoint } from "./http/endpoint.ts";
import type { CodeOf, requestRefusals, sessionRefusals } from "./refusal.ts";

/** A call without types: method, path with query, JSON body. Resolves to the status and the parsed body. */
export type RawCall = (
  method: string,
  url: string,
  options?: {
    body?: unknown;
    form?: FormData;
    headers?: Record<string, string>;
    signal?: AbortSignal;
    /** The path in the contract and its parameters, when `url` was made from them. */
    pattern?: string;
    params?: Record<string, string>;
    /**
     * Whether the browser asks for a login when the session has ended. By default only for a change. With false no
     * other part of the page reacts to it.
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
/** The JSON response of a call. */
export type ApiResponse<E extends Endpoint> = z.output<E["response"]>;

/** The client of the given contracts: `api("GET /v1/cart")`, `api("PUT /v1/cart/lines/:lineId", { params, body })`. */
export type Api<T> = <K extends keyof T & string>(
  key: K,
  ...input: T[K] extends Endpoint ? ({} extends CallInput<T[K]> ? [CallInput<T[K]>?] : [CallInput<T[K]>]) : never
) => Promise<T[K] extends Endpoint ? ApiResponse<T[K]> : never>;

/** A refusal of the API, for pages. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string[]>;
  readonly body: Record<string, unknown>;
  constructor(status: number, body: Record<string, unknown>) {
    super(typeof body.message === "string" ? body.message : "Terjadi kesalahan");
    this.name = "ApiError";
    this.status = status;
    // Two calls send the status as `code` (S147).
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
 * Dispatched on the window after each call of the browser that changed something, with its address as `detail`. What
 * the page shows of the user is then fetched again.
 */
export const dataChangedEvent = "kawung:data-changed";

/** Dispatched on the window when a call was refused for a missing session: the page may still show a logged-in user. */
export const sessionLostEvent = "kawung:session-lost";

/** Asks for a login after the session has ended. Undefined when no user was logged in here. */
type RequestLogin = () => Promise<boolean | undefined>;
let requestLogin: RequestLogin | undefined;

/** Sets how to ask for a login when a call finds an ended session (accounts/ui/session/session-provider.tsx). */
export function onSessionEnded(ask: RequestLogin): void {
  requestLogin = ask;
}

/**
 * Handles a call that was refused because the session has ended. With `asks`, asks for a login over the page. True:
 * repeat the call, which has changed nothing. False: the user declined. Undefined: no user was asked.
 */
export async function handleSessionEnd(asks: boolean): Promise<boolean | undefined> {
  const again = asks ? await requestLogin?.() : undefined;
  if (!again) dispatchEvent(new Event(sessionLostEvent));
  return again;
}

/**
 * Calls from the browser. When the session has ended and the call changes something, the user is asked to log in over
 * the page. Then the call is repeated, because a refused call has changed nothing. A user who declines gets
 * `session.declined`. A change by a submitted form holds the form until the response.
 */
export const browserCall: RawCall = (method, url, options) => {
  const answer = call(method, url, options);
  if (method !== "GET") holdForm(answer);
  return answer;
};

const call: RawCall = async (method, url, options = {}) => {
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
  // A wrong password does not end a session.
  if (response.status === 401 && options.asks !== false && !url.startsWith("/v1/auth/")) {
    const again = await handleSessionEnd(options.asks ?? method !== "GET");
    if (again) return call(method, url, options);
    if (again === false) return { status: 401, body: loginDeclined };
  }
  return { status: response.status, body };
};

/** The response to a call when the user declined to log in again. */
export const loginDeclined = {
  success: false,
  code: "session.declined",
  message: "Anda belum masuk, jadi belum ada yang tersimpan. Yang Anda ketik masih ada di halaman ini.",
};

/** Turns an untyped caller into a typed client. Throws {@link ApiError} for every response that is not a success. */
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
      // An empty value or dots would make the address of another call.
      if (/^\.{0,2}$/.test(value)) throw notFound();
      return encodeURIComponent(value);
    });
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(input.query ?? {})) {
      if (Array.isArray(value)) for (const one of value) query.append(name, String(one));
      else if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
    }
    const url = query.size > 0 ? `${path}?${query}` : path;
    const { status, body } = await call(method, url, { ...input, pattern });
    if (status < 200 || status >= 300) throw new ApiError(status, (body ?? {}) as Record<string, unknown>);
    return body;
  };
  return typed as unknown as Api<T>;
}

/** How pages call the API. The server puts its own caller here for each request. */
export const callContext = createContext<RawCall>(browserCall);

type PageArgs = { request: Request; context: Readonly<RouterContextProvider> };

/** Header of a redirect to /login in the middle of a form. It tells the client to keep the typed values. */
export const loginRequiredHeader = "kawung-login-required";

/**
 * The typed client for a page's loader or action.
 * - Not logged in: redirects to /login with `from`. An action in a browser asks for the login first; on the server the
 *   redirect has {@link loginRequiredHeader}.
 * - In a loader, a missing object, another person's object or an invalid request shows the 404 page. A call that is not
 *   allowed, too frequent or refused because the server is busy shows the error page with that status.
 * - Everything else throws {@link ApiError}.
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

/** What a form's action returns when the API refused. The page shows it in place and keeps the typed values. */
export type FormFailure = {
  failed: true;
  code: string;
  message: string;
  fields: Record<string, string[]>;
  /** The typed values by name. Of a name that was sent more than once, the last one. */
  values: Record<string, string>;
  /** All values of each name that was sent more than once. */
  repeated?: Record<string, string[]>;
};

/** The fields of a sent form, as {@link FormFailure} holds them. Without passwords. */
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

/** All values that a refused form had under `name`, for example ticked boxes. Undefined when no form was refused. */
export function submittedList(failure: FormFailure | undefined, name: string): string[] | undefined {
  if (!failure) return undefined;
  const last = failure.values[name];
  return failure.repeated?.[name] ?? (last === undefined ? [] : [last]);
}

/**
 * Turns a refusal into a {@link FormFailure} with its HTTP status. Throws any other error again. Passwords are not
 * returned.
 */
export function formFailure(error: unknown, form: FormData) {
  if (!(error instanceof ApiError)) throw error;
  const { code, message, fields } = error;
  const failure: FormFailure = { failed: true, code, message, fields, ...submittedValues(form) };
  return data(failure, { status: error.status >= 400 ? error.status : 503 });
}
