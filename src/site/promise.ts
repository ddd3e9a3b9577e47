import { settingOf, type Setting } from "#lib/settings/setting.ts";

/** The sentence in the top bar (S005), apart from settings.ts: the header is in the first load of every page. */
export const promiseSetting: Setting<string> = {
  key: "site.promise",
  defaultValue: "Uang Anda aman: kami teruskan ke penjual setelah barang diterima",
};

/** The sentence in the top bar as it is now. */
export function promiseSentence(): string {
  return settingOf(promiseSetting);
}
