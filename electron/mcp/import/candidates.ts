// Servers in the files of other clients, to be taken over by a person one by one. The files are read, with a bound, and
// nothing in them is run, changed or believed.

import type { McpCandidate } from '../../../shared/contract/toolResources.ts';
import type { McpFiles } from '../../ports/mcpFiles.ts';
import { shownCommand } from '../config/fingerprint.ts';
import { parseServerConfig } from '../config/serverConfig.ts';
import { isObject, readEntries } from '../config/serverFile.ts';
import { type ClientFile, type ClientPlaces, clientFiles } from './clientFiles.ts';
import { withoutComments } from './jsonComments.ts';

export interface CandidateDeps extends ClientPlaces {
  files: Pick<McpFiles, 'readOther'>;
  /** Names that are here already. */
  known: ReadonlySet<string>;
}

/** Of one file: it must not hide the others. */
const mostInFile = 100;

export async function findCandidates(deps: CandidateDeps): Promise<McpCandidate[]> {
  const found: McpCandidate[] = [];
  for (const file of clientFiles(deps)) {
    const content = await deps.files.readOther(file.path);
    if (content.kind === 'absent') continue;
    const wrong = (problem: string): void => {
      const known = false;
      found.push({ client: file.client, file: file.path, name: '', runs: '', configuration: '', known, problem });
    };
    if (content.kind === 'unreadable') {
      wrong(`It could not be read: ${content.reason}.`);
      continue;
    }
    const text = file.comments ? withoutComments(content.text) : content.text;
    for (const part of partsOf(text, file, deps.folder)) {
      const { entries, problems } = readEntries(part, file.path, file.keys);
      for (const problem of problems) wrong(problem);
      for (const { name, raw } of entries.slice(0, mostInFile)) found.push(candidate(file, name, raw, deps.known));
    }
  }
  return found;
}

function candidate({ client, path }: ClientFile, name: string, raw: unknown, known: ReadonlySet<string>): McpCandidate {
  const config = parseServerConfig(raw);
  return {
    client,
    file: path,
    name,
    runs: config.ok ? shownCommand(config.value) : '',
    configuration: JSON.stringify(raw, null, 2) ?? '',
    known: known.has(name),
    problem: config.ok ? null : config.error.message,
  };
}

/** The file, and what it says of this one folder. */
function partsOf(text: string, { byProject }: ClientFile, folder: string | null): string[] {
  if (!byProject || folder === null) return [text];
  try {
    const value: unknown = JSON.parse(text);
    const projects = isObject(value) ? value.projects : undefined;
    const own = isObject(projects) && Object.hasOwn(projects, folder) ? projects[folder] : undefined;
    return isObject(own) ? [text, JSON.stringify({ mcpServers: own.mcpServers ?? {} })] : [text];
  } catch {
    return [text];
  }
}
