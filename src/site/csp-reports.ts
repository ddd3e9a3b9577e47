/**
 * Design note. A browser that blocked something on a page of ours says so here (the policy's `report-uri`, document.ts). Anybody
 * can send such a report, so it changes nothing, is small, and leaves a line within the limits of all refusals (refusal-log.ts).
 * The line says which directive blocked what kind of source on which page. Addresses of people hold tokens and searches: of the
 * page its path remains, without what looks like an id, and of what was blocked the origin.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Context } from "#lib/context.ts";
import { networkOf } from "#lib/network-of.ts";
import { Refusal } from "#lib/refusal.ts";

/** Where browsers send reports. */
export const cspReportsPath = "/v1/csp-reports";

const reportBytes = 8 * 1024;
/** Reports of one network in a minute, and how many of one body are read. */
const reportsTaken = { max: 60, window: 60_000, ofBody: 5 };

const said = z.string().max(4000);
const legacy = z.object({
  "csp-report": z.object({
    "document-uri": said,
    "effective-directive": said.optional(),
    "violated-directive": said.optional(),
    "blocked-uri": said.optional(),
  }),
});
const modern = z.array(
  z.object({
    type: z.string(),
    body: z.object({ documentURL: said, effectiveDirective: said, blockedURL: said.optional() }).optional(),
  }),
);

type Violation = { page: string; directive: string; blocked: string };

function violationsOf(body: unknown): Violation[] {
  const old = legacy.safeParse(body);
  if (old.success) {
    const report = old.data["csp-report"];
    const directive = report["effective-directive"] ?? report["violated-directive"]?.split(" ")[0] ?? "";
    return [{ page: report["document-uri"], directive, blocked: report["blocked-uri"] ?? "" }];
  }
  const list = modern.safeParse(body);
  if (!list.success) throw new Refusal("request.malformed");
  return list.data
    .filter(({ type }) => type === "csp-violation")
    .slice(0, reportsTaken.ofBody)
    .map(({ body: report }) => {
      if (!report) throw new Refusal("request.malformed");
      return { page: report.documentURL, directive: report.effectiveDirective, blocked: report.blockedURL ?? "" };
    });
}

/** A path without query, and without the parts that name one object or prove something. */
function plainPath(address: string, { origin }: URL): string | null {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.origin !== origin) return null;
  return url.pathname
    .split("/")
    .map((part) => (/^[a-z-]{0,40}$/.test(part) ? part : ":id"))
    .join("/")
    .slice(0, 120);
}

/** Where a blocked source was, or its kind (`inline`, `eval`, `data:`). */
function sourceOf(address: string): string {
  if (/^[a-z-]{1,30}$/.test(address)) return address;
  if (!URL.canParse(address)) return "other";
  const { protocol, origin } = new URL(address);
  return (/^(?:https?|wss?):$/.test(protocol) ? origin : protocol).slice(0, 100);
}

/** Takes what browsers report. */
export function cspReportRoutes(app: FastifyInstance, { config }: Context): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/csp-report", "application/reports+json"],
    { parseAs: "string", bodyLimit: reportBytes },
    (_request, text, done) => {
      try {
        done(null, JSON.parse(String(text)));
      } catch {
        done(new Refusal("request.malformed"));
      }
    },
  );
  const rateLimit = {
    max: reportsTaken.max * config.limitFactor,
    timeWindow: reportsTaken.window,
    keyGenerator: (request: { ip: string }) => networkOf(request.ip),
  };
  app.post(
    cspReportsPath,
    { config: { policy: "public", rateLimit }, bodyLimit: reportBytes, schema: { hide: true } as object },
    async (request, reply) => {
      for (const { page, directive, blocked } of violationsOf(request.body)) {
        const source = sourceOf(blocked);
        const path = plainPath(page, config.publicUrl);
        // What an extension of the browser puts into every page is nothing of ours.
        if (path === null || source.endsWith("-extension:")) continue;
        app.refusalLog.tell("warn", {
          code: "csp.violation",
          status: 204,
          path,
          from: networkOf(request.ip),
          directive: /^[a-z-]{1,40}$/.test(directive) ? directive : "other",
          blocked: source,
        });
      }
      return reply.status(204).header("cache-control", "no-store").send();
    },
  );
}
