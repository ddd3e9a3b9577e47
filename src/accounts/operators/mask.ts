/** An e-mail without most of its letters, so that a reader recognises it and learns little: `sa•••@k•••.id`. */
export function maskEmail(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  const ending = domain.slice(domain.lastIndexOf(".") + 1);
  return `${local.slice(0, 2)}•••@${domain.slice(0, 1)}•••.${ending}`;
}
