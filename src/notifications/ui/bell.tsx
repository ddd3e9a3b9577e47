import { Suspense, useState } from "react";
import { useLocation } from "react-router";
import { hrefs } from "#hrefs.ts";
import { CountBadge } from "#ui/badge.tsx";
import { classes } from "#ui/class-names.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import { Icon } from "#ui/icon.tsx";
import { lazyExtra } from "#ui/lazy-extra.ts";
import type { Session } from "#accounts/ui/session/session-provider.tsx";
import action from "#ui/icon-action.module.css";
import styles from "./bell.module.css";

const NotificationList = lazyExtra(async () => (await import("./notification-list.tsx")).NotificationList);
const LiveNotifications = lazyExtra(async () => (await import("./live/live-notifications.tsx")).LiveNotifications);

/**
 * The bell with the count of unread notifications (S065). Before the script runs and on small screens it is a link to
 * the page; on wide screens it opens the list of unread ones, which it loads at that moment (S066). While the session
 * loads, it takes up its space for users who are probably logged in.
 */
export function Bell({ session }: { session: Session }) {
  const hydrated = useHydrated();
  const { pathname, search } = useLocation();
  const isHere = pathname === hrefs.profile() && new URLSearchParams(search).get("page") === "notification";
  const [opened, setOpened] = useState(false);
  const unread = session.state === "in" ? session.user.total_notification : 0;
  const [loadedWith] = useState(unread);
  if (session.state === "out") return null;
  const label = unread > 0 ? `Notifikasi, ${unread} belum dibaca` : "Notifikasi";
  const drops = hydrated && session.state === "in";
  return (
    <>
      <a
        className={classes(action.action, drops && styles.small, session.state === "loading" && styles.onlyIn)}
        href={hrefs.profile("notification")}
        aria-label={label}
        aria-current={isHere ? "page" : undefined}
      >
        <Icon name="bell" />
        <CountBadge count={unread} />
      </a>
      {drops && (
        <>
          <button
            type="button"
            className={classes(action.action, styles.wide)}
            popoverTarget="notification-menu"
            aria-label={label}
          >
            <Icon name="bell" />
            <CountBadge count={unread} />
          </button>
          <dialog
            id="notification-menu"
            popover="auto"
            aria-label="Notifikasi belum dibaca"
            className={styles.dropdown}
            tabIndex={-1}
            onToggle={(event) => setOpened(event.newState === "open")}
          >
            <h2>Notifikasi</h2>
            <div className={styles.content}>
              {opened && (
                <Suspense>
                  <NotificationList />
                </Suspense>
              )}
            </div>
            <a className={styles.all} href={hrefs.profile("notification")}>
              Lihat selengkapnya
            </a>
          </dialog>
          <Suspense>
            <LiveNotifications userId={session.user.id} unread={unread} loadedWith={loadedWith} />
          </Suspense>
        </>
      )}
    </>
  );
}
