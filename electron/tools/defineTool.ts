// Builds a `Tool` from a schema, a description for the model, and two functions. Anything they throw becomes an `Error:
// …` result, so a tool never throws; a folder tool without a folder is refused.

import { z } from 'zod';
import type { ApprovalPreview } from '../../shared/conversation/event.ts';
import { fail, ok, type Result, sentenceFields, sentenceFromThrown } from '../../shared/core/errors.ts';
import { say, type UserText } from '../../shared/core/sentence.ts';
import type { ToolKind } from '../../shared/features/tools/toolInfo.ts';
import type { WatchScope } from '../ports/changes.ts';
import type { Tool, ToolContext, ToolFacts, ToolOutput } from '../ports/tool.ts';
import { canceledOutput, failureOutput } from './toolOutput.ts';

export type FolderContext = ToolContext & { folder: string };

export interface ToolDefinition<Schema extends z.ZodObject, Context extends ToolContext> {
  name: string;
  kind: ToolKind;
  exclusive: boolean;
  sandboxable?: true;
  isSetUp?: Tool['isSetUp'];
  /** The description for the model. */
  words: string;
  /** A strict object: unknown fields are rejected. */
  schema: Schema;
  /** What a call would do, for approval rules. */
  facts?(args: z.output<Schema>, context: Context): ToolFacts | Promise<ToolFacts>;
  watches?(args: z.output<Schema>, context: Context): WatchScope | null;
  preview(args: z.output<Schema>, context: Context): ApprovalPreview | Promise<Result<ApprovalPreview>>;
  run(args: z.output<Schema>, context: Context): ToolOutput | Promise<ToolOutput>;
}

/** A tool for the project folder; refused without one. */
export function defineFolderTool<Schema extends z.ZodObject>(definition: ToolDefinition<Schema, FolderContext>): Tool {
  return build(definition, true, (context) =>
    context.folder === null
      ? fail(
          'TOOL_NOT_AVAILABLE',
          say`${definition.name} needs a folder, and this conversation has none. Ask the user to open one.`,
        )
      : ok({ ...context, folder: context.folder }),
  );
}

/** A tool for the conversation only. */
export function defineStateTool<Schema extends z.ZodObject>(definition: ToolDefinition<Schema, ToolContext>): Tool {
  return build(definition, false, ok);
}

function build<Schema extends z.ZodObject, Context extends ToolContext>(
  definition: ToolDefinition<Schema, Context>,
  needsFolder: boolean,
  accept: (context: ToolContext) => Result<Context>,
): Tool {
  const { name, kind, exclusive, schema, facts, watches } = definition;
  let parameters: Record<string, unknown> | null = null;
  return {
    name,
    kind,
    needsFolder,
    exclusive,
    ...(definition.sandboxable ? { sandboxable: true as const } : {}),
    ...(definition.isSetUp ? { isSetUp: definition.isSetUp } : {}),
    description: definition.words.trim(),
    // Lazy, because many commands offer no tools.
    get parameters() {
      parameters ??= parametersOf(schema);
      return parameters;
    },

    check(args) {
      const parsed = schema.safeParse(withoutNulls(args));
      return parsed.success
        ? ok(parsed.data)
        : fail('TOOL_ARGS_INVALID', describeIssues(parsed.error.issues, args, Object.keys(schema.shape)));
    },

    ...(facts && {
      async facts(args, context) {
        const accepted = accept(context);
        return accepted.ok ? facts(args as z.output<Schema>, accepted.value) : {};
      },
    }),

    ...(watches && {
      watches(args, context) {
        const accepted = accept(context);
        return accepted.ok
          ? watches(args as z.output<Schema>, accepted.value)
          : { type: 'none', reason: say`there is no folder` };
      },
    }),

    async preview(args, context) {
      const accepted = accept(context);
      if (!accepted.ok) return accepted;
      try {
        const preview = await definition.preview(args as z.output<Schema>, accepted.value);
        return 'ok' in preview ? preview : ok(preview);
      } catch (thrown) {
        return fail('TOOL_EXEC_FAILED', say`what ${name} would do cannot be shown: ${sentenceFromThrown(thrown)}`);
      }
    },

    async run(args, context) {
      if (context.signal.aborted) return canceledOutput(`${name} was not started.`);
      const accepted = accept(context);
      if (!accepted.ok) return failureOutput(accepted.error);
      try {
        return await definition.run(args as z.output<Schema>, accepted.value);
      } catch (thrown) {
        return failureOutput({
          code: 'TOOL_EXEC_FAILED',
          ...sentenceFields(say`${name} failed: ${sentenceFromThrown(thrown)}`),
        });
      }
    },
  };
}

function parametersOf(schema: z.ZodObject): Record<string, unknown> {
  const { type, properties, required, additionalProperties } = z.toJSONSchema(schema, { io: 'input' });
  return { type, properties, required: required ?? [], additionalProperties };
}

/** Models write null for omitted arguments. */
function withoutNulls(args: unknown): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

const maxIssues = 20;

/** Describes invalid arguments so that a model can fix them: `field: problem`. */
function describeIssues(issues: readonly z.core.$ZodIssue[], args: unknown, fieldNames: readonly string[]): string {
  const descriptions = issues.slice(0, maxIssues).map((issue) => describeIssue(issue, args, fieldNames));
  if (issues.length > maxIssues) descriptions.push(say`and ${issues.length - maxIssues} more`);
  return descriptions.join('; ');
}

function describeIssue(issue: z.core.$ZodIssue, args: unknown, fieldNames: readonly string[]): UserText {
  const field = issue.path.length === 0 ? 'arguments' : issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.join(', ');
    return issue.path.length === 0
      ? say`${names}: not an argument of this tool; it accepts ${fieldNames.join(', ')}`
      : say`${field}: does not accept ${names}`;
  }
  if (issue.code === 'invalid_type') {
    const value = valueAt(args, issue.path);
    if (value === undefined || value === null) return say`${field}: missing; give a value of type ${issue.expected}`;
  }
  return `${field}: ${issue.message.replace(/^Invalid (input|option): /, '').replace(/^Too (small|big): /, '')}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at;
}
