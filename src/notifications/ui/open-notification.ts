import type { MouseEvent } from "react";
import { useNavigate } from "react-router";
import { browserCall } from "#lib/api-client.ts";
import { notificationHref } from "../rules.ts";
import type { NotificationItem } from "./live/message.ts";
import { isPlainClick } from "#lib/browser/is-plain-click.ts";

/**
 * Returns a click handler for a notification's link. It marks the notification as read, then opens what it is about
 * (S121, S126, S127), and resolves with whether that succeeded. It leaves a click for a new tab or window to the
 * browser and resolves with undefined.
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
