// load_skill: returns a skill's instructions and the text of its files. Only offered if there are skills.

import { z } from 'zod';
import { say } from '../../../shared/core/sentence.ts';
import type { LoadedSkill, SkillSource } from '../../ports/customizations.ts';
import type { Tool } from '../../ports/tool.ts';
import { defineStateTool } from '../defineTool.ts';
import { failureOutput, successOutput, textPreview } from '../toolOutput.ts';
import words from './loadSkill.md?raw';

const schema = z.strictObject({
  name: z.string().min(1).max(200).describe('The name of the skill.'),
  file: z.string().min(1).max(1000).optional().describe("A file of it: a path within the skill's folder."),
});

export function createLoadSkill(skills: SkillSource): Tool {
  return defineStateTool({
    name: 'load_skill',
    kind: 'read',
    exclusive: false,
    words,
    schema,
    isSetUp: async (scope) => (await skills.offered(scope)).length > 0,
    preview: ({ name, file }) =>
      textPreview(file === undefined ? say`Load the skill ${name}` : say`Read ${file} of the skill ${name}`),

    async run({ name, file }, { folder, isTrusted }) {
      const place = { folder, trusted: await isTrusted() };
      if (file !== undefined) {
        const text = await skills.file(place, name, file);
        return text.ok ? successOutput(text.value) : failureOutput(text.error);
      }
      const loaded = await skills.load(place, name);
      return loaded.ok ? successOutput(toldSkill(loaded.value)) : failureOutput(loaded.error);
    },
  });
}

function toldSkill({ name, folder, text, files, more }: LoadedSkill): string {
  const beside = files.length === 0 ? '' : `\n\n[Files of the skill]\n${files.join('\n')}${more ? '\n…' : ''}`;
  return `[Skill "${name}" in ${folder}]\n\n${text.trimEnd()}${beside}`;
}
