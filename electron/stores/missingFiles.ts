// Conversations, attachments and full results that another of the user's machines stored are fetched when they are first read. Sync
// provides the fetching.

import type { ErrorCode, Result } from '../../shared/core/errors.ts';
import type { ConversationRow } from '../../shared/features/conversations/methods.ts';
import type { AttachmentStore, CallStore, ConversationDirectory, ConversationStore } from '../ports/store.ts';

interface MissingFiles {
  /** MESSAGE_NOT_FOUND: no machine has it. Other errors, as without a connection, are shown to the user. */
  attachment(conversationId: string, hash: string): Promise<Result<void>>;
  result(conversationId: string, messageId: string): Promise<Result<void>>;
  /** CONVERSATION_NOT_FOUND: none is to come. */
  conversation(conversationId: string): Promise<Result<void>>;
  /** Of conversations that are to come. */
  rows(): Promise<ConversationRow[]>;
  row(conversationId: string): Promise<ConversationRow | null>;
  /** Another machine runs it. */
  runsElsewhere(conversationId: string): boolean;
}

/** Each needs the messages of a conversation, or changes it. */
type OfConversation =
  | 'readBranch'
  | 'readPage'
  | 'readAround'
  | 'readLater'
  | 'readForks'
  | 'readTree'
  | 'newestAfter'
  | 'lease'
  | 'updateMeta'
  | 'forkConversation'
  | 'appendConversationMessage'
  | 'moveConversation'
  | 'describeDeletion'
  | 'deleteConversation'
  | 'forgetMessage';

type Reads = Pick<ConversationStore, OfConversation | 'isWrittenElsewhere'> &
  Pick<AttachmentStore, 'readAttachment' | 'readAttachmentPart'> &
  Pick<CallStore, 'readToolResult' | 'placeInToolResult' | 'searchToolResult'>;

const missingCodes: readonly ErrorCode[] = ['MESSAGE_NOT_FOUND', 'STORE_READ_FAILED'];

export interface FetchesMissing {
  /** Null: nothing is fetched. */
  setMissingFiles(missing: MissingFiles | null): void;
}

type RowsToCome = Pick<ConversationDirectory, 'comingConversations' | 'comingConversation'>;

export function fetchMissing<S extends Reads>(store: S): S & FetchesMissing & RowsToCome {
  let missing: MissingFiles | null = null;

  async function orFetched<T>(
    read: () => Promise<Result<T>>,
    fetch: (files: MissingFiles) => Promise<Result<void>>,
  ): Promise<Result<T>> {
    const first = await read();
    // The second is that of a result whose file is missing.
    if (first.ok || missing === null || !missingCodes.includes(first.error.code)) return first;
    const fetched = await fetch(missing);
    if (fetched.ok) return read();
    return fetched.error.code === 'MESSAGE_NOT_FOUND' ? first : fetched;
  }

  const ofResult =
    <A extends unknown[], T>(read: (id: string, messageId: string, ...rest: A) => Promise<Result<T>>) =>
    (id: string, messageId: string, ...rest: A): Promise<Result<T>> =>
      orFetched(
        () => read(id, messageId, ...rest),
        (files) => files.result(id, messageId),
      );
  const ofAttachment =
    <A extends unknown[], T>(read: (id: string, hash: string, ...rest: A) => Promise<Result<T>>) =>
    (id: string, hash: string, ...rest: A): Promise<Result<T>> =>
      orFetched(
        () => read(id, hash, ...rest),
        (files) => files.attachment(id, hash),
      );

  const ofConversation =
    <A extends unknown[], T>(work: (id: string, ...rest: A) => Promise<Result<T>>) =>
    async (id: string, ...rest: A): Promise<Result<T>> => {
      const first = await work(id, ...rest);
      if (first.ok || missing === null || first.error.code !== 'CONVERSATION_NOT_FOUND') return first;
      const fetched = await missing.conversation(id);
      if (fetched.ok) return work(id, ...rest);
      return fetched.error.code === 'CONVERSATION_NOT_FOUND' ? first : fetched;
    };

  return {
    ...store,
    isWrittenElsewhere: (id) => store.isWrittenElsewhere(id) || (missing?.runsElsewhere(id) ?? false),
    comingConversations: async () => missing?.rows() ?? [],
    comingConversation: async (id) => missing?.row(id) ?? null,
    readBranch: ofConversation(store.readBranch),
    readPage: ofConversation(store.readPage),
    readAround: ofConversation(store.readAround),
    readLater: ofConversation(store.readLater),
    readForks: ofConversation(store.readForks),
    readTree: ofConversation(store.readTree),
    newestAfter: ofConversation(store.newestAfter),
    lease: ofConversation(store.lease),
    updateMeta: ofConversation(store.updateMeta),
    forkConversation: ofConversation(store.forkConversation),
    appendConversationMessage: ofConversation(store.appendConversationMessage),
    moveConversation: ofConversation(store.moveConversation),
    describeDeletion: ofConversation(store.describeDeletion),
    deleteConversation: ofConversation(store.deleteConversation),
    forgetMessage: ofConversation(store.forgetMessage),
    readAttachment: ofAttachment(store.readAttachment),
    readAttachmentPart: ofAttachment(store.readAttachmentPart),
    readToolResult: ofResult(store.readToolResult),
    placeInToolResult: ofResult(store.placeInToolResult),
    searchToolResult: ofResult(store.searchToolResult),
    setMissingFiles(files) {
      missing = files;
    },
  };
}
