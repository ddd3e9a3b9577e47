/**
 * Design note. Open event streams of one process. The process reads the news once for all of them, from a cursor that only
 * moves forward (deliver-notifications.ts says why that misses nothing), and gives each stream what is its person's and later than
 * the last it got. A message from another process only says when to look; a look every few seconds needs no message. A new
 * or returning stream reads its own backlog first; news that come meanwhile make it read once more.
 *
 * A reader that is too slow is cut off: it comes back with its Last-Event-ID and reads what it missed from the database,
 * so nothing is kept for it in memory.
 */
import type { ServerResponse } from "node:http";
import type { Context } from "#lib/context.ts";
import { userTopic } from "#lib/realtime/realtime.ts";
import { Refusal, requestRefusals, serverRefusals } from "#lib/refusal.ts";
import { newNotificationsMessage } from "./deliver-notifications.ts";
import {
  endedSessions,
  lastPosition,
  notificationsAfter,
  userNotificationsAfter,
  positionOf,
  notificationState,
  type PositionedNotification,
} from "./queries.ts";
import {
  heartbeatInterval,
  deliverySweepInterval,
  maxReplay,
  sessionCheckInterval,
  maxStreamsPerUser,
} from "../rules.ts";
import { notificationJson } from "../notification-json.ts";

/** Bytes that may wait for a slow reader. */
const maxWaitingBytes = 64 * 1024;
const batchSize = 500;

type Stream = {
  userId: string;
  sessionId: string;
  out: ServerResponse;
  /** Place of the last news given. */
  sent: number;
  replaying: boolean;
  again: boolean;
};

export type EventStreams = {
  /**
   * Keeps an answer open and writes the person's news into it: what came after the news `after` first (`0`: all; undefined
   * or unknown: from now on). Refuses with `request.too_many` and `server.busy`.
   */
  open(who: { userId: string; sessionId: string }, after: string | undefined, begin: () => ServerResponse): void;
  size(): number;
  /** Ends all of them: the process stops. */
  close(): void;
};

/** The event streams of this process. */
export function createEventStreams(context: Context): EventStreams {
  const { db, realtime, clock, log, config } = context;
  const byUser = new Map<string, { streams: Set<Stream>; silence: () => void }>();
  let count = 0;
  let seen: Promise<number> | undefined;
  let reading = false;
  let readAgain = false;
  let closed = false;
  let timers: NodeJS.Timeout[] = [];
  const silenceReconnect = realtime.onReconnect(() => void look());

  function write(stream: Stream, text: string): void {
    const { out } = stream;
    if (out.destroyed || out.writableEnded) return;
    out.write(text);
    if (out.writableLength > maxWaitingBytes) {
      log.info({ userId: stream.userId }, "an event stream was too slow and is cut off");
      out.destroy();
    }
  }

  function sendNotification(stream: Stream, notification: PositionedNotification): void {
    if (notification.position <= stream.sent) return;
    stream.sent = notification.position;
    write(
      stream,
      `id: ${notification.id}\nevent: notification\ndata: ${JSON.stringify(notificationJson(notification))}\n\n`,
    );
  }

  /** Reads on from the cursor until there is nothing new. */
  async function look(): Promise<void> {
    readAgain = true;
    if (reading) return;
    reading = true;
    try {
      while (readAgain && seen) {
        readAgain = false;
        const cursor = seen;
        const from = await cursor;
        const notifications = await notificationsAfter(db, from, batchSize);
        if (seen !== cursor) continue;
        const last = notifications.at(-1);
        if (last) seen = Promise.resolve(last.position);
        if (notifications.length === batchSize) readAgain = true;
        for (const one of notifications) {
          for (const stream of byUser.get(one.user_id)?.streams ?? []) {
            if (stream.replaying) stream.again = true;
            else sendNotification(stream, one);
          }
        }
      }
    } catch (error) {
      log.warn({ err: (error as Error).message }, "notifications could not be read; the next sweep reads them");
    } finally {
      reading = false;
    }
  }

  /** Gives a stream what it missed, and only then lets it hear what comes. */
  async function replay(stream: Stream, after: string | undefined): Promise<void> {
    await seen;
    const current = await notificationState(db, stream.userId);
    const from = after === "0" ? 0 : after === undefined ? undefined : await positionOf(db, stream.userId, after);
    stream.sent = from ?? current.position;
    do {
      stream.again = false;
      const missed = await userNotificationsAfter(db, stream.userId, stream.sent, maxReplay + 1);
      if (missed.length > maxReplay) stream.sent = current.position;
      else for (const one of missed) sendNotification(stream, one);
    } while (stream.again);
    stream.replaying = false;
    // From where to go on, for a page that has nothing yet, and how many were unread when it came.
    const idLine = stream.sent === current.position ? `id: ${current.id ?? "0"}\n` : "";
    write(stream, `${idLine}event: unread\ndata: ${current.unread}\n\n`);
  }

  async function checkSessions(): Promise<void> {
    const open = new Map<string, Stream[]>();
    for (const { streams } of byUser.values())
      for (const stream of streams) open.set(stream.sessionId, [...(open.get(stream.sessionId) ?? []), stream]);
    const ended = await endedSessions(db, [...open.keys()], clock.now()).catch(() => []);
    for (const id of ended)
      for (const stream of open.get(id) ?? []) {
        write(stream, "event: ended\ndata: \n\n");
        stream.out.end();
      }
  }

  function startTimers(): void {
    seen = lastPosition(db);
    seen.catch(() => {}); // Whoever waits for it is cut off and comes back.
    let checking = false;
    timers = [
      setInterval(() => {
        for (const { streams } of byUser.values()) for (const stream of streams) write(stream, ": \n\n");
      }, heartbeatInterval),
      setInterval(() => {
        if (checking) return;
        checking = true;
        void checkSessions().finally(() => (checking = false));
      }, sessionCheckInterval),
      setInterval(() => void look(), deliverySweepInterval),
    ];
  }

  function remove(stream: Stream): void {
    const of = byUser.get(stream.userId);
    if (!of?.streams.delete(stream)) return;
    count -= 1;
    if (of.streams.size === 0) {
      of.silence();
      byUser.delete(stream.userId);
    }
    if (count > 0) return;
    timers.forEach(clearInterval);
    seen = undefined;
  }

  return {
    open({ userId, sessionId }, after, begin) {
      if (closed || count >= config.eventStreams) throw new Refusal(serverRefusals.busy);
      const of = byUser.get(userId);
      if (of && of.streams.size >= maxStreamsPerUser) throw new Refusal(requestRefusals.tooMany);
      const out = begin();
      const stream: Stream = { userId, sessionId, out, sent: 0, replaying: true, again: false };
      count += 1;
      if (count === 1) startTimers();
      if (of) of.streams.add(stream);
      else {
        const silence = realtime.subscribe(userTopic(userId), (message) => {
          if (message === newNotificationsMessage) return void look();
          for (const one of byUser.get(userId)?.streams ?? []) write(one, `event: ${message}\ndata: \n\n`);
        });
        byUser.set(userId, { streams: new Set([stream]), silence });
      }
      out.on("close", () => remove(stream));
      out.on("error", () => remove(stream));
      replay(stream, after).catch((error: Error) => {
        log.warn({ err: error.message }, "an event stream could not be read and is cut off");
        out.destroy();
      });
    },
    size: () => count,
    close() {
      closed = true;
      silenceReconnect();
      for (const { streams } of byUser.values()) for (const { out } of streams) out.end("retry: 1000\n\n");
    },
  };
}
