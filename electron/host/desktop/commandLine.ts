// Parses the desktop host's command line, which it shares with Electron's and Chromium's switches: ours come after
// `--`, where unknown ones are errors, or mixed with theirs when started by a launcher, where unknown ones are ignored.

import { readOptions } from '../../../scripts/options.mjs';
import type { StartConversation } from '../../app.ts';
import { defaultDataFolder } from '../dataFolderPath.ts';
import { initialConversation } from '../projectFolder.ts';

export interface DesktopStart {
  dataDir: string;
  projectFolder: string | null;
  /** The conversation to open; null: the last one. */
  conversation: StartConversation | null;
  /** Scenario file for the demo model. */
  scenarioFile: string | null;
}

export function readCommandLine(
  argv: readonly string[],
  where: { packaged: boolean; folder: string; env: Record<string, string | undefined> },
): ({ ok: true } & DesktopStart) | { ok: false; message: string } {
  const end = argv.indexOf('--');
  const strict = end >= 0;
  // A packaged app starts by its own name, an unpackaged one as `electron FOLDER`.
  const args = strict ? argv.slice(end + 1) : argv.slice(where.packaged ? 1 : 2);
  const read = readOptions(args, { folder: where.folder, strict });
  if (!read.ok) return read;
  return {
    ok: true,
    dataDir: read.options.data ?? defaultDataFolder(where.env),
    projectFolder: read.options.project,
    conversation: initialConversation(read.options),
    scenarioFile: read.options.scenario,
  };
}
