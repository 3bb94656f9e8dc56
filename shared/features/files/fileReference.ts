// A file named in a text, with its line as compilers, test runners and models write it: `src/a.ts`, `src/a.ts:11`,
// `src/a.ts:11:3`, `src/a.ts:11-20`, `src/a.ts#L11-L20`, `src/a.ts(11,3)`. Whether the file exists is not known here.

export interface FileReference {
  path: string;
  /** From 1; the first line of a range. */
  line?: number;
}

const maxLength = 400;
const form =
  /^(?<path>[^\s:#(){}<>|"'`*?$;,]+)(?::(?<colon>\d{1,7})(?:[:-]\d{1,7})?|#L(?<hash>\d{1,7})(?:-L?\d{1,7})?|\((?<round>\d{1,7})(?:,\d{1,7})?\))?$/u;

/** Null for texts that name no file, such as code, versions, flags and addresses. */
export function parseFileReference(text: string): FileReference | null {
  const groups = text.length > maxLength ? undefined : form.exec(text)?.groups;
  const path = groups?.path;
  if (path === undefined || !looksLikeFile(path)) return null;
  const line = Number(groups?.colon ?? groups?.hash ?? groups?.round ?? 0);
  return line > 0 ? { path, line } : { path };
}

/** A folder in front, or a name with an ending: `src/Makefile`, `a.ts`, `.gitignore`; not `1.2.3`, `-rf` or `a.`. */
function looksLikeFile(path: string): boolean {
  if (/^[-+@~]|\/\/|[/\\.]$/.test(path) || /^[\d.]+$/.test(path)) return false;
  return /[/\\]/.test(path) || /\.[A-Za-z][\w-]{0,15}$/.test(path);
}
