import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import {
  ApiError,
  formFailure,
  pageApi,
  submittedValues,
  type ApiResponse,
  type FormFailure,
} from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import type { CodeOf } from "#lib/refusal.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { ConsoleFrame } from "#operator/ui/frame/console-frame.tsx";
import { consoleTitle } from "#operator/ui/frame/console-links.ts";
import { withFrame } from "#operator/ui/frame/load-frame.ts";
import type { InformationApi, PageText, pageRefusals } from "../information/contract.ts";
import { addressTaken, placeOf } from "../information/rules.ts";
import { PageForm, type PagePreview } from "../ui/information/page-form.tsx";
import { PageList } from "../ui/information/page-list.tsx";
import { pageTextFields, readPageText } from "../ui/information/page-text.ts";

type Api = ReturnType<typeof pageApi<InformationApi>>;
export type OpenPage = ApiResponse<InformationApi["GET /v1/operator/pages/:slug"]>["result"];
type Loaded =
  | { part: "list"; pages: ApiResponse<InformationApi["GET /v1/operator/pages"]>["result"] }
  | { part: "one"; page: OpenPage; done: string | null }
  | { part: "new"; page: null; variables: OpenPage["variables"]; done: null };

const isSlug = (text: string) => /^[a-z0-9-]{2,60}$/.test(text);

/** The list of pages, the form of one (`page`), or that of a new one (`new`). */
async function load(args: LoaderFunctionArgs): Promise<Loaded> {
  const search = new URL(args.request.url).searchParams;
  const api = pageApi<InformationApi>(args);
  const slug = search.get("page");
  if (slug !== null) {
    if (!isSlug(slug)) throw redirect(operatorHrefs.pages());
    const { result } = await api("GET /v1/operator/pages/:slug", { params: { slug } });
    return { part: "one", page: result, done: search.get("done") };
  }
  if (search.has("new")) {
    const { result } = await api("GET /v1/operator/page-variables");
    return { part: "new", page: null, variables: result, done: null };
  }
  return { part: "list", pages: (await api("GET /v1/operator/pages")).result };
}

export const loader = withFrame(load);

/** Saves a draft, shows it, publishes it or the text that was typed, withdraws a version, or restores a former one. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const api = pageApi<InformationApi>(args);
  const field = (name: string) => String(form.get(name) ?? "");
  const intent = field("intent");
  const opened = new URL(args.request.url).searchParams.get("page");
  const slug = opened ?? (field("slug").trim() || "-");
  // A text of a built-in page is saved only in its own form.
  if (opened === null && placeOf(slug)) return takenFailure(form);
  const version = Number(form.get("version")) || 0;
  const params = { slug };
  const open = (done: string) => redirect(operatorHrefs.pages({ page: slug, done }));
  try {
    const former = /^restore (\d{1,6})$/.exec(intent)?.[1];
    if (former !== undefined) {
      await api("POST /v1/operator/pages/:slug/restore", { params, body: { to: Number(former), version } });
      return open("restored");
    }
    if (intent === "publish") {
      const day = field("valid_from");
      const body = {
        version,
        // What the operator saw when it was not saved.
        ...(form.has("body") && readPageText(form)),
        ...(day !== "" && { valid_from: day }),
      };
      await api("POST /v1/operator/pages/:slug/publish", { params, body });
      return open("published");
    }
    if (intent === "withdraw") {
      await api("POST /v1/operator/pages/:slug/withdraw", { params, body: { version } });
      return open("withdrawn");
    }
    const text = readPageText(form);
    if (intent === "preview") return await previewOf(api, slug, text, form);
    await api("PUT /v1/operator/pages/:slug", { params, body: { ...text, version } });
    return open("saved");
  } catch (error) {
    // A text that was sent to be published, and could not be saved, is refused in its own form.
    if (intent === "publish" && form.has("body") && isRefusedText(error)) form.set("intent", "save");
    return formFailure(error, form);
  }
}

const textRefusals: string[] = ["pages.changed_meanwhile", "pages.too_many"] satisfies CodeOf<typeof pageRefusals>[];

function isRefusedText(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return textRefusals.includes(error.code) || pageTextFields.some((name) => name in error.fields);
}

function takenFailure(form: FormData) {
  const refusal = { code: "pages.taken", message: addressTaken, fields: { slug: [addressTaken] } };
  const failure: FormFailure = { failed: true, ...refusal, ...submittedValues(form) };
  return data(failure, { status: 409 });
}

async function previewOf(api: Api, slug: string, text: PageText, form: FormData): Promise<PagePreview> {
  const { result } = await api("POST /v1/operator/pages/:slug/preview", {
    params: { slug: isSlug(slug) ? slug : "halaman-baru" },
    body: text,
  });
  return { preview: result, ...submittedValues(form) };
}

export const handle: PageHandle<Loaded> = {
  layout: "console",
  head: () => ({ title: consoleTitle("pages"), noindex: true }),
};

/** Pages that operators write, and their texts in built-in pages. */
export function Component() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | PagePreview | undefined;
  return (
    <ConsoleFrame part="pages">
      {loaded.part === "list" ? (
        <PageList pages={loaded.pages} />
      ) : (
        <PageForm
          key={`${loaded.page?.slug ?? ""} ${loaded.page?.version ?? 0}`}
          page={loaded.page}
          variables={loaded.part === "new" ? loaded.variables : loaded.page.variables}
          done={loaded.done}
          answer={answer}
        />
      )}
    </ConsoleFrame>
  );
}
