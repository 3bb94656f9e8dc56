// How the model is to answer, as options of the command line.

import type { ModelOptions } from '../../../shared/modelOptions.ts';
import { type Effort, efforts, outputBounds, temperatureBounds } from '../../../shared/optionBounds.ts';

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
  const maxOutputTokens = most === undefined ? undefined : numberOf(most);
  if (
    maxOutputTokens !== undefined &&
    !(Number.isInteger(maxOutputTokens) && isWithin(maxOutputTokens, outputBounds))
  ) {
    return `--max-output must be a whole number from ${outputBounds.least} to ${outputBounds.most}`;
  }
  const degree = temperature === undefined ? undefined : numberOf(temperature);
  if (degree !== undefined && !isWithin(degree, temperatureBounds)) {
    return `--temperature must be a number from ${temperatureBounds.least} to ${temperatureBounds.most}`;
  }
  return {
    ...(effort === undefined ? {} : { effort: effort as Effort }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(degree === undefined ? {} : { temperature: degree }),
  };
}

function isWithin(value: number, { least, most }: { least: number; most: number }): boolean {
  return value >= least && value <= most;
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
