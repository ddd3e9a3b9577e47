/**
 * Sends one-time codes. Every provider has an adapter of this type, which is tested against a double of the provider's
 * API.
 */
export type CodeSender = (message: {
  /** `+62…` */
  phone: string;
  code: string;
  minutes: number;
  /** The same for every attempt to send one message. */
  key: string;
}) => Promise<void>;

/** The provider will never accept this message, so it is not retried. Any other error is retried. */
export class MessageRefused extends Error {
  override name = "MessageRefused";
}
