import type { z } from "zod";
import { Form, redirect } from "react-router";
import type { AccountApi } from "#accounts/contract.ts";
import { hrefs } from "#hrefs.ts";
import { accountHrefs } from "#account-hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import { day, formatLongDate, formatTime, jakartaDay, addDuration } from "#lib/time.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { FormNotice } from "#ui/notice.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { truncate } from "#ui/truncate.ts";
import type { ChannelApi } from "../channels/contract.ts";
import type { notification, NotificationApi } from "../contract.ts";
import { notificationFailed, notificationHref, notificationKinds, maxNotificationTextLength } from "../rules.ts";
import { preferencesIn, PreferencesPanel, type Preferences } from "./preferences-panel.tsx";
import styles from "./notification-section.module.css";

type Item = z.output<typeof notification>;
type List = {
  items: Item[];
  next: string | null;
  unreadOnly: boolean;
  older: boolean;
  today: string;
  yesterday: string;
};
type Data = { list: List } | { preferences: Preferences; userId: string };

const page = hrefs.profile("notification");

/** All notifications, in /profile. Opening one marks it as read and opens what it is about (S121, S126, S127). */
export const notificationSection: Section<Data> = {
  title: "Notifikasi",
  load: async (args) => {
    const asked = new URL(args.request.url).searchParams;
    if (asked.get("view") === "settings") {
      const [{ result: preferences }, { result: user }] = await Promise.all([
        pageApi<ChannelApi>(args)("GET /v1/users/notifications/preferences"),
        pageApi<AccountApi>(args)("GET /v1/users"),
      ]);
      return { preferences, userId: user.id };
    }
    const unreadOnly = asked.get("status") === "unread";
    const cursor = asked.get("cursor") ?? undefined;
    const query = { ...(unreadOnly ? { status: "unread" as const } : {}), ...(cursor ? { cursor } : {}) };
    const { data, next } = await pageApi<NotificationApi>(args)("GET /v1/users/notifications", { query });
    if (cursor && data.length === 0)
      throw redirect(hrefs.profile("notification") + (unreadOnly ? "&status=unread" : ""));
    const now = new Date();
    const days = { today: jakartaDay(now), yesterday: jakartaDay(addDuration(now, -day)) };
    return { list: { items: data, next, unreadOnly, older: cursor !== undefined, ...days } };
  },
  act: async (args, form) => {
    const api = pageApi<NotificationApi>(args);
    try {
      if (form.get("intent") === "preferences") {
        const body = { kinds: preferencesIn(form) };
        const { message } = await pageApi<ChannelApi>(args)("PUT /v1/users/notifications/preferences", { body });
        return { done: true, message };
      }
      if (form.get("intent") === "read-all") {
        const { message } = await api("PUT /v1/users/notifications/read-all");
        return { done: true, message };
      }
      const field = (name: string) => String(form.get(name) ?? "");
      await api("PUT /v1/users/notifications/update", { body: { id: field("id"), status: "read" } });
      return redirect(
        notificationHref({
          type: field("type"),
          user_type: field("user_type"),
          transaction_id: field("transaction_id") || null,
          opens: ownPage(field("opens")),
        }),
      );
    } catch (error) {
      return formFailure(error, form);
    }
  },
  View: NotificationView,
};

/** The path if it is one of the account or the seller's area, because a form of another site can send any text. */
function ownPage(path: string): string | undefined {
  return [hrefs.profile(), hrefs.manageMerchant()].some((page) => path.startsWith(`${page}?`)) ? path : undefined;
}

function NotificationView({ data, failure }: { data: Data; failure: FormFailure | undefined }) {
  if ("list" in data) return <NotificationList data={data.list} failure={failure} />;
  return (
    <>
      <Panel flush title="Notifikasi">
        <Views shown="settings" />
      </Panel>
      <PreferencesPanel data={data.preferences} userId={data.userId} failure={failure} />
    </>
  );
}

