// Which servers exist, which file each comes from, and whether it may run: the user's own files and those of a trusted
// folder. Read from disk each time; nothing is cached and nothing is started.

import { isJsonObject, jsonObject } from '../../../shared/core/json.ts';
import { readSentenceData, restoreSentence, say, textOf, type UserText } from '../../../shared/core/sentence.ts';
import type { McpOrigin, McpServerRef } from '../../../shared/features/mcp/methods.ts';
import { projectOfOrigin } from '../../../shared/features/mcp/serverOrigin.ts';
import { changedFiles, findBoundFiles } from './boundFiles.ts';
import { configurationHash } from './fingerprint.ts';
import type { McpConsent, McpFiles } from './mcpFiles.ts';
import { type ConfiguredServer, type McpProject, parseServerConfig, type ServerConfig } from './serverConfig.ts';
import { readEntries } from './serverFile.ts';
import { startFolderOf } from './startFolder.ts';

export function serverKey({ origin, name }: McpServerRef): string {
  const projectId = projectOfOrigin(origin);
  return projectId === null ? `${origin.type}:${name}` : `${origin.type}:${projectId}:${name}`;
}

/**
 * Returns a project's servers, including global ones. The user's own servers, project-specific first, take precedence
 * over the folder's: a folder cannot replace them. `project` null: only global ones. `home`: the user's home folder.
 */
export async function configuredServers(
  files: McpFiles,
  project: McpProject | null,
  home: string,
): Promise<{ servers: ConfiguredServer[]; problems: UserText[] }> {
  const { consents, problem } = await files.readConsents();
  const problems = problem === null ? [] : [problem];
  const origins: McpOrigin[] = [
    ...(project ? [{ type: 'project', projectId: project.id } as const] : []),
    { type: 'global' },
    { type: 'plugin' },
    ...(project?.folder ? [{ type: 'folder', projectId: project.id } as const] : []),
  ];
  const takenNames = new Set<string>();
  const servers: ConfiguredServer[] = [];
  for (const origin of origins) {
    const folder = projectOfOrigin(origin) === null ? null : (project?.folder ?? null);
    const path = files.path(origin, folder);
    const file = await files.read(origin, folder);
    if (file.kind === 'unreadable') problems.push(say`${path} is not used: ${file.reason}.`);
    if (file.kind !== 'text') continue;
    const read = readEntries(file.text, path);
    problems.push(...read.problems);
    for (const { name, raw } of read.entries) {
      const trusted = origin.type !== 'folder' || project?.trusted === true;
      const location = { folder, startFolder: startFolderOf(origin, project, home) };
      const server = await describe({ origin, name }, raw, location, trusted, files);
      const judgedServer = withConsent(server, consents.get(server.key) ?? {});
      servers.push({ ...judgedServer, shadowed: takenNames.has(name) });
      // A disabled server lets one from another file take its name.
      if (!judgedServer.disabled) takenNames.add(name);
    }
  }
  return { servers, problems };
}

type Described = Omit<ConfiguredServer, 'approved' | 'changed' | 'changedFiles' | 'shadowed'>;

async function describe(
  ref: McpServerRef,
  raw: unknown,
  { folder, startFolder }: Pick<ConfiguredServer, 'folder' | 'startFolder'>,
  trusted: boolean,
  from: McpFiles,
): Promise<Described> {
  const parsed = parseServerConfig(raw);
  const config = parsed.ok ? parsed.value : null;
  const bound = ref.origin.type === 'folder' ? folder : ref.origin.type === 'plugin' ? contentOf(raw) : null;
  // Inspect no files of an untrusted folder.
  const isProgram = trusted && config?.transport === 'stdio' && folder !== null;
  const files = isProgram ? await findBoundFiles(config, { folder, startFolder }, from) : {};
  const problem = files ? null : 'its command line and variables refer to too many files';
  const parts = ref.origin.type === 'plugin' ? pluginParts(raw) : null;
  return {
    ref,
    key: serverKey(ref),
    raw,
    config: files && config,
    problem:
      parts?.problem ?? (parsed.ok ? problem && `${ref.name}: ${problem}.` : `${ref.name}: ${parsed.error.message}`),
    folder,
    startFolder,
    hash: files && config ? configurationHash(config, bound, files) : '',
    files: files ?? {},
    disabled: config?.disabled ?? false,
    trusted,
    ...parts?.mode,
  };
}

/** How the texts of a plugin's server are read, and why it cannot run. */
function pluginParts(raw: unknown): { mode: { literal: true } | { bundle: string }; problem: UserText | null } {
  const { bundle, problem } = jsonObject(raw);
  return {
    mode: typeof bundle === 'string' ? { bundle } : { literal: true },
    problem: typeof problem === 'string' ? problem : restoredProblem(problem),
  };
}

function restoredProblem(value: unknown): UserText | null {
  const data = readSentenceData(value);
  return data && restoreSentence(textOf(data), data);
}

/** The hash of the plugin's files: an approval ends when one of them changes. */
function contentOf(raw: unknown): string {
  return isJsonObject(raw) ? String(raw.content) : '';
}

function withConsent(server: Described, consent: McpConsent): Omit<ConfiguredServer, 'shadowed'> {
  const approved = server.hash !== '' && consent.approved === server.hash;
  const hasChanged = !approved && server.trusted && consent.approved !== undefined;
  return {
    ...server,
    approved,
    changed: hasChanged,
    // Older approvals do not list files.
    changedFiles: hasChanged && consent.files ? changedFiles(consent.files, server.files) : [],
    disabled: server.disabled || consent.disabled === true,
  };
}

/** Whether it may be started. */
export function isUsable(server: ConfiguredServer): server is ConfiguredServer & { config: ServerConfig } {
  return server.config !== null && server.trusted && server.approved && !server.disabled && !server.shadowed;
}
