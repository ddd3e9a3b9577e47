import { day, hour } from "#lib/time.ts";

/** @rule Badges are computed each night from the last 90 days. */
export const badgeWindow = 90 * day;

/**
 * @rule A trusted shop has a verified seller and at least 10 ratings, with 4.5 stars or more on average.
 * @rule A trusted shop has completed at least 20 orders in the last 90 days. At most 3 % of its paid orders had a
 * complaint, and half of them were answered within 12 hours.
 */
export const trustedRule = {
  orders: 20,
  ratings: 10,
  stars: 4.5,
  complaintPercent: 3,
  answerDuration: 12 * hour,
};

/** The badges of shops. */
export const shopBadges = { trusted: "Terpercaya" } as const;
export type ShopBadge = keyof typeof shopBadges;
export const shopBadgeNames = Object.keys(shopBadges) as [ShopBadge, ...ShopBadge[]];

/** What badges are computed from; of the window where it says so. */
export type BadgeNumbers = {
  is_verified: boolean;
  /** Orders of the window that were completed. */
  completed: number;
  /** Orders that were paid in the window, and those of them with a complaint. */
  paid: number;
  complained: number;
  /** Half of the paid orders were answered within this time; null when none was. */
  answer_ms: number | null;
  rating_sum: number;
  rating_count: number;
};

/** The badges that these numbers earn. */
export function badgesOf(numbers: BadgeNumbers): ShopBadge[] {
  const { is_verified, completed, paid, complained, answer_ms, rating_sum, rating_count } = numbers;
  const isTrusted =
    is_verified &&
    completed >= trustedRule.orders &&
    complained * 100 <= trustedRule.complaintPercent * paid &&
    answer_ms !== null &&
    answer_ms <= trustedRule.answerDuration &&
    rating_count >= trustedRule.ratings &&
    rating_sum >= trustedRule.stars * rating_count;
  return isTrusted ? ["trusted"] : [];
}
