// Detects a git repository folder not named `.git`: a bare one, or one that a `.git` file points to. Git recognizes it
// by a HEAD file next to objects and refs, and would run its hooks.

import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Sentence, say } from '../../../shared/core/sentence.ts';

/** Why it must not be written; null outside of one. `path` is absolute with links resolved. */
export async function inBareRepository(path: string): Promise<Sentence | null> {
  for (let at = path; ; at = dirname(at)) {
    if (await isRepository(at)) return say`it belongs to git’s own files; use git commands to change them`;
    if (dirname(at) === at) return null;
  }
}

async function isRepository(folder: string): Promise<boolean> {
  try {
    const [head, objects, refs] = await Promise.all(
      ['HEAD', 'objects', 'refs'].map((name) => stat(join(folder, name))),
    );
    return head?.isFile() === true && objects?.isDirectory() === true && refs?.isDirectory() === true;
  } catch {
    return false; // a part is missing or inaccessible
  }
}
