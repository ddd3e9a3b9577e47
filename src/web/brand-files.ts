/**
 * Design note. The brand's look is decided while the marketplace runs, so it is no part of the web build. Pages link
 * to a small stylesheet only when the look differs from the default. It sets the tokens of src/ui/tokens.css, and
 * shows the logo in the places marked with `data-logo`, so that no page needs code for it. Its address has a hash of
 * its text, so browsers cache it for long. The files of pictures are PNG, because mail programs and home screens read
 * no WebP.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { hrefs } from "#hrefs.ts";
import type { Context } from "#lib/context.ts";
import { etagOf, sendUnchanged } from "#lib/http/etag.ts";
import { brandFileHref, chosenPalette, iconSetting, iconSizes, logoSetting, type Logo } from "#lib/look/look.ts";
import type { Palette, ThemeColours } from "#lib/look/palette.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { settingOf, settingsVersion, type PictureValue } from "#lib/settings/setting.ts";
import { pngOf } from "#media/png-of.ts";

// It is part of the page: as a file it would be one more request beside those of the first screen.
const defaultIcon = readFileSync(new URL("../../public/favicon.svg", import.meta.url), "utf8")
  .trim()
  .replaceAll('"', "'")
  .replace(/[#%<>]/g, encodeURIComponent);

const logoHeight = 36;
const maxLogoWidth = 190;

let made: { version: number; css: string; href: string } | undefined;

function stylesheet(): { css: string; href: string } {
  const version = settingsVersion();
  if (made?.version !== version) {
    const css = [paletteCss(chosenPalette()), logoCss(settingOf(logoSetting))].join("");
    const hash = createHash("sha256").update(css).digest("hex").slice(0, 12);
    made = { version, css, href: css === "" ? "" : `/brand/look-${hash}.css` };
  }
  return made;
}

/**
 * Wraps rules of the dark theme: chosen by the user, or that of the device where no script has run. Paper is always
 * light.
 */
function inDark(rule: (selector: string) => string): string {
  const scripted = rule('[data-theme="dark"]');
  return `@media screen{@media (prefers-color-scheme:dark){${rule(":root:not([data-theme])")}}${scripted}}`;
}

function paletteCss(palette: Palette | null): string {
  if (!palette) return "";
  const tokens = (colours: ThemeColours) =>
    Object.entries(colours)
      .map(([name, value]) => `--${name}:${value};`)
      .join("");
  const light = `${tokens(palette.light)}--hero:${palette.hero};`;
  return `:root,[data-theme]{${light}}${inDark((selector) => `${selector}{${tokens(palette.dark)}}`)}`;
}

function logoCss({ light, dark, hasName }: Logo): string {
  const first = light ?? dark;
  if (!first) return "";
  const image = (picture: PictureValue) => {
    const width = Math.min(maxLogoWidth, Math.round((logoHeight * picture.width) / picture.height));
    return `width:${width}px;background-image:url(${hrefs.picture(picture.picture, 400, "webp")});`;
  };
  const mark = "[data-logo]::before";
  const onDark = dark ?? first;
  return [
    "[data-logo]>svg{display:none}",
    // Beside the buttons of a narrow header a wide logo becomes smaller.
    '[data-logo="link"]{min-width:0}',
    `${mark}{content:"";flex:0 1 auto;min-width:0;height:${logoHeight}px;background:left/contain no-repeat;${image(first)}}`,
    // The text stays for screen readers.
    hasName ? "" : '[data-logo="link"],[data-logo="console"]>span{font-size:0}',
    '[data-logo="console"]::before{height:28px;max-width:104px}',
    inDark((selector) => `${selector} ${mark}{${image(onDark)}}`),
    // The frame of the login is dark in both themes.
    `[data-logo="link"][data-on="dark"]::before{${image(onDark)}}`,
  ].join("");
}

/** The stylesheet of the brand's look, or nothing while it is the default. */
export function brandStyleTag(): string {
  const { href } = stylesheet();
  return href === "" ? "" : `<link rel="stylesheet" href="${href}">`;
}

/** The tags of the icon in browsers' tabs and on home screens. */
export function iconTags(): string {
  const icon = settingOf(iconSetting);
  return icon
    ? `<link rel="icon" href="${brandFileHref(icon, 32)}" type="image/png"><link rel="apple-touch-icon" href="${brandFileHref(icon, 180)}">`
    : `<link rel="icon" href="data:image/svg+xml,${defaultIcon}"><link rel="apple-touch-icon" href="/icon-192.png">`;
}

/** The PNG files of the present look, by name. No others are drawn, so that nobody can make the server draw many. */
function pngFiles(): Map<string, { key: string; size: number; isSquare: boolean }> {
  const icon = settingOf(iconSetting);
  const { light, dark } = settingOf(logoSetting);
  const files = [
    ...(icon ? iconSizes.map((size) => ({ key: icon.picture, size, isSquare: true })) : []),
    ...[light, dark].flatMap((logo) => (logo ? [{ key: logo.picture, size: 400, isSquare: false }] : [])),
  ];
  return new Map(files.map((file) => [`${file.key}-${file.size}.png`, file]));
}

/** Files of the brand's look: its stylesheet, and its pictures as PNG. */
export function brandFileRoutes(app: FastifyInstance, context: Context): void {
  // Feed readers and link previews ask for it without reading a page.
  app.get("/favicon.ico", { config: { policy: "public" }, schema: { hide: true } as object }, (_request, reply) => {
    const icon = settingOf(iconSetting);
    void reply.header("cache-control", "public, max-age=3600");
    return reply.redirect(icon ? brandFileHref(icon, 32) : "/favicon.svg");
  });
  app.get(
    "/brand/:file",
    { config: { policy: "public" }, schema: { hide: true } as object },
    async (request, reply) => {
      const { file } = request.params as { file: string };
      const { css, href } = stylesheet();
      if (/^look-[0-9a-f]{12}\.css$/.test(file)) {
        // A page may be older than the look by a moment. It gets the present one, which is not stored under that name.
        const isPresent = href === `/brand/${file}`;
        const body = Buffer.from(css);
        void reply
          .type("text/css; charset=utf-8")
          .header("cache-control", isPresent ? "public, max-age=31536000, immutable" : "no-cache")
          .header("cross-origin-resource-policy", "same-origin");
        return sendUnchanged(request, reply, etagOf(body)) ? reply : reply.send(body);
      }
      const wanted = pngFiles().get(file);
      if (!wanted) throw new Refusal(requestRefusals.notFound);
      const png = await pngOf(context.config, wanted.key, wanted.size, wanted.isSquare);
      void reply.type("image/png").header("cache-control", "public, max-age=86400");
      return sendUnchanged(request, reply, `"${file}"`) ? reply : reply.send(png);
    },
  );
}
