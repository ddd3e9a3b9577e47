/**
 * Parses the queries of the index of tokens that search/match-concepts.ts writes: PostgreSQL's text form of tsquery
 * without prefixes, negation and distances. So every search engine finds with the same query.
 */

/** How good the place of a token in a product is: 4 head noun, 3 the next two words, 2 the name, 1 anything else. */
export type PlaceRank = 1 | 2 | 3 | 4;

/** A condition for the tokens of a product. A token counts in a place of at least `place`. */
export type TokenQuery = { token: string; place: PlaceRank } | { all: TokenQuery[] } | { any: TokenQuery[] };

const placeOfLabel: Record<string, PlaceRank> = { "": 1, ABC: 2, AB: 3, A: 4 };
const part = /'[a-z0-9]{1,200}'(?::[ABC]{1,3})?|[&|()]/g;
const maxDepth = 50;

function readToken(text: string): { token: string; place: PlaceRank } {
  const end = text.lastIndexOf("'");
  const place = placeOfLabel[text.slice(end + 2)];
  if (place === undefined) throw new Error("a query of tokens has an unknown place");
  return { token: text.slice(1, end), place };
}

/** Parses a query. Throws for a text that match-concepts.ts does not write. */
export function parseTokenQuery(text: string): TokenQuery {
  const texts = text.match(part) ?? [];
  const parts = texts.map((one) => (one.startsWith("'") ? readToken(one) : one));
  if (texts.join("") !== text.replaceAll(" ", "")) throw new Error("a query of tokens is malformed");
  let at = 0;
  const operand = (depth: number): TokenQuery => {
    const one = parts[at];
    at += 1;
    if (typeof one === "object") return one;
    if (one !== "(" || depth > maxDepth) throw new Error("a query of tokens is malformed");
    const inner = joined("|", depth + 1);
    if (parts[at] !== ")") throw new Error("a query of tokens has an open parenthesis");
    at += 1;
    return inner;
  };
  // "&" binds more than "|".
  const joined = (operator: "&" | "|", depth: number): TokenQuery => {
    const next = () => (operator === "|" ? joined("&", depth) : operand(depth));
    const operands = [next()];
    while (parts[at] === operator) {
      at += 1;
      operands.push(next());
    }
    const [only] = operands;
    if (only && operands.length === 1) return only;
    return operator === "|" ? { any: operands } : { all: operands };
  };
  const query = joined("|", 0);
  if (at !== parts.length) throw new Error("a query of tokens has a loose end");
  return query;
}
