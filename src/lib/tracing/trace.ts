/**
 * Design note. A trace says where the time of one request or job went: the request, the calls of /v1 that its page
 * makes in this process, each statement of the database and each call to an outside service. The present span is in an
 * AsyncLocalStorage, so no function passes it on. While nothing is traced, that is one comparison at each place.
 * A trace never takes its id from outside: a stranger could join other people's traces or have everything recorded. A
 * valid `traceparent` becomes a link of the new trace. Attributes are patterns of routes and statements without values,
 * never addresses, ids or bodies. Not chosen: the packages of OpenTelemetry, some forty, for these few hundred lines.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

export type SpanKind = "server" | "internal" | "client";
export type Attributes = Readonly<Record<string, string | number>>;

/** A finished span. Times are milliseconds since 1970. */
export type Span = {
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  name: string;
  kind: SpanKind;
  began: number;
  ended: number;
  attributes: Attributes;
  isError: boolean;
  link: TraceParent | undefined;
};

export type TraceParent = { traceId: string; spanId: string };

/** A span that is not finished. */
export type OpenSpan = Pick<Span, "traceId" | "spanId" | "parentId" | "name" | "kind" | "began" | "link"> & {
  /** Counts the spans of the whole trace. */
  trace: { spans: number };
};

/** @rule A trace has at most 500 spans; later ones are left out. */
const maxSpansPerTrace = 500;
const maxStatementLength = 1000;

type Tracer = { percent: number; record: (span: Span) => void };
let tracer: Tracer | undefined;
const present = new AsyncLocalStorage<OpenSpan>();

/** From now on spans are given to `record`. The returned function ends that. */
export function startTracing(next: Tracer): () => void {
  tracer = next;
  return () => {
    if (tracer === next) tracer = undefined;
  };
}

/** The id of the trace that the present work belongs to; undefined when it is not traced. */
export function traceId(): string | undefined {
  return tracer && present.getStore()?.traceId;
}

const nowInMilliseconds = () => performance.timeOrigin + performance.now();

/** Reads a `traceparent` header (W3C); undefined for anything else. */
export function parseTraceParent(header: unknown): TraceParent | undefined {
  if (typeof header !== "string" || header.length !== 55) return undefined;
  const [, trace = "", span = ""] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header) ?? [];
  return /[1-9a-f]/.test(trace) && /[1-9a-f]/.test(span) ? { traceId: trace, spanId: span } : undefined;
}

/**
 * Opens a span below the present one. Without a present one it begins a trace, if chance wants this one. Undefined when
 * the work is not traced.
 */
export function openSpan(name: string, kind: SpanKind, link?: TraceParent): OpenSpan | undefined {
  if (!tracer) return undefined;
  const parent = present.getStore();
  if (!parent && Math.random() * 100 >= tracer.percent) return undefined;
  const trace = parent?.trace ?? { spans: 0 };
  if (trace.spans >= maxSpansPerTrace) return undefined;
  trace.spans += 1;
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
    parentId: parent?.spanId,
    name,
    kind,
    began: nowInMilliseconds(),
    link,
    trace,
  };
}

/** Ends a span. Its name may be better known now. */
export function endSpan(
  span: OpenSpan,
  { name = span.name, attributes = {}, isError = false }: { name?: string; attributes?: Attributes; isError?: boolean },
): void {
  const { trace: _, ...rest } = span;
  tracer?.record({ ...rest, name, attributes, isError, ended: nowInMilliseconds() });
}

/** Runs work whose spans are below this one. */
export function withSpan<T>(span: OpenSpan | undefined, work: () => T): T {
  return span ? present.run(span, work) : work();
}

/** Runs work as a span of its own. */
export async function inSpan<T>(name: string, kind: SpanKind, work: () => Promise<T>): Promise<T> {
  const span = openSpan(name, kind);
  if (!span) return work();
  let isError = true;
  try {
    const result = await present.run(span, work);
    isError = false;
    return result;
  } finally {
    endSpan(span, { isError });
  }
}

/** Records work that has just ended and took so many milliseconds; only as a part of a trace. */
export function recordSpan(
  name: string,
  milliseconds: number,
  { attributes, isError = false }: { attributes: Attributes; isError?: boolean },
): void {
  if (!tracer || !present.getStore()) return;
  const span = openSpan(name, "client");
  if (span) endSpan({ ...span, began: span.began - milliseconds }, { attributes, isError });
}

/** Records a statement of the database, without its values. `began` is of `performance.now()`. */
export function recordStatement(text: string, began: number): void {
  if (!tracer || !present.getStore()) return;
  const plain = text.replace(/\s+/g, " ").trim().slice(0, maxStatementLength);
  const verb = /^[a-z]{1,12}/i.exec(plain)?.[0].toUpperCase() ?? "statement";
  recordSpan(`SQL ${verb}`, performance.now() - began, {
    attributes: { "db.system.name": "postgresql", "db.query.text": plain },
  });
}
