import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { FormNotice, type FormRefusal } from "#ui/notice.tsx";

/** Asks the device; its code is loaded with the click. `done` gets the server's sentence. Needs JavaScript. */
export function PasskeyButton({
  act,
  label,
  wide = false,
  done,
}: {
  act: "add" | "log-in";
  label: string;
  wide?: boolean;
  done: (message: string) => void;
}) {
  const [state, setState] = useState<{ busy: boolean; wrong?: FormRefusal }>({ busy: false });
  async function ask(): Promise<void> {
    setState({ busy: true });
    const { addPasskey, logInByPasskey } = await import("./passkey-browser.ts");
    const outcome = await (act === "add" ? addPasskey() : logInByPasskey());
    setState({ busy: false, ...(outcome.ok ? {} : { wrong: { message: outcome.message } }) });
    if (outcome.ok) done(outcome.message);
  }
  return (
    <>
      <FormNotice failure={state.wrong} />
      <Button
        type="button"
        variant="outline"
        icon="key"
        wide={wide}
        className="needs-js"
        busy={state.busy}
        onClick={() => void (state.busy || ask())}
      >
        {label}
      </Button>
    </>
  );
}
