import { expect, test } from "vitest";
import { readConfig } from "../config.ts";

test("a data folder whose path has a line break is refused, because PostgreSQL's files have one value to a line", () => {
  for (const path of ["/var/lib/ka\nwung", "data\r"])
    expect(() => readConfig({ DATA_DIR: path })).toThrow("DATA_DIR must be a path without line breaks.");
  expect(readConfig({ DATA_DIR: "/var/lib/kawung 2" }).dataDir).toBe("/var/lib/kawung 2");
});
