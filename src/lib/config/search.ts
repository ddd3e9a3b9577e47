import { parseSecureUrl } from "./secure-url.ts";

/** An OpenSearch and how it is reached. */
export type OpensearchConfig = {
  url: URL;
  /** Name and password, if it asks for them. */
  login: { user: string; password: string } | undefined;
  /** The alias of the products; the names of indexes begin with it. */
  alias: string;
};

/** Who answers listings and searches of products. */
export type SearchConfig = {
  /** `auto`: the index beside the database as soon as there are many products, until then the database. */
  engine: "auto" | "index" | "postgres" | "opensearch";
  /** Set for `opensearch`. */
  opensearch: OpensearchConfig | undefined;
};

type Env = Record<string, string | undefined>;

/** Reads the settings of the search. `wrong` makes the error for an invalid setting. */
export function readSearchConfig(env: Env, wrong: (sentence: string) => Error): SearchConfig {
  const engine = env.SEARCH_ENGINE || "auto";
  if (engine !== "auto" && engine !== "index" && engine !== "postgres" && engine !== "opensearch")
    throw wrong(`SEARCH_ENGINE must be auto, index, postgres or opensearch, not "${engine}".`);
  if (engine !== "opensearch") return { engine, opensearch: undefined };
  const url = parseSecureUrl(env.OPENSEARCH_URL ?? "");
  if (!url || url.search || url.username)
    throw wrong("OPENSEARCH_URL must be an https:// address such as https://search.example:9200, without a password.");
  const { OPENSEARCH_USER: user = "", OPENSEARCH_PASSWORD: password = "" } = env;
  if ((user === "") !== (password === "")) throw wrong("OPENSEARCH_USER and OPENSEARCH_PASSWORD are set together.");
  const alias = env.OPENSEARCH_INDEX || "kawung-products";
  if (!/^[a-z][a-z0-9-]{1,60}$/.test(alias))
    throw wrong(`OPENSEARCH_INDEX must be letters, digits and hyphens, not "${alias}".`);
  return { engine, opensearch: { url, login: user === "" ? undefined : { user, password }, alias } };
}
