/** Sends one-time codes. Each adapter fulfils this and is tested against a double of its provider's contract. */
export type CodeSender = (message: {
  /** `+62…` */
  phone: string;
  code: string;
  minutes: number;
  /** The same for every try of one message. */
  key: string;
}) => Promise<void>;

/** The provider will never take this message: trying again is pointless. Anything else that is thrown is tried again. */
export class MessageRefused extends Error {
  override name = "MessageRefused";
}
