/**
 * The API's documentation: one page, generated from the same description as /v1/openapi.json, without a third-party
 * viewer. It lists every call that our pages make, and works without scripts.
 */
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { settingsVersion } from "#lib/settings/setting.ts";
import { site } from "#site/settings.ts";
import { iconTags } from "./brand-files.ts";

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  $ref?: string;
};
type Operation = {
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
};
type Described = {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** Formats a JSON schema like a TypeScript type: `name: string`, `age?: integer`, one property on each line. */
export function schemaText(schema: Schema | undefined, indent = ""): string {
  if (!schema) return "unknown";
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return [...new Set(parts.map((part) => schemaText(part, indent)))].join(" | ");
  if (schema.allOf) return schema.allOf.map((part) => schemaText(part, indent)).join(" & ");
  if (schema.type === "array" || schema.items) {
    const inner = schemaText(schema.items, indent);
    return inner.includes(" | ") ? `(${inner})[]` : `${inner}[]`;
  }
  if (schema.properties) {
    const deeper = `${indent}  `;
    const required = new Set(schema.required);
    const lines = Object.entries(schema.properties).map(
      ([name, property]) => `${deeper}${name}${required.has(name) ? "" : "?"}: ${schemaText(property, deeper)}`,
    );
    return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${indent}}`;
  }
  if (typeof schema.additionalProperties === "object")
    return `{ [name]: ${schemaText(schema.additionalProperties, indent)} }`;
  const type = Array.isArray(schema.type) ? schema.type.join(" | ") : (schema.type ?? "unknown");
  return [type, schema.format && `<${schema.format}>`].filter(Boolean).join("");
}

const style = `:root{color-scheme:light dark;--ink:light-dark(#1b1a17,#f3efe6);--ink2:light-dark(#5a554c,#b8b2a6);--paper:light-dark(#fbf8f3,#15161b);--surface:light-dark(#fff,#1d1f26);--line:light-dark(#e6dfd2,#32353f);--brand:light-dark(#243b7a,#9ab0f0);--tint:light-dark(#e9edf7,#252c44);--success:light-dark(#1e6b45,#7fcba0);--accent:light-dark(#9a3412,#f0906b)}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.55 system-ui,sans-serif}a{color:var(--brand)}main,header{max-width:1080px;margin:auto;padding:24px clamp(16px,3vw,32px)}h1{margin:0 0 8px;font-size:28px;letter-spacing:-.02em}h2{margin:40px 0 10px;font-size:19px;text-transform:capitalize}p{max-width:70ch;color:var(--ink2)}nav ul{display:flex;flex-wrap:wrap;gap:6px;padding:0;list-style:none}nav a{display:block;padding:8px 12px;border:1px solid var(--line);border-radius:99px;background:var(--surface);text-decoration:none;text-transform:capitalize}
details{margin-bottom:6px;border:1px solid var(--line);border-radius:10px;background:var(--surface)}summary{display:grid;grid-template-columns:64px minmax(0,auto) 1fr auto;gap:4px 12px;align-items:baseline;min-height:44px;padding:11px 14px;cursor:pointer}summary b{font:600 12px ui-monospace,monospace}summary code{overflow-wrap:anywhere;font-weight:600}summary span{color:var(--ink2)}summary i{font-style:normal;font-size:12px;color:var(--ink2)}.GET{color:var(--brand)}.POST,.PUT,.PATCH{color:var(--success)}.DELETE{color:var(--accent)}details>div{padding:0 14px 14px}h3{margin:14px 0 4px;font-size:13px;color:var(--ink2)}pre{margin:0;padding:12px;overflow:auto;border-radius:8px;background:var(--tint);font:13px/1.5 ui-monospace,monospace}code{font:13px ui-monospace,monospace}@media(max-width:700px){summary{grid-template-columns:64px 1fr}summary span,summary i{grid-column:2}}`;

function describe(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required, schema }) => `${name}${required ? "" : "?"}: ${schemaText(schema)}  (${place})`,
  );
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const answer = Object.values(operation.responses?.["200"]?.content ?? {})[0]?.schema;
  const part = (title: string, text: string | undefined) =>
    text ? `<h3>${title}</h3><pre tabindex="0">${escape(text)}</pre>` : "";
  return `<details><summary><b class="${method}">${method}</b><code>${escape(path)}</code><span>${escape(operation.summary ?? "")}</span><i>${
    operation.security?.length ? (operation.security.some(isNothing) ? "visitor or login" : "login") : "public"
  }</i></summary><div>${operation.description ? `<p>${escape(operation.description)}</p>` : ""}${part("Parameters", parameters.join("\n"))}${part("Body", body && schemaText(body))}${part("Answer", answer && schemaText(answer))}</div></details>`;
}

/** The HTML of the page for an OpenAPI description. */
export function apiDocsHtml(described: Described): string {
  const groups = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(described.paths ?? {})) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? "other";
      groups.set(tag, [...(groups.get(tag) ?? []), describe(method.toUpperCase(), path, operation)]);
    }
  }
  const sorted = [...groups].sort(([a], [b]) => a.localeCompare(b));
  const id = (tag: string) => escape(tag.replace(/[^a-z0-9]+/gi, "-"));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>API · ${escape(site.name)}</title><meta name="description" content="Every call of the ${escape(site.name)} API">${iconTags()}<style>${style}</style></head><body><header><h1>${escape(site.name)} API</h1><p>Whatever our pages do goes through these calls, and anybody's program may use them. Log in with a cookie or send <code>Authorization: Bearer</code>. Successful reads answer <code>{ success, result }</code>, writes <code>{ success, message, data }</code>; refusals carry a stable <code>code</code>, a sentence in Indonesian, and field errors in <code>data</code>. PUT, PATCH and DELETE may be sent as POST with <code>_method</code>. The description for machines is <a href="/v1/openapi.json">/v1/openapi.json</a>.</p><nav aria-label="Groups"><ul>${sorted
    .map(([tag]) => `<li><a href="#${id(tag)}">${escape(tag)}</a></li>`)
    .join("")}</ul></nav></header><main>${sorted
    .map(([tag, calls]) => `<section id="${id(tag)}"><h2>${escape(tag)}</h2>${calls.join("")}</section>`)
    .join("")}</main></body></html>`;
}

/** Registers `GET /v1/docs`. */
export function apiDocsRoutes(app: FastifyInstance): void {
  const styleHash = createHash("sha256").update(style).digest("base64");
  let known: { version: number; html: string } | undefined;
  app.get("/v1/docs", { config: { policy: "public" }, schema: { hide: true } as object }, async (_request, reply) => {
    const version = settingsVersion();
    if (known?.version !== version) known = { version, html: apiDocsHtml(app.swagger() as Described) };
    const { html } = known;
    return reply
      .header("cache-control", "public, max-age=300")
      .header(
        "content-security-policy",
        `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'`,
      )
      .type("text/html; charset=utf-8")
      .send(html);
  });
}

/** In a description of the API, an empty requirement says that the call works without a session too. */
function isNothing(requirement: Record<string, unknown>): boolean {
  return Object.keys(requirement).length === 0;
}
