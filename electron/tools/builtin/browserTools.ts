// browser_open, browser_read and browser_act: the browser that the user and the model share. Offered only while it is on.

import { z } from 'zod';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { PageReport, SharedBrowser } from '../../ports/sharedBrowser.ts';
import type { Tool, ToolContext, ToolOutput } from '../../ports/tool.ts';
import { defineStateTool } from '../defineTool.ts';
import { canceledOutput, failureOutput, textPreview } from '../toolOutput.ts';
import actWords from './browserAct.md?raw';
import openWords from './browserOpen.md?raw';
import readWords from './browserRead.md?raw';

const screenshot = z.boolean().optional().describe('Whether to return a screenshot.');

const openSchema = z.strictObject({
  url: z.string().min(1).max(8192).describe('The full address, such as http://localhost:5173/.'),
  new_tab: z.boolean().optional().describe('Whether to keep the current page and open another tab; default false.'),
  screenshot,
});

const readSchema = z.strictObject({
  offset: z.int().min(0).max(10_000_000).optional().describe('The first character of the text; default 0.'),
  tab: z.int().min(1).max(100).optional().describe('Which tab, from 1. It becomes the current one.'),
  screenshot,
});

const actSchema = z.strictObject({
  action: z
    .enum(['click', 'double_click', 'hover', 'fill', 'press', 'select', 'scroll', 'back', 'wait_for', 'close'])
    .describe('What to do.'),
  ref: z
    .string()
    .regex(/^(?:f\d+)?e\d+$/)
    .optional()
    .describe('The element, such as e12, from the text of the page.'),
  text: z.string().max(20_000).optional().describe('What to type, press, select or wait for; up or down to scroll.'),
  screenshot,
});

export function createBrowserTools(browser: SharedBrowser): Tool[] {
  const place = ({ conversationId, projectId }: ToolContext) => ({ conversationId, projectId });
  /** The site of the page when the call was approved. */
  const origins = new WeakMap<object, string>();
  const isSetUp = async (): Promise<boolean> => browser.isOn();
  return [
    defineStateTool({
      name: 'browser_open',
      kind: 'network',
      exclusive: true,
      words: openWords,
      schema: openSchema,
      isSetUp,
      facts({ url }) {
        const parsed = browser.parse(url);
        return parsed.ok ? { origin: parsed.value.origin, page: 'open' } : {};
      },
      preview({ url }) {
        const parsed = browser.parse(url);
        return Promise.resolve(parsed.ok ? ok({ type: 'text' as const, text: parsed.value.href }) : parsed);
      },
      async run(args, context) {
        const parsed = browser.parse(args.url);
        if (!parsed.ok) return failureOutput(parsed.error);
        const wish = { signal: context.signal, screenshot: args.screenshot ?? true };
        return outputOf(await browser.open(place(context), parsed.value, args.new_tab ?? false, wish), context);
      },
    }),
    defineStateTool({
      name: 'browser_read',
      kind: 'read',
      exclusive: true,
      words: readWords,
      schema: readSchema,
      isSetUp,
      preview: () => textPreview(say`Read the page in the shared browser`),
      async run({ offset = 0, tab, screenshot: isWanted = false }, context) {
        const wish = { signal: context.signal, screenshot: isWanted };
        return outputOf(await browser.read(place(context), { offset, tab }, wish), context);
      },
    }),
    defineStateTool({
      name: 'browser_act',
      kind: 'execute',
      exclusive: true,
      words: actWords,
      schema: actSchema,
      isSetUp,
      // It changes no files.
      watches: () => null,
      facts(args, context) {
        const origin = browser.origin(place(context));
        if (origin === null) return { page: 'act' };
        origins.set(args, origin);
        return { origin, page: 'act' };
      },
      preview(args, context) {
        const origin = browser.origin(place(context));
        if (origin !== null) origins.set(args, origin);
        return { type: 'text', text: describeAction(args) + (origin === null ? '' : `\n${origin}`) };
      },
      async run(args, context) {
        const { action, ref, text, screenshot: isWanted = true } = args;
        const wish = { signal: context.signal, screenshot: isWanted };
        const origin = origins.get(args) ?? null;
        return outputOf(await browser.act(place(context), { action, ref, text }, origin, wish), context);
      },
    }),
  ];
}

function describeAction({ action, ref, text }: z.output<typeof actSchema>): string {
  return [action, ref, text === undefined ? undefined : JSON.stringify(text)].filter(Boolean).join(' ');
}

function outputOf(report: Result<PageReport>, { signal }: ToolContext): ToolOutput {
  if (signal.aborted) return canceledOutput('the page stays open.');
  if (!report.ok) return failureOutput(report.error);
  const { head, content, details, screenshot: bytes } = report.value;
  return {
    outcome: 'ok',
    content: content === undefined ? head : `${head}\n${content}`,
    details: { page: details },
    ...(bytes === null ? {} : { images: [{ bytes, mediaType: 'image/jpeg', name: 'screenshot.jpg' }] }),
  };
}
