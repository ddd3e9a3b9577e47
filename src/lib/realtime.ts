/**
 * Design note. What one process must tell the others: "user so has news", "these pages are stale". Messages are hints, small
 * and lost without harm: what must not be missed stands in the database, and whoever is told reads it there. The wire
 * between processes is PostgreSQL's LISTEN/NOTIFY, or Redis where REDIS_URL is set (docs/decisions/0016).
 * Nothing here is part of a transaction: publish after the commit. NOTIFY inside one takes a lock of the whole server when
 * it commits.
 */
import { randomUUID } from "node:crypto";
import type { Logger } from "./log.ts";

/** Carries texts between processes. A text comes back to its sender too. */
export type Transport = {
  send(text: string): Promise<void>;
  close(): Promise<void>;
};
/** Opens a wire: `receive` is given each text, `connected` is called each time it stands (again). */
export type OpenTransport = (ends: {
  receive: (text: string) => void;
  connected: () => void;
  log: Logger;
}) => Transport;

export type Realtime = {
  /** Tells all who subscribe to the topic, in this process at once, in others soon. At most 4,000 bytes of JSON. Never waits or throws. */
  publish(topic: string, message: string): void;
  /** Hears messages of one topic; the answer stops it. */
  subscribe(topic: string, listener: (message: string) => void): () => void;
  /** Told whenever the wire stands again after it was cut: messages may have been missed. */
  onReconnect(listener: () => void): () => void;
  /** Connects to the other processes; until then messages stay in this one. Resolves when the wire stands, or after `patience` ms. */
  start(patience?: number): Promise<void>;
  close(): Promise<void>;
};

/** The topic of one person's news. */
export const userTopic = (userId: string) => `user:${userId}`;
/** The topic of kept pages that must go. */
export const pagesTopic = "pages";

/** Largest text of one send: NOTIFY takes 8,000 bytes. */
const maxTextBytes = 7_800;

/** Messages that may wait for the wire; more are lost, as if it were cut. */
const maxWaitingMessages = 20_000;

type Message = [topic: string, message: string];

/** Makes the port on a wire. Nothing is connected before `start`. */
export function createRealtime(open: OpenTransport, log: Logger): Realtime {
  const self = randomUUID();
  const topics = new Map<string, Set<(message: string) => void>>();
  const reconnect = new Set<() => void>();
  let wire: Transport | undefined;
  let waiting: Message[] = [];
  let flushing = false;

  function tell(topic: string, message: string): void {
    for (const listener of topics.get(topic) ?? []) listener(message);
  }
  function receive(text: string): void {
    let sent: { from: string; messages: Message[] };
    try {
      sent = JSON.parse(text) as typeof sent;
    } catch {
      return;
    }
    if (sent.from === self || !Array.isArray(sent.messages)) return;
    for (const [topic, message] of sent.messages) tell(topic, message);
  }
  /** Sends what waits, one text after the other, so that messages arrive in their order. */
  async function flush(): Promise<void> {
    while (wire && waiting.length > 0) {
      const batch: Message[] = [];
      let size = 100;
      for (const message of waiting) {
        size += Buffer.byteLength(JSON.stringify(message)) + 1;
        if (size > maxTextBytes && batch.length > 0) break;
        batch.push(message);
      }
      waiting = waiting.slice(batch.length);
      try {
        await wire.send(JSON.stringify({ from: self, messages: batch }));
      } catch (error) {
        log.warn({ err: (error as Error).message }, "a message to other processes was lost");
      }
    }
    flushing = false;
  }

  return {
    publish(topic, message) {
      if (Buffer.byteLength(JSON.stringify(message)) > 4_000)
        throw new Error("a message between processes is too long");
      tell(topic, message);
      if (!wire || waiting.length >= maxWaitingMessages) return;
      waiting.push([topic, message]);
      if (flushing) return;
      flushing = true;
      setImmediate(() => void flush());
    },
    subscribe(topic, listener) {
      const hearing = topics.get(topic) ?? new Set();
      topics.set(topic, hearing.add(listener));
      return () => {
        hearing.delete(listener);
        if (hearing.size === 0 && topics.get(topic) === hearing) topics.delete(topic);
      };
    },
    onReconnect(listener) {
      reconnect.add(listener);
      return () => void reconnect.delete(listener);
    },
    start(patience = 5_000) {
      return new Promise((done) => {
        if (wire) return done();
        const timer = setTimeout(done, patience);
        let stood = false;
        const connected = () => {
          if (stood) for (const listener of reconnect) listener();
          stood = true;
          clearTimeout(timer);
          done();
        };
        wire = open({ receive, connected, log });
      });
    },
    async close() {
      const open = wire;
      wire = undefined;
      await open?.close();
    },
  };
}
