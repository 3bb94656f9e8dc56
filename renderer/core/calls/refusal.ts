// Short reason why a call did not run or failed: who rejected it, or the tool's own error. Messages come from disk, so
// malformed data is ignored.

import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { readSentenceData } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { strings } from '../strings.ts';

type Result = ToolMessage | null | undefined;

const words = strings.calls;
const longest = 200;

/** Null if it ran, or nothing indicates otherwise. */
export function notRunReason(result: Result): keyof typeof words.notRun | null {
  const why = result?.outcome === 'error' && result.startedAt === undefined ? result.details?.notRun : undefined;
  return typeof why === 'string' && Object.hasOwn(words.notRun, why) ? why : null;
}

/** Null if the generic label for its state is enough. */
export function refusalText(result: Result): string | null {
  const why = notRunReason(result);
  if (why !== null) return words.notRun[why];
  if (result?.outcome === 'error') return failureReason(result.details);
  const refused: unknown = result?.outcome === 'denied' ? result.details?.refused : undefined;
  if (typeof refused !== 'object' || refused === null) return null;
  const { by, reason } = refused as { by?: unknown; reason?: unknown };
  if (by === 'rule') return words.refused.rule;
  if (by === 'nobody') return words.refused.nobody;
  if (by !== 'person' && by !== 'hook') return null;
  const reasonText = typeof reason === 'string' ? visibleText(reason.slice(0, longest)).replaceAll(/\s+/g, ' ') : '';
  if (by === 'hook') return words.refused.hook(reasonText);
  return reasonText === '' ? words.refused.person : words.refused.because(reasonText);
}

/** The first sentence of the error, without the path, which the row names, and without the advice for the model. */
function failureReason(details: ToolMessage['details']): string | null {
  // Its row shows the exit code or the timeout.
  if (typeof details?.exitCode === 'number' || details?.timedOut === true) return null;
  const error = readSentenceData(details?.said);
  if (error === null) return null;
  const text = visibleText(strings.sentences.host(error).slice(0, 4 * longest)).replaceAll(/\s+/g, ' ');
  const [first = ''] = text.split(/\. |[.。]$|。/, 1);
  const bare = first.replace(/^["“][^"”]*["”][:：]? ?/, '');
  const reason = bare === first ? first : bare.charAt(0).toUpperCase() + bare.slice(1);
  return reason === '' ? null : reason.slice(0, longest);
}
