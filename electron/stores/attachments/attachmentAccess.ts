// Reads and saves a conversation's attachments by conversation ID, hiding secrets in text files.

import type { AppError, Result } from '../../../shared/core/errors.ts';
import { contentHash } from '../../lib/ids.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { AttachmentVersion, ConversationStore } from '../../ports/store.ts';
import type { DataFolder } from '../dataFolder.ts';
import type { Disk } from '../files/disk.ts';
import type { Access } from '../locks/access.ts';
import { createAttachmentFiles } from './attachmentFiles.ts';
import { openAttachmentSpool } from './attachmentSpool.ts';

type Methods =
  | 'asKept'
  | 'saveAttachment'
  | 'readAttachment'
  | 'readAttachmentPart'
  | 'attachmentVersions'
  | 'openUpload';

export interface AttachmentAccessDeps {
  disk: Disk;
  data: DataFolder;
  access: Access;
  mask: SecretMask;
  /** Resolves once the mask has loaded the secrets to hide. */
  keysKnown(): Promise<void>;
}

export function createAttachmentAccess(deps: AttachmentAccessDeps): Pick<ConversationStore, Methods> {
  const { disk, data, access, mask, keysKnown } = deps;
  const files = createAttachmentFiles(disk, mask);
  return {
    async asKept(text) {
      await keysKnown();
      const maskedText = mask.text(text);
      return { text: maskedText, hash: contentHash(Buffer.from(maskedText, 'utf8')) };
    },
    async saveAttachment(id, bytes) {
      await keysKnown();
      return access.sideFiles(id, (paths) => files.save(paths, bytes), refuse);
    },
    attachmentVersions: (id, hashes) =>
      access.sideFiles(
        id,
        (paths) => files.versions(paths, hashes),
        () => new Map<string, AttachmentVersion>(),
      ),
    readAttachment: (id, hash) => access.sideFiles(id, (paths) => files.read(paths, hash), refuse),
    readAttachmentPart: (id, hash, offset, limit) =>
      access.sideFiles(id, (paths) => files.readPart(paths, hash, offset, limit), refuse),
    openUpload: (id) => openAttachmentSpool(disk, () => data.recall(id)),
  };
}

function refuse(error: AppError): Result<never> {
  return { ok: false, error };
}
