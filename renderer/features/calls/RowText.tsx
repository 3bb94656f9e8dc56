// The text of a call's row: a sentence, or a command as it would be typed.

import { toNativeCall } from '../../../shared/features/tools/familiarCall.ts';
import { parseArguments } from '../../../shared/features/tools/toolInfo.ts';
import { callLine } from '../../core/calls/callLine.ts';
import type { CallStatus } from '../../core/calls/callState.ts';
import type { CallRef } from '../../core/calls/items.ts';
import { isolateBidi } from '../../core/format/direction.ts';
import { visibleText } from '../../ui/visibleText.ts';

interface RowTextProps {
  call: CallRef;
  status: CallStatus;
  open: boolean;
}

/** An open box shows a waiting command in full below. */
export function RowText({ call, status: { state, live }, open }: RowTextProps) {
  const isBelow = open && state === 'waiting' && live?.approval?.preview.type === 'command';
  // Translated first: without its arguments, another app's command is not recognized as one.
  if (isBelow) return callLine({ ...toNativeCall(call), arguments: '{}' }, state);
  const command = commandOf(call);
  if (command === '') return callLine(call, state);
  return (
    <code className="text-code">
      <span className="select-none text-ink-3">$ </span>
      {command}
    </code>
  );
}

const maxLength = 1000;

/** In one line; empty for other tools. */
function commandOf(call: CallRef): string {
  const { name, arguments: text } = toNativeCall(call);
  const command = name === 'run_command' ? parseArguments(text).command : '';
  if (typeof command !== 'string') return '';
  return isolateBidi(visibleText(command.trim().slice(0, maxLength).replaceAll(/\s+/g, ' ')));
}
