import { useState, type MouseEvent } from "react";
import { useNavigate } from "react-router";
import { browserCall } from "#lib/api-client.ts";
import { formatMoment } from "#lib/time.ts";
import { notificationFailed, notificationHref, notificationTextLength } from "#notifications/rules.ts";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { truncate } from "#ui/truncate.ts";
import { useList } from "../list-cache.ts";
import { isPlainVisit } from "../plain-links.ts";
import styles from "./bell.module.css";

type Item = {
  id: string;
  type: "order" | "user" | "complaint";
  user_type: "buyer" | "seller";
  transaction_id: string | null;
  tittle: string;
  decription: string;
  created_at: string;
};

const icons = { order: "package", user: "user", complaint: "chat" } as const;

/** The unread notifications. Opening one marks it as read and goes to what it is about (specification §4, §6). */
export function NotificationList() {
  const navigate = useNavigate();
  const { data, mutate, isLoading } = useList<Item>("/v1/users/notifications?status=unread");
  const [failed, setFailed] = useState<string>();

  async function open(event: MouseEvent, item: Item) {
    if (!isPlainVisit(event.nativeEvent)) return;
    event.preventDefault();
    const { status } = await browserCall("PUT", "/v1/users/notifications/update", {
      body: { id: item.id, status: "read" },
    });
    if (status !== 200) {
      setFailed(notificationFailed);
      return;
    }
    document.querySelector<HTMLElement>("#notifikasi")?.hidePopover();
    void mutate();
    await navigate(notificationHref(item));
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
        <p className={styles.failed} role="alert">
          {failed}
        </p>
      )}
      {!data || data.length === 0 ? (
        <p className={styles.quiet}>Tidak ada notifikasi.</p>
      ) : (
        <ul>
          {data.map((item) => (
            <li key={item.id}>
              <a className={styles.item} href={notificationHref(item)} onClick={(event) => void open(event, item)}>
                <Icon name={icons[item.type]} />
                <span className={styles.text}>
                  <b>{item.tittle}</b>
                  <span title={item.decription}>{truncate(item.decription, notificationTextLength)}</span>
                  <time dateTime={item.created_at}>{formatMoment(new Date(item.created_at))}</time>
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
