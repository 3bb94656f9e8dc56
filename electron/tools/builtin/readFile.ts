// read_file: a page of a text file with line numbers, or an image.

import { z } from 'zod';
import { type AppError, ok } from '../../../shared/core/errors.ts';
import { imageType, maxImageBytes } from '../../../shared/core/imageType.ts';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import { parseFullOutputPath } from '../../conversation/formats.ts';
import { checkImage, maxImageText } from '../../lib/checkImage.ts';
import type { Tool, ToolContext, ToolOutput } from '../../ports/tool.ts';
import { defineFolderTool } from '../defineTool.ts';
import { fileError } from '../paths/fileErrors.ts';
import { type OpenFile, openFile } from '../paths/openInside.ts';
import { type FileChangeParts, realPath } from '../text/fileChange.ts';
import { type LinePage, type LineWindow, readLineWindow } from '../text/lineReader.ts';
import { surveyText } from '../text/surveyText.ts';
import { isBinary } from '../text/textFile.ts';
import { canceledOutput, failureOutput, successOutput, textPreview } from '../toolOutput.ts';
import words from './readFile.md?raw';

const defaultLines = 2000;
const pageBytes = 50_000;
const lineCharacters = 2000;
/** Bytes reserved for notices after the lines. */
const noticeBytes = 400;

const schema = z.strictObject({
  path: z.string().describe('The file, relative to the project folder.'),
  offset: z.int().min(1).max(1_000_000_000).optional().describe('The first line to show, counted from 1.'),
  limit: z.int().min(1).max(100_000).optional().describe(`How many lines to show; default ${defaultLines}.`),
});

export function createReadFile({ gate, tracker }: FileChangeParts): Tool {
  return defineFolderTool({
    name: 'read_file',
    kind: 'read',
    exclusive: false,
    words,
    schema,
    facts: async (args, context) => (isResult(args.path) ? {} : gate.facts(args, args.path, 'read', context)),

    async preview(args, context) {
      if (isResult(args.path)) return ok(textPreview(readSentence(args.path, args)));
      const named = await gate.displayPath(args, args.path, 'read', context);
      return named.ok ? ok(textPreview(readSentence(named.value, args))) : named;
    },

    async run(args, context) {
      if (isResult(args.path)) return readResult(args, context);
      const location = await gate.enter(args, args.path, 'read', context);
      if (!location.ok) return failureOutput(location.error);
      const { displayPath } = location.value;
      let file: OpenFile | null = null;
      try {
        file = await openFile(location.value);
        const head = Buffer.alloc(Math.min(8192, Math.max(16, file.stats.size)));
        const { bytesRead } = await file.handle.read(head, 0, head.length, 0);
        const other = await whatElse(head.subarray(0, bytesRead), file, displayPath);
        if (other !== null) return other;
        const survey = await surveyText(file.handle, context.signal);
        if (survey === null) return canceledOutput('the file was not fully read.');
        const page = await readLineWindow(survey.chunks(), windowOf(args), context.signal);
        if (context.signal.aborted) return canceledOutput('the file was not fully read.');
        if (survey.hash !== null) tracker.note(context.conversationId, realPath(location.value), survey.hash);
        return pageResult(page, displayPath, args.offset ?? 1, survey.form);
      } catch (thrown) {
        const error = fileError(thrown, displayPath);
        // Someone deleted it and the model now knows, so it may recreate it.
        if (error.details?.system === 'ENOENT') tracker.forget(context.conversationId, realPath(location.value));
        return failureOutput(error);
      } finally {
        await file?.handle.close();
      }
    },
  });
}

type Args = z.output<typeof schema>;

function windowOf({ offset = 1, limit = defaultLines }: Args): LineWindow {
  return { offset, limit, maxBytes: pageBytes - noticeBytes, maxCharacters: lineCharacters };
}

/** Large results are named like files, and models mistake them for files. */
const isResult = (path: string): boolean => path.startsWith('@') && parseFullOutputPath(path) !== null;

const resultPiece = 256 * 1024;

