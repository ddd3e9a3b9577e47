import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { Form, useLocation, useNavigation, type FormProps } from "react-router";
import { submittedValues, type FormFailure } from "#lib/api-client.ts";
import { readDraft, sendDraft, writeDraft, type SentForm, type StoredDraft } from "#lib/browser/form-drafts.ts";
import { Button } from "./button.tsx";
import styles from "./form-draft.module.css";
import { Notice } from "./notice.tsx";
import { useHydrated } from "./use-hydrated.ts";

/** What `useFormDraft` gives the component of a form: what its fields begin with, and what it must call. */
export type FormDraft = {
  /** `key` of the component that renders the fields: it changes when they must begin with other values. */
  key: number;
  /**
   * What the fields begin with: what was typed after a refusal, else what was sent and refused, else what was typed
   * before the page was left.
   */
  typed: FormFailure | undefined;
  /** The refusal alone, for its notice. */
  refused: FormFailure | undefined;
  /** Says that a draft was restored, and offers to discard it. */
  notice: ReactNode;
  /** Stores the fields as they are now, after a change without an event `input`, such as a chosen picture. */
  save: () => void;
  /** Deletes the draft: the user cancels. */
  cancel: () => void;
  form: {
    ref: RefObject<HTMLFormElement | null>;
    onInput: () => void;
    onSubmit: (event: { defaultPrevented: boolean }) => void;
  };
};

type DraftOptions = {
  failure: FormFailure | undefined;
  /** An answer that is no refusal and saved nothing, such as a preview. */
  unsaved?: object | undefined;
  base?: string;
  /** Tells apart the forms of one page. */
  name?: string;
  /** What the form is about, when more than one address shows it. By default the page's address. */
  subject?: string;
  /** The page has this form for several things, and the hidden fields of each form say which. */
  isRepeated?: boolean;
};

/**
 * The refusals and previews that a form has shown. A form that gets one of them again has a new key, and its draft is
 * what the user typed after that answer.
 */
const shownAnswers = new WeakSet<object>();

/**
 * Stores what a user types into a long form, and restores it in the same tab when the page was left before it was
 * saved: by a link, Back or a reload, also while the form was being sent. `base` is what the form begins with; a draft
 * with another base is not restored, because somebody has saved newer values. Not for forms with passwords, PINs or
 * data of cards. Files are not stored.
 */
