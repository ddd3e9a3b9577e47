import { fork, type ChildProcess } from "node:child_process";
import type { Queryable } from "#lib/database.ts";
import type { Logger } from "#lib/log.ts";
import { listCards, nameFacets, type CardRow } from "../listing/queries.ts";
import type { Found, SearchEngine } from "../listing/search-engine.ts";
import type { FoundDocuments } from "./find-documents.ts";
import { deliveryKey } from "./keep-delivered.ts";
import { withoutDelivery, type FromIndex, type Question, type ToIndex } from "./messages.ts";
import { answerTimeout, maxDeliveries, restartDelay } from "./rules.ts";

export type IndexEngine = SearchEngine & {
  /** Resolves when the index answers by itself. */
  ready: Promise<void>;
  /** The process that answers. */
  processId(): number | undefined;
  stop(): Promise<void>;
};

type Waiting = { resolve: (answer: unknown) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

/**
 * Starts the process of the index and returns an engine that asks it. Snapshots are in `folder`. While the index is not
 * ready, or does not answer, `fallback` does. A process that ended is started again.
 */
export function startIndexEngine(parts: {
  db: Queryable;
  log: Logger;
  fallback: SearchEngine;
  databaseUrl: string;
  folder: string;
  logLevel: string;
}): IndexEngine {
  const { db, log, fallback, databaseUrl, folder, logLevel } = parts;
  const waiting = new Map<number, Waiting>();
  const sentKeys = new Set<string>();
  let lastId = 0;
  let isReady = false;
  let isStopped = false;
  let becomeReady = () => {};
  const ready = new Promise<void>((done) => (becomeReady = done));
  let child = start();

  function start(): ChildProcess {
    const started = fork(new URL("./index-process.ts", import.meta.url), {
      env: { ...process.env, KAWUNG_INDEX_DATABASE: databaseUrl, KAWUNG_INDEX_FOLDER: folder, LOG_LEVEL: logLevel },
      serialization: "advanced",
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    started.on("message", (message) => take(message as FromIndex));
    started.on("error", (error) => log.warn({ err: error.message }, "the process of the index failed"));
    started.once("exit", () => {
      isReady = false;
      for (const { reject, timer } of waiting.values()) {
        clearTimeout(timer);
        reject(new Error("the process of the index ended"));
      }
      waiting.clear();
      sentKeys.clear();
      if (!isStopped) setTimeout(() => !isStopped && (child = start()), restartDelay).unref();
    });
    started.unref();
    started.channel?.unref();
    return started;
  }

  function take(message: FromIndex): void {
    if ("readyWith" in message) {
      isReady = true;
      becomeReady();
      log.info({ products: message.readyWith }, "searches are answered by the index");
      return;
    }
    const asked = waiting.get(message.id);
    if (!asked) return;
    waiting.delete(message.id);
    clearTimeout(asked.timer);
    if ("error" in message) asked.reject(new Error(message.error));
    else asked.resolve(message.answer);
  }

  function ask(whole: Question): Promise<unknown> {
    const { question, limits } = withoutDelivery(whole);
    if (!limits) return send({ question });
    const key = deliveryKey(limits);
    if (sentKeys.has(key)) return send({ question, delivery: { key } });
    // No more than the process remembers.
    if (sentKeys.size === maxDeliveries) sentKeys.clear();
    sentKeys.add(key);
    return send({ question, delivery: { key, limits } });
  }

  function send(message: Omit<ToIndex, "id">): Promise<unknown> {
    return new Promise((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error("the index does not answer"));
      }, answerTimeout);
      waiting.set(id, { resolve, reject, timer });
      child.send({ id, ...message } satisfies ToIndex, (error) => error && reject(error));
    });
  }

  async function orFallback<T>(work: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    if (!isReady) return otherwise();
    try {
      return await work();
    } catch (error) {
      log.warn({ err: String(error) }, "the index did not answer, so the database did");
      return otherwise();
    }
  }

  return {
    name: "index",
    ready,
    find: (request) =>
      orFallback<Found>(
        async () => {
          const { hits, total, facets } = (await ask({ kind: "find", request })) as FoundDocuments;
          const ids = hits.map(({ id }) => id);
          const [cards, named] = await Promise.all([cardsInOrder(db, ids), facets && nameFacets(db, facets)]);
          const keys = new Map(hits.map(({ id, key }) => [id, key]));
          const rows = cards.map((card) => ({ ...card, order_key: keys.get(card.id) ?? "" }));
          return { rows, listed: hits.length, total, facets: named };
        },
        () => fallback.find(request),
      ),
    findSimilar: (filter, search) =>
      orFallback(
        async () => cardsInOrder(db, (await ask({ kind: "similar", filter, search })) as string[]),
        () => fallback.findSimilar(filter, search),
      ),
    processId: () => child.pid,
    async stop() {
      isStopped = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((done) => child.once("exit", done));
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill("SIGKILL"), answerTimeout);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The cards of these products in this order. One that was taken off sale meanwhile is missing. */
export async function cardsInOrder(db: Queryable, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const cards = new Map((await listCards(db, ids)).map((card) => [card.id, card]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}
