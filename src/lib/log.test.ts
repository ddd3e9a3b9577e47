import { expect, test } from "vitest";
import { createLog } from "./log.ts";

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog("info", { write: (line) => void lines.push(line) }));
  return lines.join("");
}

test("V16.2.5 a database error is logged without the row that it quotes", () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
    code: "23505",
    detail: "Key (email)=(sari@kawung.test) already exists.",
    where: "COPY users, line 1: sari@kawung.test",
    parameters: ["sari@kawung.test"],
  });
  const line = written((log) => log.error({ err: error }, "unexpected error"));
  expect(line).not.toContain("sari@kawung.test");
  expect(JSON.parse(line).err).toMatchObject({ code: "23505", stack: expect.any(String) });
});

test("V16.4.1 every log entry stays one line", () => {
  const line = written((log) => log.warn({ path: 'x\r\n{"level":60,"msg":"palsu"}\u2028' }, "a\nb"));
  expect(line.trimEnd().split("\n")).toHaveLength(1);
});
