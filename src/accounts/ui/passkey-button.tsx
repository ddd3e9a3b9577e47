import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

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
  const [state, setState] = useState<{ busy: boolean; wrong: string | null }>({ busy: false, wrong: null });
  async function ask(): Promise<void> {
    setState({ busy: true, wrong: null });
    const { addPasskey, logInByPasskey } = await import("./passkey-browser.ts");
    const outcome = await (act === "add" ? addPasskey() : logInByPasskey());
    setState({ busy: false, wrong: outcome.ok ? null : outcome.message });
    if (outcome.ok) done(outcome.message);
  }
  return (
    <>
      {state.wrong !== null && <Notice tone="error">{state.wrong}</Notice>}
      <Button
        type="button"
        variant="outline"
        icon="lock"
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
