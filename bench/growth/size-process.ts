/**
 * The process of one size: it opens the database below tmp/growth and does what growth.ts asks of it, one thing after
 * the other. Each size has a process, as in a marketplace, so that none uses what another one has in memory.
 */
import { cases } from "./cases.ts";
import { openSize } from "./databases.ts";
import { readFacts } from "./facts.ts";
import { askAs, createSeries, seriesOfCase, warmUp, type Series } from "./measure-size.ts";
import type { SizeAnswer, SizeQuestion } from "./open-sizes.ts";
import { differentSearches, differentSuggestions, searchBesideUpdates } from "./tails.ts";
import { works } from "./work.ts";

const [size, fresh] = process.argv.slice(2);
const say = (line: string) => void process.stdout.write(`${size}  ${line}\n`);
// Neither the connections nor the process of the index keep this one alive while it opens them.
const waiting = setInterval(() => {}, 1000);
const measured = await openSize(Number(size), { fresh: fresh === "fresh", say });
const facts = await readFacts(measured.context.db);
await warmUp(measured.app, facts);
const visitor = askAs(measured.app, facts, "visitor");
let series: Series | undefined;

async function open(subject: Extract<SizeQuestion, { ask: "open" }>["subject"]): Promise<Series> {
  if (typeof subject === "number") {
    const one = cases[subject];
    if (!one) throw new Error("there is no such case");
    return seriesOfCase(measured, facts, one);
  }
  const { db } = measured.context;
  const callsOf = (options: { rehearsal: boolean }) =>
    subject === "searches" ? differentSearches(db, facts, options) : differentSuggestions(db, options);
  // Node compiles what it runs often, in threads of its own: milliseconds that would be counted as those of some call.
  for (const call of await callsOf({ rehearsal: true })) await visitor(call);
  return createSeries(measured, visitor, await callsOf({ rehearsal: false }), {});
}

async function answer(question: SizeQuestion): Promise<unknown> {
  switch (question.ask) {
    case "open":
      series = await open(question.subject);
      return series.length;
    case "run":
      return series?.run(question.count);
    case "explain":
      return { ...(await series?.explain(question.plan)), failed: series?.failed() };
    case "update": {
      const searches = await differentSearches(measured.context.db, facts);
      return searchBesideUpdates(facts, { seller: askAs(measured.app, facts, "seller"), visitor }, searches);
    }
    case "work": {
      const began = performance.now();
      const failure = await works[question.work]?.run(measured.context, facts).then(
        () => undefined,
        (error: unknown) => String(error).slice(0, 120),
      );
      return { seconds: (performance.now() - began) / 1000, failure };
    }
    case "close":
      clearInterval(waiting);
      return measured.close();
  }
}

const send = (message: SizeAnswer) => void process.send?.(message);
process.on("message", (question: SizeQuestion) => {
  answer(question)
    .then((result) => send({ result }))
    .catch((error: unknown) => send({ error: String(error) }))
    .finally(() => question.ask === "close" && process.disconnect());
});
// The parent has ended.
process.once("disconnect", () => process.exit());
send({ result: "open" });
