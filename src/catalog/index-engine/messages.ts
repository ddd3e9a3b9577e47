import type { UnderstoodQuery } from "#search/understand-query.ts";
import type { Filter } from "../listing/filters.ts";
import type { FindRequest } from "../listing/search-engine.ts";

/** What the server asks the process of the index. */
export type Question =
  | { kind: "find"; request: FindRequest }
  | {
      kind: "similar";
      filter: Filter;
      search: { understood: UnderstoodQuery; without: readonly string[]; limit: number };
    };

export type ToIndex = { id: number; question: Question };

/** What the process of the index says: an answer, or that it can answer from now on. */
export type FromIndex = { id: number; answer: unknown } | { id: number; error: string } | { readyWith: number };
