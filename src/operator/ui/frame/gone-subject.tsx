/**
 * Design note. Two operators work on the same list. The slower one is refused, and the page then shows the current
 * state, often without the form that was refused, because its subject was decided. The frame shows that refusal
 * instead. On the server it comes after the page's forms, which have noted what they show, and is placed above them by
 * style. Not chosen: every such refusal above the page, because most concern a form that is still there.
 */
import { useEffect, useState } from "react";
import { useActionData, useLoaderData } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { FormNotice } from "#ui/notice.tsx";
import styles from "./console-frame.module.css";

/** The refusal of the last form of the page, unless a form shows it. `shown`: what the forms before it noted. */
export function GoneSubject({ shown }: { shown: ReadonlySet<object> }) {
  const answer = useActionData() as Partial<FormFailure> | undefined;
  const loaded = useLoaderData<unknown>();
  const failure = answer?.failed ? (answer as FormFailure) : undefined;
  const [lost, setLost] = useState(failure && !shown.has(failure) ? failure : undefined);
  useEffect(() => {
    setLost(failure && !document.querySelector("#main > :not([data-gone]) [data-refusal]") ? failure : undefined);
  }, [failure, loaded]);
  return (
    <div data-gone className={styles.gone} hidden={!lost}>
      <FormNotice failure={lost} alone />
    </div>
  );
}
