/** The value of a CheckboxField in a sent form, 1 or 0 (S089), with and without scripts. */
export function checkboxValue(form: FormData, name: string): 1 | 0 {
  return form.getAll(name).includes("1") ? 1 : 0;
}
