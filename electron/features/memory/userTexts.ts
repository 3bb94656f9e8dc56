// The user's texts for models, and the memory: location, state, and changes. A text can only be changed by a caller
// that has seen its current version.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../shared/core/sentence.ts';
import type { EditableText, UserTextRef } from '../../../shared/features/memory/methods.ts';
import { isMemory, maxInstructionsLength } from '../../../shared/features/memory/userText.ts';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import type { UserTextCall, UserTextFile, UserTextFileName, UserTextFiles } from '../../ports/ownTextFiles.ts';
import type { ConversationReader, ConversationWriter, ProjectStore } from '../../ports/store.ts';

export interface UserTextsDeps {
  files: UserTextFiles;
  store: Pick<ConversationReader, 'readBranch'> &
    Pick<ConversationWriter, 'asKept' | 'updateMeta'> &
    Pick<ProjectStore, 'getProject'>;
  settings(): Promise<Settings>;
  updateSettings(patch: Record<string, unknown>): Promise<Result<Settings>>;
}

export interface UserTexts {
  files: UserTextFiles;
  /** Whether models in this project see and may change the memory. */
  memoryIsOn(projectId: string): Promise<boolean>;
  read(ref: UserTextRef): Promise<Result<EditableText>>;
  /** CONTENT_CHANGED if it is no longer at `version`. */
  save(ref: UserTextRef, text: string, version: string): Promise<Result<EditableText>>;
  /** Restores the memory from before a call. */
  restore(ref: UserTextRef, call: UserTextCall): Promise<Result<EditableText>>;
}

export function createUserTexts(deps: UserTextsDeps): UserTexts {
  const { files, store } = deps;

  async function conversationMeta({ conversationId }: UserTextRef): Promise<Result<ConversationMeta>> {
    if (conversationId === null) return fail('CONVERSATION_NOT_FOUND', say`This needs a conversation.`);
    const branch = await store.readBranch(conversationId, { tail: 1 });
    return branch.ok ? ok(branch.value.meta) : branch;
  }

  async function storedText(text: string): Promise<Result<EditableText>> {
    const { hash } = await store.asKept(text);
    return ok({ text, version: hash, path: null, problem: null });
  }

  async function read(ref: UserTextRef): Promise<Result<EditableText>> {
    if (ref.about === 'personal') return storedText((await deps.settings()).instructions);
    if (ref.about === 'conversation') {
      const meta = await conversationMeta(ref);
      return meta.ok ? storedText(meta.value.instructions ?? '') : meta;
    }
    const project = await store.getProject(ref.projectId);
    if (!project.ok) return project;
    return ok(toEditableText(await files.read(fileName(ref))));
  }

  return {
    files,
    async memoryIsOn(projectId) {
      if (!(await deps.settings()).memory) return false;
      const project = await store.getProject(projectId);
      return project.ok && project.value.memory !== false;
    },

    read,

    async save(ref, text, version) {
      const { about } = ref;
      if (!isMemory(about) && text.length > maxInstructionsLength) {
        return fail('PARAMS_INVALID', say`Instructions can have up to ${maxInstructionsLength} characters.`);
      }
      if (about !== 'personal' && about !== 'conversation') {
        const project = await store.getProject(ref.projectId);
        if (!project.ok) return project;
        const written = await files.write(fileName(ref), text, version);
        return written.ok ? ok(toEditableText(written.value)) : written;
      }
      const now = await read(ref);
      if (!now.ok) return now;
      if (now.value.version !== version) {
        return fail('CONTENT_CHANGED', say`The text has changed in the meantime, so nothing was saved.`);
      }
      if (about === 'personal') {
        const updated = await deps.updateSettings({ instructions: text });
        return updated.ok ? storedText(updated.value.instructions) : updated;
      }
      const { text: masked } = await store.asKept(text);
      const saved = await store.updateMeta(ref.conversationId ?? '', ({ instructions: _before, ...meta }) =>
        masked === '' ? meta : { ...meta, instructions: masked },
      );
      return saved.ok ? storedText(saved.value.instructions ?? '') : saved;
    },

    async restore(ref, call) {
      if (!isMemory(ref.about)) return fail('NOT_SUPPORTED', say`Only memory changes can be restored.`);
      const restored = await files.restore(fileName(ref), call);
      return restored.ok ? ok(toEditableText(restored.value)) : restored;
    },
  };
}

function fileName({ about, projectId }: UserTextRef): UserTextFileName {
  return about === 'memory' ? { about } : { about: about === 'projectMemory' ? about : 'project', projectId };
}

function toEditableText({ path, text, version, problem }: UserTextFile): EditableText {
  return { path, text, version, problem: problem === null ? null : toUserTextData(problem) };
}
