// Leaves out of results and events what a paired device does not receive although it may call the method or see the event:
// values that only the machine that runs Throughline needs, and those above the device's right. docs/features/remote.md has the list.

import { basename } from 'node:path';
import type { ContractEvent, MethodName, ResultOf } from '../../../shared/contract.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { includesRight, type Right } from '../../../shared/features/remote/rights.ts';
import type { ScheduleFile } from '../../../shared/features/schedules/schedule.ts';
import { defaultSettings, type Settings } from '../../../shared/features/settings/settings.ts';

/** Settings that name servers, programs, variables or folders of this machine. A device receives their defaults. */
const withheldSettings: ReadonlySet<string> = new Set<keyof Settings>([
  ...(['providers', 'commandVariables', 'webSearch', 'traces', 'ledger', 'sharedBrowser', 'editor', 'backup'] as const),
  'mcpRegistry',
]);

/** Also without entries that this version does not know. */
function settingsFor(settings: Settings): Settings {
  const names = Object.keys(defaultSettings).filter((name) => !withheldSettings.has(name));
  return { ...defaultSettings, ...Object.fromEntries(names.map((name) => [name, settings[name]])) };
}

function providersFor(providers: readonly ProviderInfo[]): ProviderInfo[] {
  return providers.map(({ connection: _, ...provider }) => ({ ...provider, baseUrl: '' }));
}

/** A device that may not read files needs no path. */
const folderName = (folder: string | null): string | null => folder && basename(folder);

function projectsFor(right: Right, projects: readonly ProjectInfo[]): ProjectInfo[] {
  if (includesRight(right, 'steer')) return [...projects];
  return projects.map(({ repository: _, related, ...project }) => ({
    ...project,
    folder: folderName(project.folder),
    ...(related && { related: related.map((each) => ({ ...each, folder: folderName(each.folder) })) }),
  }));
}

function scheduleFor(right: Right, schedule: ScheduleFile): ScheduleFile {
  const { trigger } = schedule;
  return {
    ...schedule,
    folder: includesRight(right, 'steer') ? schedule.folder : folderName(schedule.folder),
    trigger: trigger.type === 'command' ? { ...trigger, command: '' } : trigger,
  };
}

/** Rows and states of conversations name the folder in which they work. */
function inNamedFolder<T extends { worktree?: { path: string } | null }>(right: Right, conversation: T): T {
  const { worktree } = conversation;
  if (!worktree || includesRight(right, 'steer')) return conversation;
  return { ...conversation, worktree: { ...worktree, path: basename(worktree.path) } };
}

const results: { readonly [M in MethodName]?: (right: Right, value: ResultOf<M>) => ResultOf<M> } = {
  'app.open': (right, snapshot) => ({
    ...snapshot,
    settings: settingsFor(snapshot.settings),
    providers: providersFor(snapshot.providers),
    projects: projectsFor(right, snapshot.projects),
    conversations: snapshot.conversations.map((row) => inNamedFolder(right, row)),
    notices: [],
    news: [],
  }),
  'conversation.open': (right, state) =>
    includesRight(right, 'steer') ? state : { ...inNamedFolder(right, state), draft: '', draftAttachments: [] },
  'mcp.list': (_right, { servers, problems }) => ({
    problems,
    servers: servers.map((server) => ({
      ...server,
      ...{ runs: '', variables: [], cwd: null, configuration: '', hash: '', pid: null, signInUrl: null },
      // It may name the program.
      problem: null,
    })),
  }),
  'hooks.list': (_right, { hooks, problems }) => ({
    problems,
    hooks: hooks.map((hook) => ({
      ...hook,
      // Its last run contains the command and what it printed.
      ...{ command: '', file: '', files: [], hash: '', problem: null, last: null },
    })),
  }),
  'agent.list': (_right, { agents }) => ({
    agents: agents.map(({ printed: _, opens: __, problem: ___, ...agent }) => ({
      ...agent,
      ...{ command: [], variables: [], fingerprint: '', signIns: [] },
    })),
  }),
  'plugins.list': (_right, { plugins }) => ({
    plugins: plugins.map((plugin) => ({
      ...plugin,
      source: '',
      bundle: plugin.bundle && { ...plugin.bundle, settings: [] },
    })),
    problems: [],
    folder: '',
  }),
  'schedules.list': (right, { schedules, runner }) => ({
    schedules: schedules.map((each) => ({
      ...each,
      schedule: each.schedule && scheduleFor(right, each.schedule),
      // It names the command.
      when: each.schedule?.trigger.type === 'command' ? null : each.when,
      webhook: each.webhook && { ...each.webhook, path: '' },
    })),
    runner,
    folder: '',
  }),
  'languageServers.list': (_right, { servers, sandboxed }) => ({
    servers: servers.map((server) => ({ ...server, path: '' })),
    sandboxed,
  }),
  'inPlace.programs': (_right, { programs }) => ({ programs: programs.map((each) => ({ ...each, place: '' })) }),
  'inPlace.list': (right, list) =>
    includesRight(right, 'steer')
      ? list
      : {
          ...list,
          rows: list.rows.map((row) => ({ ...row, folder: folderName(row.folder) })),
          onMachines: list.onMachines.map((row) => ({ ...row, folder: folderName(row.folder) })),
        },
};

/** The result as a device with this right receives it. */
export function resultFor<M extends MethodName>(right: Right, method: M, value: ResultOf<M>): ResultOf<M> {
  return results[method]?.(right, value) ?? value;
}

/** The same for an event that devices may see at all. */
export function eventFor(right: Right, all: ContractEvent): ContractEvent {
  if (all.conversationId !== null) {
    return all.event.type === 'draft.changed' && !includesRight(right, 'steer')
      ? { ...all, event: { ...all.event, draft: '', attachments: [] } }
      : all;
  }
  const { event } = all;
  switch (event.type) {
    case 'conversation.listed':
      return { ...all, event: { ...event, row: inNamedFolder(right, event.row) } };
    case 'settings.changed':
      return { ...all, event: { ...event, settings: settingsFor(event.settings) } };
    case 'providers.changed':
      return { ...all, event: { ...event, providers: providersFor(event.providers) } };
    case 'projects.changed':
      return { ...all, event: { ...event, projects: projectsFor(right, event.projects) } };
    case 'agents.changed':
      return { ...all, event: { ...event, ...resultFor(right, 'agent.list', { agents: event.agents }) } };
    default:
      return all;
  }
}
