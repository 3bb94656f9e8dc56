// throughline chain: a conversation's tool calls in request order, however many. Streams: each is printed once the
// reader has consumed the previous one.

import type { ChainEntry } from '../../../shared/conversation/chain.ts';
import type { Result } from '../../../shared/core/errors.ts';
import { englishOnly, textOf } from '../../../shared/core/sentence.ts';
import { nativeCallSentence } from '../../../shared/features/tools/familiarCall.ts';
import { reportDamage } from '../../host/terminal/damageReport.ts';
import {
  type ExitCode,
  type Line,
  reportError,
  resolveNamedConversation,
  type Terminal,
  waitForReader,
} from '../../host/terminal/terminal.ts';
import { percentText, sizeText } from '../../host/terminal/terminalText.ts';

type ChainLine = Line<{ json: boolean }>;

/** Characters to print at once. */
const pieceLength = 16 * 1024;
/** Longer conversations are not checked for order here. */
const maxChecked = 2_000;
const maxCheckedBytes = 2 * 1024 * 1024;

interface Printer {
  /** Returns a promise when a piece is full; the caller must await it. */
  add(text: string): Promise<void> | null;
  rest(): Promise<void>;
}

export async function chainCommand(terminal: Terminal<ChainLine>): Promise<ExitCode> {
  const id = await resolveNamedConversation(terminal);
  if (!id.ok) return reportError(terminal, id.error);
  const printer = createPrinter(terminal);
  const printed = terminal.line.values.json
    ? await printJson(terminal, id.value, printer)
    : await printCalls(terminal, id.value, printer, new Set([id.value]));
  if (terminal.signal.aborted) return 130;
  await printer.rest();
  if (!printed.ok) return reportError(terminal, printed.error);
  // A longer conversation is not loaded for this; `check` reads all of it.
  const { core, signal } = terminal;
  const page = await core.store.readLater(id.value, null, maxChecked, { enoughBytes: maxCheckedBytes, signal });
  if (page.ok && !page.value.hasLater) reportDamage(terminal, id.value, page.value.messages);
  return 0;
}

function createPrinter(terminal: Terminal): Printer {
  let waiting = '';
  async function rest(): Promise<void> {
    terminal.progress(null);
    const text = waiting;
    waiting = '';
    terminal.out(text);
    await waitForReader(terminal);
  }
  return {
    rest,
    add(text) {
      waiting += text;
      return waiting.length < pieceLength ? null : rest();
    },
  };
}

/** Pairs all calls with their results. Reports unreadable parts of the requested conversation. */
async function readChain(terminal: Terminal, conversationId: string, isAsked: boolean) {
  const { core, signal } = terminal;
  const chain = await core.readChain(conversationId, {
    signal,
    onProgress: (done, of) => terminal.progress(`Scanning ${sizeText(of)}: ${percentText(done, of)}`),
    onRecords: (records) => terminal.progress(`Reading the calls: ${records.toLocaleString('en')} messages`),
  });
  terminal.progress(null);
  if (!chain.ok || !isAsked) return chain;
  const read = await core.store.readBranch(conversationId, { tail: 1 });
  for (const notice of read.ok ? read.value.notices : []) terminal.err(`${textOf(notice)}\n`);
  return chain;
}

async function printJson(terminal: Terminal, conversationId: string, printer: Printer): Promise<Result<void>> {
  const chain = await readChain(terminal, conversationId, true);
  if (!chain.ok) return chain;
  let before = '[';
  const printed = await chain.value.each((entry) => {
    const pause = printer.add(`${before}${JSON.stringify(entry, englishOnly)}`);
    before = ',';
    return pause;
  });
  if (printed.ok) await printer.add(before === '[' ? '[]\n' : ']\n');
  return printed;
}

/** Prints sub-agents' calls under the calls that started them. `above` are the ancestor conversations. */
async function printCalls(
  terminal: Terminal,
  conversationId: string,
  printer: Printer,
  above: ReadonlySet<string>,
): Promise<Result<void>> {
  const chain = await readChain(terminal, conversationId, above.size === 1);
  if (!chain.ok) return chain;
  const indent = '  '.repeat(above.size - 1);
  return chain.value.each((entry) => {
    const printed = printer.add(entryText(entry, indent));
    const { conversationId: agentId } = entry.agent ?? {};
    if (agentId === undefined || above.has(agentId)) return printed;
    return printAgent(agentId, printed);
  });

  async function printAgent(agentId: string, printed: Promise<void> | null): Promise<void> {
    await printed;
    const under = await printCalls(terminal, agentId, printer, new Set([...above, agentId]));
    if (!under.ok) await printer.add(`${indent}  ${under.error.message}\n`);
  }
}

function entryText(entry: ChainEntry, indent: string): string {
  const cost = `${entry.duration === null ? '–' : `${entry.duration} ms`}, ${entry.bytes === null ? '–' : `${entry.bytes} bytes`}`;
  const sentence = nativeCallSentence(entry, entry.outcome === 'ok');
  const line = `${indent}${entry.outcome.padEnd(12)} ${sentence} (${cost})\n`;
  return entry.fullOutputPath === null ? line : `${line}${indent}             ${entry.fullOutputPath}\n`;
}
