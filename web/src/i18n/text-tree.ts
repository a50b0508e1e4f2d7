/** What one file of texts holds: a text or further texts for each key. */
export interface Texts {
  [key: string]: string | Texts;
}
