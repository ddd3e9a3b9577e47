import type { DataRouter } from "./first-state.ts";

/**
 * Gives the states of `router` the answer of the page's form back, which React Router drops when the page's data is
 * loaded again. A live notification does that at any moment. Without the answer a refusal would disappear from its
 * field, a question from its button, and a folded form would close while somebody types. A new entry of the history
 * has its own answer or none.
 */
export function keepAnswer(router: DataRouter): DataRouter {
  type State = DataRouter["state"];
  let kept = { key: router.state.location.key, answer: router.state.actionData };
  let last: { given: State; shown: State } | undefined;
  function withAnswer(state: State): State {
    if (state.actionData || state.location.key !== kept.key)
      kept = { key: state.location.key, answer: state.actionData };
    if (state.actionData === kept.answer) return state;
    // React compares states: one that is given twice is the same object twice.
    if (last?.given !== state) last = { given: state, shown: { ...state, actionData: kept.answer } };
    return last.shown;
  }
  const subscribe: DataRouter["subscribe"] = (subscriber) =>
    router.subscribe((state, update) => subscriber(withAnswer(state), update));
  return Object.create(router, {
    state: { get: () => withAnswer(router.state) },
    subscribe: { value: subscribe },
  }) as DataRouter;
}
