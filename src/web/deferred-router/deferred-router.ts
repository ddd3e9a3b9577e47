/**
 * Design note. To hydrate a page that the server rendered, a browser needs React and the router's hooks. It does not
 * need the router itself (matching, loading, submitting) or the table of all pages: 19 KB that many first visits never
 * use. So the page is hydrated with a stand-in that knows only the current page. The real router is loaded at the
 * user's first action, or when code calls a method that needs it. For React it is the same router object all the time.
 *
 * The stand-in imitates an object whose shape React Router does not promise. deferred-router.test.ts compares the two,
 * so an upgrade that changes the shape fails there (docs/decisions/0020).
 */
import { matchRoutes, type HydrationState, type RouteObject, type UNSAFE_createBrowserHistory } from "react-router";
import { beginNavigation } from "#lib/browser/form-drafts.ts";
import { holdForm } from "#lib/browser/hold-form.ts";
import { firstState, idle, unblocked, type DataRouter } from "./first-state.ts";
import { visitWithFullLoad, type Submission } from "./full-load.ts";
import { waitForNetwork } from "./network.ts";

type Subscriber = Parameters<DataRouter["subscribe"]>[0];
type BrowserHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;
/** Makes the real router at the current entry of `history`. */
export type MakeRouter = (history: BrowserHistory) => DataRouter;

export type DeferredRouter = {
  /** For `RouterProvider`. */
  router: DataRouter;
  /** Loads the real router. After a failed load, the next call loads it again. */
  load(): Promise<DataRouter>;
  isLoaded(): boolean;
};

/**
 * Makes a router for the current URL with `routes` (root and the shown page) and `hydrationData`. It passes all other
 * calls to the router that `loadRouter` makes. When that cannot be loaded, links and forms work as they do without
 * scripts.
 */
export function deferRouter(
  routes: RouteObject[],
  hydrationData: HydrationState,
  history: BrowserHistory,
  loadRouter: () => Promise<MakeRouter>,
): DeferredRouter {
  const first = firstState(routes, { historyAction: history.action, location: history.location }, hydrationData);
  const manifest = Object.fromEntries(first.matches.map(({ route }) => [route.id, route]));
  const subscribers = new Set<Subscriber>();
  let real: DataRouter | undefined;
  let loading: Promise<DataRouter> | undefined;
  // Calls that wait for the real router, in order.
  const waiting: ((router: DataRouter) => void)[] = [];

  function load(): Promise<DataRouter> {
    loading ??= loadRouter().then(takeOver, (error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  function takeOver(make: MakeRouter): DataRouter {
    const router = make(history);
    real = router;
    router.subscribe((...update) => {
      for (const subscriber of subscribers) subscriber(...update);
    });
    for (const call of waiting) call(router);
    // A link within the page may have changed the URL while the router was loading.
    if (router.state.location.hash !== first.location.hash) {
      const update = { deletedFetchers: [], newErrors: null, flushSync: false };
      for (const subscriber of subscribers) subscriber(router.state, update as never);
    }
    return router;
  }

  /** Makes the call now, or when the real router is loaded; `urgent` loads it. */
  function callLater(call: (router: DataRouter) => void, { urgent }: { urgent: boolean }): void {
    if (real) return call(real);
    waiting.push(call);
    if (urgent) load().catch(() => {});
  }

  async function navigateWhenLoaded(to: Parameters<DataRouter["navigate"]>[0], options?: Submission): Promise<void> {
    const router = await load().catch(waitForNetwork);
    if (router) return router.navigate(to as string, options as object);
    return typeof to === "number" ? history.go(to) : visitWithFullLoad(history.createHref(to ?? ""), options);
  }

  async function fetchWhenLoaded(...given: Parameters<DataRouter["fetch"]>): Promise<void> {
    const router = await load().catch(waitForNetwork);
    if (router) return router.fetch(...given);
    const [, , href, options] = given as unknown as [string, string, string | null, Submission | undefined];
    return options?.formData && visitWithFullLoad(href ?? "", options);
  }

  /** Waits until no navigation is under way: for ever when a full load replaces this page. */
  function navigationEnded(): Promise<void> {
    return new Promise((done) => {
      const router = real;
      if (router?.state.navigation.state === "idle") return done();
      const stop = router?.subscribe(({ navigation }) => {
        if (navigation.state !== "idle") return;
        stop?.();
        done();
      });
    });
  }

  /**
   * Waits until the page shows another answer of a form than now. Gives up when `sent` has ended. The next page has no
   * answer: until it is rendered, no button of the old one may be pressed.
   */
  function answerChanged(sent: Promise<void>): Promise<void> {
    const before = (real?.state ?? first).actionData;
    return new Promise((done) => {
      const watch: Subscriber = ({ actionData }) => actionData && actionData !== before && done();
      const stop = () => subscribers.delete(watch);
      subscribers.add(watch);
      sent.then(stop, stop);
    });
  }

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
    get window() {
      return window;
    },
    basename: "/",
    match: (location: string) => (real ? real.match(location) : matchRoutes(routes, location)),
    subscribe(subscriber: Subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    enableScrollRestoration(...given: Parameters<DataRouter["enableScrollRestoration"]>) {
      let disable: (() => void) | undefined;
      let wanted = true;
      callLater(
        (router) => {
          if (wanted) disable = router.enableScrollRestoration(...given);
        },
        { urgent: false },
      );
      return () => {
        wanted = false;
        disable?.();
      };
    },
    navigate(...given: [to: Parameters<DataRouter["navigate"]>[0], options?: Submission]) {
      beginNavigation();
      const sent = navigateWhenLoaded(...given);
      // The answer is shown before the page's data has been loaded again.
      holdForm(sent.then(navigationEnded), { answered: answerChanged(sent) });
      return sent;
    },
    fetch(...given: Parameters<DataRouter["fetch"]>) {
      const sent = fetchWhenLoaded(...given);
      holdForm(sent.then(navigationEnded), { sameOnly: true });
      return sent;
    },
    revalidate: async () => (await load()).revalidate(),
    createHref: history.createHref,
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
    getFetcher(key: string) {
      if (real) return real.getFetcher(key);
      // A component that may submit something later needs no real router until it does.
      callLater((router) => void router.getFetcher(key), { urgent: false });
      return idle;
    },
    resetFetcher: (...given: Parameters<DataRouter["resetFetcher"]>) =>
      callLater((router) => router.resetFetcher(...given), { urgent: true }),
    deleteFetcher: (key: string) => callLater((router) => router.deleteFetcher(key), { urgent: true }),
    getBlocker(...given: Parameters<DataRouter["getBlocker"]>) {
      if (real) return real.getBlocker(...given);
      callLater((router) => void router.getBlocker(...given), { urgent: true });
      return unblocked;
    },
    deleteBlocker: (key: string) => callLater((router) => router.deleteBlocker(key), { urgent: true }),
  };
  return { router: standIn as unknown as DataRouter, load, isLoaded: () => real !== undefined };
}
