/** The 1 or 0 of a CheckboxField in a sent form (specification §3), with and without scripts. */
export function checkboxValue(form: FormData, name: string): 1 | 0 {
  return form.getAll(name).includes("1") ? 1 : 0;
}
