import { ApiError, type Api } from "#lib/api-client.ts";
import type { EvidenceApi } from "../evidence/contract.ts";

/** The name of the file input in every form of a complaint. */
export const evidenceField = "evidence";

type EvidenceCalls = Api<EvidenceApi>;

/**
 * Uploads the files of a form for a complaint about this order, and calls `say` with their ids, which stores the
 * message that shows them. When a file or the message is refused, nothing stays uploaded. Throws the refusal; that of a
 * file has the field `evidence` with the file's name.
 */
export async function sayWithEvidence<T>(
  api: EvidenceCalls,
  orderId: string,
  form: FormData,
  say: (evidence: string[]) => Promise<T>,
): Promise<T> {
  const uploaded: string[] = [];
  try {
    for (const file of chosenFiles(form)) uploaded.push(await upload(api, orderId, file));
    return await say(uploaded);
  } catch (error) {
    for (const evidenceId of uploaded)
      await api("DELETE /v1/complaint-evidence/:evidenceId", { params: { evidenceId } }).catch(ignoreRefusal);
    throw error;
  }
}

/** A form without a chosen file sends an empty one. */
function chosenFiles(form: FormData): File[] {
  return form.getAll(evidenceField).filter((value) => value instanceof File && value.size > 0) as File[];
}

async function upload(api: EvidenceCalls, orderId: string, file: File): Promise<string> {
  const sent = new FormData();
  sent.set("file", file);
  try {
    const { data } = await api("POST /v1/orders/:orderId/evidence", { params: { orderId }, form: sent });
    return data.id;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    const sentence = `${file.name}: ${error.message}`;
    throw new ApiError(error.status, { ...error.body, data: { [evidenceField]: [sentence] } });
  }
}

// The job that deletes unused files does it otherwise.
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
