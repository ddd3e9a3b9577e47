import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fillFolder } from "./restore-target.ts";

const place = mkdtempSync(join(tmpdir(), "kawung-restore-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

test("a disk that cannot be replaced is filled when it is empty, and left alone when something appeared on it", async () => {
  const disk = join(place, "disk");
  const unfinished = join(disk, ".restoring");
  for (const folderOfDisk of [join(unfinished, "postgres"), join(disk, "lost+found")])
    mkdirSync(folderOfDisk, { recursive: true });
  writeFileSync(join(unfinished, "secret"), "rahasia");
  writeFileSync(join(disk, "keys.json"), "pasar baru");
  await expect(fillFolder(disk, unfinished)).rejects.toThrow(/got content while the restore was running/);
  expect(readdirSync(unfinished).sort()).toEqual(["postgres", "secret"]);
  rmSync(join(disk, "keys.json"));
  await fillFolder(disk, unfinished);
  expect(readdirSync(disk).sort()).toEqual(["lost+found", "postgres", "secret"]);
});
