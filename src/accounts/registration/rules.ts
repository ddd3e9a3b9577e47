import { settingOf, type Setting } from "#lib/settings/setting.ts";
import { hour, minute } from "#lib/time.ts";

/** Types with which a user can register; operators are created by other operators. */
export const registrableTypes = ["pembeli", "penjual"] as const;

/** @rule Everyone can register, also with another provider's account, unless an operator closes the registration. */
export const registrationOpenSetting: Setting<boolean> = { key: "accounts.registration_open", defaultValue: true };

/** Whether new accounts can be made now. */
export function isRegistrationOpen(): boolean {
  return settingOf(registrationOpenSetting);
}

/** @rule Twenty registrations an hour from one network. */
export const registrationsOfNetwork = { max: 20, window: hour };

/** @rule A browser keeps the e-mail of a new account for 10 minutes, to fill in the login form. */
export const registeredEmailTtl = 10 * minute;
