/**
 * Design note. Operators change settings while the marketplace runs. Rules and pages read them synchronously from a
 * snapshot of this process: on the server the slice `settings` refreshes it, in a browser the page brings what differs
 * from the defaults. The pages' server build has its own copy of this module, so the snapshot is a property of the
 * global object. This file imports nothing, so that rules may import it.
 */

/** A value that operators can change: its name, and the value until somebody does. */
export type Setting<T> = { readonly key: string; readonly defaultValue: T };

/** A number that operators can change between two bounds: milliseconds, rupiah or a count. */
export type BoundedSetting = Setting<number> & { readonly min: number; readonly max: number };

/** An uploaded picture: the key of its files, its size in pixels and its dominant colour. */
export type PictureValue = { picture: string; width: number; height: number; color: string };

type Snapshot = {
  values: Readonly<Record<string, unknown>>;
  /** The part of them that pages bring to browsers. */
  ofPages: Readonly<Record<string, unknown>>;
  /** Grows with each change, for what was computed from settings. */
  version: number;
};

const holder = globalThis as { kawungSettings?: Snapshot };

/** The id of the element with the settings of a page that differ from the defaults. */
export const settingsElementId = "settings";

function snapshot(): Snapshot {
  return (holder.kawungSettings ??= { values: valuesOfPage(), ofPages: {}, version: 0 });
}

function valuesOfPage(): Record<string, unknown> {
  if (typeof document === "undefined") return {};
  return JSON.parse(document.getElementById(settingsElementId)?.textContent || "{}") as Record<string, unknown>;
}

/** The value in effect now. Read it when it is needed: a copy in a module's constant would never change. */
export function settingOf<T>({ key, defaultValue }: Setting<T>): T {
  const { values } = snapshot();
  return Object.hasOwn(values, key) ? (values[key] as T) : defaultValue;
}

/** Replaces all values that differ from the defaults. They must have been checked. */
export function applySettings(values: Readonly<Record<string, unknown>>, publicKeys: ReadonlySet<string>): void {
  const ofPages = Object.fromEntries(Object.entries(values).filter(([key]) => publicKeys.has(key)));
  holder.kawungSettings = { values, ofPages, version: snapshot().version + 1 };
}

/** What pages bring to browsers: the public settings that differ from the defaults. */
export function settingsOfPages(): Readonly<Record<string, unknown>> {
  return snapshot().ofPages;
}

/** The number of changes that this process has seen. */
export function settingsVersion(): number {
  return snapshot().version;
}
