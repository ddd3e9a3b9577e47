/** Where traces go, and how many requests are traced. */
export type TracesConfig = {
  /** The collector's address for traces, over OTLP with JSON. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** How many of a hundred requests and jobs are traced. */
  percent: number;
};

/** Reads the settings of traces; undefined without a collector. `wrong` makes the error for an invalid setting. */
export function readTracesConfig(
  env: Record<string, string | undefined>,
  wrong: (sentence: string) => Error,
): TracesConfig | undefined {
  if (!env.TRACES_URL) return undefined;
  const url = URL.parse(env.TRACES_URL);
  if (!url || !/^https?:$/.test(url.protocol) || url.username)
    throw wrong("TRACES_URL must be the collector's address such as http://127.0.0.1:4318/v1/traces.");
  const headers: Record<string, string> = {};
  for (const one of (env.TRACES_HEADERS ?? "").split(",").filter((text) => text.trim() !== "")) {
    const at = one.indexOf("=");
    const [name, value] = [one.slice(0, Math.max(0, at)).trim(), one.slice(at + 1).trim()];
    if (!/^[A-Za-z][A-Za-z0-9-]{0,60}$/.test(name) || !/^[\x20-\x7e]{1,1000}$/.test(value))
      throw wrong("TRACES_HEADERS must be names and values such as authorization=Bearer abc, separated by commas.");
    headers[name.toLowerCase()] = value;
  }
  const percent = env.TRACES_PERCENT || "10";
  if (!/^\d{1,3}$/.test(percent) || Number(percent) > 100)
    throw wrong(`TRACES_PERCENT must be a whole number from 0 to 100, not "${percent}".`);
  return { url: url.href, headers, percent: Number(percent) };
}
