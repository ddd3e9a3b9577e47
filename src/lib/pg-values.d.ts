declare module "pg/lib/utils.js" {
  /** The text or bytes of a parameter, as the driver sends it. Throws for an object that contains itself. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
