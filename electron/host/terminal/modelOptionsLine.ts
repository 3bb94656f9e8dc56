// How the model is to answer, as options of the command line.

import { type Effort, efforts, type ModelOptions, modelOptionsSchema } from '../../../shared/modelOptions.ts';

interface Given {
  effort?: string | undefined;
  'max-output'?: string | undefined;
  temperature?: string | undefined;
}

/** Null where nothing was given; a sentence where something is no possible value. */
export function modelOptionsLine({ effort, 'max-output': most, temperature }: Given): ModelOptions | null | string {
  if (effort === undefined && most === undefined && temperature === undefined) return null;
  if (effort !== undefined && !efforts.includes(effort as Effort)) {
    return `--effort must be one of ${efforts.join(', ')}, not "${effort}"`;
  }
  const options = {
    ...(effort === undefined ? {} : { effort }),
    ...(most === undefined ? {} : { maxOutputTokens: numberOf(most) }),
    ...(temperature === undefined ? {} : { temperature: numberOf(temperature) }),
  };
  const parsed = modelOptionsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  return parsed.error.issues[0]?.path[0] === 'temperature'
    ? '--temperature must be a number from 0 to 2'
    : '--max-output must be a whole number from 16 to 1000000';
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
