export type KnownPicture = { id: string; key: string; color: string };

/** A picture as the value of a form field, so that a refused form can show it again. */
export const pictureValue = ({ id, key, color }: KnownPicture) => `${id} ${key} ${color}`;

/** Parses the value that {@link pictureValue} makes; empty if it is not one. */
export function knownPicture(value: string): KnownPicture[] {
  const [id = "", key = "", color = ""] = value.split(" ");
  return id === "" ? [] : [{ id, key, color }];
}
