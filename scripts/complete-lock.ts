// Run after npm install: adds the platform packages that npm left out of package-lock.json (bin/checks/lock-file.ts).
import { readFileSync, writeFileSync } from "node:fs";

import { missingFromLock, type LockFile } from "../bin/checks/lock-file.ts";

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8")) as LockFile;
const missing = missingFromLock(lock);
const [root, ...entries] = Object.entries(lock.packages);
const sorted = [...entries, ...missing].sort(([one], [other]) => one.localeCompare(other, "en"));
lock.packages = Object.fromEntries(root ? [root, ...sorted] : sorted);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${missing.size} platform packages added to package-lock.json\n`);
