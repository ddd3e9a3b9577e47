import type { Page } from "playwright-core";

/** Forms without scripts, whose response is a page of the server: also those of a product's reviews and questions. */
const servedForms = ".without-js, #ulasan, #diskusi";

/** How long a refusal may take on a busy machine, in milliseconds. */
const refusalTimeout = 20_000;

/** Forms that only query, ask or open the next page, and the one whose response is a page of the server. */
const sendsNothing = /^\|\|\|$|^ask\||^buy\||then\|checkout|\|intent\|(?:update|login|register|new_address)\|/;

/**
 * Submits every form on the open page whose kind is not in `tried`, and refuses it like a server would. Returns the
 * faults in how the refusals are shown. `reopen` opens the page again, for a form that an earlier refusal has removed.
 * The page is of no use afterwards. A form is pressed and watched within the page: a call for each step took three
 * times as long.
 */
export async function refuseForms(page: Page, tried: Set<string>, reopen: () => Promise<void>): Promise<string[]> {
  const faults: string[] = [];
  const prepare = async () => {
    await page.evaluate(refuseChanges);
    await page.evaluate(`window.refusalFault = ${String(refusalFault)}`);
    return formsOn(page);
  };
  for (const kind of await prepare()) {
    if (sendsNothing.test(kind) || tried.has(kind)) continue;
    tried.add(kind);
    let fault = await refuse(page, kind);
    if (fault === null) {
      await formsOn(page);
      fault = await refuse(page, kind);
    }
    if (fault === null) {
      await reopen();
      await prepare();
      fault = await refuse(page, kind);
    }
    if (fault !== "") faults.push(`${kind}: ${fault ?? "is not on the page"}`);
  }
  return faults;
}

/** Runs in the page: returns why the refusal is not visible, or an empty text. */
export function refusalFault(): string {
  const active = document.activeElement;
  if (!active || active === document.body) return "the focus is nowhere";
  const name = `${active.tagName} ${active.getAttribute("name") ?? ""} ${(active.textContent ?? "").slice(0, 60)}`;
  const announced = '[role="alert"], [role="status"]';
  const isSentence = active.matches(announced) || active.querySelector(announced) !== null;
  const isField = active.matches('[aria-invalid="true"], [data-invalid="true"], [data-invalid="true"] input');
  if (!isSentence && !isField) return `the focus is on ${name}`;
  const box = active.closest("[data-field]");
  const label = isField ? box?.querySelector("label, legend") : undefined;
  for (const part of [active, label]) {
    const rect = part?.getBoundingClientRect();
    // Visually hidden elements are skipped.
    if (!part || !rect || rect.width < 4 || rect.height < 4 || part.matches(":is(label, span) > input")) continue;
    if (rect.top < 0 || rect.top > innerHeight) return `${name} is at ${Math.round(rect.top)} of ${innerHeight}`;
    if (rect.height < innerHeight / 2 && rect.bottom > innerHeight) return `${name} ends below the screen`;
    const [x, y] = [rect.left + Math.min(24, rect.width / 2), rect.top + Math.min(12, rect.height / 2)];
    const top = document.elementFromPoint(x, y);
    if (!top || !(part.contains(top) || top.contains(part)))
      return `${name} is under ${top?.tagName} ${top?.className.toString().slice(0, 40)}`;
  }
  return "";
}

/** Every form on the page that changes something, one of each kind, with a key that identifies the kind. */
async function formsOn(page: Page): Promise<string[]> {
  return page.evaluate((servedOnly) => {
    const found = new Set<string>();
    for (const button of document.querySelectorAll<HTMLButtonElement>("main button:not([type=button])")) {
      const { form } = button;
      if (!button.checkVisibility() && !button.closest("details:not([open])")) continue;
      if (!form || form.method !== "post" || form.action.endsWith("/logout") || button.closest(servedOnly)) continue;
      const intent = form.querySelector<HTMLInputElement>("[name=intent][type=hidden]")?.value ?? "";
      const fields = [...form.elements].map((one) => (one as HTMLInputElement).name).filter(Boolean);
      const sign = [intent, button.name, button.value, [...new Set(fields)].slice(0, 6).join(" ")].join("|");
      if (found.has(sign)) continue;
      found.add(sign);
      button.dataset.kind = sign;
    }
    return [...found];
  }, servedForms);
}

/** Runs in the page: answers every change like a server that refuses it. With page.route nothing would be cached. */
function refuseChanges(): void {
  const send = window.fetch;
  window.fetch = (input, init) => {
    const { method, url } = new Request(input, init);
    if (method === "GET" || !/\/v1\//.test(url) || /\/(quote|events)/.test(url)) return send(input, init);
    Object.assign(window, { hasRefused: true });
    const body = { success: false, code: "uji.refused", message: "Permintaan ini ditolak." };
    return Promise.resolve(Response.json(body, { status: 409 }));
  };
}

/**
 * Presses the button of this form and returns the fault in how its refusal is shown, or an empty text. Null when the
 * form is not on the page any more.
 */
async function refuse(page: Page, kind: string): Promise<string | null> {
  const pressed = page.evaluate(
    async ({ sign, patient }) => {
      const found = document.querySelectorAll<HTMLButtonElement>(`main [data-kind=${JSON.stringify(sign)}]`);
      const [button] = found;
      if (!button || found.length > 1 || document.querySelector("dialog[open]")) return null;
      const view = window as unknown as { hasRefused?: boolean; refusalFault: () => string };
      // Neither the answer nor the focus of an earlier refusal counts.
      delete view.hasRefused;
      if (button.form) button.form.noValidate = true;
      for (const box of button.form?.elements ?? [])
        if (box instanceof HTMLInputElement && box.type === "checkbox" && !box.checked) box.click();
      for (let box = button.closest("details"); box; box = box.parentElement?.closest("details") ?? null)
        box.open = true;
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      await frame();
      // A form is free one frame after its answer is shown; nobody presses again so soon.
      for (let frames = 0; document.querySelector("[data-held]") && frames < 60; frames += 1) await frame();
      button.scrollIntoView({ block: "end", behavior: "instant" });
      button.focus({ preventScroll: true });
      const box = button.getBoundingClientRect();
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!top || !button.contains(top)) return `its button is under ${top?.tagName} ${top?.className.toString()}`;
      if (button.disabled) return "its button is disabled";
      button.click();
      const until = performance.now() + patient;
      while (!view.hasRefused && performance.now() < until) await frame();
      if (!view.hasRefused) return "nothing was sent";
      let fault = view.refusalFault();
      while (fault !== "" && performance.now() < until) {
        await frame();
        fault = view.refusalFault();
      }
      return fault;
    },
    { sign: kind, patient: refusalTimeout },
  );
  // The page was left: the form was sent without its script.
  return pressed.catch(() => "nothing was sent");
}
