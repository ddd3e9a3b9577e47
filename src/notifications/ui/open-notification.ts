import type { MouseEvent } from "react";
import { useNavigate } from "react-router";
import { browserCall } from "#lib/api-client.ts";
import { notificationHref } from "../rules.ts";
import type { NotificationItem } from "./live/message.ts";
import { isPlainClick } from "#lib/browser/is-plain-click.ts";

/**
 * Opens a notification from a link: marks it as read, then goes to what it is about (specification §4, §6). A click that
 * asks for another window stays the browser's. Answers whether that could be done; undefined when there was nothing to do.
 */
export function useOpenNotification(): (event: MouseEvent, item: NotificationItem) => Promise<boolean | undefined> {
  const navigate = useNavigate();
  return async (event, item) => {
    if (!isPlainClick(event.nativeEvent)) return undefined;
    event.preventDefault();
    const { status } = await browserCall("PUT", "/v1/users/notifications/update", {
      body: { id: item.id, status: "read" },
    });
    if (status !== 200) return false;
    document.querySelector<HTMLElement>("#notification-menu")?.hidePopover();
    await navigate(notificationHref(item));
    return true;
  };
}
