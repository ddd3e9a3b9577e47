/** Tags in a page's head for link previews and search engines. */
import { hrefs } from "#hrefs.ts";
import { iconHref } from "#lib/look/look.ts";
import type { Head } from "#lib/page.ts";
import { site } from "#site/settings.ts";

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** The title that the browser's tab shows. */
export function fullTitle(head: Head): string {
  return head.title === site.name ? head.title : `${head.title} · ${site.name}`;
}

/** Description, robots, canonical URL, and the preview that other sites show for a shared link. */
export function headTags(head: Head, publicUrl: URL): string {
  const meta = (name: string, content: string | undefined) =>
    content ? `<meta ${name.includes(":") ? "property" : "name"}="${name}" content="${escape(content)}">` : "";
  const canonical = head.canonical ? new URL(head.canonical, publicUrl).href : undefined;
  const product = head.structured?.some((one) => "@type" in one && one["@type"] === "Product");
  return [
    meta("description", head.description),
    head.noindex ? meta("robots", "noindex") : "",
    canonical ? `<link rel="canonical" href="${escape(canonical)}">` : "",
    meta("og:title", fullTitle(head)),
    meta("og:description", head.description),
    meta("og:type", product ? "product" : "website"),
    meta("og:url", canonical),
    meta("og:site_name", site.name),
    meta("og:locale", "id_ID"),
    meta("og:image", new URL(head.image ?? iconHref(512), publicUrl).href),
    `<meta name="twitter:card" content="${head.image ? "summary_large_image" : "summary"}">`,
  ].join("");
}

/** The company and the site's search, as schema.org describes them. Only the home page has them. */
function siteDescription(): object[] {
  const { company } = site;
  return [
    {
      "@context": "https://schema.org",
      "@type": "Organization",
      name: site.name,
      legalName: company.name,
      description: site.about,
      url: hrefs.home(),
      logo: iconHref(512),
      email: company.email,
      telephone: company.phone.href.replace("tel:", ""),
      address: company.address,
    },
    {
      "@context": "https://schema.org",
      "@type": "WebSite",
      name: site.name,
      url: hrefs.home(),
      inLanguage: "id",
      potentialAction: {
        "@type": "SearchAction",
        target: `${hrefs.products()}?name={name}`,
        "query-input": "required name=name",
      },
    },
  ];
}

// Fields of schema.org whose value is a URL. Search engines require absolute URLs.
const urlFields = new Set(["url", "item", "image", "logo", "target"]);

/** The page's JSON-LD with absolute URLs, escaped so that it cannot end the script element. */
export function structuredTags(head: Head, publicUrl: URL): string {
  const absolute = (value: unknown) =>
    typeof value === "string" && value.startsWith("/") ? publicUrl.origin + value : value;
  const all =
    head.canonical === hrefs.home() ? [...siteDescription(), ...(head.structured ?? [])] : (head.structured ?? []);
  return all
    .map((one) => {
      const json = JSON.stringify(one, (name, value: unknown) =>
        urlFields.has(name) ? (Array.isArray(value) ? value.map(absolute) : absolute(value)) : value,
      );
      return `<script type="application/ld+json">${json
        .replace(/</g, "\\u003c")
        .replace(/\u2028/g, "\\u2028")
        .replace(/\u2029/g, "\\u2029")}</script>`;
    })
    .join("");
}
