/**
 * Posts a form with a file and tells how far it is (fetch cannot). Answers the parsed body; throws an Error with the
 * sentence of the refusal, or of the lost connection.
 */
export function sendForm(
  url: string,
  form: FormData,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<unknown> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.responseType = "json";
    request.setRequestHeader("accept", "application/json");
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => {
      const body = request.response as { message?: string } | null;
      if (request.status >= 200 && request.status < 300) done(body);
      else fail(new Error(body?.message ?? "Foto belum terkirim."));
    };
    request.onerror = () => fail(new Error("Sambungan terputus."));
    request.onabort = () => fail(new DOMException("", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
