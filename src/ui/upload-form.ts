import { handleSessionEnd, loginDeclined } from "#lib/api-client.ts";

/**
 * Posts a form with a file and reports its progress, which fetch cannot. Resolves to the parsed body. Throws an Error
 * with the sentence of the refusal or of the lost connection. When the session has ended, asks for a login over the
 * page and sends the form again, like every other call (lib/api-client.ts).
 */
export function uploadForm(
  url: string,
  form: FormData,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<unknown> {
  const { onProgress, signal } = options;
  return new Promise((done, fail) => {
    const again = async (refusal: string) => {
      const isBack = await handleSessionEnd(true);
      if (signal.aborted) throw new DOMException("", "AbortError");
      if (isBack) return uploadForm(url, form, options);
      throw new Error(isBack === false ? loginDeclined.message : refusal);
    };
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.responseType = "json";
    request.setRequestHeader("accept", "application/json");
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => {
      const body = request.response as { message?: string } | null;
      const refusal = body?.message ?? "Foto belum terkirim.";
      if (request.status >= 200 && request.status < 300) done(body);
      else if (request.status === 401) done(again(refusal));
      else fail(new Error(refusal));
    };
    request.onerror = () => fail(new Error("Sambungan terputus."));
    request.onabort = () => fail(new DOMException("", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
