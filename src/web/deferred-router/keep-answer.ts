import type { DataRouter } from "./first-state.ts";

type State = DataRouter["state"];

/**
 * Makes a function that gives a router's states the answer of the page's form back, which React Router drops when the
 * page's data is loaded again. A live notification does that at any moment. Without the answer a refusal would
 * disappear from its field, a question from its button, and a folded form would close while somebody types. A new
 * entry of the history has its own answer or none.
 */
export function keepAnswer({ location, actionData }: State): (state: State) => State {
  let kept = { key: location.key, answer: actionData };
  let last: { given: State; shown: State } | undefined;
  return (state) => {
    if (state.actionData || state.location.key !== kept.key)
      kept = { key: state.location.key, answer: state.actionData };
    if (state.actionData === kept.answer) return state;
    // React compares states: one that is given twice is the same object twice.
    if (last?.given !== state) last = { given: state, shown: { ...state, actionData: kept.answer } };
    return last.shown;
  };
}
