import { hour, minute } from "#lib/time.ts";

/** Types a person can register with; operators are made by other operators. */
export const registrableTypes = ["pembeli", "penjual"] as const;

/** @rule Twenty registrations an hour from one address. */
export const registrationsOfNetwork = { max: 20, window: hour };

/** @rule A browser keeps the e-mail of an account that was just registered there for 10 minutes, for the login. */
export const registeredEmailTtl = 10 * minute;
