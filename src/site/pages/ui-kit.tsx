import type { ReactNode } from "react";
import {
  Form,
  useActionData,
  useLoaderData,
  useNavigation,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { Button } from "#ui/button.tsx";
import { Notice, FormNotice } from "#ui/notice.tsx";
import { echoBody } from "../ui-kit/read-form.ts";
import type { UiKitApi } from "../ui-kit/contract.ts";
import { everyField } from "../ui-kit/every-field.tsx";
import { examples, type State } from "../ui-kit/examples.tsx";
import styles from "./ui-kit.module.css";

type Theme = "light" | "dark";
const views = [
  { value: "", label: "Seperti perangkat", themes: [undefined] },
  { value: "light", label: "Terang", themes: ["light"] },
  { value: "dark", label: "Gelap", themes: ["dark"] },
  { value: "both", label: "Berdampingan", themes: ["light", "dark"] },
] as const satisfies readonly { value: string; label: string; themes: readonly (Theme | undefined)[] }[];

const states: readonly { state: State; label: string }[] = [
  { state: "empty", label: "Kosong" },
  { state: "filled", label: "Terisi" },
  { state: "error", label: "Salah" },
  { state: "disabled", label: "Nonaktif" },
  { state: "long", label: "Teks panjang" },
];

export const handle: PageHandle = {
  layout: "bare",
  head: () => ({ title: "Kit masukan", description: "Setiap masukan dalam setiap keadaan.", noindex: true }),
};

/** Not in production: there neither the call nor the page exists. */
export async function loader(args: LoaderFunctionArgs) {
  const { result } = await pageApi<UiKitApi>(args)("GET /v1/ui-kit");
  const asked = new URL(args.request.url).searchParams.get("theme") ?? "";
  return { today: result.today, view: views.find(({ value }) => value === asked)?.value ?? "" };
}

type Echo = { done: true; message: string; understood: [name: string, value: string][] };

export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  try {
    const { message, data } = await pageApi<UiKitApi>(args)("POST /v1/ui-kit/echo", { body: await echoBody(form) });
    const understood = Object.entries(data).map(([name, value]): [string, string] => [name, JSON.stringify(value)]);
    return { done: true, message, understood } satisfies Echo;
  } catch (error) {
    const failure = formFailure(error, form);
    failure.data.values.colours = form.getAll("colours").join(" ");
    return failure;
  }
}

export function Component() {
  const { today, view } = useLoaderData<typeof loader>();
  const sent = useActionData() as Echo | FormFailure | undefined;
  const themes: readonly (Theme | undefined)[] = views.find(({ value }) => value === view)?.themes ?? [undefined];
  return (
    <div className={styles.page} data-theme={view === "dark" ? "dark" : view === "light" ? "light" : undefined}>
      <div className={styles.top}>
        <div className={styles.bar}>
          <p className={styles.mark}>
            <b>{brandName()}</b> Kit masukan
          </p>
          <nav aria-label="Tema" className={styles.switch}>
            {views.map(({ value, label }) => (
              <a key={value} href={operatorHrefs.uiKit(value)} aria-current={value === view ? "true" : undefined}>
                {label}
              </a>
            ))}
          </nav>
        </div>
      </div>
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label="Masukan">
          <ol>
            {examples.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
            <li>
              <a href="#formulir">Semua dalam satu formulir</a>
            </li>
          </ol>
        </nav>
        <div className={styles.main}>
          <div className={styles.intro}>
            <h1>Empat belas masukan</h1>
            <p>
              Label, petunjuk, dan pesan di bawah kolomnya. Semuanya bekerja dengan keyboard, layar sentuh, pembaca
              layar, dan tanpa JavaScript.
            </p>
          </div>
          {examples.map(({ id, title, about, wide, show }) => (
            <section key={id} id={id} className={styles.exhibit} aria-labelledby={`${id}-heading`}>
              <h2 id={`${id}-heading`}>{title}</h2>
              <p className={styles.about}>{about}</p>
              <Themes themes={themes}>
                {(theme) => (
                  <div className={wide ? styles.wide : styles.states}>
                    {states.map(({ state, label }) => (
                      <section
                        key={state}
                        className={styles.state}
                        aria-label={[`${title}: ${label}`, view === "both" && theme].filter(Boolean).join(", ")}
                      >
                        <h3>{label}</h3>
                        {show({ state, name: `${id}_${state}_${theme ?? "auto"}`, today })}
                      </section>
                    ))}
                  </div>
                )}
              </Themes>
            </section>
          ))}
          <section id="formulir" className={styles.exhibit} aria-labelledby="form-heading">
            <h2 id="form-heading">Semua dalam satu formulir</h2>
            <p className={styles.about}>
              Dikirim ke server, diperiksa dengan ketat, lalu ditunjukkan apa yang dipahami. Tidak ada yang disimpan.
            </p>
            <Themes themes={[view === "both" ? "light" : themes[0]]}>
              {() => <WholeForm sent={sent} today={today} />}
            </Themes>
          </section>
        </div>
      </div>
    </div>
  );
}

/** The same examples in each theme. */
function Themes({
  themes,
  children,
}: {
  themes: readonly (Theme | undefined)[];
  children: (theme: Theme | undefined) => ReactNode;
}) {
  return (
    <div className={themes.length > 1 ? styles.both : undefined}>
      {themes.map((theme) => (
        <div key={theme ?? "auto"} data-theme={theme} className={styles.stage}>
          {children(theme)}
        </div>
      ))}
    </div>
  );
}

function WholeForm({ sent, today }: { sent: Echo | FormFailure | undefined; today: string }) {
  const busy = useNavigation().state === "submitting";
  const failure = sent && "failed" in sent ? sent : undefined;
  const echo = sent && "done" in sent ? sent : undefined;
  return (
    <>
      {echo && (
        <Notice tone="success" title={echo.message}>
          <dl className={styles.echo}>
            {echo.understood.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Notice>
      )}
      <Form
        method="post"
        action={`${operatorHrefs.uiKit()}#formulir`}
        encType="multipart/form-data"
        className={styles.form}
        aria-label="Semua masukan"
      >
        <FormNotice failure={failure} />
        {everyField({ failure, today })}
        <div>
          <Button busy={busy}>Kirim semua</Button>
        </div>
      </Form>
    </>
  );
}
