/** Addresses of other services that keys and personal data are sent to. */

/** Whether this is an address of this machine. */
export function isLoopbackUrl({ hostname }: URL): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** The address that the text is: https://, or http:// on this machine. Null otherwise. */
export function parseSecureUrl(text: string): URL | null {
  const url = URL.parse(text);
  const isSecure = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackUrl(url));
  return url && isSecure ? url : null;
}

/**
 * The address of a service whose paths are added to it: the setting of this name, else `fallback`. Throws what `wrong`
 * makes of a sentence when it is not secure or has a query.
 */
export function readServiceUrl(
  env: Record<string, string | undefined>,
  name: string,
  fallback: string,
  wrong: (sentence: string) => Error,
): URL {
  const url = parseSecureUrl(env[name] || fallback);
  if (!url || url.search || url.hash)
    throw wrong(`${name} must be an https:// address such as ${fallback}, not "${env[name]}".`);
  return url;
}
