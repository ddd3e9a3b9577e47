// Which file may import which. Reads the import statements, types included. Not chosen: dependency-cruiser, whose only
// parser beside TypeScript 7 reads neither .tsx files nor type imports.
import { posix } from "node:path";

/** The slices in import order: each may import those before it. A message to a later slice is a typed job. */
export const slices =
  "audit-log settings messages accounts media notifications regions addresses search shipping payments shops catalog promotions cart orders papers complaints reviews privacy operator site web monitoring commands".split(
    " ",
  );

/** The minimum number of files and imports. With fewer, the check did not read the source. */
export const fewest = { files: 200, imports: 600 };

// The name may have a prefix (`anonymise-queries.ts`), and the file may be in a folder of the slice
// (`accounts/session/queries.ts`).
const privateFiles = /(?:^|[/-])(?:queries|routes|jobs)\.tsx?$|(?:^|\/)pages\//;
const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path);

const pureFiles = /^src\/(.+\/(?:[a-z-]+-)?rules|lib\/(rupiah|time|refusal|brand)|hrefs)\.ts$/;

/** Code that browsers load. Everything it imports by value, directly or not, must run there. */
const browserCode = /^src\/(ui\/|[^/]+\/ui\/|[^/]+\/pages\/[^.]+\.tsx$|(?:site|web)\/(?:[a-z-]+\/)?[^/]+\.tsx$)/;
const serverRendering = /^src\/web\/entry-server\.tsx$/;
const serverOnly =
  /^src\/(.+[/-](queries|routes|jobs)\.ts$|(server|worker|app)\.ts$|lib\/(database|config|log|jobs|migrate|idempotency|http\/[a-z-]+|open-context|postgres\/[a-z-]+|realtime\/(postgres|redis)-transport)\.ts$)/;
const serverPackages =
  /^(node:|(fastify|pg|pino|sharp|zod|graphile-worker|sastrawijs|idn-area-data|vite|jose|nodemailer|web-push|pusher|otpauth)(\/|$)|@fastify\/|@node-rs\/|@redis\/|@simplewebauthn\/server)/;

type Import = { name: string; isType: boolean; line: number };
/** Path from the repository's root ("src/orders/rules.ts") to text. */
export type SourceTree = ReadonlyMap<string, string>;

