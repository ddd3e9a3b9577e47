import { setHashCost } from "../src/accounts/password/hash-password.ts";

/** The cheapest hashes, because tests log in hundreds of times. Servers that journeys start hash as in production. */
export const testHashCost = { memoryCost: 8, timeCost: 1 };
setHashCost(testHashCost);
