// The user's instructions and the memory as standing texts. Sub-agents get them too, since they work for the same user
// in the same project. Conversation-specific instructions are excluded: a sub-agent's conversation has its own.

import { blockTag } from '../../../shared/conversation/attachments.ts';
import {
  maxInstructionsLength,
  maxMemoryBytes,
  truncateForModel,
  type UserTextTopic,
} from '../../../shared/features/memory/userText.ts';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import type { StandingSource, StandingText } from '../../chat/context/standingTexts.ts';
import type { UserTextFile, UserTextFiles } from '../../ports/ownTextFiles.ts';
import type { ConversationWriter } from '../../ports/store.ts';
import type { UserTexts } from './userTexts.ts';

export interface UserStandingDeps {
  files: Pick<UserTextFiles, 'noteSeen' | 'read'>;
  texts: Pick<UserTexts, 'memoryIsOn'>;
  store: Pick<ConversationWriter, 'asKept'>;
  settings(): Promise<Settings>;
  /** Instructions that members of teams share and the user has accepted. */
  ofTeams?(): Promise<readonly TeamInstructions[]>;
}

interface TeamInstructions {
  teamName: string;
  author: string;
  text: string;
}

type Words = Pick<StandingText, 'title' | 'lead'>;

const phrases: Readonly<Record<UserTextTopic, Words>> = {
  personal: {
    title: 'Instructions of the user',
    lead: 'The user wrote this for all of their conversations.',
  },
  project: {
    title: 'Instructions for this project',
    lead: 'The user wrote this for the conversations of this project. It counts where it differs from what they wrote for all.',
  },
  conversation: {
    title: 'Instructions for this conversation',
    lead: 'The user wrote this for this conversation. It counts where it differs from what they wrote for others.',
  },
  memory: {
    title: 'Memory',
    lead: 'Notes from earlier conversations, for all projects. The user has read and approved each of them.',
  },
  projectMemory: {
    title: 'Memory of this project',
    lead: 'Notes from earlier conversations of this project. The user has read and approved each of them.',
  },
};

export function instructionTexts({ files, store, settings, ofTeams }: UserStandingDeps): StandingSource {
  return async ({ projectId, meta }) => {
    const project = await files.read({ about: 'project', projectId });
    return [
      await teamStanding(store, (await ofTeams?.()) ?? []),
      await standing(store, 'personal', (await settings()).instructions),
      { ...(await standing(store, 'project', project.text)), ...fromFile(project) },
      await standing(store, 'conversation', meta.instructions ?? ''),
    ];
  };
}

export function memoryTexts({ files, texts, store }: UserStandingDeps): StandingSource {
  return async ({ conversationId, projectId }) => {
    const isOn = await texts.memoryIsOn(projectId);
    const [all, project] = await Promise.all([
      files.read({ about: 'memory' }),
      files.read({ about: 'projectMemory', projectId }),
    ]);
    const memoryText = async (about: 'memory' | 'projectMemory', file: UserTextFile): Promise<StandingText> => ({
      ...(await standing(store, about, isOn ? file.text : '')),
      ...fromFile(file),
      ...(isOn ? {} : { isOff: true as const }),
    });
    const standingTexts = [await memoryText('memory', all), await memoryText('projectMemory', project)];
    files.noteSeen(conversationId, { about: 'memory' }, all.version);
    files.noteSeen(conversationId, { about: 'projectMemory', projectId }, project.version);
    return standingTexts;
  };
}

/** First, as the user's own count where they differ. */
async function teamStanding(store: UserStandingDeps['store'], all: readonly TeamInstructions[]): Promise<StandingText> {
  const about = 'team';
  const lead =
    'Members of the user’s teams wrote this, and the user has accepted it for their conversations. What the user writes counts where it differs.';
  const texts = all.map(({ teamName, author, text }) => {
    const tag = blockTag('instructions', text);
    const from = `${teamName}, ${author}`.replace(/["<>\s]+/g, ' ');
    return `<${tag} from="${from}">\n${text.slice(0, maxInstructionsLength).trim().toWellFormed()}\n</${tag}>`;
  });
  const text = texts.length === 0 ? null : (await store.asKept(texts.join('\n'))).text;
  return { about, title: 'Instructions of teams', lead, text };
}

async function standing(store: UserStandingDeps['store'], about: UserTextTopic, whole: string): Promise<StandingText> {
  const { text, cut } = truncateForModel(about, whole);
  if (text.trim() === '') return { about, ...phrases[about], text: null };
  const maskedText = (await store.asKept(text)).text;
  return {
    about,
    ...phrases[about],
    text: cut ? `${maskedText.trimEnd()}\n${notices[about]}\n` : maskedText,
    ...(cut ? { isCut: true } : {}),
  };
}

const cutInstructions = `[Only the first ${maxInstructionsLength} characters are included.]`;
const cutMemory = `[Only the first ${maxMemoryBytes / 1024} KB are included.]`;
const notices: Readonly<Record<UserTextTopic, string>> = {
  personal: cutInstructions,
  project: cutInstructions,
  conversation: cutInstructions,
  memory: cutMemory,
  projectMemory: cutMemory,
};

function fromFile({ path, problem }: UserTextFile): Pick<StandingText, 'path' | 'problem'> {
  return { path, ...(problem === null ? {} : { problem }) };
}
