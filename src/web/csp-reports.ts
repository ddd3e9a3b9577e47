/**
 * Design note. Browsers send here what the content security policy blocked on our pages (`report-uri`, document.ts).
 * Such a report can be forged, so it changes nothing, its size is limited, and it is logged within the limits of all
 * refusals (refusal-log.ts). The log line names the directive, the blocked source and the page. URLs can hold tokens
 * and search keywords, so only the page's path without ids and the origin of the blocked source are logged.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Context } from "#lib/context.ts";
import { clientNetwork } from "#lib/http/client-network.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { cspReports } from "./rules.ts";

/** The path to which browsers send reports. */
export const cspReportsPath = "/v1/csp-reports";

const reportText = z.string().max(4000);
const legacy = z.object({
  "csp-report": z.object({
    "document-uri": reportText,
    "effective-directive": reportText.optional(),
    "violated-directive": reportText.optional(),
    "blocked-uri": reportText.optional(),
  }),
});
const modern = z.array(
  z.object({
    type: z.string(),
    body: z
      .object({ documentURL: reportText, effectiveDirective: reportText, blockedURL: reportText.optional() })
      .optional(),
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
  if (!list.success) throw new Refusal(requestRefusals.malformed);
  return list.data
    .filter(({ type }) => type === "csp-violation")
    .slice(0, cspReports.maxPerBody)
    .map(({ body: report }) => {
      if (!report) throw new Refusal(requestRefusals.malformed);
      return { page: report.documentURL, directive: report.effectiveDirective, blocked: report.blockedURL ?? "" };
    });
}

/** The path of one of our pages, with `:id` in place of ids and tokens; null for other sites. */
function plainPath(reported: string, { origin }: URL): string | null {
  const url = URL.canParse(reported) ? new URL(reported) : undefined;
  if (url?.origin !== origin) return null;
  return url.pathname
    .split("/")
    .map((part) => (/^[a-z-]{0,40}$/.test(part) ? part : ":id"))
    .join("/")
    .slice(0, 120);
}

/** The origin of a blocked source, or its kind (`inline`, `eval`, `data:`), or `other`. */
function sourceOf(reported: string): string {
  if (/^[a-z-]{1,30}$/.test(reported)) return reported;
  if (!URL.canParse(reported)) return "other";
  const { protocol, origin } = new URL(reported);
  return (/^(?:https?|wss?):$/.test(protocol) ? origin : protocol).slice(0, 100);
}

/** Registers the endpoint that accepts reports. */
export function cspReportRoutes(app: FastifyInstance, { config }: Context): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/csp-report", "application/reports+json"],
    { parseAs: "string", bodyLimit: cspReports.maxBytes },
    (_request, text, done) => {
      try {
        done(null, JSON.parse(String(text)));
      } catch {
        done(new Refusal(requestRefusals.malformed));
      }
    },
  );
  const rateLimit = {
    max: cspReports.max * config.limitFactor,
    timeWindow: cspReports.window,
    keyGenerator: (request: { ip: string }) => clientNetwork(request.ip),
  };
  app.post(
    cspReportsPath,
    { config: { policy: "public", rateLimit }, bodyLimit: cspReports.maxBytes, schema: { hide: true } as object },
    async (request, reply) => {
      for (const { page, directive, blocked } of violationsOf(request.body)) {
        const source = sourceOf(blocked);
        const path = plainPath(page, config.publicUrl);
        // The policy also blocks content of browser extensions, which our pages do not load.
        if (path === null || source.endsWith("-extension:")) continue;
        app.refusalLog.write("warn", {
          code: "csp.violation",
          status: 204,
          path,
          from: clientNetwork(request.ip),
          directive: /^[a-z-]{1,40}$/.test(directive) ? directive : "other",
          blocked: source,
        });
      }
      return reply.status(204).header("cache-control", "no-store").send();
    },
  );
}
