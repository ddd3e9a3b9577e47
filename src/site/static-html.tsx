/**
 * Design note. Footer and menus are the same on every page and need no React: links, details, popovers and plain forms.
 * The server renders them; the browser takes the HTML as it stands and hydrates nothing of it, which saves their code
 * and some two hundred elements at start. The few things they do beyond HTML hang on listeners of the document
 * (static-html-behaviour.ts, loaded when they are first touched). Only when somebody comes from a page without them (login) are they made in the browser.
 */
import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";

const cachedHtml = new Map<string, string>();

function storedHtml(id: string): string | undefined {
  const html = cachedHtml.get(id) ?? document.getElementById(id)?.innerHTML;
  if (html) cachedHtml.set(id, html);
  return html;
}

/**
 * `children` on the server, the same HTML untouched in the browser, or `otherwise` where it was never rendered.
 * Import what it shows on the server only (`import.meta.env.SSR ? await import(…) : undefined`): then no browser gets it.
 */
export function StaticHtml({ id, children, otherwise }: { id: string; children: ReactNode; otherwise: ReactNode }) {
  const [html] = useState(() => (import.meta.env.SSR ? undefined : storedHtml(id)));
  if (import.meta.env.SSR) return <div id={id}>{children}</div>;
  if (html !== undefined) return <div id={id} dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <div id={id}>
      <Suspense>{otherwise}</Suspense>
    </div>
  );
}

const firstTouches = ["pointerover", "focusin", "beforetoggle"];

/** Shows the chosen theme in the footer, and loads what footer and menus do once somebody comes near them. */
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
      void import("./static-html-behaviour.ts").then(({ startStaticHtmlBehaviour: startStaticBehaviour }) =>
        startStaticBehaviour((href) => void go.current(href)),
      );
    }
    for (const name of firstTouches) document.addEventListener(name, near, true);
    // Somebody was there before the script.
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
