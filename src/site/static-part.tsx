/**
 * Design note. Footer and menus are the same on every page and need no React: links, details, popovers and plain forms.
 * The server renders them; the browser takes the HTML as it stands and hydrates nothing of it, which saves their code
 * and some two hundred elements at start. The few things they do beyond HTML hang on listeners of the document
 * (static-behaviour.ts). Only when somebody comes from a page without them (login) are they made in the browser.
 */
import { Suspense, useState, type ReactNode } from "react";

const kept = new Map<string, string>();

function keptHtml(id: string): string | undefined {
  const html = kept.get(id) ?? document.getElementById(id)?.innerHTML;
  if (html) kept.set(id, html);
  return html;
}

/**
 * `children` on the server, the same HTML untouched in the browser, or `otherwise` where it was never rendered.
 * Import what it shows on the server only (`import.meta.env.SSR ? await import(…) : undefined`): then no browser gets it.
 */
export function StaticPart({ id, children, otherwise }: { id: string; children: ReactNode; otherwise: ReactNode }) {
  const [html] = useState(() => (import.meta.env.SSR ? undefined : keptHtml(id)));
  if (import.meta.env.SSR) return <div id={id}>{children}</div>;
  if (html !== undefined) return <div id={id} dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <div id={id}>
      <Suspense>{otherwise}</Suspense>
    </div>
  );
}