function Views({ shown }: { shown: "all" | "unread" | "settings" }) {
  return (
    <div className={styles.tabs}>
      <Tabs
        label="Notifikasi"
        tabs={[
          { href: page, label: "Semua", current: shown === "all" },
          { href: `${page}&status=unread`, label: "Belum dibaca", current: shown === "unread" },
          { href: accountHrefs.notificationSettings(), label: "Atur notifikasi", current: shown === "settings" },
        ]}
      />
    </div>
  );
}

/** The list by days, newest first, with the days' names. */
function daysOf({ items, today, yesterday }: List): { name: string; items: Item[] }[] {
  const days = new Map<string, Item[]>();
  for (const item of items) {
    const key = jakartaDay(new Date(item.created_at));
    days.set(key, [...(days.get(key) ?? []), item]);
  }
  return [...days].map(([key, ofDay]) => ({
    name: key === today ? "Hari ini" : key === yesterday ? "Kemarin" : formatLongDate(new Date(`${key}T12:00:00Z`)),
    items: ofDay,
  }));
}

function NotificationList({ data, failure }: { data: List; failure: FormFailure | undefined }) {
  const someUnread = data.items.some(({ status }) => status === "unread");
  return (
    <Panel
      flush
      title="Notifikasi"
      action={
        someUnread && (
          <Form method="post">
            <input type="hidden" name="intent" value="read-all" />
            <Button variant="ghost" size="s">
              Tandai semua dibaca
            </Button>
          </Form>
        )
      }
    >
      <Views shown={data.unreadOnly ? "unread" : "all"} />
      {failure && (
        <div className={styles.failed}>
          <FormNotice failure={failure} sentence={notificationFailed} alone />
        </div>
      )}
      {data.items.length === 0 ? (
        <EmptyState>Tidak ada notifikasi.</EmptyState>
      ) : (
        daysOf(data).map(({ name, items }) => (
          <section key={name} aria-label={name}>
            <h3 className={styles.day}>{name}</h3>
            <ul className={styles.list}>
              {items.map((item) => (
                <li key={item.id}>
                  <NotificationRow item={item} />
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
      {(data.next !== null || data.older) && (
        <div className={styles.more}>
          {data.older && (
            <ButtonLink variant="ghost" href={data.unreadOnly ? `${page}&status=unread` : page}>
              Ke yang terbaru
            </ButtonLink>
          )}
          {data.next !== null && (
            <ButtonLink
              variant="outline"
              href={`${page}${data.unreadOnly ? "&status=unread" : ""}&cursor=${data.next}`}
            >
              Lihat yang lebih lama
            </ButtonLink>
          )}
        </div>
      )}
    </Panel>
  );
}

// A button and not a link, because opening changes the status, and without scripts only a form may change something.
function NotificationRow({ item }: { item: Item }) {
  const unread = item.status === "unread";
  const shown = truncate(item.decription, maxNotificationTextLength);
  return (
    <div className={unread ? styles.unread : undefined}>
      <Form method="post">
        <input type="hidden" name="id" value={item.id} />
        <input type="hidden" name="type" value={item.type} />
        <input type="hidden" name="user_type" value={item.user_type} />
        <input type="hidden" name="transaction_id" value={item.transaction_id ?? ""} />
        <input type="hidden" name="opens" value={item.opens ?? ""} />
        <button className={styles.row}>
          {item.image_product ? (
            <img src={item.image_product} alt="" width={48} height={48} loading="lazy" className={styles.image} />
          ) : (
            <span className={styles.image}>
              <Icon name={notificationKinds[item.type].icon} />
            </span>
          )}
          <span className={styles.text}>
            <b>{item.tittle}</b>
            <span title={item.decription}>{shown}</span>
            <time dateTime={item.created_at} className="muted">
              {formatTime(new Date(item.created_at))}
            </time>
          </span>
          {unread && (
            <>
              <span className={styles.dot} aria-hidden />
              <span className="sr-only">belum dibaca</span>
            </>
          )}
        </button>
      </Form>
      {shown !== item.decription && (
        <details className={styles.whole}>
          <summary aria-label={`Selengkapnya: ${item.tittle}`}>Selengkapnya</summary>
          <p>{item.decription}</p>
        </details>
      )}
    </div>
  );
}
