import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import type { Home, HomeApi } from "#catalog/home/contract.ts";
import { HomeView } from "#catalog/ui/home-view.tsx";
import { pageApi } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { inputText, momentOf } from "#lib/settings/field.ts";
import { formatDateTime } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import styles from "../ui/home-preview.module.css";
import { withFrame } from "../ui/frame/load-frame.ts";

type Loaded = { home: Home; at: string };

/** The home page at the moment in the query parameter `at` (WIB), or now. */
async function load(args: LoaderFunctionArgs): Promise<Loaded> {
  const typed = new URL(args.request.url).searchParams.get("at") ?? "";
  const at = momentOf(typed) ?? new Date().toISOString();
  const { result } = await pageApi<HomeApi>(args)("GET /v1/operator/home", { query: { at } });
  return { home: result, at };
}

export const loader = withFrame(load);

export const handle: PageHandle<Loaded> = {
  layout: "console",
  head: () => ({ title: consoleTitle("home_page"), noindex: true }),
};

const parts = [
  { key: "catalog.home_hero", label: "Ubah judul" },
  { key: "catalog.home_banners", label: "Ubah banner" },
  { key: "catalog.home_sections", label: "Ubah bagian" },
] as const;

/** The home page as it will look at a chosen moment, with links to what it is made of. */
export function Component() {
  const { home, at } = useLoaderData<typeof loader>();
  return (
    <ConsoleFrame part="home_page">
      <div className={styles.stack}>
        <header className={styles.head}>
          <h1>Beranda dan banner</h1>
          <p className={styles.links}>
            {parts.map(({ key, label }) => (
              <ButtonLink key={key} href={operatorHrefs.setting(key)} variant="outline" size="s" icon="edit">
                {label}
              </ButtonLink>
            ))}
          </p>
        </header>
        <form method="get" className={styles.form}>
          <TextField
            key={at}
            label="Lihat beranda pada (WIB)"
            name="at"
            type="datetime-local"
            required={false}
            defaultValue={inputText({ kind: "moment" }, at)}
          />
          <Button variant="outline" icon="eye">
            Lihat
          </Button>
        </form>
        <p className={styles.small}>
          Beranda seperti tampak pada {formatDateTime(new Date(at))}, dengan produk hari ini.
        </p>
        <section className={styles.frame} aria-label="Pratinjau beranda">
          <HomeView home={home} level={2} />
        </section>
      </div>
    </ConsoleFrame>
  );
}
