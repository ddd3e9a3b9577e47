import type { DataRouter } from "./first-state.ts";

/**
 * Keeps the answer of the page's form in the states of `router`. React Router drops it when the page's data is loaded
 * again, which a live notification causes at any moment. A refusal would disappear from its field and a question from
 * above its button, and a folded form would close while somebody types. A new entry of the history has its own answer
 * or none.
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
