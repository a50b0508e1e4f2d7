/** A file of the shell; `revision` names the content of a file whose name stays the same. */
export interface ShellFile {
  url: string;
  revision: string | null;
}

/** The addresses of the bundle's files besides the shell: code and style sheets, and the texts by language. */
export interface AppParts {
  code: string[];
  texts: Record<string, string[]>;
}
