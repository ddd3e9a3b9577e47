import { softwareName } from "../brand.ts";
import { onServiceCall } from "../http/request-json.ts";
import type { Logger } from "../log.ts";
import { minute, second } from "../time.ts";
import type { TracesConfig } from "../config/traces.ts";
import { recordSpan, startTracing, type Attributes, type Span } from "./trace.ts";

const limits = { waiting: 4_000, batch: 500, every: 2 * second, timeout: 5 * second, logEvery: minute };
const kinds = { internal: 1, server: 2, client: 3 } as const;

/**
 * Traces this process and sends the spans to the collector in batches. What the collector does not take is dropped: a
 * trace must never delay a buyer or fill the memory. `stop` sends what is left.
 */
export function exportSpans(config: TracesConfig, log: Logger, role: string): { stop(): Promise<void> } {
  let waiting: Span[] = [];
  let dropped = 0;
  let loggedAt = -Infinity;
  let sending: Promise<void> = Promise.resolve();

  function complain(reason: string): void {
    if (performance.now() - loggedAt < limits.logEvery) return;
    loggedAt = performance.now();
    log.warn({ reason, dropped }, "traces could not be sent");
  }

  async function send(spans: readonly Span[]): Promise<void> {
    try {
      const response = await fetch(config.url, {
        method: "POST",
        headers: { "content-type": "application/json", ...config.headers },
        body: JSON.stringify(otlpOf(spans, role)),
        signal: AbortSignal.timeout(limits.timeout),
        redirect: "error",
      });
      await response.body?.cancel();
      if (response.ok) return;
      dropped += spans.length;
      complain(`the collector answered ${response.status}`);
    } catch (error) {
      dropped += spans.length;
      complain((error as Error).name);
    }
  }

  function flush(): void {
    const spans = waiting;
    waiting = [];
    for (let at = 0; at < spans.length; at += limits.batch) {
      const batch = spans.slice(at, at + limits.batch);
      sending = sending.then(() => send(batch));
    }
  }

  const stopTracing = startTracing({
    percent: config.percent,
    record(span) {
      if (waiting.length >= limits.waiting) dropped += 1;
      else waiting.push(span);
    },
  });
  const stopListening = onServiceCall(({ service, outcome, milliseconds }) =>
    recordSpan(`call ${service}`, milliseconds, {
      attributes: { "peer.service": service, outcome },
      isError: outcome !== "answered",
    }),
  );
  // A batch that is still being sent is waited for: then more are dropped, and the memory stays small.
  let isSending = false;
  const timer = setInterval(() => {
    if (isSending || waiting.length === 0) return;
    isSending = true;
    flush();
    void sending.finally(() => (isSending = false));
  }, limits.every);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopListening();
      stopTracing();
      flush();
      await sending;
    },
  };
}

const nanoseconds = (milliseconds: number) => String(BigInt(Math.round(milliseconds * 1000)) * 1000n);

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));

/** The body of a request after the OTLP specification: JSON, ids in hexadecimal digits. */
export function otlpOf(spans: readonly Span[], role: string): unknown {
  const resource = { "service.name": softwareName.toLowerCase(), "service.role": role, "process.pid": process.pid };
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [
          {
            scope: { name: softwareName.toLowerCase() },
            spans: spans.map(({ parentId, kind, began, ended, attributes, isError, link, ...span }) => ({
              ...span,
              ...(parentId && { parentSpanId: parentId }),
              kind: kinds[kind],
              startTimeUnixNano: nanoseconds(began),
              endTimeUnixNano: nanoseconds(ended),
              attributes: attributesOf(attributes),
              status: isError ? { code: 2 } : {},
              ...(link && { links: [link] }),
            })),
          },
        ],
      },
    ],
  };
}
