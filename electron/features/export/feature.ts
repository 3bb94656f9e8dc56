// export.*: exports conversations. A prepared export belongs to its connection and ends with it.

import { randomUUID } from 'node:crypto';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { exportMethods } from '../../../shared/features/export/methods.ts';
import { isInPlace } from '../../../shared/features/inPlace/inPlace.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { InPlace } from '../../ports/inPlace.ts';
import type { AppParts } from '../appParts.ts';
import { writeForAppPower } from '../dangerousPowers.ts';
import { defineFeature } from '../feature.ts';

const keptAs = 'export';

export const exportFeature = defineFeature<typeof exportMethods>()({ handlers });

function handlers({ exports, confirm, inPlace }: AppParts): HandlersOf<typeof exportMethods> {
  return {
    async 'export.prepare'(request, connection) {
      // A new export replaces the previous one.
      connection.release(keptAs);
      const read = await readWholeSession(inPlace, request.conversationId);
      if (!read.ok) return read;
      const prepared = await exports.prepare(request, connection.signal);
      if (!prepared.ok) return prepared;
      const { exportId } = prepared.value;
      if (connection.signal.aborted) exports.discard(exportId);
      else connection.keep(keptAs, () => exports.discard(exportId));
      return prepared;
    },

    async 'export.piece'({ exportId, offset }) {
      const piece = exports.piece(exportId, offset);
      if (!piece.ok) return piece;
      return ok({ base64: piece.value.bytes.toString('base64'), nextOffset: piece.value.nextOffset });
    },

    async 'export.discard'(_nothing, connection) {
      connection.release(keptAs);
      return ok({});
    },

    async 'export.planOpenIn'({ conversationId, program }, { signal }) {
      const read = await readWholeSession(inPlace, conversationId);
      return read.ok ? exports.planOpenIn(conversationId, program, randomUUID(), signal) : read;
    },

    async 'export.openIn'({ conversationId, program, sessionId }, { signal }) {
      const plan = await exports.planOpenIn(conversationId, program, sessionId, signal);
      if (!plan.ok) return plan;
      // OpenCode imports from a file in the app's data folder.
      const allowed =
        program === 'opencode' ? ok(undefined) : confirm.require(writeForAppPower(program, plan.value.file));
      return allowed.ok ? exports.openIn(conversationId, program, sessionId, signal) : allowed;
    },
  };
}

/** Only the end of an in-place session may have been read so far. */
export async function readWholeSession(inPlace: InPlace, conversationId: string): Promise<Result<void>> {
  return isInPlace(conversationId) ? inPlace.readWhole(conversationId) : ok(undefined);
}
