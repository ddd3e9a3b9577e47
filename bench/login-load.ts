/** The load that anonymous visitors can cause: the slowest refused registration, and many concurrent logins. */
import autocannon from "autocannon";

const json = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const rounded = (value: number) => Math.round(value * 100) / 100;

async function refusedRegistration(origin: string, fields: Record<string, string>): Promise<number> {
  const person = {
    name: "Sari",
    email: "sari@kawung.test",
    password: "kopi susu gula aren",
    password_confirmation: "",
  };
  const body = JSON.stringify({ ...person, ...fields });
  const began = performance.now();
  const response = await fetch(`${origin}/v1/auth/register`, { method: "POST", headers: json, body });
  await response.arrayBuffer();
  if (response.status !== 422) throw new Error(`a registration was answered with ${response.status}`);
  return performance.now() - began;
}

/**
 * Milliseconds of a registration with a mistyped password, and of the slowest of those whose fields try to make
 * patterns backtrack. They are requested alternately.
 */
export async function worstRegistration(origin: string): Promise<{ ms: number; ordinary_ms: number; ratio: number }> {
  const long = `${"1".repeat(30_000)}x`;
  const worst: Record<string, string>[] = [
    { password: `${"-".repeat(190)}x` },
    { password: "-".repeat(200) },
    { password: `${"a---".repeat(48)}a--x` },
    { password: long },
    { email: long },
    { name: long },
  ];
  const ordinary: number[] = [];
  const times = worst.map((): number[] => []);
  for (let round = 0; round < 60; round += 1) {
    ordinary.push(await refusedRegistration(origin, {}));
    for (const [at, fields] of worst.entries()) times[at]?.push(await refusedRegistration(origin, fields));
  }
  const ms = Math.max(...times.map(median));
  return { ms: rounded(ms), ordinary_ms: rounded(median(ordinary)), ratio: rounded(ms / median(ordinary)) };
}

/**
 * The 99th percentile of catalogue responses, 200 a second, with 100 concurrent logins and without them, alternately
 * for two seconds each. `ratio` compares the medians.
 */
export async function catalogueBesideLogins(
  origin: string,
  path: string,
  rounds: number,
): Promise<{ p99: number; alone_p99: number; ratio: number; logins: number }> {
  const catalogue = () =>
    autocannon({
      url: origin + path,
      connections: 10,
      overallRate: 200,
      duration: 2,
      headers: { "accept-encoding": "br" },
    });
  const logins = () =>
    autocannon({
      url: `${origin}/v1/auth/login`,
      method: "POST",
      headers: json,
      body: JSON.stringify({ email: "[<id>]@kawung.test", password: "salah-sekali" }),
      idReplacement: true,
      connections: 100,
      duration: 3,
      workers: 1,
    });
  await catalogue();
  const [alone, beside]: [number[], number[]] = [[], []];
  let answered = 0;
  for (let round = 0; round < rounds; round += 1) {
    alone.push((await catalogue()).latency.p99);
    const crowd = logins();
    await new Promise((done) => setTimeout(done, 500));
    beside.push((await catalogue()).latency.p99);
    const { requests, statusCodeStats } = await crowd;
    if (Object.keys(statusCodeStats ?? {}).some((status) => status !== "401"))
      throw new Error("a login was not answered with 401");
    answered += requests.total;
  }
  const [p99, calm] = [median(beside), median(alone)];
  return { p99, alone_p99: calm, ratio: rounded(p99 / Math.max(1, calm)), logins: Math.round(answered / rounds / 3) };
}
