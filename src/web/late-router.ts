/**
 * Design note. To show a page that the server has rendered, a browser needs React and the router's hooks, not the router's
 * machine (matching, loading, submitting, history), nor the table of all pages: some fifteen kilobytes that most first
 * visits never use. So the page is hydrated with a stand-in that knows where it stands, and the machine is fetched when the
 * person does something after that, or when something asks for it. React sees one router with one identity all the time.
 */
import {
  matchRoutes,
  UNSAFE_createBrowserHistory,
  type createBrowserRouter,
  type HydrationState,
  type RouteObject,
} from "react-router";

export type DataRouter = ReturnType<typeof createBrowserRouter>;
type Subscriber = Parameters<DataRouter["subscribe"]>[0];
type BrowserHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;
/** Makes the real router at the same place of the history. */
export type MakeRouter = (history: BrowserHistory) => DataRouter;

// As the machine's own constants, which live in its file.
const idle = { state: "idle" } as DataRouter["state"]["navigation"] & ReturnType<DataRouter["getFetcher"]>;
const unblocked = { state: "unblocked" } as ReturnType<DataRouter["getBlocker"]>;

// What shows that somebody is there and may soon go on; the first of them fetches the machine.
const signs = ["pointerdown", "pointermove", "touchmove", "scroll", "focusin", "keydown", "popstate"];

/** How long after the start the code is fetched that says that the network is gone, in milliseconds. */
const calm = 5000;

const loadOffline = () => import("./offline.ts");

/** Waits while the network or the server is away: the page stays as it is then, with what was typed. */
async function waitForNetwork(error: unknown): Promise<undefined> {
  const { isReachable, untilReachable } = await loadOffline().catch(() => {
    throw error;
  });
  if (!(await isReachable())) await untilReachable();
}

type Sending = { formData?: FormData; formMethod?: string } | undefined;

/**
 * Goes to `href` as a browser without scripts would, with the form if there is one: a browser does not ask twice for a file
 * that it could not load, so the machine may be out of reach until the page is loaded anew.
 */
export function goAnew(href: string, { formData, formMethod }: NonNullable<Sending> = {}): void {
  if (!formData || formMethod?.toLowerCase() !== "post") return location.assign(href);
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: href, hidden: true });
  for (const [name, value] of formData) {
    const field = document.createElement("input");
    field.name = name;
    field.type = "hidden";
    if (typeof value === "string") field.value = value;
    else {
      const files = new DataTransfer();
      if (value.size > 0) files.items.add(value);
      field.type = "file";
      field.files = files.files;
      form.enctype = "multipart/form-data";
    }
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

/**
 * A router for `RouterProvider` that stands at the current address with `routes` (root and the shown page) and
 * `hydrationData`, and hands everything else to what `load` brings. A failed load is tried again by the next call; until
 * then links and forms work as they do without scripts.
 */
export function lateRouter(
  routes: RouteObject[],
  hydrationData: HydrationState,
  load: () => Promise<MakeRouter>,
): DataRouter {
  const history = UNSAFE_createBrowserHistory();
  const matches = (matchRoutes(routes, history.location) ?? []) as DataRouter["state"]["matches"];
  const manifest = Object.fromEntries(matches.map(({ route }) => [route.id, route]));
  const first: DataRouter["state"] = {
    historyAction: history.action,
    location: history.location,
    matches,
    initialized: true,
    renderFallback: false,
    navigation: idle,
    restoreScrollPosition: false,
    preventScrollReset: false,
    revalidation: "idle",
    loaderData: hydrationData.loaderData ?? {},
    actionData: hydrationData.actionData ?? null,
    errors: hydrationData.errors ?? null,
    fetchers: new Map(),
    blockers: new Map(),
  };
  const subscribers = new Set<Subscriber>();
  let real: DataRouter | undefined;
  let loading: Promise<DataRouter> | undefined;
  // What the real router has to be told as soon as it is there, in order.
  const told: ((router: DataRouter) => void)[] = [];

  function ready(): Promise<DataRouter> {
    loading ??= load().then(
      (make) => {
        real = make(history);
        real.subscribe((...news) => {
          for (const subscriber of subscribers) subscriber(...news);
        });
        for (const tell of told) tell(real);
        // The address may have changed meanwhile, by a link within the page.
        if (real.state.location.hash !== first.location.hash) {
          const news = { deletedFetchers: [], newErrors: null, flushSync: false };
          for (const subscriber of subscribers) subscriber(real.state, news as never);
        }
        return real;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }
  /** Tells the real router now, or when it comes, which `urgent` news brings about. */
  function tell(news: (router: DataRouter) => void, urgent: boolean): void {
    if (real) return news(real);
    told.push(news);
    if (urgent) ready().catch(() => {});
  }
  function awaken(): void {
    for (const sign of signs) removeEventListener(sign, awaken, true);
    ready().catch(() => {});
  }
  for (const sign of signs) addEventListener(sign, awaken, { capture: true, passive: true });
  // Without the machine a link loads its page whole; without a network that would be the browser's own empty page.
  setTimeout(
    () =>
      void loadOffline().then(
        (offline) => offline.holdLinks(() => !real),
        () => {},
      ),
    calm,
  );

  const standIn: Partial<Record<keyof DataRouter, unknown>> = {
    get state() {
      return real?.state ?? first;
    },
    get routes() {
      return real?.routes ?? routes;
    },
    get manifest() {
      return real?.manifest ?? manifest;
    },
    basename: "/",
    window,
    match: (location: string) => (real ? real.match(location) : matchRoutes(routes, location)),
    subscribe(subscriber: Subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    enableScrollRestoration(...given: Parameters<DataRouter["enableScrollRestoration"]>) {
      let disable: (() => void) | undefined;
      let wanted = true;
      tell((router) => {
        if (wanted) disable = router.enableScrollRestoration(...given);
      }, false);
      return () => {
        wanted = false;
        disable?.();
      };
    },
    async navigate(to: Parameters<DataRouter["navigate"]>[0], options: Sending) {
      const router = await ready().catch(waitForNetwork);
      if (router) return router.navigate(to as string, options as object);
      return typeof to === "number" ? history.go(to) : goAnew(history.createHref(to ?? ""), options);
    },
    async fetch(...given: Parameters<DataRouter["fetch"]>) {
      const router = await ready().catch(waitForNetwork);
      if (router) return router.fetch(...given);
      const [, , href, options] = given as unknown as [string, string, string | null, Sending];
      return options?.formData && goAnew(href ?? "", options);
    },
    revalidate: async () => (await ready()).revalidate(),
    createHref: history.createHref,
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
    getFetcher(key: string) {
      if (real) return real.getFetcher(key);
      // A part of the page that may send something; the machine is needed when it does.
      tell((router) => void router.getFetcher(key), false);
      return idle;
    },
    resetFetcher: (...given: Parameters<DataRouter["resetFetcher"]>) =>
      tell((router) => router.resetFetcher(...given), true),
    deleteFetcher: (key: string) => tell((router) => router.deleteFetcher(key), true),
    getBlocker: (...given: Parameters<DataRouter["getBlocker"]>) => {
      if (real) return real.getBlocker(...given);
      tell((router) => void router.getBlocker(...given), true);
      return unblocked;
    },
    deleteBlocker: (key: string) => tell((router) => router.deleteBlocker(key), true),
  };
  return standIn as unknown as DataRouter;
}
