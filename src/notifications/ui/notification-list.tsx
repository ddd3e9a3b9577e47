import { useState, type MouseEvent } from "react";
import { formatDateTime } from "#lib/time.ts";
import { notificationFailed, notificationHref, notificationKinds, maxNotificationTextLength } from "../rules.ts";
import { Icon } from "#ui/icon.tsx";
import { useShowRefusal } from "#ui/show-refusal.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { truncate } from "#ui/truncate.ts";
import { useList } from "#lib/browser/list-cache.ts";
import type { NotificationItem } from "./live/message.ts";
import { unreadListUrl } from "./notification-facts.ts";
import { useOpenNotification } from "./open-notification.ts";
import styles from "./bell.module.css";

/** The unread notifications. Opening one marks it as read and opens what it is about (S121, S126, S127). */
export function NotificationList() {
  const openNotification = useOpenNotification();
  const { data, mutate, isLoading } = useList<NotificationItem>(unreadListUrl);
  const [failed, setFailed] = useState<object>();
  const place = useShowRefusal<HTMLParagraphElement>(failed, { alone: true });

  async function open(event: MouseEvent, item: NotificationItem) {
    const done = await openNotification(event, item);
    if (done) void mutate();
    else if (done === false) setFailed({});
  }

  if (isLoading) {
    return (
      <div className={styles.waiting} aria-busy>
        <Skeleton width="60%" height={14} />
        <Skeleton width="90%" height={14} />
        <Skeleton width="40%" height={12} />
      </div>
    );
  }
  return (
    <>
      {failed !== undefined && (
        <p ref={place} className={styles.failed} role="alert" tabIndex={-1}>
          {notificationFailed}
        </p>
      )}
      {!data || data.length === 0 ? (
        <p className={styles.quiet}>Tidak ada notifikasi.</p>
      ) : (
        <ul>
          {data.map((item) => (
            <li key={item.id}>
              <a className={styles.item} href={notificationHref(item)} onClick={(event) => void open(event, item)}>
                <Icon name={notificationKinds[item.type].icon} />
                <span className={styles.text}>
                  <b>{item.tittle}</b>
                  <span title={item.decription}>{truncate(item.decription, maxNotificationTextLength)}</span>
                  <time dateTime={item.created_at}>{formatDateTime(new Date(item.created_at))}</time>
                </span>
                <span className={styles.dot} />
                <span className="sr-only">belum dibaca</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