/** All import statements of a text: the imported name, whether it is types only, and the line. */
export function importsOf(text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, " "));
  const statement =
    /^[ \t]*(?:import|export)\s+(type\s+)?(?:[^;'"`=]*?\sfrom\s+)?["']([^"']+)["']|(?<!typeof\s+)\bimport\(\s*["']([^"']+)["']\s*\)|typeof\s+import\(\s*["']([^"']+)["']\s*\)/gm;
  return [...code.matchAll(statement)].map((found) => {
    const [whole, typeWord, fromName, calledName, queriedName] = found;
    const before = code.slice(0, found.index);
    const braces = /^[ \t]*(?:import|export)\s+\{([^}]*)\}/.exec(whole)?.[1];
    const onlyTypes = braces?.split(",").every((one) => /^\s*(type\s|$)/.test(one));
    return {
      name: fromName ?? calledName ?? queriedName ?? "",
      isType: Boolean(typeWord ?? queriedName ?? onlyTypes),
      line: before.split("\n").length,
    };
  });
}

/** Checks a source tree. Returns the breaches, one line each, and the number of files and imports. */
export function checkImports(files: SourceTree): { breaches: string[]; files: number; imports: number } {
  const breaches: string[] = [];
  const valueImports: ValueImports = new Map();
  let seen = 0;
  for (const [path, text] of files) {
    const reached: string[] = [];
    for (const { name, isType, line } of importsOf(text)) {
      seen += 1;
      const target = resolveImport(path, name, files);
      if (target === undefined) {
        breaches.push(`${path}:${line}  ${name} does not exist`);
        continue;
      }
      if (!isType) reached.push(target);
      if (isTest(path)) continue;
      const reason = breach(path, name, target, files);
      if (reason) breaches.push(`${path}:${line}  ${name}: ${reason}`);
    }
    if (!isTest(path)) valueImports.set(path, reached);
  }
  breaches.push(...browserBreaches(valueImports), ...circles(valueImports));
  return { breaches, files: files.size, imports: seen };
}

/** The path of the imported file; the name itself for a package; undefined when the file is missing. */
function resolveImport(path: string, name: string, files: SourceTree): string | undefined {
  const plain = name.replace(/\?.*$/, "");
  let target: string;
  if (plain.startsWith("#")) target = `src/${plain.slice(1)}`;
  else if (plain.startsWith(".")) target = posix.normalize(posix.join(posix.dirname(path), plain));
  else return name;
  if (!target.startsWith("src/") || !/\.tsx?$/.test(target)) return target;
  return files.has(target) ? target : undefined;
}

function breach(path: string, name: string, target: string, files: SourceTree): string | undefined {
  if (!target.startsWith("src/")) {
    return /^(test|e2e|bench|scripts)\//.test(target) ? "the source does not import tests or scripts" : undefined;
  }
  const [, own, rest] = /^src\/([^/]+)\/(.*)$/.exec(path) ?? [];
  const [, other, inner] = /^src\/([^/]+)\/(.*)$/.exec(target) ?? [];
  if (own === undefined) return undefined;
  if (own !== other && name.startsWith(".")) return "write #folder/file.ts across folders";
  if (own === other && name.startsWith("#")) return "write ./file.ts inside a folder";
  if (/^src\/(app|server|worker)\.ts$/.test(target)) return "only the process itself imports this";
  if (
    /(?:^|\/)(?:[a-z-]+-)?rules\.ts$/.test(rest ?? "") &&
    !pureFiles.test(target) &&
    importsOf(files.get(target) ?? "").length > 0
  ) {
    return "rules.ts is pure: it imports other rules, money, time, addresses, and files that import nothing";
  }
  if (own === other || other === undefined || inner === undefined) return undefined;
  const [from, to] = [slices.indexOf(own), slices.indexOf(other)];
  if (own === "lib" && (other === "ui" || to >= 0)) return "lib knows neither the business nor the design";
  if (own === "ui" && to >= 0) return "the design system knows no business";
  if (from < 0 || to < 0) return undefined;
  if (to > from) return `${own} comes before ${other}; send a typed job instead`;
  if (privateFiles.test(inner)) return `private to ${other}; take its rules, contract, ui or operations`;
  return undefined;
}

/** The imports of each file, without types. */
type ValueImports = Map<string, string[]>;

function browserBreaches(valueImports: ValueImports): string[] {
  const breaches: string[] = [];
  for (const root of valueImports.keys()) {
    if (!browserCode.test(root) || serverRendering.test(root)) continue;
    const from = new Map<string, string | undefined>([[root, undefined]]);
    for (const path of from.keys()) {
      for (const target of valueImports.get(path) ?? []) {
        if (from.has(target)) continue;
        from.set(target, path);
        if (!serverOnly.test(target) && !serverPackages.test(target)) continue;
        const chain: string[] = [];
        for (let step: string | undefined = target; step; step = from.get(step)) chain.unshift(step);
        breaches.push(`${root}:1  a browser would get what belongs to the server: ${chain.join(" > ")}`);
      }
    }
  }
  return breaches;
}

function circles(valueImports: ValueImports): string[] {
  const breaches: string[] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (path: string, trail: string[]) => {
    state.set(path, "open");
    for (const target of valueImports.get(path) ?? []) {
      if (state.get(target) === "open") {
        const circle = [...trail.slice(trail.indexOf(target)), target];
        breaches.push(`${path}:1  a circle: ${circle.join(" > ")}`);
      } else if (!state.has(target) && valueImports.has(target)) visit(target, [...trail, target]);
    }
    state.set(path, "done");
  };
  for (const path of valueImports.keys()) if (!state.has(path)) visit(path, [path]);
  return breaches;
}
