// Members of a team, each with a store and a keychain, over one folder.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createPermissionRules } from '../../../electron/features/approvals/ruleFile.ts';
import { withTeamRules } from '../../../electron/features/approvals/withTeamRules.ts';
import {
  createCustomizations,
  type FileCustomizations,
} from '../../../electron/features/customizations/customizations.ts';
import { acceptedFolders } from '../../../electron/features/customizations/definitionFolders.ts';
import { createPresets, type Presets } from '../../../electron/features/presets/presets.ts';
import {
  createTeamAccount,
  type TeamAccount,
  type TeamChoice,
} from '../../../electron/features/sharing/team/teamAccount.ts';
import { createTeamSpaces, type TeamSpaces } from '../../../electron/features/sharing/teamSpaces.ts';
import { newPairingCode } from '../../../electron/features/sync/devices/pairingCode.ts';
import { createIdSource } from '../../../electron/lib/ids.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import type { Clock } from '../../../electron/ports/clock.ts';
import type { Permissions } from '../../../electron/ports/permissions.ts';
import { type AcceptedItems, createAcceptedItems } from '../../../electron/stores/acceptedItems.ts';
import { type Disk, nodeDisk } from '../../../electron/stores/files/disk.ts';
import { createRuntimeStore, type RuntimeStore } from '../../../electron/stores/runtimeStore.ts';
import { englishOf } from '../../../renderer/core/words/hostTranslations.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { defaultSettings, type Settings } from '../../../shared/features/settings/settings.ts';
import type { ItemKind, TeamItem } from '../../../shared/features/sharing/items.ts';
import { asNew, userMessage } from '../messageBuilder.ts';
import { okValue } from '../result.ts';
import { createPatientClock, memoryKeychain, storedText } from '../sync/machine.ts';
import { shiftedClock } from '../sync/syncDevice.ts';
import { tempFolder } from '../tempFolder.ts';

const { signal } = new AbortController();

export interface Member {
  dataDir: string;
  store: RuntimeStore;
  account: TeamAccount;
  spaces: TeamSpaces;
  secrets: Map<string, string>;
  choice: TeamChoice;
  /** The team that it created or joined. */
  team: string;
  removed: string[];
  accepted: AcceptedItems;
  customizations: FileCustomizations;
  presets: Presets;
  permissions: Permissions;
  settings: Settings;
  /** Writes a file of its data folder. */
  file(path: string, text: string | Uint8Array): void;
  publishItem(kind: ItemKind, name?: string): Promise<void>;
  item(name: string): Promise<TeamItem>;
  acceptItem(name: string): Promise<void>;
  /** Opens the state again, as another process would. */
  reopened(disk?: Disk): TeamSpaces;
  write(...texts: (string | Message)[]): Promise<string>;
  publish(
    conversationId: string,
    options?: { from?: string; unmasked?: string[]; attachments?: boolean; results?: boolean },
  ): Promise<string>;
  /** The publications of the others. */
  shared(): Promise<{ title: string; author: string; conversationId: string }[]>;
  look(): Promise<void>;
  problems(): Promise<string[]>;
}

export const homeOfMembers = '/home/ada';

