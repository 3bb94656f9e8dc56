// Whether a path lies in a folder that git keeps a repository in without calling it `.git`: a bare one, or one that a `.git` file
// names. Git itself tells it by a file HEAD beside the folders objects and refs, and so would run hooks of it.

import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Sentence, say } from '../../../shared/core/sentence.ts';

/** Why it is not written; null where it is none. `path`: absolute, links followed. */
export async function inBareRepository(path: string): Promise<Sentence | null> {
  for (let at = path; ; at = dirname(at)) {
    if (await isRepository(at)) return say`it belongs to git's own files; use git commands to change them`;
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
    return false; // a part is missing, or nobody may look
  }
}