export function useFormDraft({ failure, unsaved, base = "", name = "", subject, isRepeated }: DraftOptions): FormDraft {
  const { pathname, search } = useLocation();
  const isIdle = useNavigation().state === "idle";
  const place = `${subject ?? `${pathname}${search}`} ${name}`;
  const ref = useRef<HTMLFormElement>(null);
  const sent = useRef<SentForm>(undefined);
  const hasTyped = useRef(false);
  const ownPlace = () =>
    isRepeated ? [place, ...[...(ref.current?.elements ?? [])].flatMap(hiddenValue)].join(" ") : place;
  const shownPlace = useRef(place);
  // Until the first effect: the form is the server's, and the user may have typed into it before the script started.
  const isServed = useRef(!useHydrated());
  const answer = failure ?? unsaved;
  // `after` is the answer after which the draft was typed.
  const [shown, setShown] = useState<{ count: number; draft?: StoredDraft | undefined; after?: object | undefined }>({
    count: 0,
  });

  useLayoutEffect(() => {
    // A new answer has what was sent. After one that was shown, a draft with an older base fits too, as the answer.
    const stored = !answer ? readDraft(ownPlace(), base) : shownAnswers.has(answer) ? readDraft(ownPlace()) : undefined;
    const typed = isServed.current ? typedTexts(ref.current) : {};
    isServed.current = false;
    const draft = stored && { ...stored, values: { ...stored.values, ...typed } };
    const folded = ref.current?.closest("details");
    if (draft && folded) folded.open = true;
    hasTyped.current = draft !== undefined;
    // The form of another thing is a new one, without what was typed for the thing before.
    const isOther = shownPlace.current !== place;
    shownPlace.current = place;
    setShown((before) =>
      draft || before.draft || isOther ? { count: before.count + 1, draft, after: answer } : before,
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each place: later drafts are the form's own
  }, [place]);

  function typedNow(form: HTMLFormElement): StoredDraft {
    const fields = [...new FormData(form)];
    const hadFiles = fields.some(([, value]) => typeof value !== "string" && value.size > 0);
    return { base, hadFiles, ...submittedValues(fields) };
  }

  function save(): void {
    hasTyped.current = true;
    // Some fields have hidden inputs, which change only after React has rendered.
    setTimeout(() => {
      if (ref.current && !sent.current) writeDraft(ownPlace(), typedNow(ref.current));
    });
  }

  // After the answer, what was saved is no draft any more, and what is typed from now on is a new one. A layout effect,
  // because it must run before the form is reset.
  useLayoutEffect(() => {
    if (!isIdle || !sent.current) return;
    const { place: sentPlace, isAnswered } = sent.current;
    sent.current = undefined;
    hasTyped.current = false;
    // An answer without a redirect.
    if (isAnswered && !answer) writeDraft(sentPlace, null);
    if (!answer) setShown((before) => (before.draft ? { count: before.count } : before));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the answer is there
  }, [isIdle]);
  // What was refused is not saved on the server yet, so it is stored as a draft again.
  useEffect(() => {
    sent.current = undefined;
    if (!answer) return;
    shownAnswers.add(answer);
    save();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new answer
  }, [failure, unsaved]);

  const { count } = shown;
  // With another base, newer values were saved.
  const draft = shown.after === answer && (answer || shown.draft?.base === base) ? shown.draft : undefined;
  const cancel = () => writeDraft(ownPlace(), null);
  return {
    key: count,
    typed: draft ? { ...(failure ?? { failed: true, code: "", message: "", fields: {} }), ...draft } : failure,
    refused: failure,
    notice: draft && !answer && (
      <RestoredNotice
        draft={draft}
        onDiscard={() => {
          cancel();
          setShown({ count: count + 1 });
        }}
      />
    ),
    save,
    cancel,
    form: {
      ref,
      onInput: save,
      onSubmit: ({ defaultPrevented }) => {
        if (defaultPrevented) return;
        sent.current = sendDraft(ownPlace(), hasTyped.current && ref.current ? typedNow(ref.current) : null);
      },
    },
  };
}

/** The part of the notice that must be below the header to be read. */
const mostlyVisible = 0.9;

/**
 * Says above a form that its draft was restored. A page that comes back where it was scrolled to, such as after a
 * reload, may show only a later part of the form. Then the notice is below the header, until the user goes on with the
 * form. Its element is there before its text, because screen readers announce a status that changes.
 */
function RestoredNotice({ draft: { sent, hadFiles }, onDiscard }: { draft: StoredDraft; onDiscard: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const [isSaid, setSaid] = useState(false);
  // Of the place that the notice has left.
  const [height, setHeight] = useState<number>();

  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setSaid(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  useEffect(() => {
    const own = place.current;
    const form = own?.closest("form");
    if (!own || !form) return undefined;
    const above = new Map<Element, boolean>();
    const header = parseFloat(getComputedStyle(own).getPropertyValue("--header"));
    // What is below the view counts as seen.
    const rootMargin = `-${header || 0}px 0px 1000000px`;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, intersectionRatio: visible } of entries)
          above.set(target, target === own ? visible < mostlyVisible : !isIntersecting);
        setHeight(above.get(own) && !above.get(form) ? own.offsetHeight : undefined);
      },
      { rootMargin, threshold: [0, mostlyVisible] },
    );
    observer.observe(own);
    observer.observe(form);
    const goOn = ({ target }: Event) => {
      if (target instanceof Node && own.contains(target)) return;
      observer.disconnect();
      setHeight(undefined);
    };
    const actions = ["click", "keydown", "input"];
    for (const action of actions) form.addEventListener(action, goOn);
    return () => {
      observer.disconnect();
      for (const action of actions) form.removeEventListener(action, goOn);
    };
  }, []);

  const title = sent
    ? "Isian ini sudah dikirim, tetapi jawabannya belum sampai"
    : "Isian Anda yang belum tersimpan dikembalikan";
  const more = [
    ...(sent ? ["Mungkin sudah tersimpan. Periksa dulu sebelum mengirimnya lagi."] : []),
    ...(hadFiles ? ["Berkas yang Anda pilih tidak ikut. Pilih lagi bila perlu."] : []),
  ].join(" ");
  return (
    <div ref={place} style={{ minHeight: height }}>
      <div className={height === undefined ? undefined : styles.following}>
        <Notice
          title={isSaid ? title : undefined}
          action={
            <Button type="button" variant="outline" size="s" onClick={onDiscard}>
              Buang isian
            </Button>
          }
        >
          {(isSaid && more) || undefined}
        </Notice>
      </div>
    </div>
  );
}

/** Texts that were typed before the script started, so after the draft was stored. */
function typedTexts(form: HTMLFormElement | null): Record<string, string> {
  const texts = form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "textarea[name], input[name]:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=password])",
  );
  const typed = [...(texts ?? [])].filter(({ value, defaultValue }) => value !== defaultValue);
  return Object.fromEntries(typed.map(({ name, value }) => [name, value]));
}

function hiddenValue(field: Element): string[] {
  return field instanceof HTMLInputElement && field.type === "hidden" ? [`${field.name}=${field.value}`] : [];
}

/** A form with a draft, whose fields begin with what was typed or refused. A folded one opens with its draft. */
export function DraftForm({
  failure,
  base,
  name,
  subject,
  children,
  ...form
}: Omit<DraftOptions, "unsaved" | "isRepeated"> &
  Omit<FormProps, "children"> & { children: (typed: FormFailure | undefined) => ReactNode }) {
  const draft = useFormDraft({ failure, base, name, subject });
  return (
    <Form key={draft.key} {...form} {...draft.form}>
      {draft.notice}
      {children(draft.typed)}
    </Form>
  );
}
