/** A courier's company: its services share tracking numbers and hand their cash over together. */
export function companyOf(courier: string): string {
  return courier.split("-")[0] ?? courier;
}
