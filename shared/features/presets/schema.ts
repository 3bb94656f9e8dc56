// Preset schemas for the contract, the file and a conversation's metadata.

import { z } from 'zod';
import { approvalModes } from '../../permission/permission.ts';
import { modelOptionsSchema } from '../models/modelOptions.ts';
import { isPresetId, presetBounds } from './preset.ts';

const names = z.array(z.string().trim().min(1).max(200)).max(presetBounds.names);

export const presetFieldsSchema = z.object({
  name: z.string().trim().min(1).max(presetBounds.name),
  description: z.string().trim().max(presetBounds.description),
  model: z
    .object({
      provider: z
        .string()
        .min(1)
        .max(80)
        .regex(/^[^/\s]+$/),
      model: z.string().min(1).max(300),
    })
    .nullable(),
  modelOptions: modelOptionsSchema,
  tools: names.nullable(),
  servers: names.nullable(),
  approvalMode: z.enum(approvalModes).nullable(),
  words: z.string().max(presetBounds.words),
  examples: z
    .array(
      z.object({
        user: z.string().min(1).max(presetBounds.exampleText),
        assistant: z.string().min(1).max(presetBounds.exampleText),
      }),
    )
    .max(presetBounds.examples),
});

export const presetRefSchema = z.object({
  scope: z.enum(['personal', 'project', 'team']),
  id: z.string().max(100).refine(isPresetId),
});
