// What of a server's schema the model sees: in a form that every provider takes, under names that they take, and not larger than a
// request can carry. What is left out is said, for the user.

import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { namedParameters } from '../../lib/toolSchema/parameterNames.ts';
import { shortened } from '../../lib/toolSchema/shortened.ts';
import { soundSchema } from '../../lib/toolSchema/soundSchema.ts';
import { boundedText } from '../connection/boundedText.ts';
import type { ListedTool } from '../connection/listedTools.ts';

/** Characters of JSON of a schema that is sent. */
const maxSchema = 32 * 1024;

export interface SentParameters {
  parameters: Record<string, unknown>;
  /** The arguments of a call under the server's own names. */
  original(args: unknown): unknown;
  /** What the model does not see of it; null: nothing. */
  notice: Sentence | null;
}

export function sentParameters({ name, inputSchema }: Pick<ListedTool, 'name' | 'inputSchema'>): SentParameters {
  const { schema, losses } = soundSchema(inputSchema);
  const named = namedParameters(schema);
  const parameters = shortened(named.schema, maxSchema);
  const shown = boundedText(name, 100);
  const notice =
    parameters !== named.schema || losses.has('size')
      ? say`The schema of its tool ${shown} is very large: the model sees a shorter form.`
      : losses.has('depth')
        ? say`The schema of its tool ${shown} is nested very deeply: the model sees only its upper levels.`
        : losses.has('reference')
          ? say`The schema of its tool ${shown} refers to definitions that it does not have: the model may give anything there.`
          : null;
  return { parameters, original: named.original, notice };
}
