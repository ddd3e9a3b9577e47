import { createHash } from "node:crypto";
import { cartCountCookie } from "#cart/count-cookie.ts";
import { brandName } from "#lib/brand.ts";
import { mainColour } from "#lib/look/look.ts";
import { settingsElementId, settingsOfPages } from "#lib/settings/setting.ts";
import type { Head } from "#lib/page.ts";
import { cspReportsPath } from "./csp-reports.ts";
import { brandStyleTag, iconTags } from "./brand-files.ts";
import { holdFormsScript } from "./hold-forms.ts";
import { fullTitle, headTags, structuredTags } from "./head-tags.ts";
import { entryName, pageStyles, type Manifest } from "./page-styles.ts";

/** How long a link with data-waits-for-scripts waits for the scripts, in milliseconds. */
const earlyLinkTimeout = 5000;

/** The first screen does not need it, nor its icons, so its link is added when the client code starts. */
const manifestHref = "/manifest.webmanifest";

/** The error page's element. error-boundary.tsx loads it on demand. */
const errorPageName = "src/site/error-page.tsx";

export type DocumentParts = {
  /** Vite's client manifest. */
  manifest: Manifest;
  publicUrl: URL;
  /** Source of the map tiles, when a tile server is configured. */
  tileSource?: string | undefined;
  /** Pusher Channels, when configured. `socket` is the only third-party server that browsers may connect to. */
  pusher?: { key: string; socket: URL } | undefined;
};

// Runs before the first paint, so that nothing flickers. It sets the theme, whether a user is probably logged in (a
// cookie that holds no secret), whether a visitor has a cart, and a mark on pictures that failed to load.
const beforePaint = `(function(d){try{var t=localStorage.getItem("theme");if(t==="dark"||t==="light")d.dataset.theme=t;else if(matchMedia("(prefers-color-scheme:dark)").matches)d.dataset.theme="dark"}catch(e){}if(/(?:^|; )logged_in=1/.test(document.cookie))d.dataset.session="in";if(/(?:^|; )${cartCountCookie}=[1-9]/.test(document.cookie))d.dataset.cart="1";d.classList.add("js");["error","load"].forEach(function(n){addEventListener(n,function(e){var i=e.target;if(i.tagName==="IMG")i.toggleAttribute("data-broken",n==="error")},true)})})(document.documentElement)`;

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

