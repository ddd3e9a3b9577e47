declare module "sastrawijs" {
  export class Stemmer {
    stem(word: string): string;
  }
}
