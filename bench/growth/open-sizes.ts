/** The processes of the sizes (size-process.ts), as growth.ts asks them. */
import { fork } from "node:child_process";

export type SizeQuestion =
  /** Prepares the calls of the case with this number, or those of tails.ts. Their number is returned. */
  | { ask: "open"; subject: number | "searches" | "suggestions" }
  | { ask: "run"; count: number }
  | { ask: "explain"; plan: string | undefined }
  | { ask: "update" }
  | { ask: "work"; work: number }
  | { ask: "close" };
export type SizeAnswer = { result: unknown } | { error: string };

export type Size = { products: number; ask<Result>(question: SizeQuestion): Promise<Result> };

/**
 * Opens these sizes, one after the other, because a database that is seeded or migrated needs the whole machine. They
 * stay open beside each other.
 */
export async function openSizes(sizes: readonly number[], fresh: boolean): Promise<Size[]> {
  const opened: Size[] = [];
  for (const products of sizes) opened.push(await openSize(products, fresh));
  return opened;
}

async function openSize(products: number, fresh: boolean): Promise<Size> {
  const child = fork(new URL("./size-process.ts", import.meta.url), [String(products), fresh ? "fresh" : ""], {
    serialization: "advanced",
  });
  const next = () =>
    new Promise<unknown>((done, fail) => {
      const ended = (code: number | null) => fail(new Error(`the process of ${products} products ended with ${code}`));
      child.once("exit", ended);
      child.once("message", (answer: SizeAnswer) => {
        child.off("exit", ended);
        if ("error" in answer) fail(new Error(answer.error));
        else done(answer.result);
      });
    });
  await next();
  return {
    products,
    ask<Result>(question: SizeQuestion) {
      const answer = next();
      child.send(question);
      return answer as Promise<Result>;
    },
  };
}
