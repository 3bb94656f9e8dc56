// Mentions of an earlier conversation: `@chat:ID`, as the text that an export would have.

import { maxMentionBytes } from '../../../shared/conversation/mentions.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { MentionSource } from '../../ports/mentionSources.ts';
import type { ConversationStore } from '../../ports/store.ts';
import { exportConversation } from '../export/exportConversation.ts';
import { joinedProjects } from '../joinedProjects.ts';
import { cutText } from './cutText.ts';

const prefix = 'chat:';
/** A shorter word would match too many titles. */
const minTitleQuery = 3;
const maxByTitle = 3;

export function createConversationSource(store: ConversationStore): MentionSource {
  return {
    async read({ conversationId }, path) {
      if (!path.startsWith(prefix)) return null;
      const id = path.slice(prefix.length);
      if (!isSafeId(id)) return null;
      if (id === conversationId) return fail('TOOL_EXEC_FAILED', say`This is the conversation that you are in.`);
      const row = await store.listConversation(id);
      if (!row.ok) return row;
      let end = Buffer.alloc(0);
      let total = 0;
      let cursor: string | null = null;
      do {
        const piece = await exportConversation(store, id, 'markdown', cursor);
        if (!piece.ok) return piece;
        const bytes = Buffer.from(piece.value.text);
        total += bytes.length;
        end = Buffer.concat([end, bytes]).subarray(-maxMentionBytes);
        cursor = piece.value.cursor;
      } while (cursor !== null);
      return ok({ kind: 'conversation', title: row.value?.title ?? '', text: cutText(end, total, 'end') });
    },

    async complete({ conversationId, projectId }, typed, limit) {
      const isNamed = typed.startsWith(prefix) || (typed.length >= 2 && prefix.startsWith(typed));
      if (!isNamed && typed.length < minTitleQuery) return [];
      const query = (isNamed ? typed.slice(prefix.length) : typed).toLowerCase();
      const rows = await store.listConversations();
      const matches = (rows.ok ? rows.value : []).filter(
        ({ id, title }) => id !== conversationId && title !== '' && title.toLowerCase().includes(query),
      );
      const joined = await joinedProjects(store, projectId);
      const isHere = (row: { projectId: string }): boolean => joined?.includes(row.projectId) ?? false;
      const sorted = [...matches.filter(isHere), ...matches.filter((row) => !isHere(row))];
      return sorted
        .slice(0, isNamed ? limit : maxByTitle)
        .map(({ id, title }) => ({ path: `${prefix}${id}`, kind: 'conversation', title, detail: '' }));
    },
  };
}
