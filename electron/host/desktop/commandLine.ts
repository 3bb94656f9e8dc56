// Parses the desktop host's command line, which it shares with Electron's and Chromium's switches: ours come after
// `--`, where unknown ones are errors, or mixed with theirs when started by a launcher, where unknown ones are ignored.

import { readOptions } from '../../../scripts/options.mjs';
import type { StartConversation } from '../../app.ts';
import { hostNameOf } from '../../lib/hostName.ts';
import { defaultDataFolder } from '../dataFolderPath.ts';
import { initialConversation } from '../projectFolder.ts';
import { nothingFromOutside, type Outside, outsideOf } from './outside.ts';
import { type StartWish, wishOf } from './startWish.ts';

export interface DesktopStart {
  dataDir: string;
  projectFolder: string | null;
  /** The conversation to open; null: the last one. */
  conversation: StartConversation | null;
  /** Scenario file for the demo model. */
  scenarioFile: string | null;
  /** The host name of a tunnel for devices; null: the saved one. */
  remoteName: string | null;
  outside: Outside;
  wish: StartWish;
}

export function readCommandLine(
  argv: readonly string[],
  where: { packaged: boolean; folder: string; env: Record<string, string | undefined> },
): ({ ok: true } & DesktopStart) | { ok: false; message: string } {
  const end = argv.indexOf('--');
  const strict = end >= 0;
  // A packaged app starts by its own name, an unpackaged one as `electron FOLDER`.
  const args = strict ? argv.slice(end + 1) : argv.slice(where.packaged ? 1 : 2);
  const wish = wishOf(args, where.folder);
  const outside = wish === null ? outsideOf(args) : null;
  const read = readOptions((wish ?? outside) ? [] : args, { folder: where.folder, strict });
  if (!read.ok) return read;
  const { remote } = read.options;
  const remoteName = remote === null ? null : hostNameOf(remote);
  if (remote !== null && remoteName === null)
    return { ok: false, message: `--remote needs a host name such as box.example, not "${remote}".` };
  return {
    ok: true,
    dataDir: read.options.data ?? defaultDataFolder(where.env),
    projectFolder: read.options.project ?? wish?.folder ?? null,
    conversation: initialConversation(read.options),
    scenarioFile: read.options.scenario,
    remoteName,
    outside: outside ?? nothingFromOutside,
    wish: wish ?? { folder: read.options.project, action: null },
  };
}