async function readResult(args: Args, context: ToolContext): Promise<ToolOutput> {
  let problem: AppError | null = null;
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at: number | null = 0; at !== null; ) {
      const page = await context.readResult(args.path, at, resultPiece);
      if (!page.ok) {
        problem = page.error;
        return;
      }
      yield Buffer.from(page.value.text);
      at = page.value.nextOffset;
    }
  }
  const page = await readLineWindow(pieces(), windowOf(args), context.signal);
  if (context.signal.aborted) return canceledOutput('the result was not fully read.');
  return problem === null ? pageResult(page, args.path, args.offset ?? 1) : failureOutput(problem);
}

/** Describes a file without lines: an image, or other binary data. */
async function whatElse(head: Buffer, { handle, stats }: OpenFile, label: string): Promise<ToolOutput | null> {
  const image = imageType(head);
  const size = stats.size.toLocaleString('en-US');
  if (image !== null) {
    const about = `"${label}" is an image (${image}, ${size} bytes).`;
    const details = { path: label, mediaType: image };
    if (stats.size > maxImageBytes) {
      const most = `at most ${maxImageText} can be shown`;
      return successOutput(`${about} It is too large to show: ${most}. Make a smaller copy with run_command.`, details);
    }
    const bytes = await handle.readFile();
    if (bytes.length > maxImageBytes)
      return successOutput(`${about} It grew while it was being read. Read it again.`, details);
    const checked = checkImage(bytes);
    if (!checked.sound) {
      const how = 'Inspect it or make another copy with run_command.';
      return successOutput(`${about} It cannot be shown: it ${checked.problem}. ${how}`, details);
    }
    const name = label.split('/').at(-1) ?? label;
    return { ...successOutput(`${about} It follows.`, details), images: [{ bytes, mediaType: image, name }] };
  }
  if (!(await isBinary(head, stats.size > head.length))) return null;
  const message = `"${label}" is a binary file (${size} bytes) and has no lines to show. Use run_command with a program that supports its format.`;
  return failureOutput({ code: 'TOOL_EXEC_FAILED', message }, { path: label });
}

function pageResult(page: LinePage, shownPath: string, offset: number, form: string | null = null) {
  const { lines, total, nextLine } = page;
  const first = lines[0];
  const last = lines.at(-1);
  if (first === undefined || last === undefined) {
    if (total === 0)
      return successOutput(`"${shownPath}" is empty.${form === null ? '' : ` ${formNotice(form)}`}`, {
        path: shownPath,
      });
    const message = `"${shownPath}" has ${total} lines; line ${offset} is past its end. Use an offset of at most ${total}.`;
    return failureOutput({ code: 'TOOL_EXEC_FAILED', message }, { path: shownPath });
  }
  const text = lines.map((line) => `${String(line.number).padStart(6)}\t${line.text}${line.cut ? ' […]' : ''}`);
  const notices: string[] = [];
  if (lines.some((line) => line.cut)) {
    notices.push(`[Lines that end in […] were cut after ${lineCharacters} characters.]`);
  }
  if (nextLine !== null) {
    notices.push(`[Lines ${first.number}–${last.number} of ${total}. Use offset ${nextLine} to continue.]`);
  }
  if (form !== null) notices.push(formNotice(form));
  const details = { path: shownPath, lines: { start: first.number, end: last.number, total } };
  return successOutput([...text, ...notices].join('\n'), nextLine === null ? details : { ...details, truncated: true });
}

function formNotice(form: string): string {
  const unknown = form.startsWith('unknown')
    ? 'Bytes that are not UTF-8 are shown as \ufffd, and changes can only add ASCII characters.'
    : 'Changes keep this form.';
  return `[The file is not plain UTF-8 with LF: ${form}. ${unknown}]`;
}

function readSentence(path: UserText, args: { offset?: number | undefined; limit?: number | undefined }): Sentence {
  if (args.offset === undefined && args.limit === undefined) return say`Read ${path}`;
  const start = args.offset ?? 1;
  if (args.limit === undefined) return say`Read ${path} from line ${start}`;
  return say`Read ${path}, lines ${start}–${start + args.limit - 1}`;
}
