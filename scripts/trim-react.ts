/**
 * Design note. React DOM has no build without the parts that an app does not use, and nothing removes them by itself:
 * its code is one function, in which everything can be reached. The browsers' build is without what no page uses: the
 * `ViewTransition` component (the pages' view transitions are the browser's own), files that components load (`<link>`,
 * `<style>`, `<script>`, `<meta>` and `<title>` inside a page, `preload()` and its like), `useActionState`,
 * `SuspenseList`, and the components' names in the text of a failure. The server renders with all of React.
 *
 * A page that uses such a part all the same fails with the name of the function (docs/decisions/0088). Only functions
 * that React calls for every page do nothing instead. trim-react.test.ts fails if a component uses one of these parts,
 * and on every other version of React: the calls of these functions have to be read again then.
 */
import type { Plugin } from "vite";

/** The version of React DOM in which all calls of these functions were read. */
export const readVersion = "19.3.1";

/** Functions of React DOM that run only for what no page uses. They throw. */
export const unusedFunctions = {
  viewTransitions: [
    "applyViewTransitionToHostInstances",
    "applyViewTransitionToHostInstancesRecursive",
    "restoreViewTransitionOnHostInstances",
    "commitAppearingPairViewTransitions",
    "commitEnterViewTransitions",
    "commitDeletedPairViewTransitions",
    "restorePairedViewTransitions",
    "measureViewTransitionHostInstancesRecursive",
    "measureNestedViewTransitions",
    "scheduleViewTransitionEvent",
    "applyViewTransitionName",
    "restoreViewTransitionName",
    "startViewTransition",
    "ViewTransitionPseudoElement",
    "createViewTransitionInstance",
  ],
  loadedFiles: [
    "preconnectAs",
    "prefetchDNS",
    "preconnect",
    "preload",
    "preloadModule",
    "preinitStyle",
    "preinitScript",
    "preinitModuleScript",
    "getResource",
    "getStyleKey",
    "getStylesheetSelectorFromKey",
    "stylesheetPropsFromRawProps",
    "preloadStylesheet",
    "getScriptKey",
    "getScriptSelectorFromKey",
    "acquireResource",
    "insertStylesheet",
    "adoptPreloadPropsForStylesheet",
    "adoptPreloadPropsForScript",
    "mountHoistable",
    "suspendResource",
    "insertStylesheetIntoRoot",
  ],
  actionState: [
    "dispatchActionState",
    "runActionStateAction",
    "mountActionState",
    "updateActionState",
    "updateActionStateImpl",
    "rerenderActionState",
  ],
  suspenseLists: ["updateSuspenseListComponent"],
} as const;

/**
 * Functions that React calls for every page, with what they do instead: the first four look for a `ViewTransition` in
 * what was removed or added, and the last makes a text of the names of components.
 */
export const insteadOf = {
  commitExitViewTransitions: "",
  commitNestedViewTransitions: "",
  restoreEnterOrExitViewTransitions: "",
  restoreNestedViewTransitions: "",
  getStackByFiberInDevAndProd: ' return ""; ',
} as const;

/** React DOM's code without what these functions do. Throws when it does not have one of them. */
export function withoutUnused(code: string): string {
  const bodies = [
    ...Object.values(unusedFunctions)
      .flat()
      .map((name) => [name, ` throw Error("left out: ${name}"); `] as const),
    ...Object.entries(insteadOf),
  ];
  return bodies.reduce((rest, [name, body]) => {
    const found = new RegExp(`^( *)function ${name}\\(([^)]*)\\) \\{\\n[\\s\\S]*?\\n\\1\\}$`, "m");
    if (!found.test(rest)) throw new Error(`React DOM has no function ${name}: check scripts/trim-react.ts`);
    return rest.replace(found, `$1function ${name}($2) {${body}}`);
  }, code);
}

/** Removes what no page uses from the browsers' React. */
export const trimReact: Plugin = {
  name: "trim-react",
  transform: {
    filter: { id: /\/react-dom\/cjs\/react-dom-client\.production\.js$/ },
    handler: withoutUnused,
  },
};
