import { sendDraftByPage } from "#lib/browser/form-drafts.ts";

/** The form of a navigation, as React Router describes it. */
export type Submission = { formData?: FormData; formMethod?: string };

/**
 * Opens `href` as a browser without scripts does, and submits the form if there is one. A browser does not request a
 * script again that it could not load, so only a full page load can bring back a missing router.
 */
export function visitWithFullLoad(href: string, { formData, formMethod }: Submission = {}): void {
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
  sendDraftByPage();
  form.submit();
}
