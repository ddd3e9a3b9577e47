import type { FastifyInstance } from "fastify";
import { etagOf, sendUnchanged } from "#lib/http/etag.ts";
import { iconHref, iconSetting, mainColour } from "#lib/look/look.ts";
import { settingOf } from "#lib/settings/setting.ts";
import { site } from "#site/settings.ts";

/** The manifest of the installed application (W3C Web Application Manifest), with the marketplace's present name. */
export function webManifestRoutes(app: FastifyInstance): void {
  app.get(
    "/manifest.webmanifest",
    { config: { policy: "public" }, schema: { hide: true } as object },
    async (request, reply) => {
      const body = Buffer.from(
        JSON.stringify({
          name: site.name,
          short_name: site.name,
          description: site.about,
          lang: "id",
          dir: "ltr",
          start_url: "/",
          scope: "/",
          display: "standalone",
          background_color: "#FBF8F3",
          theme_color: mainColour(),
          icons: settingOf(iconSetting)
            ? [
                { src: iconHref(192), sizes: "192x192", type: "image/png", purpose: "any" },
                { src: iconHref(512), sizes: "512x512", type: "image/png", purpose: "any" },
              ]
            : [
                { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any maskable" },
                { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any maskable" },
                { src: "/icon-512.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
              ],
        }),
      );
      void reply
        .type("application/manifest+json; charset=utf-8")
        .header("cache-control", "public, max-age=3600")
        .header("cross-origin-resource-policy", "same-origin");
      return sendUnchanged(request, reply, etagOf(body)) ? reply : reply.send(body);
    },
  );
}
