/** @rule One person keeps at most 20 addresses. */
export const maxAddresses = 20;

/** Lengths of the texts of an address, in characters. */
export const addressTextLength = {
  label: { min: 1, max: 30 },
  street: { min: 5, max: 300 },
  postcode: 5,
  note: 120,
};

/** An address in two lines, as on a parcel: the street, then the place. */
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
