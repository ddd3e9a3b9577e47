/**
 * Design note. These are the open event streams of one process. The process reads notifications once for all streams,
 * from a position that only moves forward (deliver-notifications.ts says why that misses nothing). Each stream gets its
 * user's notifications after the last one that it sent. A message from another process only triggers a read; a read
 * every few seconds needs no message. A new or reconnected stream first reads what it missed, and reads again when
 * notifications arrive meanwhile.
 *
 * A client that reads too slowly is disconnected. It reconnects with its Last-Event-ID and gets what it missed from the
 * database, so the process buffers nothing for it.
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

/** Bytes that the process buffers for one slow client before it disconnects the client. */
const maxWaitingBytes = 64 * 1024;
const batchSize = 500;

type Stream = {
  userId: string;
  sessionId: string;
  out: ServerResponse;
  /** Position of the last notification sent. */
  sent: number;
  replaying: boolean;
  again: boolean;
};

export type EventStreams = {
  /**
   * Opens a stream with the response that `begin` returns and writes the user's notifications to it, beginning after
   * the notification `after` (`0`: all; undefined or unknown: only new ones). Refuses with `request.too_many` and
   * `server.busy`.
   */
  open(who: { userId: string; sessionId: string }, after: string | undefined, begin: () => ServerResponse): void;
  size(): number;
  /** Ends all streams, before the process stops. */
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

  /** Reads from the current position until there is nothing new. */
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

  /** Sends a stream what it missed. Only afterwards the stream gets new notifications. */
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
    // The id tells a page without notifications from where to continue; the data is the unread count at this moment.
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
    seen.catch(() => {}); // Streams that wait for it are disconnected and reconnect.
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
