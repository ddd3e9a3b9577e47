/**
 * Design note. Messages between processes, such as "this user has a new notification" or "these pages are out of date".
 * They are small hints that may be lost without harm: the data is in the database, and the receiver reads it there. The
 * transport is LISTEN/NOTIFY of PostgreSQL, or Redis where REDIS_URL is set (docs/decisions/0016). Publish after the
 * commit: a NOTIFY inside a transaction takes a lock of the whole server at the commit.
 */
import { randomUUID } from "node:crypto";
import type { Logger } from "../log.ts";

/** Sends texts to all processes, including the sender. */
export type Transport = {
  send(text: string): Promise<void>;
  close(): Promise<void>;
};
/** Opens a transport. Calls `receive` with each text and `connected` after each connection, also a repeated one. */
export type OpenTransport = (ends: {
  receive: (text: string) => void;
  connected: () => void;
  log: Logger;
}) => Transport;

export type Realtime = {
  /**
   * Sends to all subscribers of the topic: at once in this process, soon in others. At most 4,000 bytes of JSON; throws
   * for a longer message. Never waits.
   */
  publish(topic: string, message: string): void;
  /** Calls `listener` with the messages of one topic. The returned function stops it. */
  subscribe(topic: string, listener: (message: string) => void): () => void;
  /** Calls `listener` when a lost connection is restored: messages may have been missed. */
  onReconnect(listener: () => void): () => void;
  /**
   * Connects to the other processes. Before that, messages stay in this process. Resolves after the connection, or
   * after `timeout` ms.
   */
  start(timeout?: number): Promise<void>;
  close(): Promise<void>;
};

/** The topic of one user's notifications. */
export const userTopic = (userId: string) => `user:${userId}`;
/** The topic of purged pages. */
export const pagesTopic = "pages";

/** Bytes of the largest text sent at once. NOTIFY accepts 8,000 bytes. */
const maxTextBytes = 7_800;

/** Messages that may wait for sending. Further ones are lost. */
const maxWaitingMessages = 20_000;

type Message = [topic: string, message: string];

/** Makes the message exchange of a process. It connects at `start`. */
export function createRealtime(open: OpenTransport, log: Logger): Realtime {
  const self = randomUUID();
  const topics = new Map<string, Set<(message: string) => void>>();
  const reconnectListeners = new Set<() => void>();
  let transport: Transport | undefined;
  let waiting: Message[] = [];
  let flushing = false;

  function deliver(topic: string, message: string): void {
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
    for (const [topic, message] of sent.messages) deliver(topic, message);
  }
  /** Sends the waiting messages, one text after the other, so that they arrive in order. */
  async function flush(): Promise<void> {
    while (transport && waiting.length > 0) {
      const batch: Message[] = [];
      let size = 100;
      for (const message of waiting) {
        size += Buffer.byteLength(JSON.stringify(message)) + 1;
        if (size > maxTextBytes && batch.length > 0) break;
        batch.push(message);
      }
      waiting = waiting.slice(batch.length);
      try {
        await transport.send(JSON.stringify({ from: self, messages: batch }));
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
      deliver(topic, message);
      if (!transport || waiting.length >= maxWaitingMessages) return;
      waiting.push([topic, message]);
      if (flushing) return;
      flushing = true;
      setImmediate(() => void flush());
    },
    subscribe(topic, listener) {
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic);
      };
    },
    onReconnect(listener) {
      reconnectListeners.add(listener);
      return () => void reconnectListeners.delete(listener);
    },
    start(timeout = 5_000) {
      return new Promise((done) => {
        if (transport) return done();
        const timer = setTimeout(done, timeout);
        let wasConnected = false;
        const connected = () => {
          if (wasConnected) for (const listener of reconnectListeners) listener();
          wasConnected = true;
          clearTimeout(timer);
          done();
        };
        transport = open({ receive, connected, log });
      });
    },
    async close() {
      const open = transport;
      transport = undefined;
      await open?.close();
    },
  };
}
