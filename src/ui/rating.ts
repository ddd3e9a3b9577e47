/** The possible ratings: 0 to 5 in whole steps (S105, S106). */
export const ratingSteps = [0, 1, 2, 3, 4, 5] as const;

/** A word for each step. */
export const ratingLabels = ["Belum dinilai", "Sangat buruk", "Buruk", "Cukup", "Baik", "Sangat baik"] as const;

/** An average with one decimal and a comma: `4,9`. */
export function formatRating(value: number): string {
  return (Math.round(value * 10) / 10).toFixed(1).replace(".", ",");
}
