// Commands, skills, prompts and agents from files: for lists and editors, for `/` calls, and for the model.

import { dirname } from 'node:path';
import { fail, ok } from '../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import type { CustomizationInfo } from '../../../shared/features/customizations/methods.ts';
import type { SlashEntry } from '../../../shared/features/slash/slash.ts';
import type {
  AgentDefinition,
  AgentSource,
  CustomizationScope,
  Customizations,
  SkillSource,
} from '../../ports/customizations.ts';
import type { SlashScope, SlashSource } from '../../ports/slash.ts';
import { hasTool, resolveAgentTools } from './agentTools.ts';
import { createCatalog } from './catalog.ts';
import { type Definition, type FileKind, fileKinds, invocationName, shapes } from './definition.ts';
import {
  type DefinitionFolder,
  type DefinitionRoots,
  definitionFolders,
  type ItemFolder,
  type PluginFolder,
} from './definitionFolders.ts';
import { expandDefinition } from './expandDefinition.ts';
import { createFolderWatcher } from './folderWatcher.ts';
import { removeOwnFile, saveOwnFile, type UserTextKind, versionOf } from './ownFiles.ts';
import { createDefinitionReader } from './readDefinitions.ts';
import { listSkillFiles, readSkillFile } from './skillFiles.ts';

export interface CustomizationsOptions {
  dataDir: string;
  home: string;
  claude: string | null;
  /** Whether to include other apps' folders in the home folder. */
  others(): Promise<boolean>;
  /** Items of teams that the user has accepted. */
  ofTeams?(): Promise<readonly ItemFolder[]>;
  /** Installed plugins that are on. */
  ofPlugins?(): Promise<readonly PluginFolder[]>;
  /** Whether a file may be the work of a running sandboxed command; it is ignored until checked. */
  isUnchecked?(path: string): Promise<boolean>;
}

export interface FileCustomizations extends Customizations {
  slash: SlashSource;
  skills: SkillSource;
  agents: AgentSource;
  /** Absolute; null: the id no longer exists. */
  pathOf(place: CustomizationScope, id: string): Promise<string | null>;
}

const maxUntrusted = 100;
const maxFollowed = 4;
const noFolder: CustomizationScope = { folder: null, trusted: false };

