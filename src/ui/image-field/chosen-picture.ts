import { pictureProblem, type PictureLimits } from "./picture-validation.ts";

/** One picture of the field. */
export type Picture = {
  key: string;
  name: string;
  /** The address of the preview: on the server or of the chosen file. */
  src: string;
  /** The chosen file; null for a picture that is on the server. */
  file: File | null;
  /** The value that the form sends for a picture on the server. */
  value: string | null;
  /** The part that has been sent, 0 to 1; null when no upload is running. */
  progress: number | null;
  failure: string | null;
};

/** A picture that was on the server before this form was opened. */
export type SavedPicture = { value: string; src: string; name: string };

let pictureCount = 0;

/** The picture of a chosen or cropped file. `src` is the address of its preview. */
export function newPicture(file: File, src: string): Picture {
  pictureCount += 1;
  return {
    key: `${pictureCount} ${file.name}`,
    name: file.name,
    src,
    file,
    value: null,
    progress: null,
    failure: null,
  };
}

/** Checks a file like the server: first bytes, size, and whether it can be decoded. */
export async function inspectFile(file: File, limits: PictureLimits): Promise<{ src: string; problem: string | null }> {
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  const src = URL.createObjectURL(file);
  const early = pictureProblem(
    { name: file.name, size: file.size, head },
    { width: 1, height: 1 },
    { ...limits, side: 0 },
  );
  const size = early ? null : await readSize(src);
  const problem = early ?? pictureProblem({ name: file.name, size: file.size, head }, size, limits);
  if (problem) URL.revokeObjectURL(src);
  return { src, problem };
}

function readSize(src: string): Promise<{ width: number; height: number } | null> {
  return new Promise((done) => {
    const image = new Image();
    image.onload = () => done({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => done(null);
    image.src = src;
  });
}
