/**
 * Design note. Writes XML for other people's systems. Names of elements come from our code; texts come from strangers
 * and can never become markup: the five special characters are escaped, and characters that XML 1.0 forbids even when
 * they are escaped (control characters, halves of a pair, U+FFFE, U+FFFF) are left out. There are no comments, CDATA
 * sections, processing instructions or document types, so nothing else has to be escaped.
 */

/** An element with a text, or with elements in order. An empty text is written as `<Name/>`. */
export type XmlElement = readonly [name: string, content: string | readonly XmlElement[]];

/** A text as it is written between tags or in an attribute. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\uFFFD", "")
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}

/** A whole document in UTF-8. `attributes` are those of the root. Throws for a name that is no XML name (a bug). */
export function writeXml([name, content]: XmlElement, attributes: Readonly<Record<string, string>> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${nameOf(key)}="${escapeXml(value)}"`);
  const lines = ['<?xml version="1.0" encoding="utf-8"?>'];
  writeElement(lines, [name, content], "", written.join(""));
  return `${lines.join("\n")}\n`;
}

function writeElement(lines: string[], [name, content]: XmlElement, indent: string, attributes = ""): void {
  const tag = nameOf(name);
  if (typeof content === "string") {
    const text = escapeXml(content);
    lines.push(text === "" ? `${indent}<${tag}${attributes}/>` : `${indent}<${tag}${attributes}>${text}</${tag}>`);
    return;
  }
  lines.push(`${indent}<${tag}${attributes}>`);
  for (const child of content) writeElement(lines, child, `${indent}  `);
  lines.push(`${indent}</${tag}>`);
}

function nameOf(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9:]{0,60}$/.test(name)) throw new Error(`${name} is no name of an XML element`);
  return name;
}
