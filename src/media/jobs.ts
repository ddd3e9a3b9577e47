import type { JobHandlers } from "#lib/jobs.ts";
import "./contract.ts";
import { removeFiles } from "./serve-picture.ts";

/** Background work of media. */
export const mediaJobs: JobHandlers = {
  "media.remove_files": ({ key }, { config }) => removeFiles(config.dataDir, key),
};