export function createCustomizations(options: CustomizationsOptions): FileCustomizations {
  const { dataDir, home, claude, others } = options;
  const reader = createDefinitionReader(options.isUnchecked);
  const readCatalog = createCatalog(reader);
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const watched = createFolderWatcher(tell);
  /** Folders listed last, by project folder, since several windows may be open. */
  const followed = new Map<string, DefinitionFolder[]>();

  async function follow(places: DefinitionRoots): Promise<void> {
    const key = places.folder ?? '';
    followed.delete(key);
    followed.set(
      key,
      fileKinds.flatMap((kind) => definitionFolders(kind, places)),
    );
    for (const oldest of followed.keys()) if (followed.size > maxFollowed) followed.delete(oldest);
    await watched.follow([...followed.values()].flat());
  }

  async function placesOf({ folder, trusted }: CustomizationScope): Promise<DefinitionRoots> {
    const team = (await options.ofTeams?.()) ?? [];
    const plugins = (await options.ofPlugins?.()) ?? [];
    return { dataDir, home, claude, others: await others(), folder: trusted ? folder : null, team, plugins };
  }

  async function meant(place: CustomizationScope, kinds: readonly FileKind[]): Promise<Definition[]> {
    const { definitions } = await readCatalog(await placesOf(place), kinds);
    return definitions.filter(({ shadowedBy }) => shadowedBy === null);
  }

  /** A skill shadowed by a command is still available to the model. */
  async function skillsOf(place: CustomizationScope): Promise<Definition[]> {
    const skills = await meant(place, ['skill']);
    return skills.filter(({ forModel }) => forModel).sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async function findSkill(place: CustomizationScope, name: string) {
    const skills = await meant(place, ['skill']);
    const skill = skills.find((skill) => skill.name === name && skill.forModel);
    if (skill) return ok(skill);
    const names = skills.flatMap((skill) => (skill.forModel ? [skill.name] : [])).sort();
    return fail(
      'TOOL_ARGS_INVALID',
      say`name: there is no skill named "${visibleText(name.slice(0, 100))}". Available skills: ${names.join(', ') || 'none'}.`,
    );
  }

  async function untrustedIn({ folder, trusted }: CustomizationScope) {
    const names: { kind: FileKind; name: string }[] = [];
    if (folder === null || trusted) return { count: 0, names };
    const places = { dataDir, home, claude, others: false, folder };
    for (const kind of fileKinds) {
      const inFolder = definitionFolders(kind, places).filter(({ scope }) => scope === 'project');
      for (const one of inFolder) {
        const definitionNames = await reader.names(one, shapes[kind]);
        names.push(
          ...definitionNames.map((each) => ({ kind, name: visibleText(invocationName(kind, each).slice(0, 200)) })),
        );
      }
    }
    return { count: names.length, names: names.slice(0, maxUntrusted) };
  }

  /** The user's own, in the data folder. */
  async function ownOf(kind: UserTextKind, name: string) {
    const places = await placesOf(noFolder);
    const folder = definitionFolders(kind, places).find(({ own }) => own) as DefinitionFolder;
    const { definitions } = await readCatalog(places, [kind]);
    const now = definitions.find((definition) => definition.folder.own && definition.name === name) ?? null;
    return { folder, kind, name, now };
  }

  async function all(place: CustomizationScope) {
    return readCatalog(await placesOf(place));
  }

  const slash = createFileSlash(async (place) => {
    const called = await meant(place, ['skill', 'command', 'prompt']);
    return called.filter(({ forPerson }) => forPerson);
  });

  return {
    async list(place) {
      const places = await placesOf(place);
      const { definitions, problems } = await readCatalog(places);
      const untrusted = await untrustedIn(place);
      await follow(places);
      return {
        entries: definitions.map(infoOf),
        problems: problems.map(({ message, ...problem }) => ({ ...problem, message: toUserTextData(message) })),
        untrusted,
        folders: Object.fromEntries(
          fileKinds.map((kind) => [kind, definitionFolders(kind, places).find(({ own }) => own)?.label]),
        ),
      };
    },

    async read(place, id) {
      const match = (await all(place)).definitions.find((definition) => definition.id === id);
      if (!match) return fail('MESSAGE_NOT_FOUND', say`This file no longer exists.`);
      return ok({ info: infoOf(match), text: match.text, version: versionOf(match.text) });
    },

    async pathOf(place, id) {
      return (await all(place)).definitions.find((definition) => definition.id === id)?.path ?? null;
    },

    async save(kind, name, text, version) {
      const saved = await saveOwnFile(await ownOf(kind, name), text, version);
      if (!saved.ok) return saved;
      tell();
      const { now } = await ownOf(kind, name);
      if (now === null) return fail('STORE_WRITE_FAILED', say`The file was saved but no longer exists.`);
      return ok({ info: infoOf(now), version: versionOf(now.text) });
    },

    async remove(kind, name, version) {
      const removed = await removeOwnFile(await ownOf(kind, name), version);
      if (removed.ok) tell();
      return removed;
    },

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    close() {
      listeners.clear();
      watched.close();
    },

    slash: {
      ...slash,
      async list(scope) {
        await follow(await placesOf(scope));
        return slash.list(scope);
      },
    },

    skills: {
      offered: async (place) => (await skillsOf(place)).map(({ name, description }) => ({ name, description })),
      async load(place, name) {
        const skill = await findSkill(place, name);
        if (!skill.ok) return skill;
        const folder = dirname(skill.value.path);
        return ok({ name, folder, text: skill.value.body, ...(await listSkillFiles(skill.value.path)) });
      },
      async file(place, name, path) {
        const skill = await findSkill(place, name);
        return skill.ok ? readSkillFile(skill.value.path, path) : skill;
      },
    },

    agents: {
      async agents(place) {
        const agents = await meant(place, ['agent']);
        return agents.map(agentOf).sort((one, other) => (one.name < other.name ? -1 : 1));
      },
    },
  };
}

function infoOf(definition: Definition): CustomizationInfo {
  const { id, kind, name, title, description, folder, label, shadowedBy, forModel, notes } = definition;
  return {
    id,
    kind,
    name,
    title,
    description,
    origin: { scope: folder.scope, label },
    shadowedBy,
    forModel,
    notes: notes.map(toUserTextData),
    editable: folder.own && (kind === 'prompt' || kind === 'command'),
  };
}

function agentOf({ name, description, label, body, tools, without, model }: Definition): AgentDefinition {
  const { granted, left } = resolveAgentTools(tools);
  // A restricted tool in the deny list is denied entirely.
  const refused = resolveAgentTools(without.map((tool) => tool.replace(/\(.*$/s, ''))).granted ?? [];
  const mayHave = (tool: string): boolean => (granted === null || hasTool(granted, tool)) && !hasTool(refused, tool);
  return { name, description, label, words: body, mayHave, left, model };
}

/** `called` returns the callable definitions of a scope, with unique names. */
function createFileSlash(called: (scope: SlashScope) => Promise<Definition[]>): SlashSource {
  async function find(scope: SlashScope, name: string): Promise<Definition | null> {
    return (await called(scope)).find((definition) => definition.name === name) ?? null;
  }

  return {
    list: async (scope) => ({ entries: (await called(scope)).map(entryOf), pending: [] }),

    async expand(scope, name, input) {
      const definition = await find(scope, name);
      if (definition === null) return null;
      const text = expandDefinition(definition, input);
      return text.ok ? ok({ text: text.value }) : text;
    },

    async complete(scope, name, { name: argument, text }) {
      const definition = await find(scope, name);
      if (definition === null) return null;
      const choices = definition.arguments.find((one) => one.name === argument)?.choices ?? [];
      const typed = text.toLowerCase();
      const begins = choices.filter((choice) => choice.toLowerCase().startsWith(typed));
      return [
        ...begins,
        ...choices.filter((choice) => !begins.includes(choice) && choice.toLowerCase().includes(typed)),
      ];
    },
  };
}

function entryOf({
  name,
  kind,
  title,
  description,
  hint,
  arguments: argumentList,
  folder,
  label,
}: Definition): SlashEntry {
  return {
    name,
    kind: kind === 'agent' ? 'command' : kind,
    description: description || title,
    hint,
    arguments: argumentList,
    origin: { scope: folder.scope, label },
  };
}
