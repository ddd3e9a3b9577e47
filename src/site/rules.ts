/** @rule A user is at least 18 years old, or acts with the consent of a parent or guardian. */
export const minUserAge = 18;
