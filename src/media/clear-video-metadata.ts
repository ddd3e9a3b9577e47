/**
 * Design note. A phone writes the place of the recording, its owner's name and its model into an MP4 file. A video is
 * not encoded again, because that needs a decoder for every format and minutes of processor time. An MP4 file is a
 * list of boxes, each with a length and a type of four letters. Boxes of metadata become `free`, the type that players
 * skip, and their content becomes zeros. No other byte changes, so the offsets in the file stay right. A file whose
 * boxes do not add up, or that has no film, is refused. WebM files of browsers and phones hold no place.
 */
import type { FileHandle } from "node:fs/promises";
import { Refusal } from "#lib/refusal.ts";
import { mediaRefusals } from "./contract.ts";

const metadataBoxes: ReadonlySet<string> = new Set(["udta", "meta", "uuid"]);
/** Boxes that hold other boxes, of which some are metadata. */
const outerBoxes: ReadonlySet<string> = new Set(["moov", "trak"]);
/** Files of phones have below 50 boxes at these levels; fragmented ones two for each second. */
const maxBoxes = 5000;
/** Bytes of a box's header: length and type, or both and the long length. */
const headLength = 16;

type Walk = { file: FileHandle; boxes: number; types: Set<string> };

/** Clears the metadata of an MP4 file of this size in place. Refuses with `media.not_a_video` what is no whole film. */
export async function clearVideoMetadata(file: FileHandle, size: number): Promise<void> {
  const walk: Walk = { file, boxes: 0, types: new Set() };
  await clearBoxes(walk, 0, size);
  if (!walk.types.has("moov") || !(walk.types.has("mdat") || walk.types.has("moof")))
    throw new Refusal(mediaRefusals.notAVideo);
}

async function clearBoxes(walk: Walk, from: number, to: number): Promise<void> {
  let at = from;
  while (at < to) {
    const { type, length, head } = await readBox(walk, at, to);
    if (metadataBoxes.has(type)) await clearBox(walk.file, at, { head, length });
    else if (outerBoxes.has(type)) await clearBoxes(walk, at + head, at + length);
    walk.types.add(type);
    at += length;
  }
}

type Box = { type: string; length: number; head: number };

async function readBox(walk: Walk, at: number, to: number): Promise<Box> {
  walk.boxes += 1;
  const bytes = Buffer.alloc(headLength);
  await walk.file.read(bytes, 0, headLength, at);
  const short = bytes.readUInt32BE(0);
  const isLong = short === 1;
  // Length 0: the box reaches to the end.
  const length = isLong ? Number(bytes.readBigUInt64BE(8)) : short === 0 ? to - at : short;
  const head = isLong ? headLength : headLength / 2;
  if (walk.boxes > maxBoxes || length < head || at + length > to) throw new Refusal(mediaRefusals.notAVideo);
  return { type: bytes.toString("latin1", 4, 8), length, head };
}

const zeros = Buffer.alloc(64 * 1024);

async function clearBox(file: FileHandle, at: number, { head, length }: Pick<Box, "head" | "length">): Promise<void> {
  await file.write("free", at + 4, "latin1");
  for (let done = head; done < length; done += zeros.length)
    await file.write(zeros, 0, Math.min(zeros.length, length - done), at + done);
}
