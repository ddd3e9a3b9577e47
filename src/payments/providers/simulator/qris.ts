/** QRIS payloads: EMVCo merchant-presented, dynamic (with amount). */

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, "0")}${value}`;
}

/** CRC16-CCITT (polynomial 0x1021, start 0xFFFF) of ASCII text, as four capital hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const char of text) {
    crc ^= char.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

/**
 * The text of a dynamic QRIS code. `amount` in whole rupiah; the standard limits the name to 25 and the city to 15
 * characters.
 */
export function qrisPayload(input: {
  merchantId: string;
  name: string;
  city: string;
  postcode: string;
  amount: number;
  reference: string;
}): string {
  const body =
    field("00", "01") +
    field("01", "12") +
    field("26", field("00", "ID.KAWUNG.SIMULATOR") + field("01", input.merchantId) + field("03", "UMI")) +
    field("51", field("00", "ID.CO.QRIS.WWW") + field("02", input.merchantId) + field("03", "UMI")) +
    field("52", "5399") +
    field("53", "360") +
    field("54", String(input.amount)) +
    field("58", "ID") +
    field("59", input.name.slice(0, 25)) +
    field("60", input.city.slice(0, 15)) +
    field("61", input.postcode) +
    field("62", field("01", input.reference.slice(0, 25)));
  return `${body}6304${crc16(`${body}6304`)}`;
}
