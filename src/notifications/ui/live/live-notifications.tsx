import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { hrefs } from "#hrefs.ts";
import { autoReload } from "#lib/browser/auto-reload.ts";
import { notificationHref, notificationKinds, maxNotificationTextLength } from "../../rules.ts";
import { Icon } from "#ui/icon.tsx";
import { truncate } from "#ui/truncate.ts";
import { connectEvents } from "./connect-events.ts";
import type { Connect, LiveMessage, NotificationItem } from "./message.ts";
import { shareConnection } from "./share-connection.ts";
import { unreadListUrl } from "../notification-facts.ts";
import { useOpenNotification } from "../open-notification.ts";
import { hasTypedText } from "#accounts/ui/session/session-tabs.ts";
import { useSession } from "#accounts/ui/session/session-provider.tsx";
import { invalidateList } from "#lib/browser/list-invalidation.ts";
import styles from "./live-notifications.module.css";

/** How long a new notification is shown. It stays while the pointer or the focus is on it. */
const displayDuration = 8_000;
/** Messages within this time are handled together. */
const batchDelay = 25;
/** A tab renews the push subscription at most this often. */
const pushRenewalInterval = 600_000;

/** Whether this page shows what notifications are about. Such a page reloads its data when one arrives. */
function showsNotifications({ pathname, search }: Location): boolean {
  const page = new URLSearchParams(search).get("page") ?? "";
  return (
    pathname.startsWith(hrefs.payment("")) ||
    (pathname === hrefs.profile() && /^(notification|transactions|showTransaction|complaints?)$/.test(page)) ||
    (pathname === hrefs.manageMerchant() && /^(|orders|showTransaction|balance|complaints?)$/.test(page))
  );
}

/**
 * Keeps an open page up to date: the count on the bell, the lists of notifications, the order on the page. It announces
 * new notifications once to screen readers, politely, and shows them in a corner for a while. Its code loads only when
 * a user is logged in. `loadedWith` is the unread count with which the page was loaded.
 */
export function LiveNotifications({
  userId,
  unread,
  loadedWith,
}: {
  userId: string;
  unread: number;
  loadedWith: number;
}) {
  const { refresh } = useSession();
  const { revalidate } = useRevalidator();
  const open = useOpenNotification();
  const [shown, setShown] = useState<{ item: NotificationItem; more: number }>();
  const [announcement, setAnnouncement] = useState("");
  const [isPaused, setIsPaused] = useState(false);
  const batch = useRef<NotificationItem[] | undefined>(undefined);
  const wasConnected = useRef(false);
  const mayHaveMissed = useRef(false);
  const known = useRef(loadedWith);

  /**
   * Reloads the data of a page that shows what notifications are about. Without a network it waits for the network, so
   * that the page keeps its content. When loading failed with a network, it reloads the whole page, unless the user
   * typed something.
   */
  const reload = (): void => {
    if (!showsNotifications(location)) return;
    const later = () => addEventListener("online", reload, { once: true });
    if (!navigator.onLine) later();
    else
      revalidate().catch(() => {
        if (!navigator.onLine) later();
        else if (!hasTypedText()) void fetch("/robots.txt", { method: "HEAD" }).then(autoReload, later);
      });
  };
  const update = useEffectEvent(() => {
    const items = batch.current ?? [];
    batch.current = undefined;
    refresh();
    invalidateList(unreadListUrl);
    const latest = items.at(-1);
    if (latest || mayHaveMissed.current) reload();
    mayHaveMissed.current = false;
    if (!latest) return;
    setAnnouncement(`Notifikasi baru: ${latest.tittle}. ${truncate(latest.decription, maxNotificationTextLength)}`);
    const isHere = location.pathname + location.search === notificationHref(latest);
    if (!isHere) setShown((before) => ({ item: latest, more: items.length - 1 + (before ? before.more + 1 : 0) }));
  });
  const onMessage = useEffectEvent((message: LiveMessage) => {
    if (!batch.current) {
      batch.current = [];
      setTimeout(update, batchDelay);
    }
    if (message.kind === "notification") batch.current.push(message.item);
    // A connection that was opened again may have missed more than it receives.
    if (message.kind === "unread") {
      mayHaveMissed.current = wasConnected.current;
      wasConnected.current = true;
    }
  });
  // The server ended push with the earlier session. The user who turned it on in this browser gets it again.
  useEffect(() => {
    const isRecentlyRenewed = Date.now() - Number(sessionStorage.getItem("push") ?? 0) < pushRenewalInterval;
    if (localStorage.getItem("push") !== userId || isRecentlyRenewed) return;
    sessionStorage.setItem("push", String(Date.now()));
    void import("../push-browser.ts").then(({ renewPush }) => renewPush(userId));
  }, [userId]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    void chosenConnection(userId).then((connect) => {
      if (!gone) stop = shareConnection(userId, (message) => onMessage(message), connect);
    });
    return () => {
      gone = true;
      stop?.();
    };
  }, [userId]);
  // A higher count than the page knows: notifications came after it was loaded, and no message reached it.
  useEffect(() => {
    if (unread > known.current) reload();
    known.current = unread;
  }, [unread]); // oxlint-disable-line react-hooks/exhaustive-deps
  useEffect(() => {
    if (!shown || isPaused) return undefined;
    const timer = setTimeout(() => setShown(undefined), displayDuration);
    return () => clearTimeout(timer);
  }, [shown, isPaused]);

  /** The pointer and the focus leave with the message, and no event says so. */
  const close = () => {
    setShown(undefined);
    setIsPaused(false);
  };
  return (
    <>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {shown && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- they only stop the clock
        <aside
          className={styles.toast}
          aria-label="Notifikasi baru"
          onPointerEnter={() => setIsPaused(true)}
          onPointerLeave={() => setIsPaused(false)}
          onFocus={() => setIsPaused(true)}
          onBlur={() => setIsPaused(false)}
        >
          <a
            className={styles.item}
            href={notificationHref(shown.item)}
            onClick={(event) => void open(event, shown.item).then((done) => done && close())}
          >
            <Icon name={notificationKinds[shown.item.type].icon} />
            <span className={styles.text}>
              <b>{shown.item.tittle}</b>
              <span title={shown.item.decription}>{truncate(shown.item.decription, maxNotificationTextLength)}</span>
              {shown.more > 0 && <span className={styles.more}>dan {shown.more} notifikasi lain</span>}
            </span>
          </a>
          <button type="button" className={styles.close} aria-label="Tutup" onClick={close}>
            <Icon name="close" />
          </button>
        </aside>
      )}
    </>
  );
}

/**
 * The product's own event stream, or Pusher Channels when the operator set it up (document.ts writes its settings into
 * the page).
 */
async function chosenConnection(userId: string): Promise<Connect> {
  const settings = document.body.dataset.pusher;
  if (!settings) return connectEvents;
  const { connectPusher } = await import("./connect-pusher.ts");
  return connectPusher(settings, userId);
}
