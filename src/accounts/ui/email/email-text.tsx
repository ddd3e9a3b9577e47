import { Fragment } from "react";

/** An e-mail address that breaks only after `@` and `.` where the line is too short, if it can. */
export function EmailText({ email }: { email: string }) {
  const parts = email.match(/[^@.]+[@.]?|[@.]/g) ?? [];
  return parts.map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts have no other name and never move
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