function sourceHash(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/** The source of a content security policy for a web socket at this host. */
function socketSource({ protocol, host }: URL): string {
  return `${protocol === "https:" ? "wss" : "ws"}://${host}`;
}

/** Makes the function that puts a rendered page into its HTML document. */
export function createDocument({ manifest, publicUrl, tileSource, pusher }: DocumentParts) {
  const entry = manifest[entryName];
  if (!entry) throw new Error("the web build has no client entry: run npm run build");
  // Loads the client code at the user's first action, or 3 seconds after the load event. Until then links, forms,
  // details and popovers work as plain HTML. A press or a key starts it at once. Pointer movement and scrolling start
  // it after the load event, so that pictures come first. For a logged-in user, and for the count of a visitor's
  // cart, it starts right after the load event: when the browser is idle, but after a second at the latest, because a
  // busy browser is never idle. (Where setTimeout takes the options, it reads them as no delay.)
  // A resting pointer is no sign: browsers send pointermove with no movement when the layout changes below it. A list
  // that the user returns to gets its earlier height and starts the client at once (ui/load-more-restore.ts).
  const start = [entry.file, ...(entry.imports ?? []).map((name) => manifest[name]?.file)]
    .map((file) => `import("/${file}")`)
    .join(";");
  const starter = `(function(w,d,s,u,r,k){function g(){if(s)return;s=1;e.forEach(function(n){w.removeEventListener(n,h,true)});${start};var m=d.createElement("link");m.rel="manifest";m.href="${manifestHref}";d.head.append(m);var p=d.getElementById("state").dataset.page;p&&import(p)}function h(v){/^(pointerm|s)/.test(v.type)?(v.type==="scroll"||v.movementX||v.movementY)&&(u=1,r&&g()):g()}var e=["pointerdown","keydown","touchstart","scroll","pointermove"];e.forEach(function(n){w.addEventListener(n,h,{capture:true,passive:true})});function l(){r=1;u||d.documentElement.dataset.session==="in"||d.documentElement.dataset.cart?(w.requestIdleCallback||setTimeout)(g,{timeout:1e3}):setTimeout(g,3000)}d.readyState==="complete"?l():w.addEventListener("load",l);k&&Date.now()-k.at<18e5&&(d.body.style.minHeight=k.height+"px",g())})(window,document,0,0,0,(history.state||{}).loadedMore)`;
  // Handles clicks before the client code has started. Buttons that need it are stored in `early`, and entry-client.tsx
  // clicks them again. Buttons that step a number work here at once. A link with data-waits-for-scripts waits for the
  // client code, and opens after earlyLinkTimeout if that does not start.
  const early = `(function(w){w.early=[];w.addEventListener("click",function(v){var b=v.target.closest("button[type=button]:not([popovertarget]),a[data-waits-for-scripts]"),p,s;if(!b||!w.early)return;if(s=b.dataset.step){p=b.parentNode;p.querySelector("input")[s]();p.querySelectorAll("button").forEach(function(o){o.ariaDisabled=null});return}if(b.href){if(v.ctrlKey||v.metaKey||v.shiftKey)return;v.preventDefault();if(b.ariaBusy)return;b.ariaBusy=true;setTimeout(function(){w.early&&(w.location=b.href)},${earlyLinkTimeout})}w.early.push(b)},true)})(window);`;
  // notifications/ui/live/live-notifications.tsx reads this for logged-in users. Visitors never connect (S018).
  const pusherData = pusher
    ? ` data-pusher="${escape(JSON.stringify({ key: pusher.key, url: pusher.socket.href }))}"`
    : "";
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${sourceHash(beforePaint)} ${sourceHash(holdFormsScript + early + starter)}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${tileSource ? ` ${tileSource}` : ""}`,
    "media-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${pusher ? ` ${socketSource(pusher.socket)}` : ""}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `report-uri ${cspReportsPath}`,
  ].join("; ");

  const font = Object.values(manifest)
    .flatMap((chunk) => chunk.assets ?? [])
    .find((asset) => asset.includes("sans-basic-"));

  /**
   * The stylesheet of all pages, and this page's own with the names of the files that it combines. With `failed`, also
   * what the error page needs.
   */
  function styleTags(name: string | undefined, failed = false): string {
    const { shared, own } = pageStyles(manifest, name);
    const more = failed ? pageStyles(manifest, errorPageName).own.filter((file) => !own.includes(file)) : [];
    const together = name && manifest[name]?.pageStyle;
    const tag = (file: string, rest = "") => `<link rel="stylesheet" href="/${file}"${rest}>`;
    const parts = ` data-of="${own.map((file) => `/${file}`).join(" ")}"`;
    return (
      shared.map((file) => tag(file)).join("") +
      (together ? tag(together, parts) : own.map((file) => tag(file)).join("")) +
      more.map((file) => tag(file)).join("")
    );
  }

  /** The public settings that differ from their defaults; nothing on most installations' pages. */
  function pageSettings(): string {
    const values = settingsOfPages();
    if (Object.keys(values).length === 0) return "";
    return `<script type="application/json" id="${settingsElementId}">${JSON.stringify(values)
      .replace(/</g, "\\u003c")
      .replace(/\u2028/g, "\\u2028")
      .replace(/\u2029/g, "\\u2029")}</script>`;
  }

  function whole(parts: {
    html: string;
    head: Head;
    state: string;
    file: string | undefined;
    layout: string;
    status: number;
  }): string {
    const { head } = parts;
    const name = parts.file?.replace(/^\//, "");
    const code = name && manifest[name]?.file;
    return `<!doctype html><html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><script>${beforePaint}</script><title>${escape(fullTitle(head))}</title>${headTags(head, publicUrl)}<meta name="theme-color" content="${mainColour()}">${styleTags(name, parts.status >= 400)}${
      head.preload
        ? `<link rel="preload" as="image" href="${escape(head.preload.href)}" type="${escape(head.preload.type)}"${head.preload.srcSet ? ` imagesrcset="${escape(head.preload.srcSet)}" imagesizes="${escape(head.preload.sizes ?? "100vw")}"` : ""} fetchpriority="high">`
        : ""
    }${font ? `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>` : ""}${brandStyleTag()}${iconTags()}<noscript><link rel="manifest" href="${manifestHref}"></noscript>${structuredTags(head, publicUrl)}</head><body data-layout="${parts.layout}"${pusherData}><div id="root">${parts.html}</div>${pageSettings()}<script type="application/json" id="state"${code ? ` data-page="/${code}"` : ""}>${parts.state}</script><script>${holdFormsScript}${early}${starter}</script></body></html>`;
  }

  /** An error page that needs no rendering and no scripts, for failures of the rendering itself. */
  function plain({ title, message, status }: { title: string; message: string; status: number }): string {
    return `<!doctype html><html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)} · ${escape(brandName())}</title><meta name="robots" content="noindex">${styleTags(undefined)}${brandStyleTag()}</head><body><main class="wrap plain-error"><h1>${status >= 500 ? "Terjadi kesalahan" : "Permintaan ditolak"}</h1><p>${escape(message)}</p><p><a href="">Coba lagi</a> · <a href="/">Ke beranda</a></p></main></body></html>`;
  }

  return { whole, plain, policy };
}
