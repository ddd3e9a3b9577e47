import { useEffect, useRef, useState } from "react";
import { inspectFile, newPicture, type Picture, type SavedPicture } from "./chosen-picture.ts";
import { moveItem, type PictureLimits } from "./picture-validation.ts";

/** Uploads one picture and resolves to the value that the form sends for it. Calls `onProgress` with 0 to 1. */
export type SendPicture = (
  picture: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<{ value: string }>;

/**
 * The pictures of a field in their order, and the functions that change them. `problems` are about what was chosen or
 * asked for last. `said` is the last change, for screen readers.
 */
export function usePictures({
  saved,
  most,
  limits,
  send,
}: {
  saved: readonly SavedPicture[];
  /** The maximum number of pictures. A field of one replaces its picture. */
  most: number;
  limits: PictureLimits;
  send: SendPicture | undefined;
}) {
  const [pictures, setPictures] = useState<readonly Picture[]>(() =>
    saved.map((one) => ({ ...one, key: one.value, file: null, progress: null, failure: null })),
  );
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [said, setSaid] = useState("");
  const running = useRef(new Map<string, AbortController>());
  const several = most > 1;

  useEffect(() => () => running.current.forEach((one) => one.abort()), []);

  const change = (key: string, to: Partial<Picture>) =>
    setPictures((now) => now.map((one) => (one.key === key ? { ...one, ...to } : one)));

  async function add(files: readonly File[]): Promise<void> {
    const wrong: string[] = [];
    const fitting: Picture[] = [];
    for (const file of files) {
      const { src, problem } = await inspectFile(file, limits);
      if (problem) wrong.push(problem);
      else fitting.push(newPicture(file, src));
    }
    const free = several ? most - pictures.length : 1;
    if (fitting.length > free) {
      wrong.push(`Paling banyak ${most} foto. ${fitting.length - free} foto tidak ditambahkan.`);
    }
    const taken = fitting.slice(0, free);
    setProblems(wrong);
    setPictures((now) => (several ? [...now, ...taken] : taken.length > 0 ? taken : now));
    if (taken.length > 0) setSaid(`${taken.length} foto ditambahkan.`);
    for (const one of taken) start(one);
  }

  /** Uploads the picture if the field has `send`; also after a failed upload. */
  function start(picture: Picture): void {
    if (!send || !picture.file) return;
    const stop = new AbortController();
    running.current.set(picture.key, stop);
    const isAgain = picture.failure !== null;
    if (isAgain) setSaid(`Mengirim ${picture.name} lagi.`);
    change(picture.key, { progress: 0, failure: null });
    send(picture.file, { signal: stop.signal, onProgress: (progress) => change(picture.key, { progress }) }).then(
      ({ value }) => {
        if (isAgain) setSaid(`${picture.name} terkirim.`);
        change(picture.key, { value, progress: null });
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        setSaid(`${picture.name} belum terkirim.`);
        change(picture.key, {
          progress: null,
          failure: error instanceof Error ? error.message : "Foto belum terkirim.",
        });
      },
    );
  }

  function remove(picture: Picture): void {
    running.current.get(picture.key)?.abort();
    setPictures((now) => now.filter(({ key }) => key !== picture.key));
    setSaid(`${picture.name} dihapus.`);
    setProblems([]);
  }

  function move(from: number, to: number): void {
    setPictures((now) => moveItem(now, from, to));
    setSaid(`Sekarang foto ke-${to + 1}.`);
  }

  /** Replaces a picture by the square that was cropped from it. */
  function replaceByCrop(picture: Picture, file: File): void {
    const next = newPicture(file, URL.createObjectURL(file));
    setPictures((now) => now.map((one) => (one.key === picture.key ? next : one)));
    setSaid(`${picture.name} dipotong menjadi bujur sangkar.`);
    start(next);
  }

  return { pictures, problems, said, add, start, remove, move, replaceByCrop, setProblems };
}
