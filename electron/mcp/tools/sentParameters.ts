// Prepares a server's schema for the model: supported keywords, valid names, bounded size. Reports what was dropped to
// the user.

import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { namedParameters } from '../../lib/toolSchema/parameterNames.ts';
import { shortened } from '../../lib/toolSchema/shortened.ts';
import { soundSchema } from '../../lib/toolSchema/soundSchema.ts';
import { boundedText } from '../connection/boundedText.ts';
import type { ListedTool } from '../connection/listedTools.ts';

/** Maximum JSON length of a schema to send. */
const maxSchema = 32 * 1024;

export interface SentParameters {
  parameters: Record<string, unknown>;
  /** Restores the server's own argument names. */
  original(args: unknown): unknown;
  /** Parts hidden from the model; null if none. */
  notice: Sentence | null;
}

export function sentParameters({ name, inputSchema }: Pick<ListedTool, 'name' | 'inputSchema'>): SentParameters {
  const { schema, losses } = soundSchema(inputSchema);
  const named = namedParameters(schema);
  const parameters = shortened(named.schema, maxSchema);
  const cleanName = boundedText(name, 100);
  const notice =
    parameters !== named.schema || losses.has('size')
      ? say`The schema of its tool ${cleanName} is very large, so the model sees a shorter version.`
      : losses.has('depth')
        ? say`The schema of its tool ${cleanName} is nested very deeply, so the model sees only the upper levels.`
        : losses.has('reference')
          ? say`The schema of its tool ${cleanName} refers to missing definitions, so the model may pass anything there.`
          : null;
  return { parameters, original: named.original, notice };
}
