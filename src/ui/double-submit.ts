/** Milliseconds in which the same form with the same content counts as one click. */
const doubleSubmitDuration = 600;

/**
 * Tells one chosen file from another. An empty field holds a file without name and bytes, whose time is that at which
 * the form was read.
 */
const fileText = ({ name, size, lastModified }: File) =>
  name === "" && size === 0 ? "" : `${name} ${size} ${lastModified}`;

/** Ignores a hasty second click. Listens on the whole document from now on. */
export function preventDoubleSubmit(): void {
  const sent = new WeakMap<HTMLFormElement, { content: string; at: number }>();
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
      const content = [...new FormData(form, event.submitter)]
        .map(([name, value]) => `${name}=${typeof value === "string" ? value : fileText(value)}`)
        .join("&");
      const before = sent.get(form);
      if (before?.content === content && event.timeStamp - before.at < doubleSubmitDuration) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      sent.set(form, { content, at: event.timeStamp });
    },
    true,
  );
}
