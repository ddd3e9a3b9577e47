import { Busboy } from "@fastify/busboy";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeWorld, type World } from "./make-world.ts";

/** With the limits of a real marketplace. */
let world: World;

beforeAll(async () => {
  world = await makeWorld({ env: { LIMIT_FACTOR: "1" } });
});
afterAll(() => world.close());

const multipart = { "content-type": "multipart/form-data; boundary=x" };
const part = (name: string, value = "1") => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

test("a page limit delays only the client that exceeded it", async () => {
  const ask = async (url: string, remoteAddress: string) =>
    (await world.app.inject({ url, remoteAddress, headers: { accept: "text/html" } })).statusCode;
  const crowd = await Promise.all(Array.from({ length: 300 }, (_, at) => ask(`/v1/help?q=a${at}`, "203.0.113.9")));
  expect(new Set(crowd)).toEqual(new Set([200]));
  expect(await ask("/guide?q=pesanan", "203.0.113.9")).toBe(429);
  expect(await ask("/guide?q=pesanan", "203.0.113.10")).toBe(200);
  // A page that another client requested is cached for everyone.
  expect(await ask("/guide?q=pesanan", "203.0.113.9")).toBe(200);
});

/** The bytes that reach the parser of forms while `work` runs. It reads each byte once. */
async function parsedBytes(work: () => Promise<unknown>): Promise<number> {
  const written = vi.spyOn(Busboy.prototype, "write");
  try {
    await work();
    return written.mock.calls.reduce((sum, [chunk]) => sum + (chunk as Buffer).length, 0);
  } finally {
    written.mockRestore();
  }
}

test("a form with files from a visitor is refused before its body is read, and of too many parts the first 64 KiB are parsed", async () => {
  const large = `${part("email", "x".repeat(70_000))}--x--\r\n`;
  for (const url of ["/login", "/register", "/cart", "/", "/checkout"]) {
    expect((await world.nobody.call("POST", url, large, multipart)).status, url).toBe(413);
    expect((await world.nobody.call("POST", url, `${part("email")}--x--\r\n`, multipart)).status, url).not.toBe(413);
  }
  const many = Array.from({ length: 150_000 }, (_, at) => part(`a${at}`)).join("");
  const headed = `${part("a%22;".repeat(1_500_000))}--x--\r\n`;
  for (const [body, parsed] of [
    [many, 64 * 1024],
    [headed, headed.length],
  ] as const)
    expect(
      await parsedBytes(async () => {
        const { status } = await world.buyer.call("POST", "/profile?page=addresses", body, multipart);
        expect([400, 413]).toContain(status);
      }),
    ).toBe(parsed);
});

test("where a session may end during a form, its text is read and its files are dropped, thirty times a minute", async () => {
  const typed = part("name", "y".repeat(100_000));
  const picture = `--x\r\ncontent-disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n`;
  const files = Buffer.concat([Buffer.from(typed + picture), Buffer.alloc(9_000_000), Buffer.from("\r\n--x--\r\n")]);
  const send = (body: Buffer | string) => world.nobody.call("POST", "/manageMerchant?page=product", body, multipart);
  let kept: Awaited<ReturnType<typeof send>> | undefined;
  expect(await parsedBytes(async () => (kept = await send(files)))).toBe(files.length);
  expect(kept?.status).toBe(401);
  expect(kept?.text).toContain(`<input type="hidden" name="name" value="${"y".repeat(100_000)}"/>`);
  expect((await send(`${part("name", "y".repeat(500_000))}--x--\r\n`)).status).toBe(413);
  expect((await send(Buffer.concat([files, files]))).status).toBe(413);
  const statuses: number[] = [];
  for (let at = 0; at < 30; at += 1) statuses.push((await send(`${typed}--x--\r\n`)).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
});

test("more than 300 identical changes a minute are throttled by user, from any network", async () => {
  const change = (person: World["buyer"]) => person.call("PUT", "/v1/cart/selection", { selected: true });
  const statuses: number[] = [];
  for (let at = 0; at < 303; at += 1) statuses.push((await change(world.buyer)).status);
  expect(statuses).toEqual([...Array<number>(300).fill(200), 429, 429, 429]);
  expect((await change(world.otherBuyer)).status).toBe(200);
});

test("one network gets the site map, which reads thousands of rows, at most sixty times a minute", async () => {
  const ask = async (remoteAddress: string) =>
    (await world.app.inject({ url: "/sitemap/toko.xml", remoteAddress })).statusCode;
  const statuses: number[] = [];
  for (let at = 0; at < 62; at += 1) statuses.push(await ask("203.0.113.77"));
  expect(statuses).toEqual([...Array<number>(60).fill(200), 429, 429]);
  expect(await ask("203.0.113.78")).toBe(200);
});
