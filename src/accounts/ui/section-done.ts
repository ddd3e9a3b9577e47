/** What the form of a section gives back when it is done and the person stays where they are: the server's sentence. */
export type SectionDone = { done: true; message: string };

export function sectionDone(message: string): SectionDone {
  return { done: true, message };
}
