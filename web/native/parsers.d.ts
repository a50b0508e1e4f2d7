declare module 'gradle-to-js/lib/parser' {
  /** Reads a Gradle file: blocks as objects, assignments as texts. */
  export function parseText(text: string): Promise<unknown>;
}

declare module 'xcode' {
  type Section = Record<string, Record<string, string> | string>;
  interface Project {
    hash: { project: { objects: Record<string, Section> } };
    parseSync: () => Project;
  }
  const xcode: { project: (path: string) => Project };
  export default xcode;
}
