/** How often a race is played: `few` times in the suite, ROUNDS times on request (CONTRIBUTING.md). */
export function raceRounds(few: number): number {
  return Number(process.env.ROUNDS ?? few);
}
