import fc from "fast-check";

/**
 * Property tests try the same values in each run, so that a change is never refused because of values that have nothing
 * to do with it. SEED=random tries new ones, SEED=123 those of a failure.
 */
const { SEED = "1" } = process.env;
if (SEED !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(SEED) });
