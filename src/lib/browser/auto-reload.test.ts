import { expect, test } from "vitest";
import { autoReloadLimit, addReload } from "./auto-reload.ts";

test("a page reloads itself three times in a minute and then stops", () => {
  let stored: string | null = null;
  for (let load = 0; load < autoReloadLimit.max; load += 1) {
    const loads = addReload(stored, 1000 + load);
    expect(loads).toHaveLength(load + 1);
    stored = JSON.stringify(loads);
  }
  expect(addReload(stored, 1010)).toBeNull();
  expect(addReload(stored, 1000 + autoReloadLimit.window)).not.toBeNull();
});

test("a stored value that is not a list of times is ignored", () => {
  for (const text of [null, "", "{}", "null", '"x"', '["a",null]', "[1e99]"]) expect(addReload(text, 5)).toEqual([5]);
});
