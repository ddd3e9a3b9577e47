// Reads what the types of other files can depend on in a source file: its shape. Left out are comments, the bodies of
// functions that declare what they return, declarations that the rest does not use, and imports of what is left out. So
// a change of such a body needs a check of its own file alone. A file that cannot be read in this way, or that has
// comments which tools read, is its own shape.
import { createHash } from "node:crypto";
import type { parseSync as Parse } from "vite";

/** What the check of a file, and of those that import it, depends on. Imports are texts as written in the file. */
export type Shape = {
  /** The hash of the whole text. */
  text: string;
  /** Every text of the file that may be a path. */
  imports: string[];
  /** Whether the shape was read; a file that no other imports needs none. */
  isRead?: true;
  /** The hash of the shape, and the texts in it that may be paths. */
  shape: string;
  shapeImports: string[];
  /** The hash of its declarations that hold in every file and of what they use, and the imports of both. */
  everywhere?: { text: string; imports: string[] };
};

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Range = readonly [start: number, end: number];

const sha = (text: string) => createHash("sha256").update(text).digest("base64url");
const isScript = (path: string) => /\.[cm]?[jt]sx?$/.test(path);
const wordsOf = (text: string) => new Set(text.match(/[\p{L}\p{N}_$]+/gu));
// Not parsed: too many paths are better than too few.
const pathsIn = (text: string) => [
  ...new Set([...text.matchAll(/["'`]((?:\.{1,2}\/|#)[^"'`\n]+)["'`]/g)].map(([, path = ""]) => path)),
];
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** The hash of a text, under which its shape is stored. */
export const textHash = (path: string, text: string): string => sha(`${path}\n${text}`);

/** What a file imports, without its shape: enough for a file that no other imports. */
export function importsOf(path: string, text: string): Shape {
  const imports = pathsIn(text);
  return { text: textHash(path, text), imports, shape: sha(text), shapeImports: imports };
}

/** Whether a file may have declarations that hold in every file. */
export const mayHoldEverywhere = (path: string, text: string): boolean =>
  path.endsWith(".d.ts") || /^\s*declare (?:module|global)\b|^\/\/\/ ?</m.test(text);

/** The shape of a file. `parse` is given by the caller, because loading the parser takes longer than most checks. */
export function shapeOf(path: string, text: string, parse: typeof Parse): Shape {
  const whole: Shape = { ...importsOf(path, text), isRead: true };
  const { imports } = whole;
  if (!isScript(path)) return whole;
  const { program, comments, errors } = parse(path, text);
  if (errors.length > 0 || path.endsWith(".d.ts") || /^\/\/\/ ?<|@(?:deprecated|ts-|jsx)/m.test(text))
    return mayHoldEverywhere(path, text) ? { ...whole, everywhere: { text: sha(text), imports } } : whole;
  const body = (program as unknown as { body: Node[] }).body;
  const cuts: Range[] = [...comments.map(({ start, end }): Range => [start, end]), ...bodiesIn(body)];
  cuts.sort(([a], [b]) => a - b);
  const parts = body.map((node) => ({ node, text: withoutCuts(text, node, cuts) }));
  const shape = textOf(
    parts,
    parts.filter(({ node }) => node.type !== "ImportDeclaration" && !isPrivate(node)),
  );
  const found = { ...whole, shape: sha(shape), shapeImports: pathsIn(shape) };
  const declared = parts.filter(({ node }) => isDeclaredEverywhere(node));
  if (declared.length === 0) return found;
  const held = textOf(parts, declared);
  // The module that is declared further matters only to files that import it.
  const used = held.replace(/\bdeclare module\s+["'][^"']+["']/g, "");
  return { ...found, everywhere: { text: sha(held), imports: pathsIn(used) } };
}

// `declare module` and `declare global`.
function isDeclaredEverywhere({ type, kind, id }: Node): boolean {
  return (
    type === "TSGlobalDeclaration" ||
    (type === "TSModuleDeclaration" && (kind === "global" || (isNode(id) && id.type === "Literal")))
  );
}

/** The bodies of functions whose declaration says what they return. */
function bodiesIn(value: unknown): Range[] {
  if (Array.isArray(value)) return value.flatMap(bodiesIn);
  if (!isNode(value)) return [];
  const { returnType, body } = value;
  if (/Function/.test(value.type) && isNode(returnType) && isNode(body))
    return [[body.start, body.end], ...bodiesIn(value.params)];
  return Object.values(value).flatMap(bodiesIn);
}

function withoutCuts(text: string, { start, end }: Node, cuts: readonly Range[]): string {
  let left = "";
  let at = start;
  for (const [from, to] of cuts) {
    if (from < at || to > end) continue;
    left += text.slice(at, from);
    at = to;
  }
  return left + text.slice(at, end);
}

/** The names that a statement declares. */
function namesOf(node: Node): string[] {
  const { declaration, declarations, id, specifiers } = node;
  if (isNode(declaration)) return namesOf(declaration);
  if (Array.isArray(specifiers))
    return specifiers.flatMap((one: Node) => (isNode(one.local) ? [String(one.local.name)] : []));
  if (Array.isArray(declarations)) return declarations.flatMap((one: Node) => boundNames(one.id));
  return isNode(id) && id.type === "Identifier" ? [String(id.name)] : [];
}

function boundNames(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(boundNames);
  if (!isNode(pattern)) return [];
  if (pattern.type === "Identifier") return [String(pattern.name)];
  return Object.values(pattern).flatMap(boundNames);
}

const isPrivate = ({ type }: Node) =>
  /^(?:VariableDeclaration|FunctionDeclaration|ClassDeclaration|TSTypeAliasDeclaration|TSInterfaceDeclaration)$/.test(
    type,
  );

type Part = { node: Node; text: string };

/** The text of some statements of a file with all that they use: declarations, and imports that bind a name or none. */
function textOf(parts: readonly Part[], some: readonly Part[]): string {
  const others = new Set(parts.filter((part) => !some.includes(part)));
  for (let added = some; added.length > 0;) {
    const words = wordsOf(added.map(usingText).join("\n"));
    added = [...others].filter(({ node }) => namesOf(node).some((name) => words.has(name)));
    for (const part of added) others.delete(part);
  }
  return parts
    .filter((part) => !others.has(part) || isBareImport(part.node))
    .map(({ text }) => text)
    .join("\n");
}

// What is declared everywhere consists of types, where a word before a colon is the name of a property.
const usingText = ({ node, text }: Part) => (isDeclaredEverywhere(node) ? text.replace(/[\w$]+\??:/g, "") : text);

const isBareImport = (node: Node) => node.type === "ImportDeclaration" && namesOf(node).length === 0;
