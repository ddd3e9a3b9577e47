import {
  Form,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { hrefs } from "#hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatDate, span } from "#lib/time.ts";
import { Button } from "#ui/button.tsx";
import { TextareaField } from "#ui/field.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { MeasureApi, ShownMeasure } from "../measures/contract.ts";
import { appealOutcomes, appealAnswerDuration, appealRules, appealText, missedAppealText } from "../measures/rules.ts";
import { AuthFrame } from "../ui/auth-frame.tsx";

type Data = { block: ShownMeasure | null };

export async function loader(args: LoaderFunctionArgs): Promise<Data> {
  return { block: (await pageApi<MeasureApi>(args)("GET /v1/auth/block")).result };
}

/** Sends the appeal. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  try {
    await pageApi<MeasureApi>(args)("POST /v1/auth/block/appeal", { body: { text: String(form.get("text") ?? "") } });
    return redirect(hrefs.blocked());
  } catch (error) {
    return formFailure(error, form);
  }
}

export const handle: PageHandle<Data> = {
  layout: "auth",
  head: () => ({ title: "Akun diblokir", canonical: hrefs.blocked(), noindex: true }),
};

/** Why an account is blocked, and the appeal; shown to a browser that has just entered the right password. */
export function Component() {
  const { block } = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | undefined;
  const failure = answer?.failed ? answer : undefined;
  if (!block)
    return (
      <AuthFrame
        title="Tidak ada blokir"
        lead="Masuklah dengan akun Anda. Jika akun itu diblokir, alasannya tampak di sini."
        foot={
          <a className="link" href={hrefs.login()}>
            Ke halaman Masuk
          </a>
        }
      >
        {null}
      </AuthFrame>
    );
  const missed = missedAppealText(block);
  return (
    <AuthFrame
      title="Akun Anda diblokir"
      lead={`Sejak ${formatDate(new Date(block.taken_at))}. Pesanan yang sedang berjalan tetap diproses, dan uangnya tetap kami jaga.`}
    >
      <Notice tone="warning" title={block.rule}>
        {block.text}
      </Notice>
      {block.answer !== null && <Notice title={appealOutcomes.rejected}>{block.answer}</Notice>}
      {block.appealed_at !== null && block.answer === null && (
        <Notice tone="success" title="Banding Anda sudah kami terima">
          Operator lain memeriksanya dalam {span(appealAnswerDuration)}. Jawabannya sampai lewat email.
        </Notice>
      )}
      {missed !== null && <p>{missed}</p>}
      {block.can_appeal && (
        <Form method="post">
          <FormNotice failure={failure} />
          <TextareaField
            label="Banding Anda"
            name="text"
            rows={5}
            minLength={appealRules.min}
            maxLength={appealRules.max}
            hint={`Tulis mengapa menurut Anda blokir ini keliru. ${appealText(new Date(block.appeal_until))}`}
            defaultValue={failure?.values.text}
            errors={failure?.fields.text}
          />
          <Button wide>Kirim banding</Button>
        </Form>
      )}
    </AuthFrame>
  );
}
