import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { Secret, TOTP } from "otpauth";
import sharp from "sharp";
import { expect } from "vitest";

// oxlint-disable-next-line typescript/no-explicit-any -- tests check what the responses contain
export type WebAnswer = { status: number; body: any; text: string };
type Content = object | FormData | undefined;

/** Where a process of a marketplace listens, and the site's host. The port may change with a restart. */
export type Site = { port: number; host: string };

/** A person in a browser of their own, without a browser: cookies, and headers as a proxy with TLS adds them. */
export type WebPerson = ReturnType<typeof makeWebPerson>;

let networks = 0;

export function makeWebPerson(site: Site) {
  const cookies = new Map<string, string>();
  networks += 1;
  const network = `203.0.113.${networks}`;
  let appKey: Secret | undefined;

  async function ask(method: string, url: string, content?: Content, more: Record<string, string> = {}) {
    const form = content instanceof FormData ? new Response(content) : undefined;
    const payload = form
      ? Buffer.from(await form.arrayBuffer())
      : content && Buffer.from(JSON.stringify(content), "utf8");
    const type = form ? form.headers.get("content-type") : "application/json";
    return new Promise<WebAnswer>((done, fail) => {
      const sent = request(
        {
          host: "127.0.0.1",
          port: site.port,
          path: url,
          method,
          agent: false,
          headers: {
            host: site.host,
            "x-forwarded-for": network,
            "x-forwarded-proto": "https",
            "sec-fetch-site": "same-origin",
            "idempotency-key": randomUUID(),
            ...(cookies.size > 0 ? { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") } : {}),
            ...(payload ? { "content-type": type ?? "", "content-length": String(payload.length) } : {}),
            ...more,
          },
        },
        (response) => {
          let text = "";
          for (const line of response.headers["set-cookie"] ?? []) {
            const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
            if (value === "" || /max-age=0/i.test(line)) cookies.delete(name);
            else cookies.set(name, value);
          }
          response.setEncoding("utf8").on("data", (part: string) => (text += part));
          response.once("end", () => {
            const isJson = String(response.headers["content-type"]).startsWith("application/json");
            done({ status: response.statusCode ?? 0, text, body: isJson ? JSON.parse(text) : undefined });
          });
          response.once("error", fail);
        },
      );
      sent.once("error", fail).end(payload);
    });
  }

  const person = {
    ask,
    /** A call that must succeed. Returns its `result`, or its `data` after a change. */
    async call(method: "GET" | "POST" | "PUT", url: string, content?: Content) {
      const answer = await ask(method, url, content);
      expect(answer.status, `${method} ${url}: ${answer.text.slice(0, 400)}`).toBe(200);
      return answer.body === undefined ? answer.text : (answer.body.result ?? answer.body.data);
    },
    /** The HTML of a page. */
    async page(url: string): Promise<string> {
      const { status, text } = await ask("GET", url, undefined, { accept: "text/html" });
      expect(status, url).toBe(200);
      return text;
    },
    /** The code that the authenticator app shows, at most one period ago, so that each is used once. */
    code(periodsAgo = 0): string {
      if (!appKey) throw new Error("no authenticator app is set up");
      return TOTP.generate({ secret: appKey, timestamp: Date.now() - periodsAgo * 30_000 });
    },
    /** Logs in; an operator is led to set up the authenticator app the first time. */
    async logIn(email: string, password: string): Promise<void> {
      const answer = await ask("POST", "/v1/auth/login", { email, password });
      expect(answer.status, answer.text).toBe(200);
    },
    /** Sets up the authenticator app, as the page Keamanan does. */
    async setUpApp(): Promise<void> {
      await person.call("POST", "/v1/users/second-factor");
      const { second_factor } = await person.call("GET", "/v1/users/security");
      appKey = Secret.fromBase32(String(second_factor.setup.manual_key).replaceAll(" ", "").toUpperCase());
      await person.call("POST", "/v1/users/second-factor/confirm", { code: person.code() });
    },
  };
  return person;
}

/** A PNG of one colour. */
export function drawPicture(width: number, height: number, background: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

/** Uploads a picture as the forms do. */
export async function uploadPicture(
  person: WebPerson,
  file: Buffer,
): Promise<{ id: string; key: string; width: number; height: number; color: string }> {
  const form = new FormData();
  form.set("picture", new File([new Uint8Array(file)], "gambar.png", { type: "image/png" }));
  return person.call("POST", "/v1/media/pictures", form);
}
