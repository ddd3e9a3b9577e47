/** Version of the region data that a new installation gets: package idn-area-data, Permendagri codes. */
export const regionsVersion = "idn-area-data 4.0.1";

/** Levels of a region: province, regency or city, district, village. */
export const regionLevels = { province: 1, regency: 2, district: 3, village: 4 } as const;

/** @rule One person keeps at most 20 addresses. */
export const addressLimit = 20;

/** Where a pin may stand: Indonesia and its waters. */
export const pinBounds = { lat: { min: -11.5, max: 6.5 }, lng: { min: 94.5, max: 141.5 } };

/** Whether the shipping label can stand as it is: two lines of a whole address. */
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