export function openMember(name: string, folder: string, keeps: 'keychain' | 'memory' = 'keychain'): Member {
  const dataDir = join(tempFolder(), 'data');
  const secrets = new Map<string, string>();
  const time = shiftedClock(0);
  const clock: Clock = { ...createPatientClock(), now: time.now };
  const store = createRuntimeStore({ dataDir, clock: time, ids: createIdSource(time), log: silentLog, hostName: name });
  onTestFinished(() => store.close());
  const fetch = async () => Response.error();
  const keychain = memoryKeychain(secrets, keeps);
  const account = createTeamAccount({ disk: nodeDisk, dataDir, keychain, clock, random: () => 0, fetch });
  const removed: string[] = [];
  const accepted = createAcceptedItems(dataDir, { disk: nodeDisk, clock });
  const home = tempFolder();
  const ofTeams = () => acceptedFolders(accepted);
  const customizations = createCustomizations({
    ...{ dataDir, home, claude: null, ofTeams },
    others: async () => false,
  });
  const presets = createPresets({
    ...{ dataDir, home, ofTeams, ids: createIdSource(time) },
    async write(file, text) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
  });
  const permissions = withTeamRules(
    createPermissionRules(dataDir, { disk: nodeDisk, clock, ids: createIdSource(time), log: silentLog }),
    { disk: nodeDisk, home: homeOfMembers, accepted },
  );
  const settings = { ...defaultSettings };
  const reopened = (disk: Disk = nodeDisk) =>
    createTeamSpaces({
      ...{ account, store, disk, dataDir, clock, home: homeOfMembers, version: '1', accepted },
      itemSources: { customizations, presets, permissions, settings: async () => settings },
      ownKeys: async () => ['key-of-the-app-0123456789'],
      onRead() {},
      onRemoved: (conversationId) => void removed.push(conversationId),
      onChange() {},
    });
  const spaces = reopened();
  const member: Member = {
    ...{ dataDir, store, account, spaces, secrets, removed, reopened, team: '' },
    ...{ accepted, customizations, presets, permissions, settings },
    file(path, text) {
      const place = join(dataDir, path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, text);
    },
    async publishItem(kind, name = kind) {
      const preview = okValue(await spaces.prepareItem(member.team, { kind, name, unmasked: [] }));
      okValue(await spaces.publish(preview.prepared, signal));
    },
    async item(name) {
      const row = (await spaces.items.list()).find((one) => one.name === name);
      if (!row) throw new Error(`no item ${name}`);
      return row;
    },
    async acceptItem(name) {
      const { id, hash } = await member.item(name);
      okValue(await spaces.items.accept(id, hash));
    },
    choice: {
      store: { kind: 'folder', folder, prefix: 'throughline-team' },
      credentials: { user: '', secret: '' },
      ...{ teamName: 'Tunnel', memberName: name },
    },
    async write(...texts) {
      const project = okValue(await store.openFolderlessProject());
      const { conversationId } = okValue(await store.createConversation(project.id));
      for (const text of texts) {
        const message = typeof text === 'string' ? userMessage(text) : text;
        okValue(await store.appendConversationMessage(conversationId, asNew(message)));
      }
      return conversationId;
    },
    async publish(conversationId, { from, unmasked = [], attachments = true, results = true } = {}) {
      const choice = { conversationId, from: from ?? null, results, attachments, unmasked };
      const preview = okValue(await spaces.prepare(member.team, choice, signal));
      const { publication, isUploaded } = okValue(await spaces.publish(preview.prepared, signal));
      if (!isUploaded) throw new Error('not uploaded');
      return publication;
    },
    async shared() {
      const rows = await spaces.conversations();
      return rows.flatMap(({ isMine, title, author, conversationId }) =>
        isMine ? [] : [{ title, author, conversationId }],
      );
    },
    look: async () => void okValue(await spaces.look(member.team, signal)),
    async problems() {
      const teams = okValue(await spaces.teams());
      return teams.flatMap(({ problems }) => problems.map(({ of, text }) => `${of}: ${englishOf(text)}`));
    },
  };
  return member;
}

/** The first creates the team, and the others join with a code each. */
export async function openTeam(names: readonly string[], folder: string): Promise<Member[]> {
  const members = names.map((name) => openMember(name, folder));
  const [host, ...guests] = members;
  if (!host) return [];
  host.team = okValue(await host.account.create(host.choice, signal)).team;
  await host.look();
  for (const guest of guests) {
    await addMember(host, guest);
    await guest.look();
  }
  for (const member of members) await member.look();
  return members;
}

async function addMember(host: Member, guest: Member): Promise<void> {
  const code = newPairingCode();
  const offered = host.account.offer(host.team, code, signal);
  const isShown = () => storedText(host.choice.store as { folder: string }).includes('open ');
  while (!isShown()) await new Promise((resolve) => setImmediate(resolve));
  guest.team = okValue(await guest.account.join(guest.choice, code, signal)).team;
  okValue(await offered);
}
