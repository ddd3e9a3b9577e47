import { crc32, inflateRawSync } from "node:zlib";

/** The files of a ZIP by name, from its directory. Throws when a size or checksum is wrong. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [method, sum, packed, size] = [10, 16, 20, 24].map((offset, index) =>
      index === 0 ? zip.readUInt16LE(at + offset) : zip.readUInt32LE(at + offset),
    ) as [number, number, number, number];
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(start, start + packed);
    const bytes = method === 8 ? inflateRawSync(data) : Buffer.from(data);
    if (bytes.length !== size || crc32(bytes) !== sum) throw new Error(`${name} is broken`);
    files.set(name, bytes);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}
