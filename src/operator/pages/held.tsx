import { useActionData, useLoaderData, type ActionFunctionArgs } from "react-router";
import { HeldView } from "#catalog/screening/ui/held-view.tsx";
import { RulesView, RuleView } from "#catalog/screening/ui/rules-view.tsx";
import {
  actOnScreening,
  loadScreening,
  type Previewed,
  type Screening,
} from "#catalog/screening/ui/screening-requests.ts";
import type { FormFailure } from "#lib/api-client.ts";
import type { PageHandle } from "#lib/page.ts";
import { ConsoleFrame } from "../ui/frame/console-frame.tsx";
import { consoleTitle } from "../ui/frame/console-links.ts";
import { withFrame } from "../ui/frame/load-frame.ts";
import { MeasureForm } from "../ui/moderation/measure-form.tsx";
import { actOnList } from "../ui/moderation/moderation-requests.ts";

export const loader = withFrame(loadScreening);

/** A rejected product is taken down like any other, with a reason and an appeal. */
export async function action(args: ActionFunctionArgs): Promise<unknown> {
  const form = await args.request.clone().formData();
  return String(form.get("intent")).startsWith("take-down") ? actOnList(args) : actOnScreening(args, form);
}

export const handle: PageHandle<Screening> = {
  layout: "console",
  head: () => ({ title: consoleTitle("held"), noindex: true }),
};

/** Products that wait before they are on sale, and the rules about what may be sold. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData() as FormFailure | Previewed | undefined;
  const failure = answer && "failed" in answer ? answer : undefined;
  return (
    <ConsoleFrame part="held">
      {data.part === "held" ? (
        <HeldView
          data={data}
          failure={failure}
          reject={(product) => (
            <MeasureForm
              intent={`take-down ${product.product_id}`}
              label="Turunkan"
              against="product"
              question={`${product.name} tidak tayang. Penjual membaca alasannya dan bisa mengajukan banding.`}
              failure={failure}
            />
          )}
        />
      ) : data.part === "rules" ? (
        <RulesView data={data} />
      ) : (
        <RuleView data={data} answer={answer} />
      )}
    </ConsoleFrame>
  );
}
