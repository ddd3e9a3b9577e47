/** A box of an MP4 file: its length, its type and its content. */
function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

/** The structure of a video that a phone records, with `place` where phones write it. No player can show it. */
export function mp4Video({ place = "", bytes = 1000 }: { place?: string; bytes?: number }): Buffer {
  const metadata = box("udta", box("©xyz", Buffer.from(place)));
  return Buffer.concat([
    box("ftyp", Buffer.from("isom\u0000\u0000\u0002\u0000isomiso2")),
    box("moov", box("mvhd", Buffer.alloc(100)), box("trak", box("tkhd", Buffer.alloc(84)), metadata), metadata),
    box("mdat", Buffer.from("film"), Buffer.alloc(bytes)),
  ]);
}

/** The beginning of a video that a browser records. */
export function webmVideo(): Buffer {
  const head = "1a45dfa39f4286810142f7810142f2810442f381084282847765626d";
  return Buffer.concat([Buffer.from(head, "hex"), Buffer.alloc(200)]);
}
