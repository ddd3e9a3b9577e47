import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { brandName } from "#lib/brand.ts";
import { auditLogRoutes } from "./audit-log/routes.ts";
import { settingDeclarations } from "./setting-declarations.ts";
import { describeEntry } from "./operator/audit-log/describe-entry.ts";
import { settingRoutes } from "./settings/routes.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { messageRoutes } from "./messages/routes.ts";
import { caseFileRoutes } from "./complaints/case-file/routes.ts";
import { parcelLabelRoutes } from "./complaints/parcel-label/routes.ts";
import { evidenceRoutes } from "./complaints/evidence/routes.ts";
import { publicStatisticsRoutes } from "./complaints/public-statistics/routes.ts";
import { complaintRoutes } from "./complaints/routes.ts";
import type { Context } from "./lib/context.ts";
import { settingsVersion } from "./lib/settings/setting.ts";
import { createHttp } from "./lib/http/create-http.ts";
import { setIndonesianMessages } from "./lib/schema.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { addressRoutes } from "./addresses/routes.ts";
import { regionRoutes } from "./regions/routes.ts";
import { shippingNotificationRoutes } from "./shipping/notifications/routes.ts";
import { shippingRoutes } from "./shipping/routes.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { voucherRoutes } from "./promotions/vouchers/routes.ts";
import { cartRoutes } from "./cart/routes.ts";
import { operatorRoutes } from "./operator/routes.ts";
import { orderRoutes } from "./orders/routes.ts";
import { mediaRoutes } from "./media/routes.ts";
import { paperRoutes } from "./papers/routes.ts";
import { privacyRoutes } from "./privacy/routes.ts";
import { questionRoutes } from "./reviews/questions/routes.ts";
import { reportRoutes } from "./reviews/reports/routes.ts";
import { reviewRoutes } from "./reviews/routes.ts";
import { shopRoutes } from "./shops/routes.ts";
import { homeRoutes } from "./catalog/home/routes.ts";
import { catalogRoutes } from "./catalog/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { apiDocsRoutes } from "./web/api-docs.ts";
import { cspReportRoutes } from "./web/csp-reports.ts";
import { pageRoutes } from "./web/page-server/serve-pages.ts";
import { uiKitRoutes } from "./site/ui-kit/routes.ts";
import { helpRoutes } from "./site/help/routes.ts";
import { informationRoutes } from "./site/information/routes.ts";
import { brandFileRoutes } from "./web/brand-files.ts";
import { webManifestRoutes } from "./web/manifest.ts";
import type { Metrics } from "./monitoring/metrics.ts";
import { healthRoutes } from "./monitoring/routes.ts";
import { sitemapRoutes } from "./web/sitemap.ts";

const slices: ((app: FastifyInstance, context: Context) => void | Promise<void>)[] = [
  (app, context) => auditLogRoutes(app, context, describeEntry(settingDeclarations)),
  (app, context) => settingRoutes(app, context, settingDeclarations),
  messageRoutes,
  accountRoutes,
  notificationRoutes,
  regionRoutes,
  addressRoutes,
  mediaRoutes,
  searchRoutes,
  shopRoutes,
  catalogRoutes,
  homeRoutes,
  shippingRoutes,
  shippingNotificationRoutes,
  paymentRoutes,
  voucherRoutes,
  cartRoutes,
  orderRoutes,
  paperRoutes,
  complaintRoutes,
  evidenceRoutes,
  reviewRoutes,
  caseFileRoutes,
  parcelLabelRoutes,
  publicStatisticsRoutes,
  questionRoutes,
  reportRoutes,
  privacyRoutes,
  operatorRoutes,
  apiDocsRoutes,
  cspReportRoutes,
  helpRoutes,
  (app, context) => informationRoutes(app, context, settingDeclarations),
  healthRoutes,
  sitemapRoutes,
  webManifestRoutes,
  brandFileRoutes,
  uiKitRoutes,
];

/**
 * Builds the whole application without listening, and counts its requests in `metrics`. Throws when a route declares no
 * policy.
 */
export async function createApp(context: Context, metrics?: Metrics): Promise<FastifyInstance> {
  setIndonesianMessages();
  const app = await createHttp(context);
  metrics?.countRequests(app);
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: `${brandName()} API`,
        version: "1",
        description: "One API for our pages and for everyone else's clients.",
      },
      components: {
        securitySchemes: {
          session: { type: "apiKey", in: "cookie", name: context.config.secureCookies ? "__Host-sid" : "sid" },
          bearer: { type: "http", scheme: "bearer" },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
  let described: { version: number; text: string } | undefined;
  const describe = () => {
    const version = settingsVersion();
    if (described?.version !== version) {
      const whole = app.swagger();
      described = { version, text: JSON.stringify({ ...whole, info: { ...whole.info, title: `${brandName()} API` } }) };
    }
    return described.text;
  };
  app.get(
    "/v1/openapi.json",
    { config: { policy: "public" }, schema: { hide: true } as object },
    async (_request, reply) => reply.type("application/json; charset=utf-8").send(describe()),
  );
  for (const register of slices) await app.register(async (scope) => register(scope, context));
  await app.register(async (scope) => pageRoutes(scope, context));
  return app;
}
