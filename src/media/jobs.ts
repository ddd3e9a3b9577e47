import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { assertOwnStore } from "#lib/files/store-owner.ts";
import { removeUnnamedFiles } from "./remove-unnamed-files.ts";
import { removePrivateFile } from "./private-files.ts";
import { removeUnusedPictures } from "./remove-unused-pictures.ts";
import { removeFiles } from "./serve-picture.ts";

/** Background work of media. */
export const mediaJobs: JobHandlers = {
  "media.remove_files": ({ key }, { config }) => removeFiles(config, key),
  "media.remove_private": ({ key }, { config }) => removePrivateFile(config, key),
  // Real time, like the times of files: a demo marketplace may be moved forward.
  "media.remove_unnamed": async (_payload, context) => void (await removeUnnamedFiles(context, new Date())),
  "media.remove_unused": async (_payload, context) => {
    // A restored copy is older than the pictures that the marketplace shows by now.
    await assertOwnStore(context);
    await removeUnusedPictures(context, context.clock.now());
  },
};

export const mediaSchedules: readonly Schedule[] = [
  { name: "media.remove_unused", match: "29 3 * * *" },
  { name: "media.remove_unnamed", match: "47 3 * * *" },
];
