/** @rule One person keeps at most 20 addresses. */
export const addressLimit = 20;

/** An address in two lines, as on a parcel: the street, and where it is. */
export function addressLines(address: {
  street: string;
  village: { name: string };
  district: { name: string };
  regency: { name: string };
  province: { name: string };
  postcode: string;
}): [street: string, area: string] {
  const { village, district, regency, province, postcode } = address;
  return [address.street, `${village.name}, ${district.name}, ${regency.name}, ${province.name} ${postcode}`];
}
