import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formFailure, pageApi } from "#lib/api-client.ts";
import { checkboxValue } from "#ui/checkbox-value.ts";
import type { AttributeApi } from "../../attributes/contract.ts";
import { readSet, setErrors } from "../../attributes/ui/set-values.ts";
import type { CategoryApi, ListedCategory, MergePreview } from "../contract.ts";
import { categoryIcons } from "../rules.ts";

/** The tree, and the form that is open: of one category, or of a new category or link. */
export type Categories = {
  rows: ListedCategory[];
  changes: boolean;
  open: ListedCategory | "new" | "link" | null;
  done: string | null;
};

/** What a merge would move, with the target that was chosen. */
export type MergeAnswer = { merge: MergePreview; into: string; code: string; message: string };

export async function loadCategories(args: LoaderFunctionArgs): Promise<Categories> {
  const { result } = await pageApi<CategoryApi>(args)("GET /v1/operator/categories");
  const search = new URL(args.request.url).searchParams;
  const id = search.get("id");
  const isNew = id === "new" || id === "link";
  const open = !result.changes ? null : isNew ? id : (result.rows.find((row) => row.id === id) ?? null);
  return { ...result, open, done: search.get("done") };
}

type Icon = keyof typeof categoryIcons;
const iconOf = (text: string): Icon | undefined => (Object.keys(categoryIcons) as Icon[]).find((one) => one === text);

/** Does what a button of the tree or of a form says: its intent, with id and version of the category. */
export async function actOnCategories(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const api = pageApi<CategoryApi & AttributeApi>(args);
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const [intent = "", categoryId = "", versionText = ""] = text("intent").split(" ");
  const params = { categoryId };
  const version = Number(versionText);
  const icon = iconOf(text("icon"));
  const name = text("name");
  try {
    switch (intent) {
      case "add": {
        const url = form.has("url") ? { url: text("url") } : {};
        const body = { name, parent_id: text("parent_id") || null, ...(icon && { icon }), ...url };
        await api("POST /v1/operator/categories", { body });
        return redirect(operatorHrefs.categories({ done: "added" }));
      }
      case "change": {
        const url = form.has("url") ? { url: text("url") } : {};
        const body = {
          version,
          name,
          ...(icon && { icon }),
          ...url,
          is_hidden: checkboxValue(form, "is_hidden") === 1,
        };
        await api("PUT /v1/operator/categories/:categoryId", { params, body });
        return redirect(operatorHrefs.categories({ id: categoryId, done: "saved" }));
      }
      case "up":
      case "down":
        await api("POST /v1/operator/categories/:categoryId/step", { params, body: { version, step: intent } });
        return redirect(`${operatorHrefs.categories({ done: "moved" })}#${categoryId}`);
      case "place": {
        const body = { version, parent_id: text("parent_id") || null };
        await api("POST /v1/operator/categories/:categoryId/place", { params, body });
        return redirect(operatorHrefs.categories({ id: categoryId, done: "placed" }));
      }
      case "attributes": {
        const body = { version, attributes: readSet(form).map(({ body: one }) => one) };
        await api("PUT /v1/operator/categories/:categoryId/attributes", { params, body });
        return redirect(operatorHrefs.categories({ id: categoryId, done: "attributes" }));
      }
      case "preview": {
        const into = text("into");
        const { result } = await api("POST /v1/operator/categories/:categoryId/merge/preview", {
          params,
          body: { into },
        });
        return { merge: result, into, code: "categories.previewed", message: "" } satisfies MergeAnswer;
      }
      case "merge": {
        const body = { version, into: text("into") };
        await api("POST /v1/operator/categories/:categoryId/merge", { params, body });
        return redirect(operatorHrefs.categories({ id: body.into, done: "merged" }));
      }
      default:
        await api("POST /v1/operator/categories/:categoryId/remove", { params, body: { version } });
        return redirect(operatorHrefs.categories({ done: "removed" }));
    }
  } catch (error) {
    const answer = formFailure(error, form);
    if (intent === "attributes") answer.data.fields = setErrors(answer.data.fields, readSet(form));
    return answer;
  }
}
