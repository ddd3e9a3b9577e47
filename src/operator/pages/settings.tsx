import {
  data as respond,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { ApiError, formFailure, pageApi, type ApiResponse, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { pictureInputName, readDraft, type Field } from "#lib/settings/field.ts";
import type { MediaApi } from "#media/contract.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { SettingApi } from "#settings/contract.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";
import {
  savedHows,
  SettingForm,
  type OpenSetting,
  type SavedHow,
  type SettingAnswer,
} from "../ui/settings/setting-form.tsx";
import { SettingList } from "../ui/settings/setting-list.tsx";

type Loaded =
  | { part: "list"; groups: ApiResponse<SettingApi["GET /v1/operator/settings"]>["result"]; q: string }
  | { part: "one"; setting: OpenSetting; saved: SavedHow | null };

const isKey = (text: string) => text.length <= 80 && /^[a-z][a-z_-]*\.[a-z][a-z0-9_]*$/.test(text);

/** The list of settings, or with `key` the form of one. */
async function load(args: LoaderFunctionArgs): Promise<Loaded> {
  const search = new URL(args.request.url).searchParams;
  const api = pageApi<SettingApi>(args);
  const key = search.get("key");
  if (key !== null) {
    if (!isKey(key)) throw redirect(operatorHrefs.settings());
    const { result } = await api("GET /v1/operator/settings/:key", { params: { key } });
    const saved = savedHows.find((how) => search.has(how)) ?? null;
    return { part: "one", setting: result, saved };
  }
  const q = (search.get("q") ?? "").trim().slice(0, 80);
  return { part: "list", groups: (await api("GET /v1/operator/settings")).result, q };
}

export const loader = withFrame(load);

/** Shows what a new value would change, saves it, or brings back a former one. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const api = pageApi<SettingApi>(args);
  const key = new URL(args.request.url).searchParams.get("key") ?? "";
  if (!isKey(key)) return redirect(operatorHrefs.settings());
  const version = Number(form.get("version"));
  const intent = String(form.get("intent") ?? "");
  const restored = /^restore (\d{1,9})$/.exec(intent)?.[1];
  const note = String(form.get("note") ?? "").trim();
  const validFrom = String(form.get("valid_from") ?? "");
  let draft: unknown;
  let field: Field | undefined;
  try {
    if (restored !== undefined) {
      const body = { to: Number(restored), version };
      const { data } = await api("POST /v1/operator/settings/:key/restore", { params: { key }, body });
      if (data.version === version) return { preview: [], draft, version, note, validFrom } satisfies SettingAnswer;
      return redirect(operatorHrefs.setting(key, "restored"));
    }
    if (intent === "withdraw") {
      await api("POST /v1/operator/settings/:key/withdraw", { params: { key } });
      return redirect(operatorHrefs.setting(key, "withdrawn"));
    }
    const { result } = await api("GET /v1/operator/settings/:key", { params: { key } });
    field = result.field;
    await uploadPictures(args, form);
    draft = readDraft(field, form);
    if (intent === "preview") {
      const { result: preview } = await api("POST /v1/operator/settings/:key/preview", {
        params: { key },
        body: { value: draft },
      });
      const { changes, mail, examples, value, remark } = preview;
      return {
        preview: changes,
        mail,
        examples,
        remark,
        draft: value ?? draft,
        version,
        note,
        validFrom,
      } satisfies SettingAnswer;
    }
    const { data } = await api("PUT /v1/operator/settings/:key", {
      params: { key },
      body: { value: draft, version, note, ...(validFrom !== "" && { valid_from: validFrom }) },
    });
    if (result.notice) return redirect(operatorHrefs.setting(key, "announced"));
    // A value that was in effect already is no change and has no new version.
    if (data.version === version) return { preview: [], draft, version, note, validFrom } satisfies SettingAnswer;
    return redirect(operatorHrefs.setting(key, "saved"));
  } catch (error) {
    // A refused file does not lose what was typed beside it.
    if (field) draft ??= readDraft(field, form);
    const failed = formFailure(error, form);
    const failure = failed.data as FormFailure;
    const current = error instanceof ApiError ? error.body.version : undefined;
    const answer: SettingAnswer = {
      failure,
      draft,
      note,
      validFrom,
      // After the operator has read that the value changed, the next attempt is about the present one.
      version: typeof current === "number" ? current : version,
    };
    return respond(answer, failed.init ?? undefined);
  }
}

/** Uploads the files of a sent form, and puts what was stored into the inputs of their pictures. */
async function uploadPictures(args: ActionFunctionArgs, form: FormData): Promise<void> {
  const files = [...form].flatMap(([name, file]) => {
    const input = pictureInputName(name);
    return input !== null && typeof file !== "string" && file.size > 0 ? [{ input, name, file }] : [];
  });
  for (const { input, name, file } of files) {
    const sent = new FormData();
    sent.append("transparent", "1");
    sent.append("picture", file);
    try {
      const { data } = await pageApi<MediaApi>(args)("POST /v1/media/pictures", { form: sent });
      const { key: picture, width, height, color } = data;
      form.set(input, JSON.stringify({ picture, width, height, color }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0 || error.status === 401) throw error;
      const { message } = error.body;
      throw new ApiError(error.status, { ...error.body, data: { [input]: [String(message)] } });
    } finally {
      form.delete(name);
    }
  }
}

export const handle: PageHandle<Loaded> = {
  layout: "console",
  head: (loaded) => ({
    title: loaded.part === "one" ? `${loaded.setting.label} · ${consoleTitle("settings")}` : consoleTitle("settings"),
    noindex: true,
  }),
};

/** The settings of the marketplace for an operator. */
export function Component() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData() as SettingAnswer | undefined;
  return (
    <ConsoleFrame part="settings">
      {loaded.part === "list" ? (
        <SettingList groups={loaded.groups} q={loaded.q} />
      ) : (
        <SettingForm
          key={`${loaded.setting.key} ${loaded.setting.version}`}
          setting={loaded.setting}
          answer={answer}
          saved={answer ? null : loaded.saved}
        />
      )}
    </ConsoleFrame>
  );
}
