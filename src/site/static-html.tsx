/**
 * Design note. Footer and menus are the same on every page and need no React: links, details, popovers and plain forms.
 * The server renders them. The browser uses that HTML without hydration, which saves their code and about two hundred
 * elements at start. Behaviour beyond HTML is in listeners on the document (static-html-behaviour.ts, loaded at the
 * first interaction). The browser renders footer and menus only after a client-side navigation from a page without them
 * (login).
 * What is the same on most pages (`sameAs`) is rendered once and inserted as text into the others: menus and footer are
 * a third of a listing's elements.
 */
import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { settingsVersion } from "#lib/settings/setting.ts";

const serverRendering = import.meta.env.SSR ? await import("react-dom/server") : undefined;
const rendered = new Map<string, string>();
/** The menus and the footers of each layout, before and after a change. */
const maxRendered = 8;

/** The HTML of `children`, which is rendered again only when `sameAs` or a setting has changed. */
function htmlOnce(id: string, sameAs: string, children: ReactNode): string {
  const key = `${id} ${settingsVersion()} ${sameAs}`;
  let html = rendered.get(key);
  if (html === undefined) {
    html = serverRendering?.renderToString(children) ?? "";
    for (const oldest of rendered.keys()) if (rendered.size >= maxRendered) rendered.delete(oldest);
    rendered.set(key, html);
  }
  return html;
}

/** Clears the cached HTML that is inserted as text, so that the next page renders it again. */
export function clearStaticHtml(): void {
  rendered.clear();
}

const cachedHtml = new Map<string, string>();

function storedHtml(id: string): string | undefined {
  const html = cachedHtml.get(id) ?? document.getElementById(id)?.innerHTML;
  if (html) cachedHtml.set(id, html);
  return html;
}

type StaticHtmlProps = { id: string; children: ReactNode; otherwise: ReactNode; sameAs?: string };

/**
 * Renders `children` on the server and the same HTML, unhydrated, in the browser; `otherwise` when the server did not
 * render it. Import `children` only on the server (`import.meta.env.SSR ? await import(…) : undefined`), so that
 * browsers do not load their code. With `sameAs`, the server renders `children` again only when that text or a setting
 * is another one; `children` must then depend on nothing else and use no context.
 */
export const StaticHtml = import.meta.env.SSR ? ServerHtml : BrowserHtml;

/** Has no hooks: a rendering inside a rendering resets their state. */
function ServerHtml({ id, children, sameAs }: StaticHtmlProps) {
  if (sameAs === undefined) return <div id={id}>{children}</div>;
  return <div id={id} dangerouslySetInnerHTML={{ __html: htmlOnce(id, sameAs, children) }} />;
}

function BrowserHtml({ id, otherwise }: StaticHtmlProps) {
  const [html] = useState(() => storedHtml(id));
  if (html !== undefined) return <div id={id} dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <div id={id}>
      <Suspense>{otherwise}</Suspense>
    </div>
  );
}

const firstTouches = ["pointerover", "focusin", "beforetoggle"];

/** Shows the chosen theme in the footer, and loads the behaviour of footer and menus at the first interaction. */
export function useStaticHtmlBehaviour(): void {
  const navigate = useNavigate();
  const go = useRef(navigate);
  useEffect(() => {
    go.current = navigate;
  });
  useEffect(() => {
    const chosen = document.querySelector<HTMLInputElement>(`input[name="theme"][value="${storedTheme()}"]`);
    if (chosen) chosen.checked = true;
    function near(event: Event) {
      if (event.target instanceof Element && event.target.closest("#menus, #footer, [popovertarget]")) load();
    }
    function load() {
      for (const name of firstTouches) document.removeEventListener(name, near, true);
      void import("./static-html-behaviour.ts").then(({ startStaticHtmlBehaviour }) =>
        startStaticHtmlBehaviour((href) => void go.current(href)),
      );
    }
    for (const name of firstTouches) document.addEventListener(name, near, true);
    // The user interacted before the script ran.
    if (document.querySelector("#menus :popover-open, [popovertarget]:is(:focus, :hover), #footer :focus")) load();
  }, []);
}

function storedTheme(): string {
  try {
    return localStorage.getItem("theme") ?? "";
  } catch {
    return "";
  }
}
