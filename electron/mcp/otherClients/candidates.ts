// Servers in other apps' files, for the user to import individually. Reads a bounded part of the files, and runs,
// changes and trusts nothing. Hides secrets; reads an entry again to import it.

import { createHash } from 'node:crypto';
import { isJsonObject } from '../../../shared/core/json.ts';
import { say, textOf, toUserTextData, type UserText } from '../../../shared/core/sentence.ts';
import { withoutComments } from '../../../shared/features/mcp/jsonComments.ts';
import type { McpCandidate } from '../../../shared/features/mcp/methods.ts';
import { displayCommand, displayConfiguration, withoutTokens } from '../config/fingerprint.ts';
import type { McpFiles } from '../config/mcpFiles.ts';
import { parseServerConfig } from '../config/serverConfig.ts';
import { readEntries } from '../config/serverFile.ts';
import { type ClientEnvironment, type ClientFile, clientFiles } from './clientFiles.ts';

export interface CandidateDeps extends ClientEnvironment {
  files: Pick<McpFiles, 'readOther'>;
  /** Names already in use. */
  existingNames: ReadonlySet<string>;
}

/** Limit per file, so that it does not crowd out the others. */
const maxInFile = 100;
/** Limit for a file from a folder, which is untrusted and could be slow to parse. */
const maxOfFolder = 256 * 1024;

export interface CandidateSource {
  /** For display. */
  candidate: McpCandidate;
  /** As in the file. */
  raw: unknown;
}

export async function findCandidates(deps: CandidateDeps): Promise<CandidateSource[]> {
  const sources: CandidateSource[] = [];
  for (const file of clientFiles(deps)) {
    const content = await deps.files.readOther(file.path);
    if (content.kind === 'absent') continue;
    const wrong = (problem: UserText): void => {
      const nothing = { id: '', name: '', runs: '', configuration: '', known: false };
      sources.push({
        candidate: {
          ...nothing,
          client: toUserTextData(file.client),
          file: file.path,
          problem: toUserTextData(problem),
        },
        raw: null,
      });
    };
    if (content.kind === 'unreadable') {
      wrong(say`It could not be read: ${content.reason}.`);
      continue;
    }
    if (file.ofFolder && content.text.length > maxOfFolder) {
      wrong(say`It is longer than ${maxOfFolder} characters.`);
      continue;
    }
    const text = file.comments ? withoutComments(content.text) : content.text;
    for (const part of partsOf(text, file, deps.folder)) {
      const { entries, problems } = readEntries(part, file.path, file.keys);
      for (const problem of problems) wrong(problem);
      for (const { name, raw } of entries.slice(0, maxInFile))
        sources.push(candidate(file, name, raw, deps.existingNames));
    }
  }
  return sources;
}

function candidate(file: ClientFile, name: string, raw: unknown, takenNames: ReadonlySet<string>): CandidateSource {
  const { client, path, ofFolder = false } = file;
  const config = parseServerConfig(raw);
  const isOwn = !ofFolder;
  const masked = (text: string): string => (isOwn ? withoutTokens(text) : text);
  return {
    raw,
    candidate: {
      id: createHash('sha256')
        .update(JSON.stringify([textOf(client), path, name, raw]))
        .digest('hex'),
      client: toUserTextData(client),
      file: path,
      name,
      runs: config.ok ? masked(displayCommand(config.value, isOwn)) : '',
      configuration: masked(displayConfiguration(raw, isOwn)),
      known: takenNames.has(name),
      problem: config.ok ? null : config.error.message,
    },
  };
}

/** The file, and its section for this folder. */
function partsOf(text: string, { byProject }: ClientFile, folder: string | null): string[] {
  if (!byProject || folder === null) return [text];
  try {
    const value: unknown = JSON.parse(text);
    const projects = isJsonObject(value) ? value.projects : undefined;
    const folderConfig = isJsonObject(projects) && Object.hasOwn(projects, folder) ? projects[folder] : undefined;
    return isJsonObject(folderConfig) ? [text, JSON.stringify({ mcpServers: folderConfig.mcpServers ?? {} })] : [text];
  } catch {
    return [text];
  }
}
