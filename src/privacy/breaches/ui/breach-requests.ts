import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { formFailure, pageApi, submittedValues, type ApiResponse, type FormFailure } from "#lib/api-client.ts";
import { formatCount } from "#lib/rupiah.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { BreachApi, BreachDetail } from "../contract.ts";
import type { BreachDataKind, BreachSelection } from "../rules.ts";

export type BreachPart =
  | { part: "breaches"; register: ApiResponse<BreachApi["GET /v1/operator/breaches"]>["result"] }
  | { part: "breach"; breach: BreachDetail | null };

/** The register, one breach, or with null the form for another one. */
export async function loadBreaches(args: LoaderFunctionArgs): Promise<BreachPart> {
  const api = pageApi<BreachApi>(args);
  const search = new URL(args.request.url).searchParams;
  const breachId = search.get("breach");
  if (breachId === "new") return { part: "breach", breach: null };
  if (breachId) {
    const { result } = await api("GET /v1/operator/breaches/:breachId", { params: { breachId } });
    return { part: "breach", breach: result };
  }
  const query = { after: search.get("after") ?? undefined };
  return { part: "breaches", register: (await api("GET /v1/operator/breaches", { query })).result };
}

/** Records or changes a breach, adds people, sends the letters, or records the report. */
export async function actOnBreaches(args: ActionFunctionArgs, form: FormData): Promise<unknown> {
  const api = pageApi<BreachApi>(args);
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const [verb, breachId = ""] = text("intent").split(" ");
  const params = { breachId };
  try {
    if (verb === "breach") {
      const body = {
        title: text("title"),
        what: text("what"),
        cause: text("cause"),
        measures: text("measures"),
        advice: text("advice"),
        data_kinds: form.getAll("data_kinds").map(String) as BreachDataKind[],
        began_at: text("began_at"),
        ended_at: text("ended_at"),
        noticed_at: text("noticed_at"),
        other_people: Number(text("other_people") || "0"),
      };
      if (breachId === "") {
        const { data } = await api("POST /v1/operator/breaches", { body });
        return redirect(operatorHrefs.breach(data.id, "breach"));
      }
      await api("PUT /v1/operator/breaches/:breachId", { params, body });
      return redirect(operatorHrefs.breach(breachId, "breach"));
    }
    if (verb === "breach-people") {
      const file = form.get("file");
      const list = [text("list"), file instanceof File ? await file.text() : ""].join("\n").trim();
      const body = { selection: text("selection") as BreachSelection, shop: text("shop"), list };
      const { data } = await api("POST /v1/operator/breaches/:breachId/people", { params, body });
      if (data.unfound.length > 0) return unfoundNotice(data, form);
      return redirect(operatorHrefs.breach(breachId, "breach_people"));
    }
    if (verb === "breach-letters") {
      await api("POST /v1/operator/breaches/:breachId/letters", { params });
      return redirect(operatorHrefs.breach(breachId, "breach_letters"));
    }
    const body = { reference: text("reference") };
    await api("POST /v1/operator/breaches/:breachId/report", { params, body });
    return redirect(operatorHrefs.breach(breachId, "breach_report"));
  } catch (error) {
    return formFailure(error, form);
  }
}

// People who are not found get no letter, so the form keeps their words and names them.
function unfoundNotice({ added, unfound }: { added: number; unfound: string[] }, form: FormData): FormFailure {
  const shown = unfound.slice(0, 10).join(", ");
  const more = unfound.length > 10 ? ", dan lainnya" : "";
  const sentence = `${formatCount(unfound.length)} baris tidak cocok dengan akun mana pun: ${shown}${more}.`;
  const { values } = submittedValues(form);
  return {
    failed: true,
    code: "breaches.unfound",
    message: `${formatCount(added)} akun ditambahkan. Yang tidak cocok tetap di daftar di bawah.`,
    fields: { list: [sentence] },
    values: { ...values, list: unfound.join("\n") },
  };
}
