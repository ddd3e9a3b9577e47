import type { UnderstoodQuery } from "#search/understand-query.ts";
import type { DeliveryLimit, Filter } from "../listing/filters.ts";
import type { FindRequest } from "../listing/search-engine.ts";

/** What the server asks the process of the index. */
export type Question =
  | { kind: "find"; request: FindRequest }
  | {
      kind: "similar";
      filter: Filter;
      search: { understood: UnderstoodQuery; without: readonly string[]; limit: number };
    };

/**
 * The limits of a filter by the price of shipping, which the question then lacks. A place may have thousands of them,
 * so they are sent once: the process remembers the last `maxDeliveries` by their key.
 */
export type SentDelivery = { key: string; limits?: readonly DeliveryLimit[] };

export type ToIndex = { id: number; question: Question; delivery?: SentDelivery };

/** What the process of the index says: an answer, or that it can answer from now on. */
export type FromIndex = { id: number; answer: unknown } | { id: number; error: string } | { readyWith: number };

/** A question without the limits of its filter. */
export function withoutDelivery(question: Question): { question: Question; limits?: readonly DeliveryLimit[] } {
  const filter = question.kind === "find" ? question.request.filter : question.filter;
  if (!filter.delivery) return { question };
  return { question: withDelivery(question, undefined), limits: filter.delivery };
}

/** The question with these limits in its filter. */
export function withDelivery(question: Question, delivery: readonly DeliveryLimit[] | undefined): Question {
  if (question.kind === "similar") return { ...question, filter: { ...question.filter, delivery } };
  const { request } = question;
  return { ...question, request: { ...request, filter: { ...request.filter, delivery } } };
}
