/** Whether shops can be opened, apart from rules.ts: the header is in the first load of every page. */
import { settingOf, type Setting } from "#lib/settings/setting.ts";

/** @rule A user can open a shop unless an operator closes that. Shops that exist go on. */
export const shopOpeningSetting: Setting<boolean> = { key: "shops.opening_open", defaultValue: true };

/** Whether new shops can be opened now. */
export function isShopOpeningOpen(): boolean {
  return settingOf(shopOpeningSetting);
}
