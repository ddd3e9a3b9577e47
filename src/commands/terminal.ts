import { createInterface, type Interface } from "node:readline";
import { Writable, type Readable } from "node:stream";

/** Where a command asks, and writes what is not its result. */
export type Terminal = {
  /** Whether a person can answer questions. Otherwise answers are the lines of the standard input. */
  isInteractive: boolean;
  /** Writes a line to the standard error, so that the standard output holds only the result. */
  note(line: string): void;
  /** Reads one line. Undefined at the end of the input. */
  ask(question: string): Promise<string | undefined>;
  /** Like `ask`, without showing what is typed. */
  askSecret(question: string): Promise<string | undefined>;
  close(): void;
};

/** A terminal that reads from `input`. `write` shows texts to the person. */
export function openTerminal(input: Readable & { isTTY?: boolean }, write: (text: string) => void): Terminal {
  const isInteractive = input.isTTY === true;
  let lines: Interface | undefined;
  let iterator: AsyncIterator<string> | undefined;
  let isHidden = false;
  // What is typed is echoed through this stream, which stays silent while a secret is typed.
  const echo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) write(chunk.toString());
      done();
    },
  });

  async function read(question: string, hidden: boolean): Promise<string | undefined> {
    if (!lines) {
      lines = createInterface(isInteractive ? { input, output: echo, terminal: true } : { input });
      iterator = lines[Symbol.asyncIterator]();
    }
    if (isInteractive) write(question);
    isHidden = hidden;
    const line = await iterator?.next();
    if (hidden && isInteractive) write("\n");
    isHidden = false;
    return line?.done === false ? line.value : undefined;
  }

  return {
    isInteractive,
    note: (line) => write(`${line}\n`),
    ask: (question) => read(question, false),
    askSecret: (question) => read(question, true),
    close: () => lines?.close(),
  };
}
