import { settingOf, type BoundedSetting } from "#lib/settings/setting.ts";
import { day, hour } from "#lib/time.ts";

/*
 * What a seller does with a paid order before it is shipped, and by when. These rules are here and not in orders,
 * because slices before orders show them too. Operators can change them within the bounds; an order stores the
 * deadline that it began with.
 */

/** @rule A seller confirms or rejects a paid order within 24 hours; otherwise it is cancelled, money back. */
export const confirmationSetting: BoundedSetting = {
  key: "shipping.confirmation_duration",
  defaultValue: day,
  min: 12 * hour,
  max: 3 * day,
};
export const confirmationDuration = (): number => settingOf(confirmationSetting);

/** @rule A seller answers a buyer's request to cancel within 24 hours; otherwise it counts as approved. */
export const cancelAnswerSetting: BoundedSetting = {
  key: "shipping.cancel_answer_duration",
  defaultValue: day,
  min: 12 * hour,
  max: 3 * day,
};
export const cancelAnswerDuration = (): number => settingOf(cancelAnswerSetting);

/**
 * @rule A seller ships within 2 working days after accepting, or within the preparation days of made-to-order products;
 * otherwise the order is cancelled, money back.
 */
export const shipDaysSetting: BoundedSetting = { key: "shipping.ship_working_days", defaultValue: 2, min: 1, max: 7 };
export const shipWorkingDays = (): number => settingOf(shipDaysSetting);

/** `2 hari kerja`. */
export const shipSpan = (): string => `${shipWorkingDays()} hari kerja`;
