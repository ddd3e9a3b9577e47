import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { formFailure, pageApi, type ApiResponse } from "#lib/api-client.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { CatalogApi } from "../../contract.ts";
import type { RuleBody, ScreeningApi, ShownRule } from "../contract.ts";

type Held = ApiResponse<ScreeningApi["GET /v1/operator/held-products"]>["result"];
export type Preview = ApiResponse<ScreeningApi["POST /v1/operator/forbidden-rules/preview"]>["data"];
export type Categories = { slug: string; name: string }[];
export type Screening =
  | { part: "held"; held: Held; done: string | null }
  | { part: "rules"; rules: ShownRule[]; acts: boolean; done: string | null }
  | { part: "rule"; rule: ShownRule | null; acts: boolean; categories: Categories };

/** What the page answers a form with besides a refusal: the preview, and what was typed. */
export type Previewed = { preview: Preview; values: Record<string, string> };

/** The queue of held products, the rules, or the form of one. */
export async function loadScreening(args: LoaderFunctionArgs): Promise<Screening> {
  const api = pageApi<ScreeningApi & CatalogApi>(args);
  const search = new URL(args.request.url).searchParams;
  const done = search.get("done");
  if (search.get("view") !== "rules") {
    const after = search.get("after") ?? undefined;
    return { part: "held", held: (await api("GET /v1/operator/held-products", { query: { after } })).result, done };
  }
  const { rules, acts } = (await api("GET /v1/operator/forbidden-rules")).result;
  const asked = search.get("rule");
  if (asked === null) return { part: "rules", rules, acts, done };
  const { result } = await api("GET /v1/categories");
  const categories = result.flatMap((root) => [
    { slug: root.slug, name: root.name },
    ...root.categories.map(({ slug, name }) => ({ slug, name: `${root.name} › ${name}` })),
  ]);
  return { part: "rule", rule: rules.find(({ id }) => id === asked) ?? null, acts, categories };
}

/** Approves a product, or previews or stores a rule. */
export async function actOnScreening(args: ActionFunctionArgs, form: FormData): Promise<unknown> {
  const api = pageApi<ScreeningApi>(args);
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const [intent, id = ""] = text("intent").split(" ");
  try {
    if (intent === "approve") {
      await api("POST /v1/operator/held-products/:holdId/approve", { params: { holdId: id } });
      return redirect(operatorHrefs.held({ done: "1" }));
    }
    const body = readRule(text);
    if (text("preview") === "1") {
      const { data } = await api("POST /v1/operator/forbidden-rules/preview", { body });
      return { preview: data, values: Object.fromEntries([...form].map(([name, value]) => [name, String(value)])) };
    }
    await (id === ""
      ? api("POST /v1/operator/forbidden-rules", { body })
      : api("PUT /v1/operator/forbidden-rules/:ruleId", { params: { ruleId: id }, body }));
    return redirect(operatorHrefs.forbiddenRules(undefined, "1"));
  } catch (error) {
    const answer = formFailure(error, form);
    // A refusal of one phrase is shown at the list of phrases.
    for (const [field, texts] of Object.entries(answer.data.fields)) {
      const list = field.split(".")[0] ?? field;
      if (list !== field) answer.data.fields[list] = [...(answer.data.fields[list] ?? []), ...texts];
    }
    return answer;
  }
}

function readRule(text: (name: string) => string): RuleBody {
  const lines = (name: string) =>
    text(name)
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  const given = (name: string) => (text(name) === "" ? {} : { [name]: text(name) });
  return {
    label: text("label"),
    effect: text("effect") as RuleBody["effect"],
    words: lines("words"),
    exceptions: lines("exceptions"),
    ...given("category"),
    ...given("permit_name"),
    ...given("permit_form"),
    sentence: text("sentence"),
    is_active: text("is_active") === "1",
  };
}
