import { startJsonService, type JsonServiceDouble, type ServiceCall } from "./json-service.ts";

type Json = Record<string, unknown>;
type Stored = { version: number; document: Json | null };
type Answer = { status: number; body: unknown };

export type OpensearchDouble = JsonServiceDouble & {
  /** The names of the indexes. */
  indexes(): string[];
  /** The documents that a search over this alias finds, by id. */
  documents(alias: string): Map<string, Json>;
  /** Statuses of the next documents of bulk requests, one entry each; undefined stores the document. */
  nextItems: (number | undefined)[];
};

const fail = (status: number, type: string): Answer => ({ status, body: { error: { type }, status } });

/**
 * OpenSearch on this machine, after the documentation of its REST API: indexes, aliases, bulk requests with external
 * versions (409 for an older one, in the item and not in the response), searches with filters, sorts, `search_after`
 * and the aggregations `global`, `filter` and `terms`.
 */
export async function startOpensearch(): Promise<OpensearchDouble> {
  const indexes = new Map<string, Map<string, Stored>>();
  const aliases = new Map<string, string>();
  const nextItems: (number | undefined)[] = [];
  const resolve = (name: string) => indexes.get(aliases.get(name) ?? name);

  function bulk(lines: Json[]): Answer {
    const items: Json[] = [];
    for (let at = 0; at < lines.length; at += 1) {
      const [action, head] = Object.entries(lines[at] ?? {})[0] as [string, Json];
      const document = action === "index" ? ((lines[(at += 1)] ?? {}) as Json) : null;
      items.push({ [action]: { _id: head["_id"], ...store(action, head, document) } });
    }
    return { status: 200, body: { errors: items.some((one) => JSON.stringify(one).includes("error")), items } };
  }

  function store(action: string, head: Json, document: Json | null): Json {
    const forced = nextItems.shift();
    if (forced !== undefined) return { status: forced, error: { type: "forced" } };
    const index = indexes.get(String(head["_index"]));
    if (!index) return { status: 404, error: { type: "index_not_found_exception" } };
    const id = String(head["_id"]);
    const known = index.get(id);
    const version = Number(head["version"]);
    if (head["version_type"] !== "external_gte") return { status: 400, error: { type: "unexpected version" } };
    if (known && known.version > version) return { status: 409, error: { type: "version_conflict_engine_exception" } };
    index.set(id, { version, document });
    if (action === "delete") return known?.document ? { status: 200 } : { status: 404, result: "not_found" };
    return { status: known?.document ? 200 : 201 };
  }

  function search(name: string, body: Json): Answer {
    const index = resolve(name);
    if (!index) return fail(404, "index_not_found_exception");
    if (Math.max(...queriesOf(body).map(countClauses)) > maxClauses)
      return fail(400, "search_phase_execution_exception");
    const all = [...index.values()].flatMap(({ document }) => (document ? [document] : []));
    const found = all.filter((one) => matches(one, body["query"] as Json));
    const sort = (body["sort"] as Json[]).map((one) => Object.entries(one)[0] as [string, string]);
    const valuesOf = (one: Json) =>
      sort.map(([field]) =>
        field === "_score" ? scoreOf(one, body["query"] as Json) : (one[field] as number | string),
      );
    const compare = (a: readonly unknown[], b: readonly unknown[]) => {
      for (const [at, [, direction]] of sort.entries()) {
        const [x, y] = [a[at] as number | string, b[at] as number | string];
        if (x !== y) return (x < y ? -1 : 1) * (direction === "desc" ? -1 : 1);
      }
      return 0;
    };
    const sorted = found.toSorted((a, b) => compare(valuesOf(a), valuesOf(b)));
    const after = body["search_after"] as unknown[] | undefined;
    const from = Number(body["from"] ?? 0);
    const size = Number(body["size"] ?? 10);
    if (from + size > 13_000) return fail(400, "illegal_argument_exception");
    const rest = after ? sorted.filter((one) => compare(valuesOf(one), after) > 0) : sorted.slice(from);
    const hits = rest.slice(0, size).map((one) => ({ _id: one["id"], sort: valuesOf(one) }));
    const limit = Number(body["track_total_hits"] ?? 10_000);
    const total = { value: Math.min(found.length, limit), relation: found.length > limit ? "gte" : "eq" };
    const aggregations = body["aggs"] && aggregate(found, all, body["aggs"] as Json);
    return { status: 200, body: { timed_out: false, _shards: { failed: 0 }, hits: { total, hits }, aggregations } };
  }

  function aggregate(found: Json[], all: Json[], wanted: Json): Json {
    const results: Json = {};
    for (const [name, each] of Object.entries(wanted as Record<string, Json>)) {
      if (each["terms"]) {
        const { field, size } = each["terms"] as { field: string; size: number };
        const counts = new Map<unknown, number>();
        for (const one of found)
          for (const value of [one[field]].flat())
            if (value !== null && value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
        results[name] = { buckets: [...counts].slice(0, size).map(([key, count]) => ({ key, doc_count: count })) };
        continue;
      }
      const inside = each["global"] ? all : found.filter((one) => matches(one, each["filter"] as Json));
      results[name] = { doc_count: inside.length, ...aggregate(inside, all, (each["aggs"] ?? {}) as Json) };
    }
    return results;
  }

  function answer({ method, path, body }: ServiceCall): Answer {
    const [first = "", second] = path.slice(1).split("/");
    if (method === "POST" && path === "/_bulk") return bulk(body as Json[]);
    if (method === "POST" && path === "/_aliases") {
      for (const action of (body as { actions: Record<string, { index: string; alias: string }>[] }).actions) {
        if (action["remove"]) aliases.delete(action["remove"].alias);
        if (action["add"]) aliases.set(action["add"].alias, action["add"].index);
      }
      return { status: 200, body: { acknowledged: true } };
    }
    if (method === "GET" && second === "_alias")
      return { status: 200, body: Object.fromEntries([...indexes.keys()].map((name) => [name, { aliases: {} }])) };
    if (method === "POST" && second === "_search") return search(first, body as Json);
    if (method === "POST" && second === "_refresh") return { status: 200, body: {} };
    if (method === "PUT" && second === undefined) {
      if (indexes.has(first)) return fail(400, "resource_already_exists_exception");
      indexes.set(first, new Map());
      return { status: 200, body: { acknowledged: true } };
    }
    if (method === "DELETE" && second === undefined)
      return indexes.delete(first) ? { status: 200, body: {} } : fail(404, "index_not_found_exception");
    return fail(400, "illegal_argument_exception");
  }

  const service = await startJsonService(answer);
  return Object.assign(service, {
    indexes: () => [...indexes.keys()],
    documents: (alias: string) =>
      new Map([...(resolve(alias) ?? [])].flatMap(([id, { document }]) => (document ? [[id, document]] : []))),
    nextItems,
  });
}

/** `indices.query.bool.max_clause_count`, and how many values a condition may have. */
const maxClauses = 1024;
const maxTerms = 65_536;

/** The query of a search and those of its aggregations. */
function queriesOf(body: Json): Json[] {
  const ofCounts = Object.values((body["aggs"] ?? {}) as Record<string, Json>).flatMap(queriesOf);
  return [body["query"], body["filter"]].filter((one) => one !== undefined).concat(ofCounts) as Json[];
}

/** The conditions of a query, those inside of others too. A condition with too many values counts as too many. */
function countClauses(query: Json): number {
  const [kind, clause] = Object.entries(query)[0] as [string, Json];
  if (kind === "constant_score") return countClauses(clause["filter"] as Json);
  if (kind === "terms") return (Object.values(clause)[0] as unknown[]).length > maxTerms ? maxClauses + 1 : 1;
  if (kind !== "bool") return 1;
  const inside = ["filter", "must_not", "should"].flatMap((name) => (clause[name] ?? []) as Json[]);
  return inside.reduce((sum, one) => sum + countClauses(one), 0);
}

/** The score of a bool query whose `should` are constant scores; filters have none. */
function scoreOf(document: Json, query: Json): number {
  const should = ((query["bool"] as Json | undefined)?.["should"] ?? []) as Json[];
  return should.reduce((sum, one) => {
    const { filter, boost } = one["constant_score"] as { filter: Json; boost: number };
    return sum + (matches(document, filter) ? boost : 0);
  }, 0);
}

function matches(document: Json, query: Json): boolean {
  const [kind, clause] = Object.entries(query)[0] as [string, Json];
  if (kind === "bool") {
    const of = (name: string) => (clause[name] ?? []) as Json[];
    const should = of("should");
    return (
      of("filter").every((one) => matches(document, one)) &&
      !of("must_not").some((one) => matches(document, one)) &&
      // Beside a filter, `should` only adds to the score.
      (should.length === 0 ||
        (clause["minimum_should_match"] ?? (of("filter").length > 0 ? 0 : 1)) === 0 ||
        should.some((one) => matches(document, one)))
    );
  }
  const [field, wanted] = Object.entries(clause)[0] as [string, unknown];
  const value = document[field];
  const values = Array.isArray(value) ? value : [value];
  if (kind === "term") return values.includes(wanted);
  if (kind === "terms") return (wanted as unknown[]).some((one) => values.includes(one));
  if (kind !== "range") throw new Error(`the double has no ${kind}`);
  const { gte = -Infinity, lte = Infinity } = wanted as { gte?: number; lte?: number };
  return Number(value) >= gte && Number(value) <= lte;
}
