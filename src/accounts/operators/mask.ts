/** An e-mail without most of its letters, so that a reader recognises it and learns little: `sa•••@k•••.id`. */
export function maskEmail(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  const ending = domain.slice(domain.lastIndexOf(".") + 1);
  return `${local.slice(0, 2)}•••@${domain.slice(0, 1)}•••.${ending}`;
}

/** A phone number without its middle: `0812•••78`. Takes `+62…` as it is stored. */
export function maskPhone(phone: string): string {
  const local = `0${phone.replace(/^\+62/, "")}`;
  return `${local.slice(0, 4)}•••${local.slice(-2)}`;
}

/** A name of which the words after the first have only their first letter: `Sari D•••`. */
export function maskName(name: string): string {
  const [first = "", ...others] = name.split(" ");
  return [first, ...others.map((word) => `${word.slice(0, 1)}•••`)].join(" ");
}
