/**
 * Design note. All mails have one calm layout: kawung mark, heading, sentences, at most one button or code, a small
 * note. It is written with createElement because Node runs that without a build step or a second bundle
 * (docs/decisions/0010). Mail programs support tables and inline styles and little else. So the mark is four cells with
 * round corners instead of a picture, the colours stay readable when a program darkens them by itself, and the one
 * style element only adds a dark background where it is supported.
 */
import { createElement as h, type CSSProperties, type ReactNode } from "react";
import { brandName } from "#lib/brand.ts";
import { brandFileHref, chosenPalette, logoSetting, mainColour } from "#lib/look/look.ts";
import { settingOf } from "#lib/settings/setting.ts";
import type { Mail } from "./contract.ts";
import { headerLine, formatCode } from "./rules.ts";

const backgroundColor = "#fbf8f3";
const surfaceColor = "#ffffff";
const lineColor = "#e6dfd2";
const textColor = "#1b1a17";
const mutedTextColor = "#5a554c";
const accentColor = "#b3411f";
const font = "'Plus Jakarta Sans',system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function darkStyle(): string {
  const { brand, "on-brand": onBrand } = chosenPalette()?.dark ?? { brand: "#9ab0f0", "on-brand": "#0f1630" };
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.k-paper{background:#15161b!important}
.k-surface{background:#1d1f26!important;border-color:#32353f!important}
.k-ink{color:#f3efe6!important}
.k-ink2{color:#b8b2a6!important}
.k-link{color:${brand}!important}
.k-button{background:${brand}!important;color:${onBrand}!important}
.k-petal{background:${brand}!important}
.k-petal3{background:#f0906b!important}
.k-code{background:#262932!important;color:#f3efe6!important;border-color:#32353f!important}
}`;
}

function table(style: CSSProperties, ...rows: ReactNode[]): ReactNode {
  const attributes = { role: "presentation", cellPadding: 0, cellSpacing: 0, border: 0 };
  return h("table", { ...attributes, style: { borderCollapse: "separate", ...style } }, h("tbody", null, ...rows));
}

function petal(turned: boolean, color: string, name: string): ReactNode {
  const borderRadius = turned ? "100% 0 100% 0" : "0 100% 0 100%";
  const style = { width: 11, height: 11, lineHeight: "11px", fontSize: 1, background: color, borderRadius };
  return h("td", { className: name, width: 11, height: 11, style }, "\u00a0");
}

/** The uploaded logo, or the mark. A logo is on white, because mail programs darken the rest in different ways. */
function mark(origin: string): ReactNode {
  const { light } = settingOf(logoSetting);
  if (light) {
    const height = 36;
    const width = Math.min(220, Math.round((height * light.width) / light.height));
    const style = { display: "block", background: surfaceColor, padding: 4, borderRadius: 6, border: 0 };
    return h("img", { src: `${origin}${brandFileHref(light, 400)}`, width, height, alt: "", style });
  }
  const color = mainColour();
  return table(
    { borderSpacing: 2 },
    h("tr", null, petal(false, color, "k-petal"), petal(true, accentColor, "k-petal3")),
    h("tr", null, petal(true, color, "k-petal"), petal(false, color, "k-petal")),
  );
}

function brand(origin: string): ReactNode {
  const name = {
    paddingLeft: 8,
    fontFamily: font,
    fontSize: 18,
    fontWeight: 700,
    letterSpacing: "-0.01em",
    color: textColor,
  };
  return table(
    {},
    h("tr", null, h("td", null, mark(origin)), h("td", { className: "k-ink", style: name }, brandName())),
  );
}

/** A text with its line breaks as elements. */
function lines(text: string): ReactNode[] {
  return text.split("\n").flatMap((one, at) => (at === 0 ? [one] : [h("br", { key: at }), one]));
}

/** The mail as HTML and as plain text. `origin` is the origin of its links; `why` says why the user got it. */
export async function renderMail(
  mail: Mail,
  origin: string,
): Promise<{ html: string; text: string; unsubscribe: string | undefined }> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const href = mail.button && linkOf(mail.button.path, origin);
  const unsubscribe = mail.unsubscribe && linkOf(mail.unsubscribe.path, origin);
  const html = `<!doctype html>${renderToStaticMarkup(page(mail, origin, href, unsubscribe))}`;
  return { html, text: plainText(mail, href, unsubscribe), unsubscribe };
}

/** The full URL of a path of this site. Throws for a path that would lead to another site. */
function linkOf(path: string, origin: string): string {
  const url = new URL(path, origin);
  if (url.origin !== origin || !path.startsWith("/")) throw new Error("a mail links to this site only");
  return url.href;
}

function page(mail: Mail, origin: string, href: string | undefined, unsubscribe: string | undefined): ReactNode {
  const sentence: CSSProperties = { margin: "0 0 16px", fontSize: 16, lineHeight: "25px", color: textColor };
  const small: CSSProperties = { margin: 0, fontSize: 13, lineHeight: "20px", color: mutedTextColor };
  const content = [
    h(
      "h1",
      {
        key: "title",
        className: "k-ink",
        style: {
          margin: "0 0 16px",
          fontSize: 24,
          lineHeight: "31px",
          fontWeight: 700,
          letterSpacing: "-0.014em",
          color: textColor,
        },
      },
      mail.title,
    ),
    ...mail.paragraphs.map((text, at) => h("p", { key: at, className: "k-ink", style: sentence }, ...lines(text))),
    mail.code !== undefined &&
      h(
        "p",
        {
          key: "code",
          className: "k-code",
          style: {
            margin: "8px 0 24px",
            padding: "16px 8px",
            background: "#f4efe6",
            border: `1px solid ${lineColor}`,
            borderRadius: 10,
            textAlign: "center",
            fontSize: 30,
            lineHeight: "36px",
            fontWeight: 700,
            letterSpacing: "0.12em",
            color: textColor,
          },
        },
        formatCode(mail.code),
      ),
    mail.button && href && button(mail.button.label, href),
    href &&
      h(
        "p",
        { key: "address", className: "k-ink2", style: small },
        "Tombol tidak terbuka? Salin alamat ini ke browser Anda:",
        h("br"),
        h("a", { className: "k-link", href, style: { color: mainColour(), wordBreak: "break-all" } }, href),
      ),
  ];
  const card: CSSProperties = {
    padding: "32px 24px",
    background: surfaceColor,
    border: `1px solid ${lineColor}`,
    borderRadius: 14,
    fontFamily: font,
    textAlign: "left",
  };
  const foot: CSSProperties = { padding: "20px 24px 0", fontFamily: font };
  const inner = table(
    { width: "100%", maxWidth: 560 },
    h("tr", null, h("td", { style: { padding: "0 0 16px 24px" } }, brand(origin))),
    h("tr", null, h("td", { className: "k-surface", style: card }, ...content)),
    h(
      "tr",
      null,
      h(
        "td",
        { style: foot },
        mail.note !== undefined &&
          h("p", { className: "k-ink2", style: { ...small, marginBottom: 12 } }, ...lines(mail.note)),
        unsubscribe !== undefined &&
          h(
            "p",
            { className: "k-ink2", style: { ...small, marginBottom: 12 } },
            h(
              "a",
              { className: "k-link", href: unsubscribe, style: { color: mainColour() } },
              "Berhenti menerima email ini",
            ),
          ),
        h(
          "p",
          { className: "k-ink2", style: small },
          "Pesan otomatis dari ",
          h("a", { className: "k-link", href: origin, style: { color: mainColour() } }, brandName()),
          ". Kami tidak pernah menanyakan kata sandi atau kode Anda.",
        ),
      ),
    ),
  );
  return h(
    "html",
    { lang: "id" },
    h(
      "head",
      null,
      h("meta", { charSet: "utf-8" }),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("meta", { name: "supported-color-schemes", content: "light dark" }),
      h("meta", { name: "format-detection", content: "telephone=no, date=no, address=no, email=no" }),
      h("title", null, headerLine(mail.subject)),
      h("style", { dangerouslySetInnerHTML: { __html: darkStyle() } }),
    ),
    h(
      "body",
      { className: "k-paper", style: { margin: 0, padding: 0, background: backgroundColor } },
      preheader(mail),
      table(
        { width: "100%", background: backgroundColor },
        h(
          "tr",
          null,
          h(
            "td",
            { className: "k-paper", align: "center", style: { padding: "32px 12px", background: backgroundColor } },
            inner,
          ),
        ),
      ),
    ),
  );
}

/** The text beside the subject in the inbox: the first sentence, not the brand's name. */
function preheader(mail: Mail): ReactNode {
  const style = { display: "none", maxHeight: 0, overflow: "hidden", fontSize: 1, color: backgroundColor };
  return h("div", { style }, mail.paragraphs[0] ?? mail.title);
}

function button(label: string, href: string): ReactNode {
  const style: CSSProperties = {
    display: "block",
    padding: "13px 24px",
    background: mainColour(),
    borderRadius: 10,
    color: "#ffffff",
    fontSize: 16,
    lineHeight: "22px",
    fontWeight: 600,
    textAlign: "center",
    textDecoration: "none",
  };
  const link = h("a", { className: "k-button", href, style }, label);
  return h("div", { key: "button", style: { margin: "8px 0 24px" } }, link);
}

function plainText(mail: Mail, href: string | undefined, unsubscribe: string | undefined): string {
  const parts = [
    mail.title,
    ...mail.paragraphs,
    mail.code !== undefined && `    ${formatCode(mail.code)}`,
    mail.button && href && `${mail.button.label}:\n${href}`,
    unsubscribe !== undefined && `Berhenti menerima email ini:\n${unsubscribe}`,
    `--\n${mail.note === undefined ? "" : `${mail.note}\n\n`}Pesan otomatis dari ${brandName()}. Kami tidak pernah menanyakan kata sandi atau kode Anda.`,
  ];
  return `${parts.filter((part): part is string => typeof part === "string").join("\n\n")}\n`;
}
