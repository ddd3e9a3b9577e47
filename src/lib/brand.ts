import { settingOf, type Setting } from "./settings/setting.ts";

/** The name of the software, for those who run it. What people read has {@link brandName}. */
export const softwareName = "Kawung";

export const brandNameSetting: Setting<string> = { key: "site.brand_name", defaultValue: softwareName };

/**
 * The name of this marketplace.
 *
 * @rule What people read names the marketplace by this function, and the sender of a mail has this name, not the
 * host's.
 */
export function brandName(): string {
  return settingOf(brandNameSetting);
}
