/** Who answers listings and searches of products. */
export type SearchConfig = {
  /** `auto`: the index beside the database as soon as there are many products, until then the database. */
  engine: "auto" | "index" | "postgres";
};

type Env = Record<string, string | undefined>;

/** Reads the settings of the search. `wrong` makes the error for an invalid setting. */
export function readSearchConfig(env: Env, wrong: (sentence: string) => Error): SearchConfig {
  const engine = env.SEARCH_ENGINE || "auto";
  if (engine !== "auto" && engine !== "index" && engine !== "postgres")
    throw wrong(`SEARCH_ENGINE must be auto, index or postgres, not "${engine}".`);
  return { engine };
}
